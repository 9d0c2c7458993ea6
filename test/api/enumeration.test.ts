/** Whether requests without a session reveal that an address has an account, by their text or their work. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Answered, newBrowser, PASSWORD, rowsOf, signUpAndConfirm, tokenFor } from './browser.ts'
import { handClock } from './hand-clock.ts'
import { openService, startService } from './start-service.ts'

const HOUR_MS = 3_600_000
const WRONG = 'acht große Riesen im Wald'
const KNOWN = 'known@example.org'

const clock = handClock(Date.now())
const service = await openService({ clock })
await signUpAndConfirm(service, KNOWN)
clock.pass(HOUR_MS)

let turns = 0

/** Sends a request, and returns the response and the work that it caused. */
async function ask(path: string, body: object) {
  // Each time another client and another hour, so that no limit plays a part.
  turns++
  clock.pass(HOUR_MS)
  const side = await service.accounts()
  const [hashes, changes] = [side.hashes(), side.changes()]
  const answer = await newBrowser(service, { address: `192.0.2.${turns}` }).post(path, body)
  return { seen: seenOf(answer), work: { hashes: side.hashes() - hashes, rows: side.changes() - changes } }
}

/** All of the answer but what is of this one request: its time, its number, and what is random in it. */
function seenOf({ status, headers, json, setCookies }: Answered) {
  const { date: _date, 'x-request-id': _id, 'set-cookie': _cookie, ...others } = headers
  const { request_id: _number, ...said } = json
  const cookies = setCookies.map((text) => text.replace(/=[^;]{20,}/, '=…'))
  return { status, headers: others, said, cookies }
}

for (const { what, path, body, hashes } of [
  {
    what: 'signing up',
    path: '/auth/sign-up',
    body: (email: string) => ({ email, password: PASSWORD, name: 'Ada' }),
    hashes: 1,
  },
  {
    what: 'signing in with a wrong password',
    path: '/auth/sign-in',
    body: (email: string) => ({ email, password: WRONG }),
    hashes: 1,
  },
  { what: 'asking for a reset', path: '/auth/reset', body: (email: string) => ({ email }), hashes: 0 },
] as const) {
  test(`${what}: response and work are the same whether or not the address has an account`, async () => {
    await ask(path, body('warm@example.org'))
    const unknown = await ask(path, body('nobody@example.org'))
    const known = await ask(path, body(KNOWN))
    assert.deepEqual(known.seen, unknown.seen)
    assert.deepEqual(known.work, unknown.work)
    assert.equal(known.work.hashes, hashes)
  })
}

test('an e-mail is sent to an address with and without an account, with different text', () => {
  const kinds = (email: string) =>
    rowsOf<{ kind: string; state: string }>(
      service,
      'SELECT kind, state FROM emails WHERE recipient = ? ORDER BY number',
      email,
    ).map(({ kind, state }) => `${kind} ${state}`)
  assert.deepEqual(kinds('nobody@example.org'), ['confirm waiting', 'reset void'])
  assert.deepEqual(kinds(KNOWN).slice(-2), ['already_have_account waiting', 'reset waiting'])
})

test('a sign-up with a known address stores a link that works for nothing', async () => {
  await ask('/auth/sign-up', { email: KNOWN, password: PASSWORD })
  const token = tokenFor(service, KNOWN)
  const ended = await ask('/auth/links/look', { token })
  const never = await ask('/auth/links/look', { token: 'A'.repeat(43) })
  assert.deepEqual(ended.seen, never.seen)
  assert.equal(ended.seen.status, 404)
  const [row] = rowsOf<{ password_hash: string | null }>(
    service,
    "SELECT password_hash FROM links WHERE email = ? AND kind = 'sign_up' ORDER BY rowid DESC LIMIT 1",
    KNOWN,
  )
  assert.equal(row?.password_hash, null)
})

test('changing to an address with an account has the same response as changing to a free one', async () => {
  const browser = await signUpAndConfirm(service, 'mover@example.org')
  const side = await service.accounts()
  const results = []
  for (const email of ['free@example.org', KNOWN]) {
    clock.pass(HOUR_MS)
    await browser.post('/auth/prove', { password: PASSWORD })
    const changes = side.changes()
    results.push({
      seen: seenOf(await browser.post('/account/address', { email })),
      rows: side.changes() - changes,
    })
  }
  assert.deepEqual(results[1], results[0])
})

test('the response reveals that an account is disabled only after the right password', async () => {
  const email = 'gone@example.org'
  const browser = await signUpAndConfirm(service, email)
  const { id } = (await browser.get('/session')).json.account
  const trace = {
    actor: 'command line',
    address: '',
    device: '',
    atMs: clock.nowMs(),
    language: 'en',
  } as const
  await service.needs.sendCommand('disableAccount', { trace, account: id })
  const wrong = await ask('/auth/sign-in', { email, password: WRONG })
  const unknown = await ask('/auth/sign-in', { email: 'nobody@example.org', password: WRONG })
  assert.deepEqual(wrong.seen, unknown.seen)
  assert.equal(wrong.work.hashes, 1)
  const right = await ask('/auth/sign-in', { email, password: PASSWORD })
  assert.deepEqual([right.seen.status, right.seen.said.reason], [403, 'account_disabled'])
})

test('a server with closed sign-up refuses every address with the same text', async () => {
  const closed = await startService({ clock, site: { signUp: { domains: ['example.com'] } } })
  await signUpAndConfirm(closed, 'ada@example.com')
  clock.pass(HOUR_MS)
  const seen = []
  for (const email of ['ada@example.org', 'bea@example.org']) {
    seen.push(seenOf(await newBrowser(closed).post('/auth/sign-up', { email, password: PASSWORD })))
  }
  assert.deepEqual(seen[1], seen[0])
  assert.deepEqual([seen[0]?.status, seen[0]?.said.reason], [403, 'sign_up_closed'])
  const known = seenOf(
    await newBrowser(closed).post('/auth/sign-up', { email: 'ada@example.com', password: PASSWORD }),
  )
  const free = seenOf(
    await newBrowser(closed).post('/auth/sign-up', { email: 'new@example.com', password: PASSWORD }),
  )
  assert.deepEqual(known, free)
  await closed.stop()
})
