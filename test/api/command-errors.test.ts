/** The errors that the table of commands declares: each is brought about, or can only happen in a race. */
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { LIVE_KEYS_MAX } from '../../src/core/access/create-key.ts'
import type { ShownKey } from '../../src/core/access/key-commands.ts'
import type { Member, Visitor } from '../../src/core/accounts/browser.ts'
import { PASSKEYS_MAX } from '../../src/core/accounts/passkeys.ts'
import type { SessionId } from '../../src/core/accounts/session.ts'
import type { CommandName, Commands } from '../../src/core/commands.ts'
import type { CompanyId } from '../../src/core/company/company.ts'
import { commandLineTrace } from '../../src/core/identity/audit.ts'
import type { AccountId, KeyId } from '../../src/core/identity/ids.ts'
import { MATCH_ROWS_MAX, type SentList } from '../../src/core/matching/match-job.ts'
import {
  WATCHED_COMPANIES_MAX,
  WATCHES_MAX,
  type WatchId,
  type WatchTerms,
} from '../../src/core/watching/watch.ts'
import { WEBHOOKS_MAX, type WebhookId } from '../../src/core/watching/webhook.ts'
import { Authenticator } from '../fixtures/authenticator.ts'
import { type ErrorCases, RACE, SECOND_WRITER, testDeclaredErrors } from '../fixtures/declared-errors.ts'
import { type Person, setUpAccounts } from './accounts-setup.ts'
import { PASSWORD, rowsOf, tokenFor } from './browser.ts'
import { signedIn } from './signed-in.ts'
import { stopDate } from './totp.ts'

// Own process: it stops the clock.

const HOUR_MS = 3_600_000
const WEEK_MS = 7 * 24 * HOUR_MS
const WEAK = 'x'
const WRONG = 'acht kleine Zwerge am Fluss'
const NO_TOKEN = 'a'.repeat(43)

stopDate()
const setup = setUpAccounts()
const { clock, newEmail, newPerson, newPersonWithFactor } = setup
const send: typeof setup.service.needs.sendCommand = (...command) =>
  setup.service.needs.sendCommand(...command)

let clients = 0
/** A browser at an address of its own, so that no limit of another case applies. */
const visitor = (): Visitor => ({
  cookies: '',
  address: `192.0.2.${++clients}`,
  userAgent: 'Firefox',
  language: 'de',
})
const nobody = (): Member => ({
  ...visitor(),
  account: 'acc_none' as AccountId,
  session: 'ses_none' as SessionId,
})
const trace = () => commandLineTrace(clock.nowMs())

/** A person as the session guard finds them. */
function memberOf({ email, browser }: Person): Member {
  const [row] = rowsOf<{ account: AccountId; session: SessionId }>(
    setup.service,
    `SELECT a.id AS account, s.id AS session FROM accounts a JOIN sessions s ON s.account_id = a.id
     WHERE a.email = ? ORDER BY s.rowid DESC LIMIT 1`,
    email,
  )
  const cookies = [...browser.cookies].map((pair) => pair.join('=')).join('; ')
  return { ...visitor(), cookies, ...row! }
}
const newMember = async () => memberOf(await newPerson())
const carefulMember = async () => memberOf(await newPersonWithFactor())
/** The same account without its session. */
const signedOut = async (member: Promise<Member>) => ({ ...(await member), session: 'ses_none' as SessionId })
const newOwner = () => signedIn(setup.service).account

async function newLink(kind: 'sign_up' | 'new_address'): Promise<{ member: Member; token: string }> {
  const member = kind === 'sign_up' ? nobody() : await newMember()
  const email = newEmail()
  const name = ''
  if (kind === 'new_address') await send('requestAddress', { member, email })
  else await send('signUp', { visitor: member, email, password: PASSWORD, name })
  return { member, token: tokenFor(setup.service, email, kind)! }
}

async function tooOld(kind: 'sign_up' | 'new_address') {
  const made = await newLink(kind)
  clock.pass(WEEK_MS)
  return made
}

