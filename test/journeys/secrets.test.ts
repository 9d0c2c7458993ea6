/**
 * Nothing that opens anything is kept in the clear: after people have used every door of a running server, every byte of
 * its files, its log, its metrics and its e-mails is searched for their passwords, keys, codes, tokens and cookies.
 */
import assert from 'node:assert/strict'
import { cpSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { cookieName } from '../../src/core/accounts/cookie-names.ts'
import type { Mail, Mailbox } from './mailbox.ts'
import { Member, PASSWORD, tokenOf } from './member.ts'
import { appCode } from './person.ts'
import { makeKey, run, search, temporaryFolder } from './program.ts'
import { startServerWithMailbox } from './server-with-mailbox.ts'

const IDA = 'ida@example.org'
const NEW_IDA = 'ida.neu@example.org'
const WRONG_PASSWORD = 'Regenschirmstaender-88'
const CHANGED_PASSWORD = 'Zitronenfalterzucht-21'
const RESET_PASSWORD = 'Kirschkernweitspucken-3'
const METRICS_TOKEN = 'Leuchtturmwaerterin-54'
/** Shorter ones are found by chance. */
const SECRET_CHARS_MIN = 12

/** What must not be found, by what it is. */
type Secrets = Map<string, string>

test('passwords, keys, codes, tokens and cookies are in no file, log, metric or e-mail except their own', async (t) => {
  const more = { LOG_LEVEL: 'debug', METRICS_TOKEN }
  const { mailbox, dataDir, settings, server } = await startServerWithMailbox(t, more)
  const secrets: Secrets = new Map([['token of the metrics', METRICS_TOKEN]])
  keepCookies(t, secrets)
  const setup = { url: server.url, mailbox, secrets, dataDir }

  const ida = await signUpMember(setup)
  await useKeys(setup, ida)
  await moveAddress(setup, ida)
  await useSecondFactor(setup, ida)
  await forgetPassword(setup, settings)
  await invite(setup, settings)
  assertEnough(secrets)
  const metrics = await readMetrics(server.url)

  const whileItRuns = temporaryFolder(t)
  cpSync(dataDir, whileItRuns, { recursive: true, filter: (path) => !path.endsWith('.sock') })
  server.process.kill('SIGTERM')
  assert.equal(await server.ended, 0)

  const places = [...filesOf(dataDir), ...filesOf(whileItRuns)]
  assert.ok(places.length > 10)
  places.push(['the metrics', Buffer.from(metrics)])
  places.push(['the log', Buffer.from(server.complained())], ['stdout', Buffer.from(server.said())])
  assert.deepEqual(findingsIn(places, secrets), [])
  const own = new Map([['the root secret', readFileSync(join(dataDir, 'secret'), 'utf8').trim()]])
  assert.deepEqual(
    findingsIn(
      places.filter(([path]) => !path.endsWith('/secret')),
      own,
    ),
    [],
  )
  assert.notDeepEqual(findingsIn(places, new Map([['the address', NEW_IDA]])), [], 'the search finds nothing')
  assert.match(server.complained(), /"route":"signIn"/, 'the log was off: the test proves nothing')
  assert.deepEqual(
    mailbox.mails.flatMap((mail) => findingsInMail(mail, secrets)),
    [],
  )
})

async function readMetrics(url: string): Promise<string> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  const text = await answer.text()
  assert.match(text, /^firmensuche_requests_total\{route="signIn",code="2xx"\} [1-9]/m)
  return text
}

type Settings = NodeJS.ProcessEnv

interface Setup {
  readonly url: string
  readonly mailbox: Mailbox
  readonly secrets: Secrets
  readonly dataDir: string
}

/** Signing up, a wrong password, signing in, another password. */
async function signUpMember({ url, mailbox, secrets }: Setup): Promise<Member> {
  secrets.set('password', PASSWORD).set('wrong password', WRONG_PASSWORD)
  secrets.set('changed password', CHANGED_PASSWORD)
  const ida = new Member(url)
  await ida.signUp(mailbox, IDA)
  secrets.set('link of sign-up', tokenOf(mailbox.mails[0]!.links[0]!))
  assert.equal((await ida.signIn(IDA, WRONG_PASSWORD)).status, 401)
  assert.equal((await ida.signIn(IDA)).status, 200)
  const body = { current: PASSWORD, password: CHANGED_PASSWORD }
  assert.equal((await ida.post('/account/password', body)).status, 204)
  assert.equal((await ida.post('/auth/prove', { password: CHANGED_PASSWORD })).status, 200)
  return ida
}

