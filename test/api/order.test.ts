/** The order of refusals: of any two reasons to refuse a request, the earlier one in the list answers. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Scope } from '../../src/core/access/key.ts'
import { newSecret } from '../../src/core/access/key-secret.ts'
import { handClock } from './hand-clock.ts'
import { openService } from './start-service.ts'

/** A request in the making; each reason spoils one thing of it. */
interface Draft {
  method: 'POST' | 'PUT' | 'GET'
  path: string
  parameters: string[]
  key: 'good' | 'none' | 'unknown'
  hasScope: boolean
  hasRest: boolean
  mayGoDeep: boolean
  accept: string
  type: string
  isBroken: boolean
  isLarge: boolean
  address: string
}

interface Reason {
  readonly name: string
  readonly status: number
  readonly code: string
  /** What the answer must show so that it is this reason and no other with the same code. */
  readonly sign?: RegExp
  spoil(draft: Draft): void
}

const FRESH = '192.0.2.1'
const SPENT = '192.0.2.66'

const REASONS: readonly Reason[] = [
  {
    name: 'the address is too long',
    status: 414,
    code: 'uri_too_long',
    spoil: (draft) => draft.parameters.push(`x=${'a'.repeat(9000)}`),
  },
  {
    name: 'unknown path',
    status: 404,
    code: 'not_found',
    spoil: (draft) => Object.assign(draft, { path: '/api/v1/nowhere' }),
  },
  {
    name: 'wrong method',
    status: 405,
    code: 'method_not_allowed',
    spoil: (draft) => Object.assign(draft, { method: 'PUT' }),
  },
  {
    name: 'a key in the query',
    status: 400,
    code: 'invalid_request',
    sign: /key_in_query/,
    spoil: (draft) => draft.parameters.push('api_key=1'),
  },
  {
    name: 'the address guessed too often',
    status: 429,
    code: 'rate_limited',
    spoil: (draft) => Object.assign(draft, { key: 'unknown', address: SPENT }),
  },
  {
    name: 'no valid key',
    status: 401,
    code: 'unauthorized',
    spoil: (draft) => Object.assign(draft, { key: draft.key === 'good' ? 'none' : draft.key }),
  },
  {
    name: "the route's scope",
    status: 403,
    code: 'forbidden',
    sign: /companies:(search|read)"/,
    spoil: (draft) => Object.assign(draft, { hasScope: false }),
  },
  {
    name: 'the rate limit',
    status: 429,
    code: 'rate_limited',
    spoil: (draft) => Object.assign(draft, { hasRest: false }),
  },
  {
    name: 'not acceptable',
    status: 406,
    code: 'not_acceptable',
    spoil: (draft) => Object.assign(draft, { accept: 'text/html' }),
  },
  {
    name: 'the media type',
    status: 415,
    code: 'unsupported_media_type',
    spoil: (draft) => Object.assign(draft, { type: 'text/plain' }),
  },
  {
    name: 'too large',
    status: 413,
    code: 'payload_too_large',
    spoil: (draft) => Object.assign(draft, { isLarge: true }),
  },
  {
    name: 'a fault in the body',
    status: 400,
    code: 'invalid_request',
    sign: /"\/name"/,
    spoil: (draft) => Object.assign(draft, { isBroken: true }),
  },
  {
    name: 'the scope of a deep search',
    status: 403,
    code: 'forbidden',
    sign: /companies:search:deep"/,
    spoil: (draft) => Object.assign(draft, { mayGoDeep: false }),
  },
]

/** The same order on the route that has ids; what only bodies can do wrong is left out. */
const ID_REASONS: readonly Reason[] = [
  ...REASONS.filter(({ name }) => !/path|method|media|large|body|deep/.test(name)),
  {
    name: 'a fault in the query',
    status: 400,
    code: 'invalid_request',
    sign: /unknown_parameter/,
    spoil: (draft) => draft.parameters.push('nonsense=1'),
  },
  {
    name: 'an unknown id',
    status: 404,
    code: 'not_found',
    spoil: (draft) =>
      Object.assign(draft, { path: '/api/v1/companies/00000000-0000-5000-8000-000000000000' }),
  },
]

const service = await openService({ clock: handClock() })
for (let i = 0; i < 20; i++) await send({ ...draftOf(), key: 'unknown', address: SPENT })

