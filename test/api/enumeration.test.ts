/** Nothing that anybody may ask tells which addresses have an account: not the answer, not the work that is done for it. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  type Answered,
  type Browser,
  newBrowser,
  PASSWORD,
  rowsOf,
  signUpAndConfirm,
  tokenFor,
} from './browser.ts'
import { handClock } from './hand-clock.ts'
import { type Service, startService } from './start-service.ts'

const KNOWN = 'known@example.org'
const MINUTE_MS = 60_000

const clock = handClock(Date.now())
let service: Service
let owner: Browser

before(async () => {
  service = await startService({ clock })
  owner = await signUpAndConfirm(service, KNOWN)
})
after(() => service.stop())

interface Work {
  readonly answered: Answered
  readonly hashes: number
  readonly statements: readonly string[]
  readonly rows: number
}

/** What a request does, a good while after the last letter. */
async function workOf(request: () => Promise<Answered>): Promise<Work> {
  clock.pass(2 * MINUTE_MS)
  const side = await service.accounts()
  const [hashes, changes, prepared] = [side.hashes(), side.changes(), side.statements.length]
  const answered = await request()
  // The question how many rows were written is one, too.
  const statements = side.statements.slice(prepared)
  return { answered, hashes: side.hashes() - hashes, rows: side.changes() - changes, statements }
}

/** Everything of an answer but what is another one at each request. */
function seen({ status, json, headers, setCookies }: Answered) {
  const { date: _date, 'x-request-id': _id, 'set-cookie': _cookie, ...rest } = headers
  const { request_id: _requestId, ...body } = json
  const cookies = setCookies.map((cookie) => cookie.replace(/=[^;]*/, '='))
  return { status, body, headers: rest, cookies }
}

function assertAlike(known: Work, unknown: Work, hashes: number): void {
  assert.deepEqual(seen(known.answered), seen(unknown.answered))
  assert.deepEqual([known.hashes, unknown.hashes], [hashes, hashes])
  assert.deepEqual(known.statements, unknown.statements)
  assert.equal(known.rows, unknown.rows)
}

const lettersTo = (email: string) =>
  rowsOf<{ kind: string; state: string }>(
    service,
    'SELECT kind, state FROM letters WHERE recipient = ? ORDER BY number',
    email,
  )

test('signing up: one hash, the same statements and rows, the same answer; only the letter is another', async () => {
  const ask = (email: string) => () =>
    newBrowser(service).post('/auth/sign-up', { email, password: PASSWORD })
  const known = await workOf(ask(KNOWN))
  const unknown = await workOf(ask('unknown@example.org'))
  assert.equal(known.answered.status, 202)
  assertAlike(known, unknown, 1)
  assert.equal(known.rows, 2)
  assert.deepEqual(lettersTo(KNOWN).at(-1), { kind: 'already_have_account', state: 'waiting' })
  assert.deepEqual(lettersTo('unknown@example.org'), [{ kind: 'confirm', state: 'waiting' }])
})

test('asking for the letter again: the same', async () => {
  const browsers = await Promise.all(
    [KNOWN, 'again@example.org'].map(async (email) => {
      clock.pass(2 * MINUTE_MS)
      const browser = newBrowser(service)
      await browser.post('/auth/sign-up', { email, password: PASSWORD })
      return browser
    }),
  )
  const known = await workOf(() => browsers[0]!.post('/auth/sign-up/again'))
  const unknown = await workOf(() => browsers[1]!.post('/auth/sign-up/again'))
  assert.deepEqual(seen(known.answered), seen(unknown.answered))
  assert.deepEqual(known.statements, unknown.statements)
})

test('signing in with a wrong password: one hash and the same answer', async () => {
  const ask = (email: string) => () =>
    newBrowser(service).post('/auth/sign-in', { email, password: `${PASSWORD}!` })
  const known = await workOf(ask(KNOWN))
  const unknown = await workOf(ask('nobody@example.org'))
  assert.equal(known.answered.status, 401)
  assert.deepEqual(seen(known.answered), seen(unknown.answered))
  assert.deepEqual([known.hashes, unknown.hashes], [1, 1])
  // Of an account its password is read; nothing is written either way.
  assert.deepEqual([known.rows, unknown.rows], [0, 0])
  assert.ok(known.statements.length - unknown.statements.length <= 1, known.statements.join('\n'))
})

test('a sign-up that was not confirmed signs in like an unknown address', async () => {
  clock.pass(2 * MINUTE_MS)
  await newBrowser(service).post('/auth/sign-up', { email: 'waiting@example.org', password: PASSWORD })
  const ask = (email: string) => () =>
    newBrowser(service).post('/auth/sign-in', { email, password: PASSWORD })
  assertAlike(await workOf(ask('waiting@example.org')), await workOf(ask('stranger@example.org')), 1)
})

test('asking for a new password: the same statements and rows, the same answer; the letter to nobody is never sent', async () => {
  const ask = (email: string) => () => newBrowser(service).post('/auth/reset', { email })
  const known = await workOf(ask(KNOWN))
  const unknown = await workOf(ask('missing@example.org'))
  assert.equal(known.answered.status, 202)
  assertAlike(known, unknown, 0)
  assert.deepEqual(lettersTo(KNOWN).at(-1), { kind: 'reset', state: 'waiting' })
  assert.deepEqual(lettersTo('missing@example.org'), [{ kind: 'reset', state: 'void' }])
})

test('wanting an address: who owns it already is told by letter, whoever wants it is not', async () => {
  await signUpAndConfirm(service, 'other@example.org')
  const ask = (email: string) => () => owner.post('/account/address', { email })
  await owner.post('/auth/prove', { password: PASSWORD })
  const known = await workOf(ask('other@example.org'))
  const unknown = await workOf(ask('free@example.org'))
  assert.equal(known.answered.status, 202)
  assertAlike(known, unknown, 0)
  assert.deepEqual(lettersTo('other@example.org').at(-1), { kind: 'address_in_use', state: 'waiting' })
  assert.deepEqual(lettersTo('free@example.org'), [{ kind: 'new_address', state: 'waiting' }])
})

test('too many letters: the answer is the same as before, to known and unknown, and none is written', async () => {
  for (const email of [KNOWN, 'often@example.org']) {
    clock.pass(60 * MINUTE_MS)
    const first = await newBrowser(service).post('/auth/reset', { email })
    const before = lettersTo(email).length
    const second = await newBrowser(service).post('/auth/reset', { email })
    assert.deepEqual(seen(first), seen(second))
    assert.equal(lettersTo(email).length, before)
  }
})

test('a link that never was, one to nobody and one of a known address look the same', async () => {
  const tokens = ['a'.repeat(43), tokenFor(service, KNOWN), tokenFor(service, 'missing@example.org', 'reset')]
  for (const path of ['/auth/links/look', '/auth/sign-up/confirm', '/auth/reset/finish']) {
    const body = path === '/auth/reset/finish' ? { password: PASSWORD } : {}
    const answers = []
    for (const token of tokens) answers.push(seen(await newBrowser(service).post(path, { token, ...body })))
    assert.equal(answers[0]!.status, 404, path)
    assert.deepEqual(answers[1], answers[0])
    assert.deepEqual(answers[2], answers[0])
  }
})
