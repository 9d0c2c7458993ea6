/** Every error code, caused and read as bytes over a socket. */
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import type { FailureCode } from '../../src/core/failure.ts'
import { ERROR_CATALOGUE, statusOf } from '../../src/http/request/error-catalogue.ts'
import { type Service, startService } from './start-service.ts'

/** No operation of the API can be in conflict with another; those of the dashboard can, see keys.test.ts. */
const NOT_YET: readonly FailureCode[] = ['conflict']
const SEARCH = '/api/v1/companies/search/'
const UNKNOWN = '00000000-0000-5000-8000-000000000000'

let service: Service
let broken: Service
const ports = new Map<Service, number>()

before(async () => {
  service = await startService({ settings: { requestTimeoutMs: 200 } })
  const fault = () => {
    throw new Error('the disk is on fire')
  }
  broken = await startService({
    replace: ({ companies, index }) => ({
      companies: Object.assign(Object.create(companies), { find: fault }),
      index: Object.assign(Object.create(index), { state: () => undefined }),
    }),
  })
  for (const each of [service, broken]) ports.set(each, await each.listen())
})
after(() => Promise.all([service.stop(), broken.stop()]))

/** What comes back for these bytes until the server closes. */
function send(bytes: string, to: Service): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(ports.get(to) as number, '127.0.0.1', () => socket.write(bytes))
    let text = ''
    socket.setEncoding('utf8').on('data', (part: string) => {
      text += part
    })
    socket.on('close', () => resolve(text)).on('error', reject)
  })
}

interface Asked {
  readonly line?: string
  readonly headers?: readonly string[]
  readonly body?: string
  readonly authorization?: string
  readonly to?: Service
}

function ask({
  line,
  headers = [],
  body = '{"name":"Adler"}',
  authorization,
  to = service,
}: Asked): Promise<string> {
  const auth = authorization ?? to.auth().authorization
  const isPost = line === undefined || line.startsWith('POST')
  const sent = isPost ? [`Content-Length: ${Buffer.byteLength(body)}`, 'Content-Type: application/json'] : []
  const own = headers.map((header) => header.split(':')[0])
  const all = ['Host: localhost', 'Connection: close', `Authorization: ${auth}`, ...sent].filter(
    (header) => !own.includes(header.split(':')[0]),
  )
  const head = [line ?? `POST ${SEARCH} HTTP/1.1`, ...all, ...headers].join('\r\n')
  return send(`${head}\r\n\r\n${isPost ? body : ''}`, to)
}

/** The code → the request that is answered with it. */
const REQUESTS: Readonly<Record<Exclude<FailureCode, 'conflict'>, () => Promise<string>>> = {
  invalid_request: () => ask({ body: '{"name":5}' }),
  unauthorized: () => ask({ authorization: 'Bearer wrong' }),
  forbidden: () => ask({ authorization: service.auth('companies:read').authorization }),
  not_found: () => ask({ line: `GET /api/v1/companies/${UNKNOWN} HTTP/1.1` }),
  method_not_allowed: () => ask({ line: `DELETE ${SEARCH} HTTP/1.1` }),
  not_acceptable: () => ask({ headers: ['Accept: image/png'] }),
  request_timeout: () => send('GET / HTTP/1.1\r\nHost: x\r\nA: ', service),
  payload_too_large: () => ask({ body: JSON.stringify({ name: 'x'.repeat(64 * 1024) }) }),
  uri_too_long: () => ask({ line: `GET /${'x'.repeat(8192)} HTTP/1.1` }),
  unsupported_media_type: () => ask({ headers: ['Content-Type: text/plain'] }),
  expectation_failed: () => ask({ headers: ['Expect: a-miracle'] }),
  rate_limited: async () => {
    const { secret } = service.key({ limit: { quota: 1, windowMs: 60_000 } })
    const authorization = `Bearer ${secret}`
    assert.match(await ask({ authorization }), /^HTTP\/1\.1 200 /)
    return ask({ authorization })
  },
  headers_too_large: () => ask({ headers: [`A: ${'x'.repeat(20 * 1024)}`] }),
  internal_error: () => ask({ line: `GET /api/v1/companies/${UNKNOWN} HTTP/1.1`, to: broken }),
  service_unavailable: () => ask({ to: broken }),
}

for (const code of Object.keys(REQUESTS) as (keyof typeof REQUESTS)[]) {
  test(`${statusOf(code)} ${code} is sent as a complete HTTP response in the common error format`, async () => {
    const text = await REQUESTS[code]()
    const [head = '', body = ''] = text.split('\r\n\r\n')
    assert.equal(Number(head.split(' ')[1]), statusOf(code), head)
    assert.match(head, /^content-type: application\/json\r?$/im)
    assert.match(head, /^cache-control: no-store\r?$/im)
    const answer = JSON.parse(body) as Record<string, unknown>
    assert.equal(answer.code, code)
    assert.equal(answer.error, ERROR_CATALOGUE[code].text.de)
    assert.equal(/^x-request-id: (.*?)\r?$/im.exec(head)?.[1], answer.request_id)
    const members =
      code === 'invalid_request'
        ? ['code', 'details', 'error', 'request_id']
        : ['code', 'error', 'request_id']
    assert.deepEqual(Object.keys(answer).toSorted(), members)
    assert.doesNotMatch(text, /on fire|\.ts:\d/)
  })
}

test('every code of the catalogue is tested, except those that nothing can raise yet', () => {
  const known = Object.keys(ERROR_CATALOGUE).filter((code) => !NOT_YET.includes(code as FailureCode))
  assert.deepEqual(Object.keys(REQUESTS).toSorted(), known.toSorted())
})

test('401 and 403 have the texts of the given document and their challenges', async () => {
  const unauthorized = await REQUESTS.unauthorized()
  assert.match(unauthorized, /"error":"Der Token ist ungültig oder abgelaufen\.","code":"unauthorized"/)
  assert.match(unauthorized, /^www-authenticate: Bearer realm="[^"]+", error="invalid_token"\r?$/im)
  const forbidden = await REQUESTS.forbidden()
  assert.match(forbidden, /"error":"Die Berechtigungen reichen nicht aus\.","code":"forbidden"/)
  assert.match(
    forbidden,
    /^www-authenticate: Bearer realm="[^"]+", error="insufficient_scope", scope="companies:search"\r?$/im,
  )
})
