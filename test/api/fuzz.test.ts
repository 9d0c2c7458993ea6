/**
 * Valid and invalid requests and sequences, generated from the OpenAPI document: every response is declared
 * there.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ValidateFunction } from 'ajv'
import fc from 'fast-check'
import type { Response as InjectedResponse } from 'light-my-request'
import { systemSecrets } from '../../src/adapters/system/secrets.ts'
import { newSecret } from '../../src/core/access/key-secret.ts'
import type { Link } from '../../src/http/openapi/links.ts'
import { germanKey } from '../../src/names/reading/register-number.ts'
import { often, seed } from '../thorough.ts'
import { answerChecker, type Operation, operationsOf, validatorMaker } from './document-answers.ts'
import {
  brokenRequest,
  type Draft,
  type Known,
  soundRequest,
  withDeadKey,
  written,
} from './document-requests.ts'
import { openService } from './start-service.ts'

const REQUESTS = often(20_000, 4000)
/** Of all requests: the rest is refused before it, which is tested too, but by the same few lines. */
const SHARE_HANDLED_MIN = 0.3
const SLOW_MS = 2000

const service = await openService({ authFailuresPerMinute: 0 })
const document = (await service.server.inject('/openapi.json')).json()
// What jobs, watch lists and webhooks answer depends on their state: matches.test.ts, watches.test.ts.
const STATEFUL = /^\/api\/v1\/(?:matches|watches|webhooks)/
const operations = operationsOf(document).filter(({ path }) => !STATEFUL.test(path))
const check = answerChecker(document)
const known = await lookAround()

/** What is there to ask for, and keys that may do less. */
async function lookAround(): Promise<Known> {
  const { companies: live, sandbox } = service
  const companies = [live, sandbox.companies].flatMap((store) => [...store.readAll(1000)].flat())
  const limit = { quota: 10_000_000, windowMs: 60_000 }
  const auths = {
    live: `Bearer ${service.key({ limit }).secret}`,
    test: `Bearer ${service.key({ limit, kind: 'test' }).secret}`,
  }
  const revoked = service.key()
  await service.revoke(revoked)
  const ask = (url: string, payload?: object) =>
    service.server.inject({
      url,
      headers: { authorization: auths.live },
      ...(payload && { method: 'POST', payload }),
    })
  const pages = [
    await ask('/api/v1/companies?limit=2'),
    await ask('/api/v1/companies?limit=2&sort=name'),
    await ask('/api/v1/companies/search', { name: 'a', limit: 1 }),
    await ask('/api/v1/companies/search', { name: 'Verwaltung', limit: 1, deep: true }),
    await ask('/api/v1/changes?limit=1'),
  ]
  const cursors = pages.flatMap(({ headers }) => [headers['x-next-cursor'], headers['x-changes-cursor']])
  return {
    auths,
    words: [...new Set(companies.flatMap(({ name }) => name.split(/\s+/)))],
    uuids: companies.map(({ uuid }) => uuid),
    numbers: companies.map(({ register }) => `${register.type} ${germanKey(register).digits}`),
    cursors: [...cursors.filter((cursor) => cursor !== undefined).map(String), 'now', 'bm9uZQ'],
    deadAuths: [
      revoked.secret,
      newSecret({ secrets: systemSecrets }, 'live'),
      'none',
      `fs_live_${'0'.repeat(38)}`,
    ].map((secret) => `Bearer ${secret}`),
  }
}

interface Answered {
  readonly draft: Draft
  readonly answer: InjectedResponse
}

const tally = { sent: 0, handled: 0, slow: [] as string[], statuses: new Map<string, number>() }

async function send(draft: Draft): Promise<Answered> {
  const request = written(draft)
  const startMs = performance.now()
  const answer = await service.server.inject(request)
  const ms = performance.now() - startMs
  const { operationId } = draft.operation
  tally.sent++
  if (answer.statusCode < 400) tally.handled++
  if (ms > SLOW_MS) tally.slow.push(`${Math.round(ms)} ms: ${JSON.stringify(request).slice(0, 500)}`)
  const status = `${operationId} ${answer.statusCode}`
  tally.statuses.set(status, (tally.statuses.get(status) ?? 0) + 1)
  check(draft.operation, answer)
  return { draft, answer }
}

/** Rules that JSON Schema has no words for, by which sound requests are refused all the same: field and reason, by operation. */
const RULES: Readonly<Record<string, readonly string[]>> = {
  searchCompanies: ['/cursor format', '/cursor mismatch'],
  listCompanies: ['cursor format', 'cursor mismatch', 'limit too_large'],
  listChanges: ['since format'],
  getUsage: ['from too_small', 'to too_small'],
}

function checkSound({ draft: { operation }, answer: { statusCode, body } }: Answered): void {
  if (statusCode < 400 || statusCode === 406) return
  if (statusCode === 404) {
    assert.equal(operation.operationId, 'getCompany')
    return
  }
  assert.equal(statusCode, 400, body)
  const { details } = JSON.parse(body) as { details: { field: string; reason: string }[] }
  const rules = RULES[operation.operationId] ?? []
  for (const { field, reason } of details) assert.ok(rules.includes(`${field} ${reason}`), body)
}

