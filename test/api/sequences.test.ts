/**
 * What happens in which order: two people whose keys are made, rotated, ended and held back at random, and cursors that go through
 * other hands. A model of a few lines says what each key may do at each moment.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import BetterSqlite from 'better-sqlite3'
import fc from 'fast-check'
import { often, seed } from '../thorough.ts'
import { handClock } from './hand-clock.ts'
import { type SignedIn, signedIn } from './signed-in.ts'
import { openService } from './start-service.ts'

const SECOND_MS = 1000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const KEY_PARAMS = { name: 'CRM', scopes: ['companies:search', 'companies:read'], expires_in: '30d' }

const clock = handClock()
const service = await openService({ clock, authFailuresPerMinute: 0 })

interface ModelKey {
  readonly owner: Person
  readonly id: string
  readonly secret: string
  endsAtMs: number
}

interface Person {
  readonly who: SignedIn
  isDisabled: boolean
  /** Disabling ends the session, for good. */
  isSignedIn: boolean
}

interface World {
  readonly operator: SignedIn
  readonly people: readonly [Person, Person]
  readonly keys: ModelKey[]
}

const isGood = ({ owner, endsAtMs }: ModelKey) => !owner.isDisabled && clock.nowMs() < endsAtMs

interface Step {
  readonly what: keyof typeof STEPS
  readonly whose: number
  readonly key: number
  readonly ms: number
}

/** Each does one thing to the service and the same to the model. */
const STEPS = {
  async make({ people, keys }: World, { whose }: Step) {
    const owner = people[whose as 0 | 1]
    const made = await owner.who.post('/keys', KEY_PARAMS)
    if (made.statusCode !== 201) return
    assert.ok(owner.isSignedIn)
    const { key, secret } = made.json()
    keys.push({ owner, id: key.id, secret, endsAtMs: clock.nowMs() + 30 * DAY_MS })
  },
  async rotate({ keys }: World, { key: nth, ms }: Step) {
    const key = keys[nth % keys.length]
    if (key === undefined) return
    const overlapMs = ms >= HOUR_MS ? HOUR_MS : 0
    const rotated = await key.owner.who.post(`/keys/${key.id}/rotate`, { overlap_s: overlapMs / SECOND_MS })
    if (rotated.statusCode !== 201) return
    assert.ok(key.owner.isSignedIn && isGood(key))
    const made = rotated.json()
    keys.push({ owner: key.owner, id: made.key.id, secret: made.secret, endsAtMs: key.endsAtMs })
    key.endsAtMs = Math.min(key.endsAtMs, clock.nowMs() + overlapMs)
  },
  async revoke({ keys }: World, { key: nth }: Step) {
    const key = keys[nth % keys.length]
    if (key === undefined) return
    const { statusCode } = await key.owner.who.post(`/keys/${key.id}/revoke`, { name: KEY_PARAMS.name })
    if (statusCode < 300) key.endsAtMs = Math.min(key.endsAtMs, clock.nowMs())
    else assert.ok(!key.owner.isSignedIn || !isGood(key), String(statusCode))
  },
  async meddle({ people, keys }: World, { key: nth, ms }: Step) {
    const key = keys[nth % keys.length]
    if (key === undefined) return
    const other = people.find((person) => person !== key.owner) as Person
    const verb = ms > HOUR_MS ? 'rotate' : 'revoke'
    const body = verb === 'rotate' ? { overlap_s: 0 } : { name: KEY_PARAMS.name }
    const { statusCode } = await other.who.post(`/keys/${key.id}/${verb}`, body)
    assert.equal(statusCode, other.isSignedIn ? 404 : 401)
  },
  async disable({ operator, people }: World, { whose }: Step) {
    const person = people[whose as 0 | 1]
    const { statusCode } = await operator.post(`/operator/accounts/${person.who.account}/disable`)
    if (statusCode < 300) Object.assign(person, { isDisabled: true, isSignedIn: false })
    else assert.ok(person.isDisabled)
  },
  async enable({ operator, people }: World, { whose }: Step) {
    const person = people[whose as 0 | 1]
    const { statusCode } = await operator.post(`/operator/accounts/${person.who.account}/enable`)
    if (statusCode < 300) person.isDisabled = false
    else assert.ok(!person.isDisabled)
  },
  async wait(_world: World, { ms }: Step) {
    clock.pass(ms)
  },
}

