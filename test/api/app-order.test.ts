/** The order of refusals of the dashboard: of any two reasons to refuse a request, the earlier one in the list answers. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signedIn } from './signed-in.ts'
import { openService } from './start-service.ts'

/** A request in the making; each reason spoils one thing of it. */
interface Draft {
  readonly method: 'POST' | 'PUT'
  readonly path: string
  readonly parameters: readonly string[]
  readonly host: string
  readonly origin: string
  readonly cookie: 'proven' | 'unproven' | 'none'
  readonly accept: string
  readonly type: string
  readonly payload: string
}

/** What it is called, and the status and the `reason` of the answer, or its code where it has none. */
type Reason = readonly [name: string, status: number, says: string, spoil: (draft: Draft) => Partial<Draft>]

const REASONS: readonly Reason[] = [
  ['the address is too long', 414, 'uri_too_long', withParameter(`x=${'a'.repeat(9000)}`)],
  ['the path is unknown', 404, 'not_found', () => ({ path: '/app/api/nothing' })],
  ['the path does not have the method', 405, 'method_not_allowed', () => ({ method: 'PUT' })],
  ['a key stands in the query', 400, 'invalid_request', withParameter(`key=fs_live_${'a'.repeat(38)}`)],
  ['the name is not that of PUBLIC_URL', 400, 'wrong_host', () => ({ host: 'evil.example' })],
  ['it comes from another page', 403, 'cross_site', () => ({ origin: 'https://evil.example' })],
  ['nobody is signed in', 401, 'signed_out', () => ({ cookie: 'none' })],
  [
    'the password was not asked lately',
    403,
    'proof_needed',
    ({ cookie }) => ({ cookie: cookie === 'proven' ? 'unproven' : cookie }),
  ],
  ['no form of the answer is accepted', 406, 'not_acceptable', () => ({ accept: 'image/png' })],
  ['the body is no JSON', 415, 'unsupported_media_type', () => ({ type: 'text/plain' })],
  [
    'the body is too large',
    413,
    'payload_too_large',
    () => ({ payload: JSON.stringify({ name: 'x'.repeat(20_000) }) }),
  ],
  [
    'the input is broken',
    400,
    'invalid_request',
    ({ payload }) => ({ payload: payload.length < 1000 ? '{' : payload }),
  ],
]

function withParameter(parameter: string): Reason[3] {
  return ({ parameters }) => ({ parameters: [...parameters, parameter] })
}

const service = await openService()
const cookies = {
  proven: signedIn(service).cookie,
  unproven: signedIn(service, { isProven: false }).cookie,
  none: 'fs_session=nobody.x',
}

async function send(reasons: readonly Reason[]) {
  const sound: Draft = {
    method: 'POST',
    path: '/app/api/keys',
    parameters: [],
    host: 'localhost:8080',
    origin: 'http://localhost:8080',
    cookie: 'proven',
    accept: 'application/json',
    type: 'application/json',
    payload: JSON.stringify({ name: 'x', scopes: ['companies:read'], expires_in: 'never' }),
  }
  let draft = sound
  for (const [, , , spoil] of reasons) draft = { ...draft, ...spoil(draft) }
  const { method, path, parameters, host, origin, accept, type, payload } = draft
  const response = await service.server.inject({
    method,
    url: parameters.length === 0 ? path : `${path}?${parameters.join('&')}`,
    headers: { host, origin, accept, 'content-type': type, cookie: cookies[draft.cookie] },
    payload,
  })
  const { reason, code } = response.json()
  return { status: response.statusCode, says: reason ?? code, body: response.json() }
}

test('a request without faults is answered', async () => {
  assert.equal((await send([])).status, 201)
})

test('each reason alone is refused with its own status, as a normal error', async () => {
  for (const reason of REASONS) {
    const [name, ...expected] = reason
    const { status, says, body } = await send([reason])
    assert.deepEqual([status, says], expected.slice(0, 2), name)
    assert.ok(typeof body.error === 'string' && typeof body.code === 'string' && body.request_id, name)
  }
})

test('of any two reasons the earlier one determines the response', async () => {
  for (const [place, first] of REASONS.entries()) {
    for (const second of REASONS.slice(place + 1)) {
      const { status, says } = await send([first, second])
      assert.deepEqual([status, says], first.slice(1, 3), `${first[0]}, and ${second[0]}`)
    }
  }
})

test('errors of the dashboard are German, or English if preferred; the API has no reasons', async () => {
  const ask = (url: string, language: string) =>
    service.server.inject({ url, headers: { host: 'localhost:8080', 'accept-language': language } })
  assert.equal((await ask('/app/api/keys', 'de')).json().error, 'Bitte anmelden.')
  const english = await ask('/app/api/keys', 'en')
  assert.equal(english.json().error, 'Please sign in.')
  assert.equal(english.headers['content-language'], 'en')
  assert.equal((await ask('/api/v1/companies', 'en')).json().reason, undefined)
})

test('methods outside the table are refused, TRACE included: no part of a request is echoed', async () => {
  for (const url of ['/app/api/keys', '/keys', '/api/v1/companies']) {
    for (const method of ['PUT', 'PATCH', 'DELETE', 'TRACE'] as const) {
      const headers = { host: 'localhost:8080', cookie: cookies.proven, 'x-echo': 'say-this-again' }
      const { statusCode, body } = await service.server.inject({ method: method as 'PUT', url, headers })
      assert.equal(statusCode, 405, `${method} ${url}`)
      assert.ok(!body.includes('say-this-again') && !body.includes(cookies.proven))
    }
  }
})