/** The request that a link of the document leads to from an answer; a search goes to its next page by its body. */
function follow({ draft, answer }: Answered, choice: number): Draft | undefined {
  const { operation, body, query } = draft
  const cursor = answer.headers['x-next-cursor']
  if (operation.operationId === 'searchCompanies' && cursor !== undefined && choice > 2) {
    return { ...draft, body: { ...(body as object), cursor } }
  }
  const links = Object.values(operation.responses[200]?.links ?? {}) as Link[]
  const link = links[choice % Math.max(1, links.length)]
  if (
    link === undefined ||
    answer.statusCode !== 200 ||
    !String(answer.headers['content-type']).startsWith('application/json')
  )
    return
  const target = operations.find(({ operationId }) => operationId === link.operationId) as Operation
  const [[name, expression] = ['', '']] = Object.entries(link.parameters)
  const value = evaluate(expression, answer)
  if (value === undefined) return
  const kept = target === operation ? query.filter(([other]) => other !== name) : []
  const isInPath = target.path.includes(`{${name}}`)
  return {
    operation: target,
    method: target.method,
    path: target.path.replace(`{${name}}`, value),
    query: isInPath ? [] : [...kept, [name, value]],
    headers: { ...draft.headers, accept: 'application/json' },
    body: undefined,
    is: 'sound',
  }
}

/** Returns whether the request is for a suppressed company, whose id only the change log contains. */
function isOfSuppressed({ path }: Draft): boolean {
  const { companies, sandbox } = service
  const suppressed = [...companies.suppressions(), ...sandbox.companies.suppressions()]
  return suppressed.some(({ uuid }) => path.endsWith(uuid))
}

/** A runtime expression of OpenAPI 3.1 (section 4.8.20.4), of the two kinds that the document has. */
function evaluate(expression: string, answer: InjectedResponse): string | undefined {
  const header = /^\$response\.header\.(.+)$/.exec(expression)?.[1]
  if (header !== undefined) return answer.headers[header.toLowerCase()] as string | undefined
  const steps = expression.replace('$response.body#/', '').split('/')
  const inside = (value: unknown, step: string) => (value as Record<string, unknown> | undefined)?.[step]
  return steps.reduce(inside, answer.json()) as string | undefined
}

/** Whether the document allows a body; how long a text is once it is composed (NFC), JSON Schema cannot tell. */
function isAllowed(validate: ValidateFunction, body: unknown): boolean {
  return validate(JSON.parse(JSON.stringify(body ?? null).normalize('NFC')))
}

/** Requests of each operation, as often as there is something to find in it. */
function each(make: (sound: fc.Arbitrary<Draft>) => fc.Arbitrary<Draft>): fc.Arbitrary<Draft> {
  const weights: Record<string, number> = {
    searchCompanies: 6,
    listCompanies: 4,
    matchCompanies: 3,
    isLive: 1,
    isReady: 1,
  }
  return fc.oneof(
    ...operations.map((operation) => ({
      weight: weights[operation.operationId] ?? 2,
      arbitrary: make(soundRequest(operation, known)),
    })),
  )
}

test('valid requests, and those that their responses lead to, are answered as the OpenAPI document declares', async () => {
  const walk = fc.tuple(
    each((sound) => sound),
    fc.array(fc.nat(5), { maxLength: 3 }),
  )
  await fc.assert(
    fc.asyncProperty(walk, async ([first, steps]) => {
      let at: Answered | undefined = await send(first)
      checkSound(at)
      for (const step of steps) {
        const next: Draft | undefined = at && follow(at, step)
        if (next === undefined) return
        at = await send(next)
        if (isOfSuppressed(next)) assert.equal(at.answer.statusCode, 404)
        else assert.ok(at.answer.statusCode < 400, `${next.path} ${at.answer.body}`)
      }
    }),
    { numRuns: REQUESTS * 0.42, seed: seed() },
  )
})

test('invalid requests are refused as the OpenAPI document declares, and rows that it does not allow are invalid', async () => {
  const validatorOf = validatorMaker()
  await fc.assert(
    fc.asyncProperty(each(brokenRequest), async (draft) => {
      const { answer } = await send(draft)
      if (draft.is === 'broken') assert.ok(answer.statusCode >= 400, answer.body)
      if (draft.rawBody !== undefined || answer.statusCode !== 200 || draft.method !== 'POST') return
      const { operationId, requestBody } = draft.operation
      const validate = validatorOf(requestBody?.content['application/json'].schema ?? {})
      if (isAllowed(validate, draft.body)) return
      assert.equal(operationId, 'matchCompanies')
      const states = (answer.json() as { state: string }[]).map(({ state }) => state)
      assert.ok(states.includes('invalid'))
    }),
    { numRuns: REQUESTS * 0.53, seed: seed() },
  )
})

test('ended and unknown keys are refused for every request', async () => {
  await fc.assert(
    fc.asyncProperty(
      each((sound) => withDeadKey(sound, known)),
      async (draft) => {
        const { answer } = await send(draft)
        const isPublic = draft.operation.security?.length === 0
        assert.equal(answer.statusCode === 401, !isPublic, `${draft.path} ${answer.body}`)
      },
    ),
    { numRuns: REQUESTS * 0.05, seed: seed() },
  )
})

test('at least three of ten of all these requests reach a handler', (t) => {
  const { sent, handled, slow, statuses } = tally
  t.diagnostic(
    `${sent} requests, ${Math.round((100 * handled) / sent)} % of them reached a handler; ${slow.length} took more than ${SLOW_MS} ms`,
  )
  for (const line of slow) t.diagnostic(line)
  for (const [status, count] of [...statuses].toSorted()) t.diagnostic(`${status}: ${count}`)
  assert.ok(sent >= REQUESTS, `${sent} requests`)
  assert.ok(handled > SHARE_HANDLED_MIN * sent, `${handled} of ${sent}`)
  const unanswered = operations.filter(({ operationId }) => !statuses.has(`${operationId} 200`))
  assert.deepEqual(unanswered, [])
})