async function resetToken(): Promise<string> {
  const { account } = await newMember()
  const { link } = await send('resetAccount', { trace: trace(), account, dropsSecondFactor: false })
  return link!.split('#').at(-1)!.split('=').at(-1)!
}

async function fullOfPasskeys(): Promise<Member> {
  const person = await newPerson()
  for (let i = 0; i < PASSKEYS_MAX; i++) {
    const { json } = await person.browser.post('/account/passkeys/begin')
    const response = new Authenticator(setup.service.needs.site.publicUrl).make(json.options)
    await person.browser.post('/account/passkeys/finish', { response, name: `Key ${i}` })
  }
  return memberOf(person)
}

/** The last operator, while there is one. */
let operator: AccountId | undefined
const lastOperator = () => {
  operator ??= signedIn(setup.service, { role: 'operator' }).account
  return operator
}

const keyOf = (account: AccountId) => ({
  ...({
    trace: trace(),
    account,
    name: 'a',
    kind: 'live',
    scopes: ['companies:read'],
    addresses: [],
  } as const),
})
async function newKey(account = newOwner()): Promise<ShownKey> {
  return (await send('createKey', keyOf(account))).key
}
async function whichKey() {
  const { account, id } = await newKey()
  return { trace: trace(), account, id, overlapMs: 0, limit: undefined }
}
const noKey = () => ({ trace: trace(), account: newOwner(), id: 'key_none' as KeyId, overlapMs: 0 })
async function disabled(account: AccountId): Promise<AccountId> {
  await send('disableAccount', { trace: trace(), account })
  return account
}
const noAccount = () => ({ trace: trace(), account: 'acc_none' as AccountId })
const noCompany = () => ({ trace: trace(), uuid: '00000000-0000-4000-8000-000000000000', reason: 'a court' })

const proof = (password: string) => ({
  unauthorized: async () => ({ member: await signedOut(newMember()), password }),
  forbidden: async () => ({ member: await newMember(), password: WRONG }),
  rate_limited: async () => ({ member: await newMember(), password: WRONG }),
})

const ownerOf = (account = newOwner()) => ({ account, isTest: false })
const WATCH = 'wat_none' as WatchId
const WEBHOOK = 'whk_none' as WebhookId
const noWebhook = () => ({ owner: ownerOf(), id: WEBHOOK })
const newWatch = (
  owner: ReturnType<typeof ownerOf>,
  terms: Partial<WatchTerms> = {},
): Commands['createWatch']['params'] => ({
  ...{ owner, language: undefined, feedEnd: 0 },
  terms: { name: 'Kunden', webhooks: [], email: 'none', ...terms },
})
const sentList = async (text: string): Promise<SentList> => ({
  path: await setup.service.matching.uploads.store(
    Readable.from([Buffer.from(text)]),
    'acc_lists' as AccountId,
  ),
  ...{ kind: 'file', fileName: '', hasNoHeader: false, deep: false, named: {} },
})