/** Keys that are used rightly, sent to the wrong place, rotated and revoked. */
async function useKeys({ url, secrets, dataDir }: Setup, ida: Member): Promise<void> {
  const params = { name: 'CRM', scopes: ['companies:search'], expires_in: '30d', addresses: ['127.0.0.1'] }
  const made = await ida.post('/keys', params)
  secrets.set('key', made.json.secret)
  assert.equal((await search(url, made.json.secret, { name: 'Bau' })).status, 200)
  assert.equal((await search(url, made.json.secret, { name: made.json.secret, deep: true })).status, 403)
  assert.equal((await fetch(`${url}/api/v1/companies?key=${made.json.secret}`)).status, 400)
  assert.equal((await fetch(`${url}/nowhere/${made.json.secret}`)).status, 404)
  assert.equal((await ida.get(`/keys/${made.json.secret}/history`)).status, 404)
  const rotated = await ida.post(`/keys/${made.json.key.id}/rotate`, { overlap_s: 60 })
  secrets.set('rotated key', rotated.json.secret)
  assert.equal((await search(url, rotated.json.secret, { name: 'Bau' })).status, 200)
  assert.equal((await ida.post(`/keys/${made.json.key.id}/revoke`, { name: 'CRM' })).status, 200)
  secrets.set('key of the command line', (await makeKey(dataDir)).key)
}

async function moveAddress({ mailbox, secrets }: Setup, ida: Member): Promise<void> {
  assert.equal((await ida.post('/account/address', { email: NEW_IDA })).status, 202)
  const token = tokenOf((await mailbox.next(({ to }) => to[0] === NEW_IDA)).links[0]!)
  secrets.set('link of the new address', token)
  assert.equal((await ida.post('/account/address/confirm', { token })).status, 200)
}

/** On, used with an app's code and with a recovery code. */
async function useSecondFactor({ url, secrets }: Setup, ida: Member): Promise<void> {
  const begun = await ida.post('/account/second-factor/begin')
  assert.equal(begun.status, 200, JSON.stringify(begun.json))
  const { secret, recovery_codes } = begun.json
  secrets.set('secret of the second factor', secret)
  for (const [i, code] of recovery_codes.entries()) {
    secrets
      .set(`recovery code ${i}`, code)
      .set(`recovery code ${i} without hyphens`, code.replaceAll('-', ''))
  }
  const code = appCode(secret, Date.now())
  assert.equal((await ida.post('/account/second-factor/finish', { code })).status, 204)
  const again = new Member(url)
  assert.equal((await again.signIn(NEW_IDA, CHANGED_PASSWORD)).json.state, 'second_factor')
  const recovery = { code: recovery_codes[0], kind: 'recovery' }
  assert.equal((await again.post('/auth/sign-in/code', recovery)).json.state, 'signed_in')
}

/** Resets the password by the operator, because own requests send only one e-mail a minute. */
async function forgetPassword({ url, dataDir, mailbox, secrets }: Setup, settings: Settings): Promise<void> {
  secrets.set('password after reset', RESET_PASSWORD)
  const someone = new Member(url)
  const reset = await run(['accounts', 'reset', NEW_IDA, '--data-dir', dataDir], settings)
  assert.equal(reset.code, 0, reset.err)
  const mail = await mailbox.next(({ to, links }) => to[0] === NEW_IDA && links.some(isOf('/reset')))
  const token = tokenOf(mail.links.find(isOf('/reset'))!)
  secrets.set('link of reset', token)
  assert.equal((await someone.post('/auth/reset/finish', { token, password: RESET_PASSWORD })).status, 200)
}