const step: fc.Arbitrary<Step> = fc.record({
  what: fc.oneof(
    { weight: 4, arbitrary: fc.constant('make' as const) },
    { weight: 3, arbitrary: fc.constantFrom('rotate', 'revoke', 'meddle', 'wait') },
    { weight: 1, arbitrary: fc.constantFrom('disable', 'enable') },
  ),
  whose: fc.nat(1),
  key: fc.nat(7),
  ms: fc.constantFrom(0, 1, HOUR_MS - SECOND_MS - 1, HOUR_MS - SECOND_MS, HOUR_MS, DAY_MS, 30 * DAY_MS),
})

/** Sessions end by themselves too, which is tested where they are. */
function renewSessions({ operator, people }: World): void {
  const db = new BetterSqlite(service.accountsPath)
  const renew = db.prepare(
    'UPDATE sessions SET proven_at_ms = @at, seen_at_ms = @at, expires_at = @ends WHERE account_id = @account',
  )
  const at = clock.nowMs()
  for (const { account } of [operator, ...people.map(({ who }) => who)]) {
    renew.run({ at, ends: new Date(at + DAY_MS).toISOString(), account })
  }
  db.close()
}

const USES = [
  { method: 'GET', url: '/api/v1' },
  { method: 'GET', url: '/api/v1/companies?limit=1' },
  { method: 'POST', url: '/api/v1/companies/search', payload: { name: 'Adler' } },
  { method: 'GET', url: '/api/v1/changes?since=now' },
] as const

/** Asserts for every key that it is answered while it is valid, and refused without data afterwards. */
async function tryAll({ keys }: World, turn: number): Promise<void> {
  for (const [place, key] of keys.entries()) {
    const use = USES[(place + turn) % USES.length]!
    const answer = await service.server.inject({ ...use, headers: { authorization: `Bearer ${key.secret}` } })
    assert.equal(
      answer.statusCode,
      isGood(key) ? 200 : 401,
      `key ${place} after step ${turn}: ${answer.body}`,
    )
    if (answer.statusCode !== 401) continue
    assert.match(String(answer.headers['www-authenticate']), /error="invalid_token"/)
    assert.deepEqual(Object.keys(answer.json()), ['error', 'code', 'request_id'])
  }
}

test('a key works from its creation to its end, for any order of actions by any account', async () => {
  let [uses, refusals] = [0, 0]
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16, size: 'max' }), async (steps) => {
      const person = () => ({ who: signedIn(service), isDisabled: false, isSignedIn: true })
      const operator = signedIn(service, { role: 'operator' })
      const world: World = { operator, people: [person(), person()], keys: [] }
      for (const [turn, each] of steps.entries()) {
        clock.pass(SECOND_MS)
        renewSessions(world)
        await STEPS[each.what](world, each)
        await tryAll(world, turn)
        uses += world.keys.length
        refusals += world.keys.filter((key) => !isGood(key)).length
      }
      clock.pass(31 * DAY_MS)
      await tryAll(world, 0)
    }),
    { numRuns: often(60), seed: seed() },
  )
  assert.ok(refusals > 0.1 * uses && refusals < 0.9 * uses, `${refusals} of ${uses} refused`)
})

/** One question of each kind that has pages; the limit is not part of it. */
interface Question {
  readonly kind: 'search' | 'list'
  readonly asks: Readonly<Record<string, string | boolean>>
}

const QUESTIONS: readonly Question[] = [
  { kind: 'search', asks: { name: 'Adler' } },
  { kind: 'search', asks: { name: 'Adler', deep: true } },
  { kind: 'search', asks: { name: 'Apotheke' } },
  { kind: 'list', asks: {} },
  { kind: 'list', asks: { sort: 'name' } },
  { kind: 'list', asks: { sort: '-updated_at' } },
  { kind: 'list', asks: { status: 'active', sort: 'name' } },
]

function askPage(auth: string, { kind, asks }: Question, limit: number, cursor?: string) {
  const headers = { authorization: auth }
  const place = cursor === undefined ? {} : { cursor }
  if (kind === 'search') {
    const payload = { ...asks, limit, ...place }
    return service.server.inject({ method: 'POST', url: '/api/v1/companies/search', headers, payload })
  }
  const query = new URLSearchParams({ ...asks, limit: String(limit), ...place } as Record<string, string>)
  return service.server.inject({ url: `/api/v1/companies?${query}`, headers })
}