const CASES: ErrorCases<Commands> = {
  startMatch: {
    invalid_request: async () => ({ owner: ownerOf(), sent: await sentList('a;b\n1;2\n') }),
    payload_too_large: async () => ({
      owner: ownerOf(),
      sent: await sentList(`Firma\n${'A GmbH\n'.repeat(MATCH_ROWS_MAX + 1)}`),
    }),
    conflict: async () => {
      const owner = ownerOf()
      await send('startMatch', { owner, sent: await sentList('Firma\nA GmbH\n') })
      return { owner, sent: await sentList('Firma\nA GmbH\n') }
    },
  },
  previewMatch: {
    invalid_request: async () => ({
      account: ownerOf().account,
      path: (await sentList('Firma;Ort\n"A;B\n')).path,
      hasNoHeader: undefined,
    }),
    payload_too_large: async () => ({
      account: ownerOf().account,
      path: (await sentList(`Firma\n${'A GmbH\n'.repeat(MATCH_ROWS_MAX + 1)}`)).path,
      hasNoHeader: undefined,
    }),
  },
  decideRow: {
    not_found: () => ({ owner: ownerOf(), decision: { job: 'mat_none', row: 0, choice: 'none' } }),
    invalid_request: async () => {
      const owner = ownerOf()
      const { id } = await send('startMatch', { owner, sent: await sentList('Firma\nA GmbH\n') })
      return { owner, decision: { job: id, row: 0, choice: 'none' } }
    },
  },
  deleteMatch: { not_found: () => ({ owner: ownerOf(), id: 'mat_none' }) },
  createWatch: {
    invalid_request: () => newWatch(ownerOf(), { webhooks: [WEBHOOK] }),
    conflict: async () => {
      const owner = ownerOf()
      for (let i = 0; i < WATCHES_MAX; i++) await send('createWatch', newWatch(owner))
      return newWatch(owner)
    },
  },
  changeWatch: {
    invalid_request: async () => {
      const owner = ownerOf()
      const { id } = await send('createWatch', newWatch(owner))
      return { owner, id, terms: { webhooks: [WEBHOOK] } }
    },
    not_found: () => ({ owner: ownerOf(), id: WATCH, terms: {} }),
  },
  deleteWatch: { not_found: () => ({ owner: ownerOf(), id: WATCH }) },
  addToWatch: {
    not_found: () => ({ owner: ownerOf(), id: WATCH, companies: [] }),
    conflict: async () => {
      const owner = ownerOf()
      const { id } = await send('createWatch', newWatch(owner))
      const uuids = Array.from({ length: WATCHED_COMPANIES_MAX + 1 }, (_, i) => `${i}` as CompanyId)
      return { owner, id, companies: uuids.map((uuid) => ({ uuid, ref: null })) }
    },
  },
  removeFromWatch: { not_found: () => ({ owner: ownerOf(), id: WATCH, uuids: [] }) },
  followCompanies: {},
  endWatchEmails: { not_found: () => ({ token: NO_TOKEN }) },
  createWebhook: {
    conflict: async () => {
      const params = { owner: ownerOf(), url: 'https://example.test/', description: '' }
      for (let i = 0; i < WEBHOOKS_MAX; i++) await send('createWebhook', params)
      return params
    },
  },
  deleteWebhook: { not_found: noWebhook },
  rotateWebhook: { not_found: () => ({ ...noWebhook(), overlapMs: 0 }) },
  pauseWebhook: { not_found: noWebhook },
  resumeWebhook: { not_found: () => ({ ...noWebhook(), from: undefined }) },
  pingWebhook: { not_found: noWebhook },
  signUp: {
    invalid_request: () => ({ visitor: visitor(), email: 'nobody', password: PASSWORD, name: '' }),
    forbidden: () => ({
      ...{ visitor: visitor(), email: newEmail(), password: PASSWORD, name: '', setUpCode: WRONG },
    }),
    not_found: () => ({
      ...{ visitor: visitor(), email: newEmail(), password: PASSWORD, name: '', invitation: NO_TOKEN },
    }),
    conflict: async () => {
      const { token } = await tooOldInvitation()
      return { visitor: visitor(), email: newEmail(), password: PASSWORD, name: '', invitation: token }
    },
    rate_limited: () => ({
      ...{ visitor: visitor(), email: newEmail(), password: PASSWORD, name: '', setUpCode: WRONG },
    }),
  },
  signUpAgain: {},
  describeLink: {
    not_found: () => ({ visitor: visitor(), token: NO_TOKEN }),
    conflict: async () => ({ visitor: visitor(), token: (await tooOld('sign_up')).token }),
  },
  confirmSignUp: {
    unauthorized: async () => ({ visitor: visitor(), token: (await newLink('sign_up')).token }),
    not_found: () => ({ visitor: visitor(), token: NO_TOKEN }),
    conflict: async () => ({ visitor: visitor(), token: (await tooOld('sign_up')).token }),
    rate_limited: async () => ({
      ...{ visitor: visitor(), token: (await newLink('sign_up')).token, password: WRONG },
    }),
  },
  signIn: {
    invalid_request: () => ({ visitor: visitor(), email: 'nobody', password: PASSWORD, stay: false }),
    unauthorized: () => ({ visitor: visitor(), email: newEmail(), password: PASSWORD, stay: false }),
    forbidden: async () => {
      const person = await newPerson()
      await disabled(memberOf(person).account)
      return { visitor: visitor(), email: person.email, password: PASSWORD, stay: false }
    },
    not_found: RACE,
    rate_limited: () => ({ visitor: visitor(), email: newEmail(), password: PASSWORD, stay: false }),
  },
  enterCode: {
    unauthorized: () => ({ visitor: visitor(), code: '000000', kind: 'totp' }),
    forbidden: RACE,
    not_found: RACE,
    rate_limited: () => halfWay(),
  },
  beginPasskeySignIn: { rate_limited: () => ({ visitor: visitor() }) },
  finishPasskeySignIn: {
    unauthorized: () => ({ visitor: visitor(), response: {}, stay: false }),
    forbidden: () => passkeyOfDisabled(),
    not_found: RACE,
    rate_limited: () => ({ visitor: visitor(), response: {}, stay: false }),
  },
  signOut: {},
  requestReset: { invalid_request: () => ({ visitor: visitor(), email: 'nobody' }) },
  finishReset: {
    invalid_request: async () => ({ visitor: visitor(), token: await resetToken(), password: WEAK }),
    unauthorized: RACE,
    not_found: () => ({ visitor: visitor(), token: NO_TOKEN, password: PASSWORD }),
    conflict: async () => {
      const token = await resetToken()
      clock.pass(HOUR_MS)
      return { visitor: visitor(), token, password: PASSWORD }
    },
  },
  reAuthenticate: proof(PASSWORD),
  beginPasskeyProof: { rate_limited: async () => ({ member: await newMember() }) },
  finishPasskeyProof: {
    unauthorized: () => provenAfterSignOut(),
    forbidden: async () => ({ member: await newMember(), response: {} }),
    rate_limited: async () => ({ member: await newMember(), response: {} }),
  },
  describeAccount: {
    invalid_request: async () => ({ member: await newMember(), name: '\u0000' }),
    not_found: () => ({ member: nobody() }),
  },
  changePassword: {
    invalid_request: async () => ({ member: await newMember(), current: PASSWORD, password: WEAK }),
    unauthorized: async () => ({
      ...{ member: await signedOut(newMember()), current: PASSWORD, password: WRONG },
    }),
    forbidden: async () => ({ member: await newMember(), current: WRONG, password: WRONG }),
    not_found: () => ({ member: nobody(), current: PASSWORD, password: WRONG }),
    rate_limited: async () => ({ member: await newMember(), current: WRONG, password: WRONG }),
  },
  requestAddress: {
    invalid_request: async () => ({ member: await newMember(), email: 'nobody' }),
    not_found: () => ({ member: nobody(), email: newEmail() }),
  },
  confirmAddress: {
    not_found: async () => ({ member: await newMember(), token: NO_TOKEN }),
    conflict: () => tooOld('new_address'),
  },
  endSession: { not_found: async () => ({ member: await newMember(), id: 'ses_none' as SessionId }) },
  endOtherSessions: {},
  seeSession: {},
  beginSecondFactor: {
    not_found: () => ({ member: nobody() }),
    conflict: async () => ({ member: await carefulMember() }),
  },
  finishSecondFactor: {
    unauthorized: RACE,
    forbidden: async () => ({ member: await begun(), code: '000000' }),
    not_found: () => ({ member: nobody(), code: '000000' }),
    conflict: async () => ({ member: await newMember(), code: '000000' }),
    rate_limited: async () => ({ member: await begun(), code: '000000' }),
  },
  endSecondFactor: {
    ...proof(PASSWORD),
    not_found: RACE,
    conflict: async () => ({ member: await newMember(), password: PASSWORD }),
  },
  renewRecoveryCodes: {
    ...proof(PASSWORD),
    not_found: RACE,
    conflict: async () => ({ member: await newMember(), password: PASSWORD }),
  },
  beginPasskey: { conflict: async () => ({ member: await fullOfPasskeys() }) },
  finishPasskey: {
    invalid_request: async () => ({ member: await newMember(), response: {}, name: '' }),
    forbidden: async () => ({ member: await newMember(), response: {}, name: 'a' }),
    not_found: () => ({ member: nobody(), response: {}, name: 'a' }),
    conflict: async () => ({ member: await fullOfPasskeys(), response: {}, name: 'a' }),
  },
  namePasskey: {
    invalid_request: async () => ({ member: await newMember(), id: 'none', name: '' }),
    not_found: async () => ({ member: await newMember(), id: 'none', name: 'a' }),
  },
  removePasskey: { not_found: async () => ({ member: await newMember(), id: 'none' }) },
  exportAccount: { not_found: () => ({ member: nobody() }) },
  setUpOperator: {
    forbidden: async () => ({ member: await newMember(), code: WRONG }),
    not_found: async () => {
      const code = await (await setup.service.accounts()).offerSetUp()
      return { member: nobody(), code: code! }
    },
    rate_limited: async () => ({ member: await newMember(), code: WRONG }),
  },
  emails: {},
  email: { not_found: () => ({ id: 'none' }) },
  deleteAccount: {
    not_found: noAccount,
    conflict: () => ({ trace: trace(), account: lastOperator() }),
  },
  disableAccount: {
    not_found: noAccount,
    conflict: () => ({ trace: trace(), account: lastOperator() }),
  },
  enableAccount: { not_found: noAccount },
  endSessionsOf: { not_found: noAccount },
  resetAccount: { not_found: () => ({ ...noAccount(), dropsSecondFactor: false }) },
  setRole: {
    not_found: () => ({ ...noAccount(), role: 'operator' }),
    conflict: () => ({ trace: trace(), account: lastOperator(), role: 'user' }),
  },
  invite: {
    invalid_request: () => ({ trace: trace(), email: 'nobody', role: 'user', language: 'de' }),
    conflict: () => ({
      ...{ trace: trace(), email: signedIn(setup.service).email, role: 'user', language: 'de' },
    }),
  },
  endInvitation: { not_found: () => ({ trace: trace(), id: 'none' }) },
  sendAgain: { not_found: () => ({ trace: trace(), id: 'none' }) },
  createKey: {
    invalid_request: () => ({ ...keyOf(newOwner()), name: '' }),
    forbidden: async () => keyOf(await disabled(newOwner())),
    not_found: () => keyOf('acc_none' as AccountId),
    conflict: async () => {
      const account = newOwner()
      for (let i = 0; i < LIVE_KEYS_MAX; i++) {
        await newKey(account)
        clock.pass(HOUR_MS)
      }
      return keyOf(account)
    },
    rate_limited: () => keyOf(newOwner()),
  },
  rotateKey: {
    invalid_request: async () => ({ ...(await whichKey()), overlapMs: -1 }),
    forbidden: async () => {
      const key = await whichKey()
      await disabled(key.account)
      return key
    },
    not_found: noKey,
    conflict: async () => {
      const key = await whichKey()
      await send('revokeKey', key)
      return key
    },
    rate_limited: async () => {
      const key = await whichKey()
      for (;;) {
        const more = await newKey(key.account).catch(() => undefined)
        if (more === undefined) return key
      }
    },
  },
  revokeKey: { not_found: noKey },
  renameKey: {
    invalid_request: async () => ({ ...(await whichKey()), name: '' }),
    not_found: () => ({ ...noKey(), name: 'a' }),
  },
  changeAddresses: {
    invalid_request: async () => ({ ...(await whichKey()), addresses: ['everywhere'] }),
    not_found: () => ({ ...noKey(), addresses: [] }),
  },
  overrideLimit: {
    invalid_request: async () => ({ ...(await whichKey()), limit: { quota: -1, windowMs: 1 } }),
    not_found: () => ({ ...noKey(), limit: undefined }),
  },
  revokeAnyKey: { not_found: noKey },
  suppress: {
    invalid_request: () => ({ ...noCompany(), reason: '' }),
    not_found: noCompany,
    conflict: SECOND_WRITER,
  },
  lift: { not_found: noCompany, conflict: SECOND_WRITER },
  serverState: {},
  metrics: {},
}

