import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { acceptsGzip, chooseMedia } from './accept.ts'

const OFFERED = ['application/json', 'text/csv', 'application/x-ndjson']

test('the media type with the highest quality is chosen, the first among equals', () => {
  const cases: [string | undefined, string | undefined][] = [
    [undefined, 'application/json'],
    ['*/*', 'application/json'],
    ['', 'application/json'],
    ['text/csv', 'text/csv'],
    ['TEXT/CSV; header=present', 'text/csv'],
    ['text/*', 'text/csv'],
    ['text/csv;q=0.5, application/x-ndjson', 'application/x-ndjson'],
    ['text/html, */*;q=0.1', 'application/json'],
    ['*/*, application/json;q=0', 'text/csv'],
    ['application/*;q=0.2, text/csv;q=0.3', 'text/csv'],
    ['text/html', undefined],
    ['application/json;q=0', undefined],
    ['*/*;q=0', undefined],
  ]
  for (const [header, media] of cases) assert.equal(chooseMedia(header, OFFERED), media, String(header))
})

test('gzip is used only where it is accepted', () => {
  for (const header of ['gzip', 'br, GZIP;q=0.1', '*', 'deflate, *;q=0.5'])
    assert.equal(acceptsGzip(header), true, header)
  for (const header of [undefined, '', 'br', 'gzip;q=0', '*;q=0', 'gzip;q=0, *']) {
    assert.equal(acceptsGzip(header), false, String(header))
  }
})

test('no header makes the choice throw, and the chosen type was offered', () => {
  fc.assert(
    fc.property(fc.string(), (header) => {
      const media = chooseMedia(header, OFFERED)
      assert.ok(media === undefined || OFFERED.includes(media))
    }),
  )
})