type Page = Awaited<ReturnType<typeof askPage>>
const uuidsOf = (page: Page) => page.json().map(({ uuid }: { uuid: string }) => uuid) as string[]
const cursorOf = (page: Page) => page.headers['x-next-cursor'] as string | undefined

/** All that a question finds, in order, by pages of the greatest size. */
async function walk(auth: string, question: Question): Promise<string[]> {
  const found: string[] = []
  let page = await askPage(auth, question, 100)
  for (;;) {
    found.push(...uuidsOf(page))
    const cursor = cursorOf(page)
    if (cursor === undefined) return found
    page = await askPage(auth, question, 100, cursor)
  }
}

test('a cursor continues where its page ended, for every key, any number of times and any page size', async () => {
  const limit = { quota: 1_000_000, windowMs: 60_000 }
  const auths = [service.key({ limit }), service.key({ limit })].map(({ secret }) => `Bearer ${secret}`)
  const whole = new Map<Question, string[]>()
  for (const question of QUESTIONS) whole.set(question, await walk(auths[0]!, question))
  const pages = fc.array(fc.tuple(fc.nat(1), fc.integer({ min: 1, max: 60 })), { minLength: 2, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...QUESTIONS), pages, async (question, turns) => {
      const all = whole.get(question)!
      let [at, cursor] = [0, undefined as string | undefined]
      for (const [whose, size] of turns) {
        const page = await askPage(auths[whose]!, question, size, cursor)
        const again = await askPage(auths[1 - whose]!, question, size, cursor)
        assert.deepEqual(uuidsOf(page), all.slice(at, at + uuidsOf(page).length))
        assert.deepEqual([again.body, cursorOf(again)], [page.body, cursorOf(page)])
        at += uuidsOf(page).length
        cursor = cursorOf(page)
        assert.equal(cursor === undefined, at === all.length)
        if (cursor === undefined) return
      }
    }),
    { numRuns: often(150), seed: seed() },
  )
})

test('a cursor of another query or kind, cut or changed, is refused with its code or returns only hits of the query', async () => {
  const limit = { quota: 1_000_000, windowMs: 60_000 }
  const auth = `Bearer ${service.key({ limit }).secret}`
  const pages = await Promise.all(QUESTIONS.map((question) => askPage(auth, question, 3)))
  const cursors = pages.map((page) => String(cursorOf(page)))
  assert.ok(!cursors.includes('undefined'))
  const whole = await Promise.all(QUESTIONS.map((question) => walk(auth, question)))
  const change = fc.oneof(
    fc.record({ how: fc.constant('foreign' as const), at: fc.nat(), letter: fc.constant('') }),
    fc.record({
      how: fc.constantFrom('cut', 'edit', 'insert'),
      at: fc.nat(),
      letter: fc.constantFrom(...'AZaz09_-.=%'),
    }),
  )
  const nth = fc.nat(QUESTIONS.length - 1)
  let refused = 0
  await fc.assert(
    fc.asyncProperty(nth, nth, change, async (here, there, { how, at, letter }) => {
      const cursor = changed(cursors[how === 'foreign' ? there : here]!, how, at, letter)
      const page = await askPage(auth, QUESTIONS[here]!, 3, cursor)
      if (page.statusCode === 200) {
        // Cursors are not signed: a forged one only selects another position.
        assert.ok(how !== 'foreign' || here === there)
        for (const uuid of uuidsOf(page)) assert.ok(whole[here]!.includes(uuid))
        return
      }
      refused++
      assert.equal(page.statusCode, 400, page.body)
      const [{ field, reason }] = page.json().details
      assert.equal(field, QUESTIONS[here]!.kind === 'search' ? '/cursor' : 'cursor')
      assert.ok(
        how === 'foreign' ? reason === 'mismatch' : ['format', 'mismatch', 'too_short'].includes(reason),
        reason,
      )
    }),
    { numRuns: often(400), seed: seed() },
  )
  assert.ok(refused > often(400) / 2, `${refused} were refused`)
})

function changed(cursor: string, how: string, at: number, letter: string): string {
  const place = at % cursor.length
  if (how === 'cut') return cursor.slice(0, place)
  if (how === 'edit') return cursor.slice(0, place) + letter + cursor.slice(place + 1)
  return how === 'insert' ? cursor.slice(0, place) + letter + cursor.slice(place) : cursor
}