async function tooOldInvitation(): Promise<{ token: string }> {
  const email = newEmail()
  await send('invite', { trace: trace(), email, role: 'user', language: 'de' })
  clock.pass(2 * WEEK_MS)
  return { token: tokenFor(setup.service, email, 'invitation')! }
}

async function halfWay() {
  const person = await newPersonWithFactor()
  const browser = await setup.enterPassword(person)
  const cookies = [...browser.cookies].map((pair) => pair.join('=')).join('; ')
  return { visitor: { ...visitor(), cookies }, code: '000000', kind: 'totp' } as const
}

async function begun(): Promise<Member> {
  const member = await newMember()
  await send('beginSecondFactor', { member })
  return member
}

async function passkeyOfDisabled(): Promise<Commands['finishPasskeySignIn']['params']> {
  const person = await newPerson()
  const authenticator = new Authenticator(setup.service.needs.site.publicUrl)
  const { json } = await person.browser.post('/account/passkeys/begin')
  const response = authenticator.make(json.options)
  await person.browser.post('/account/passkeys/finish', { response, name: 'a' })
  await disabled(memberOf(person).account)
  const at = visitor()
  const { result, setCookies } = await send('beginPasskeySignIn', { visitor: at })
  const cookies = setCookies.map((cookie) => cookie.split(';')[0]).join('; ')
  const options = result.options as { challenge: string }
  return { visitor: { ...at, cookies }, response: authenticator.show(options), stay: false }
}

