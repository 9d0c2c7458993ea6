import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isJsonInUtf8 } from './content-type.ts'

test('JSON in UTF-8 is accepted in any spelling of its charset, and with unknown parameters', () => {
  for (const type of [
    'application/json',
    ' Application/JSON ;',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'application/json; charset=UTF8',
    'application/json; Charset="utf8" ; foo=bar',
    'application/json; foo=bar',
    'application/json; foo',
    'application/json; foo="a; charset=latin1"',
    'application/json; foo="a\\"; charset=latin1"',
  ]) {
    assert.ok(isJsonInUtf8(type), type)
  }
})

test('another type or another charset is not JSON in UTF-8', () => {
  for (const type of [
    '',
    'text/plain',
    'application/jsonx',
    'application/json charset=utf-8',
    'text/plain; foo=application/json',
    'application/json; charset=latin1',
    'application/json; charset=',
    'application/json; charset=utf-16',
    'application/json; foo=bar; charset="iso-8859-1"',
    'application/json; charset=utf-8; charset=latin1',
    'application/json; charset=utf-8, text/plain',
  ]) {
    assert.ok(!isJsonInUtf8(type), type)
  }
})