function draftOf(): Draft {
  return {
    method: 'POST',
    path: '/api/v1/companies/search/',
    parameters: [],
    key: 'good',
    hasScope: true,
    hasRest: true,
    mayGoDeep: true,
    accept: '*/*',
    type: 'application/json',
    isBroken: false,
    isLarge: false,
    address: FRESH,
  }
}

async function send(draft: Draft) {
  const query = draft.parameters.length > 0 ? `?${draft.parameters.join('&')}` : ''
  const body = {
    name: draft.isBroken ? 7 : 'Adler',
    deep: true,
    ...(draft.isLarge && { city: ['x'.repeat(70_000)] }),
  }
  return service.server.inject({
    method: draft.method,
    url: draft.path + query,
    remoteAddress: draft.address,
    headers: { accept: draft.accept, 'content-type': draft.type, ...(await keyHeader(draft)) },
    ...(draft.method === 'GET' ? {} : { payload: JSON.stringify(body) }),
  })
}

const authOf = new Map<string, string>()

/** A key for each way of being good or bad; made once, since an account has room for fifty. */
async function keyHeader(draft: Draft): Promise<{ authorization?: string }> {
  if (draft.key === 'none') return {}
  if (draft.key === 'unknown') return { authorization: `Bearer ${unknownKey()}` }
  const isRead = draft.hasScope === (draft.method === 'GET')
  const scopes = [isRead ? 'companies:read' : 'companies:search', draft.mayGoDeep && 'companies:search:deep']
  const name = `${scopes} ${draft.hasRest}`
  let authorization = authOf.get(name)
  if (authorization === undefined) {
    const made = service.key({
      scopes: scopes.filter((scope) => scope !== false) as Scope[],
      limit: { quota: draft.hasRest ? 1000 : 1, windowMs: 60_000 },
    })
    authorization = `Bearer ${made.secret}`
    authOf.set(name, authorization)
    if (!draft.hasRest) await spend(authorization, isRead)
  }
  return { authorization }
}

/** Uses up a key that has one request. */
async function spend(authorization: string, isRead: boolean): Promise<void> {
  const response = await service.server.inject(
    isRead
      ? { url: '/api/v1/companies/nobody', headers: { authorization } }
      : { method: 'POST', url: '/api/v1/companies/search', headers: { authorization }, payload: {} },
  )
  assert.equal(response.statusCode, isRead ? 404 : 400)
}

/** An unknown key in the right form, with the right checksum. */
function unknownKey(): string {
  return newSecret({ secrets: service.needs.secrets }, 'live')
}

function check(reason: Reason, response: Awaited<ReturnType<typeof send>>, label: string) {
  assert.equal(response.statusCode, reason.status, `${label}: ${response.body}`)
  assert.equal(response.json().code, reason.code, label)
  if (reason.sign)
    assert.match(
      JSON.stringify([response.headers, response.json()]).replaceAll('\\"', '"'),
      reason.sign,
      label,
    )
}

test('each reason alone refuses the request', async () => {
  for (const reason of REASONS) {
    const draft = draftOf()
    reason.spoil(draft)
    check(reason, await send(draft), reason.name)
  }
  assert.equal((await send(draftOf())).statusCode, 200)
})

test('of any two reasons to refuse a search the earlier one determines the response', async () => {
  for (const [place, first] of REASONS.entries()) {
    for (const second of REASONS.slice(place + 1)) {
      const draft = draftOf()
      second.spoil(draft)
      first.spoil(draft)
      check(first, await send(draft), `${first.name} before ${second.name}`)
    }
  }
})

test('of any two reasons to refuse the detail route the earlier one determines the response', async () => {
  const [known] = [...service.companies.readAll(1)].flat()
  const base = (): Draft => ({ ...draftOf(), method: 'GET', path: `/api/v1/companies/${known?.uuid}` })
  assert.equal((await send(base())).statusCode, 200)
  for (const [place, first] of ID_REASONS.entries()) {
    for (const second of ID_REASONS.slice(place)) {
      const draft = base()
      second.spoil(draft)
      first.spoil(draft)
      check(first, await send(draft), `${first.name} before ${second.name}`)
    }
  }
})