/** A right passkey for a session that ended after the challenge was made. */
async function provenAfterSignOut(): Promise<Commands['finishPasskeyProof']['params']> {
  const person = await newPerson()
  const authenticator = new Authenticator(setup.service.needs.site.publicUrl)
  const { json } = await person.browser.post('/account/passkeys/begin')
  const response = authenticator.make(json.options)
  await person.browser.post('/account/passkeys/finish', { response, name: 'a' })
  const member = memberOf(person)
  const { result, setCookies } = await send('beginPasskeyProof', { member })
  const cookies = setCookies.map((cookie) => cookie.split(';')[0]).join('; ')
  const options = result.options as { challenge: string }
  const ended = await signedOut(Promise.resolve({ ...member, cookies }))
  return { member: ended, response: authenticator.show(options) }
}

testDeclaredErrors(CASES, send)

type ReadName = { [Name in CommandName]: Commands[Name]['isChange'] extends true ? never : Name }[CommandName]

test('a command that is not declared as a change stores nothing', async () => {
  const { token } = await newLink('sign_up')
  const reads: { readonly [Name in ReadName]: Commands[Name]['params'] } = {
    describeLink: { visitor: visitor(), token },
    emails: {},
    email: { id: 'none' },
    previewMatch: {
      account: ownerOf().account,
      ...{ path: (await sentList('Firma\nA GmbH\n')).path, hasNoHeader: undefined },
    },
    serverState: {},
    metrics: {},
  }
  const accounts = await setup.service.accounts()
  const before = accounts.changes()
  for (const name of Object.keys(reads) as ReadName[]) {
    await send(name, reads[name]).catch((error) => assert.equal(error.code, 'not_found'))
  }
  assert.equal(accounts.changes(), before)
})
