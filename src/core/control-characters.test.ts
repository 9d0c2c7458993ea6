import assert from 'node:assert/strict'
import { test } from 'node:test'
import { escapeControls } from './control-characters.ts'

test('characters that control the text direction are written as escapes', () => {
  assert.equal(escapeControls('a\u202eb\u061c\u2069'), 'a\\u202eb\\u061c\\u2069')
  for (const text of ['', 'Müller\t\n', 'שלום', '\\u202e', '👩‍👩']) assert.equal(escapeControls(text), text)
})

test('control characters that a terminal obeys are escaped, line feeds and tabs are not', () => {
  assert.equal(escapeControls('a\u001b[31m\u0007\r\u009bb'), 'a\\u001b[31m\\u0007\\u000d\\u009bb')
  assert.equal(escapeControls('a\n\tb'), 'a\n\tb')
})
