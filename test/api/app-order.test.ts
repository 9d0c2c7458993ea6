/** The order of refusals of the dashboard: of any two reasons to refuse a request, the earlier one in the list answers. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { signedIn } from './signed-in.ts'
import { type Service, startService } from './start-service.ts'

/** A request in the making; each reason spoils one thing of it. */
interface Draft {
  method: 'POST' | 'PUT'
  path: string
  parameters: string[]
  host: string
  origin: string
  cookie: 'proven' | 'unproven' | 'none'
  accept: string
  type: string
  payload: string
}

interface Reason {
  readonly name: string
  readonly status: number
  /** Of the answer's `reason`, or its code where it has none. */
  readonly says: string
  spoil(draft: Draft): void
}

const REASONS: readonly Reason[] = [
  {
    name: 'the address is too long',
    status: 414,
    says: 'uri_too_long',
    spoil: (draft) => draft.parameters.push(`x=${'a'.repeat(9000)}`),
  },
  {
    name: 'the path is unknown',
    status: 404,
    says: 'not_found',
    spoil: (draft) => {
      draft.path = '/app/api/nothing'
    },
  },
  {
    name: 'the path does not have the method',
    status: 405,
    says: 'method_not_allowed',
    spoil: (draft) => {
      draft.method = 'PUT'
    },
  },
  {
    name: 'a key stands in the query',
    status: 400,
    says: 'invalid_request',
    spoil: (draft) => draft.parameters.push(`key=fs_live_${'a'.repeat(38)}`),
  },
  {
    name: 'the name is not that of PUBLIC_URL',
    status: 400,
    says: 'wrong_host',
    spoil: (draft) => {
      draft.host = 'evil.example'
    },
  },
  {
    name: 'it comes from another page',
    status: 403,
    says: 'cross_site',
    spoil: (draft) => {
      draft.origin = 'https://evil.example'
    },
  },
  {
    name: 'nobody is signed in',
    status: 401,
    says: 'signed_out',
    spoil: (draft) => {
      draft.cookie = 'none'
    },
  },
  {
    name: 'the password was not asked lately',
    status: 403,
    says: 'proof_needed',
    spoil: (draft) => {
      if (draft.cookie === 'proven') draft.cookie = 'unproven'
    },
  },
  {
    name: 'no form of the answer is accepted',
    status: 406,
    says: 'not_acceptable',
    spoil: (draft) => {
      draft.accept = 'image/png'
    },
  },
  {
    name: 'the body is no JSON',
    status: 415,
    says: 'unsupported_media_type',
    spoil: (draft) => {
      draft.type = 'text/plain'
    },
  },
  {
    name: 'the body is too large',
    status: 413,
    says: 'payload_too_large',
    spoil: (draft) => {
      draft.payload = JSON.stringify({ name: 'x'.repeat(20_000) })
    },
  },
  {
    name: 'the input is broken',
    status: 400,
    says: 'invalid_request',
    spoil: (draft) => {
      if (draft.payload.length < 1000) draft.payload = '{'
    },
  },
]

let service: Service
let cookies: Record<Draft['cookie'], string>

before(async () => {
  service = await startService()
  cookies = {
    proven: signedIn(service).cookie,
    unproven: signedIn(service, { isProven: false }).cookie,
    none: 'fs_session=nobody.x',
  }
})
after(() => service.stop())

async function send(reasons: readonly Reason[]) {
  const draft: Draft = {
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
  for (const reason of reasons) reason.spoil(draft)
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

test('a request with nothing wrong is answered', async () => {
  assert.equal((await send([])).status, 201)
})

test('each reason alone is refused with its own status, in the shape of every error', async () => {
  for (const reason of REASONS) {
    const { status, says, body } = await send([reason])
    assert.deepEqual([status, says], [reason.status, reason.says], reason.name)
    assert.ok(typeof body.error === 'string' && typeof body.code === 'string' && body.request_id, reason.name)
  }
})

test('of any two reasons the earlier one answers', async () => {
  for (const [place, first] of REASONS.entries()) {
    for (const second of REASONS.slice(place + 1)) {
      const { status, says } = await send([first, second])
      assert.deepEqual([status, says], [first.status, first.says], `${first.name}, and ${second.name}`)
    }
  }
})

test('errors of the dashboard are German, and English for whoever likes that better; the API shows no reasons', async () => {
  const ask = (url: string, language: string) =>
    service.server.inject({ url, headers: { host: 'localhost:8080', 'accept-language': language } })
  assert.equal((await ask('/app/api/keys', 'de')).json().error, 'Bitte anmelden.')
  const english = await ask('/app/api/keys', 'en')
  assert.equal(english.json().error, 'Please sign in.')
  assert.equal(english.headers['content-language'], 'en')
  assert.equal((await ask('/api/v1/companies', 'en')).json().reason, undefined)
})

test('no method but those of the table is known, TRACE neither: nothing of a request comes back', async () => {
  for (const url of ['/app/api/keys', '/keys', '/api/v1/companies']) {
    for (const method of ['PUT', 'PATCH', 'DELETE', 'TRACE'] as const) {
      const headers = { host: 'localhost:8080', cookie: cookies.proven, 'x-echo': 'say-this-again' }
      const { statusCode, body } = await service.server.inject({ method: method as 'PUT', url, headers })
      assert.equal(statusCode, 405, `${method} ${url}`)
      assert.ok(!body.includes('say-this-again') && !body.includes(cookies.proven))
    }
  }
})
