import assert from 'node:assert/strict'
import { test } from 'node:test'
import { COURTS } from '../../names/reading/court.ts'
import { LEGAL_FORMS } from '../../names/reading/legal-form.ts'
import { ERROR_CATALOGUE, STATUS_OF_KIND, statusOf } from './error-catalogue.ts'
import { errorAnswer } from './error-response.ts'
import { protocolAnswer, protocolFailure } from './malformed-request.ts'

test('every code has the status that the contract gives it', () => {
  const statuses = Object.keys(ERROR_CATALOGUE).map((code) => statusOf(code as keyof typeof ERROR_CATALOGUE))
  assert.deepEqual(statuses, [400, 401, 403, 404, 405, 406, 408, 409, 413, 414, 415, 417, 429, 431, 500, 503])
  assert.equal(new Set(Object.values(STATUS_OF_KIND)).size, statuses.length)
})

test('the two texts fixed by the given document are German and equal to it', () => {
  assert.equal(ERROR_CATALOGUE.unauthorized.text.de, 'Der Token ist ungültig oder abgelaufen.')
  assert.equal(ERROR_CATALOGUE.forbidden.text.de, 'Die Berechtigungen reichen nicht aus.')
})

test('an error written to the socket is a complete HTTP response with Content-Length', () => {
  const text = protocolAnswer('headers_too_large', 'id-1', 'Sat, 21 Nov 2026 08:00:00 GMT')
  const [head = '', body = ''] = text.split('\r\n\r\n')
  assert.match(head, /^HTTP\/1\.1 431 Request Header Fields Too Large\r\n/)
  assert.match(head, new RegExp(`\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`))
  assert.equal(JSON.parse(body).request_id, 'id-1')
})

test('a header overflow before the end of the first line is reported as a too long address', () => {
  const overflow = (text: string) =>
    protocolFailure(Object.assign(new Error(), { code: 'HPE_HEADER_OVERFLOW', rawPacket: Buffer.from(text) }))
  assert.equal(overflow(`GET /${'x'.repeat(9000)}`), 'uri_too_long')
  assert.equal(overflow(`GET / HTTP/1.1\r\nA: ${'x'.repeat(9000)}`), 'headers_too_large')
  assert.equal(overflow('x'), 'headers_too_large')
})

test('an error of another kind than 400 never has details', () => {
  const facts = { requestId: 'a', accept: undefined, acceptLanguage: undefined, publicUrl: '' }
  const details = [{ field: '/a', reason: 'type' as const }]
  assert.equal(
    'details' in JSON.parse(String(errorAnswer({ ...facts, code: 'not_found', details }).body)),
    false,
  )
})

test('codes of forms and names of courts need no escapes in JSON', () => {
  const texts = [...LEGAL_FORMS.map(({ code }) => code as string), ...COURTS.map(({ name }) => name)]
  for (const text of texts) assert.equal(JSON.stringify(text), `"${text}"`)
})