async function invite({ dataDir, mailbox, secrets }: Setup, settings: Settings): Promise<void> {
  const invited = await run(['accounts', 'invite', 'jo@example.org', '--data-dir', dataDir], settings)
  assert.equal(invited.code, 0, invited.err)
  const mail = await mailbox.next(({ to }) => to[0] === 'jo@example.org')
  secrets.set('link of invitation', tokenOf(mail.links[0]!))
}

function isOf(path: string) {
  return (link: string) => new URL(link).pathname === path
}

/** Every cookie that the server sets from now on is a secret, with and without its signature. */
function keepCookies(t: TestContext, secrets: Secrets): void {
  const plain = globalThis.fetch
  globalThis.fetch = async (...args) => {
    const answer = await plain(...args)
    for (const text of answer.headers.getSetCookie()) {
      const [pair = ''] = text.split(';')
      const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]
      keepCookie(secrets, name, decodeURIComponent(value))
    }
    return answer
  }
  t.after(() => {
    globalThis.fetch = plain
  })
}

function keepCookie(secrets: Secrets, name: string, value: string): void {
  const [token = ''] = value.split('.')
  if (token.length < SECRET_CHARS_MIN) return
  secrets.set(`cookie ${name} ${secrets.size}`, value).set(`token of ${name} ${secrets.size}`, token)
}

function assertEnough(secrets: Secrets): void {
  const names = [...secrets.keys()]
  for (const cookie of ['session', 'signUp', 'factor'] as const) {
    assert.ok(
      names.some((name) => name.startsWith(`cookie ${cookieName(cookie, false)} `)),
      `no cookie ${cookie} was ever set`,
    )
  }
  for (const [name, secret] of secrets) assert.ok(secret.length >= SECRET_CHARS_MIN, name)
}

/** Bytes by path. The e-mails' folder is none here: there is a mail server. */
function filesOf(folder: string): [string, Buffer][] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((path) => [path, readFileSync(path)])
}

/** Where a secret was found, and which: never the secret itself. */
function findingsIn(places: readonly (readonly [string, Buffer])[], secrets: Secrets): string[] {
  return places.flatMap(([place, bytes]) =>
    [...secrets].filter(([, secret]) => isIn(bytes, secret)).map(([name]) => `${name} in ${place}`),
  )
}

/** An e-mail may hold the one link that it was written for. */
function findingsInMail(mail: Mail, secrets: Secrets): string[] {
  const others = new Map(
    [...secrets].filter(([, secret]) => !mail.links.some((link) => link.includes(secret))),
  )
  const parts = [mail.raw, mail.text, mail.html, mail.subject].map((text) => Buffer.from(text))
  return findingsIn(
    parts.map((part) => [`the e-mail "${mail.subject}"`, part]),
    others,
  )
}

/** As it is, percent-encoded, in hex, and in base64 wherever in a text it may begin. */
function isIn(bytes: Buffer, secret: string): boolean {
  const plain = Buffer.from(secret)
  const hex = plain.toString('hex')
  const looks = [secret, encodeURIComponent(secret), hex, hex.toUpperCase(), ...base64Looks(plain)]
  return looks.some((look) => bytes.includes(look))
}

/** Three bytes are four letters: what stands before shifts the letters, and those at both ends are mixed with the neighbours. */
function base64Looks(plain: Buffer): string[] {
  return [0, 1, 2].flatMap((before) => {
    const shifted = Buffer.concat([Buffer.alloc(before), plain])
    const whole = shifted.subarray(0, shifted.length - (shifted.length % 3))
    const letters = whole.subarray(before === 0 ? 0 : 3)
    return [letters.toString('base64'), letters.toString('base64url')]
  })
}

test('the search for secrets finds them in every encoding', () => {
  const secret = 'fs_live_0123456789abcdefghijklmnopqrstuvwxyzAB'
  for (const before of ['', 'x', 'xy', 'xyz']) {
    const text = Buffer.from(`${before}${secret}${before} and more`)
    for (const form of ['utf8', 'hex', 'base64', 'base64url'] as const) {
      assert.ok(isIn(Buffer.from(text.toString(form)), secret), `${form} after "${before}"`)
    }
  }
  assert.equal(isIn(Buffer.from('fs_live_0123'), secret), false)
})
