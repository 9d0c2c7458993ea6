/** The contract of every account store. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { systemSecrets as secrets } from '../../src/adapters/system/secrets.ts'
import type { AccountStore, NewAccount, Notices, SignInNote } from '../../src/core/accounts/account-store.ts'
import { BY_SET_UP, type Link, type LinkTerms, newLink } from '../../src/core/accounts/link.ts'
import { NO_NOTICES } from '../../src/core/accounts/notices.ts'
import type { SessionId } from '../../src/core/accounts/session.ts'
import type { AuditEvent, Trace } from '../../src/core/identity/audit.ts'
import type { AccountId } from '../../src/core/identity/ids.ts'
import { newEmail } from '../../src/core/notifications/email.ts'

/** An account store with functions that prepare and read its rows. */
export interface AccountStoreSetup {
  readonly store: AccountStore
  /** A session of the account, as signing in leaves it. */
  addSession(account: AccountId, id: SessionId, seenAtMs: number): Promise<unknown>
  sessions(account: AccountId): Promise<readonly string[]>
  /** What is stored of the session's token. */
  tokenHash(id: SessionId): Promise<string>
  addPasskey(account: AccountId, id: string, credential: string): Promise<unknown>
  /** `event subject`, of everybody, in order. */
  entries(): Promise<readonly string[]>
  /** `kind recipient`, in order. */
  emails(): Promise<readonly string[]>
  /** Everything that is stored, to be compared. */
  everything(): Promise<unknown>
  /** From now on no e-mail can be written down. */
  breakEmails(): Promise<void>
  remove(): Promise<void>
}

const LINK_SECRET = '5e'.repeat(32)
const ANNA = 'anna@example.org'
const HASH = '$argon2id$made up'
const AT = 1_000_000
const HOUR_MS = 3_600_000

const TRACE: Trace = {
  actor: 'acc_anna' as AccountId,
  address: '192.0.2.1',
  device: 'Firefox, Linux',
  atMs: AT,
  language: 'de',
}

function link(terms: Partial<LinkTerms> = {}, atMs = AT): Link {
  const whole: LinkTerms = { kind: 'sign_up', email: ANNA, language: 'de', madeBy: 'sign-up', ...terms }
  return newLink({ secrets, linkSecret: LINK_SECRET }, whole, atMs)
}

/** An entry and an e-mail. */
function noticesOf(event: AuditEvent, account: AccountId = TRACE.actor as AccountId): Notices {
  const address = { account, recipient: ANNA, language: 'de', matter: `${Math.random()}`, atMs: AT } as const
  return {
    audit: [{ trace: TRACE, account, event, subject: '', detail: {} }],
    emails: [newEmail({ secrets }, 'password_changed', { atMs: AT, device: '', address: '' }, address)],
  }
}

function person(name: string, more: Partial<NewAccount> = {}): NewAccount {
  const id = `acc_${name}` as AccountId
  const email = `${name}@example.org`
  return { id, email, name, language: 'de', role: 'user', passwordHash: HASH, ...more }
}

function note(account: AccountId, more: Partial<SignInNote> = {}): SignInNote {
  const address = { account, recipient: ANNA, language: 'de', matter: `${Math.random()}`, atMs: AT } as const
  return {
    account,
    session: 'ses_1' as SessionId,
    since: 0,
    atMs: AT,
    mark: secrets.sha256('laptop'),
    device: 'Firefox, Linux',
    newDeviceEmail: newEmail({ secrets }, 'new_sign_in', { atMs: AT, device: '', address: '' }, address),
    ...more,
  }
}

/** A code of the second factor that was shown. */
const CODE = { hash: secrets.sha256('123456'), expiresAtMs: AT + 90_000 }

/** Registers the tests of an account store. */
export function accountStoreContract(
  name: string,
  open: () => Promise<AccountStoreSetup>,
  skip: string | false = false,
): void {
  describe(`account store (${name})`, { skip }, () => {
    let setup: AccountStoreSetup
    let store: AccountStore

    beforeEach(async () => {
      setup = await open()
      store = setup.store
    })
    afterEach(() => setup.remove())

    /** Signed up and confirmed. */
    const join = async (who: string, more: Partial<NewAccount> = {}): Promise<AccountId> => {
      const account = person(who, more)
      const own = link({ email: account.email, passwordHash: HASH })
      await store.addLink(own, NO_NOTICES)
      assert.equal(await store.makeAccount(own.id, account, AT, NO_NOTICES), 'done')
      return account.id
    }

    const turnOn = async (account: AccountId) => {
      const { sealedSecret } = (await store.factor(account))!
      const shown = { sealedSecret, since: await store.passwordChanges(), code: CODE, atMs: AT }
      assert.equal(await store.finishFactor(account, shown, NO_NOTICES), 'done')
    }

    it('finds a link with all fields by the hash of its token, and by the browser that signed up', async () => {
      const browserHash = secrets.sha256('browser')
      const own = link({ browserHash, passwordHash: HASH, name: 'Anna', role: 'operator' })
      await store.addLink(own, noticesOf('invited'))
      assert.deepEqual(await store.link(own.tokenHash), {
        ...own,
        tokenHash: new Uint8Array(own.tokenHash),
        nonce: new Uint8Array(own.nonce),
        browserHash: new Uint8Array(browserHash),
      })
      assert.equal(await store.link(secrets.sha256('another')), undefined)
      assert.equal((await store.lastSignUp(browserHash, AT))?.id, own.id)
      assert.equal(await store.lastSignUp(browserHash, own.expiresAtMs), undefined)
      const next = link({ browserHash, passwordHash: HASH }, AT + 1)
      await store.addLink(next, NO_NOTICES, { link: own.id })
      assert.equal((await store.lastSignUp(browserHash, AT + 1))?.id, next.id)
      const ended = await store.link(own.tokenHash)
      assert.deepEqual([ended?.endedAtMs, ended?.passwordHash], [AT + 1, undefined])
    })

    it('creates an account from a link once, with history and e-mail, and ends every other sign-up of the address', async () => {
      const [one, two] = [link({ passwordHash: HASH }), link({ passwordHash: HASH })]
      for (const each of [one, two]) await store.addLink(each, NO_NOTICES)
      const anna = person('anna', { name: 'Anna', role: 'operator' })
      assert.equal(await store.makeAccount(one.id, anna, AT, noticesOf('signed_up')), 'done')
      const account = await store.account(anna.id)
      assert.deepEqual(account, {
        id: anna.id,
        email: ANNA,
        name: 'Anna',
        language: 'de',
        role: 'operator',
        hasSecondFactor: false,
        createdAtMs: AT,
        disabledAtMs: undefined,
        deletedAtMs: undefined,
      })
      assert.deepEqual(await store.accountByEmail(ANNA), account)
      assert.equal(await store.passwordHash(anna.id), HASH)
      assert.deepEqual(await setup.entries(), ['signed_up '])
      assert.deepEqual(await setup.emails(), [`password_changed ${ANNA}`])
      const used = await store.link(one.tokenHash)
      assert.deepEqual([used?.usedAtMs, used?.passwordHash], [AT, undefined])
      assert.equal((await store.link(two.tokenHash))?.endedAtMs, AT)
      for (const each of [one, two]) {
        assert.equal(
          await store.makeAccount(each.id, person('x', { email: ANNA }), AT, noticesOf('signed_up')),
          'used',
        )
      }
      assert.deepEqual(await setup.entries(), ['signed_up '])
    })

    it('creates no account from an expired link, nor for an address that has one', async () => {
      const late = link({ passwordHash: HASH })
      await store.addLink(late, NO_NOTICES)
      assert.equal(await store.makeAccount(late.id, person('anna'), late.expiresAtMs, NO_NOTICES), 'used')
      await join('bob')
      const second = link({ email: 'bob@example.org', passwordHash: HASH })
      await store.addLink(second, NO_NOTICES)
      const taken = person('bob2', { email: 'bob@example.org' })
      assert.equal(await store.makeAccount(second.id, taken, AT, noticesOf('signed_up')), 'taken')
      assert.equal(await store.account(taken.id), undefined)
      assert.deepEqual(await setup.entries(), [])
    })

    it('resets a password once and ends every session, every other open reset and, if requested, the second factor', async () => {
      const anna = await join('anna')
      await store.beginFactor(anna, { sealedSecret: 's', sealedRecoveryCodes: 'r' })
      await turnOn(anna)
      await setup.addSession(anna, 'ses_1' as SessionId, AT)
      const resets = [0, 1].map(() => link({ kind: 'reset', account: anna }))
      for (const each of resets) await store.addLink(each, NO_NOTICES)
      const change = { passwordHash: 'new', dropsSecondFactor: false, atMs: AT }
      assert.equal(
        await store.resetPassword(resets[0]!.id, anna, change, noticesOf('password_reset')),
        'done',
      )
      assert.equal(await store.passwordHash(anna), 'new')
      assert.deepEqual(await setup.sessions(anna), [])
      assert.equal((await store.account(anna))?.hasSecondFactor, true)
      for (const each of resets) {
        assert.equal(await store.resetPassword(each.id, anna, change, noticesOf('password_reset')), 'used')
      }
      const last = link({ kind: 'reset', account: anna })
      await store.addLink(last, NO_NOTICES)
      await store.resetPassword(last.id, anna, { ...change, dropsSecondFactor: true }, NO_NOTICES)
      assert.equal((await store.account(anna))?.hasSecondFactor, false)
      assert.equal(await store.factor(anna), undefined)
    })

    it('changes an address once per link, and never to one that has an account', async () => {
      const anna = await join('anna')
      await join('bob')
      const want = async (email: string) => {
        const own = link({ kind: 'new_address', account: anna, email })
        await store.addLink(own, NO_NOTICES)
        return store.changeAddress(own.id, anna, { email, atMs: AT }, noticesOf('address_changed'))
      }
      assert.equal(await want('bob@example.org'), 'taken')
      assert.equal((await store.account(anna))?.email, ANNA)
      assert.equal(await want('anna@new.example.org'), 'done')
      assert.equal((await store.accountByEmail('anna@new.example.org'))?.id, anna)
      assert.equal(await store.accountByEmail(ANNA), undefined)
      assert.deepEqual(await setup.entries(), ['address_changed '])
    })

    it('ends one session, all others, or all sessions, of the given account only', async () => {
      const [anna, bob] = [await join('anna'), await join('bob')]
      for (const [account, id] of [
        [anna, 'ses_1'],
        [anna, 'ses_2'],
        [anna, 'ses_3'],
        [bob, 'ses_4'],
      ] as const) {
        await setup.addSession(account, id as SessionId, AT)
      }
      assert.equal(await store.endSession(anna, 'ses_4' as SessionId, noticesOf('session_ended')), false)
      assert.equal(await store.endSession(anna, 'ses_1' as SessionId, noticesOf('session_ended')), true)
      assert.deepEqual(await setup.sessions(anna), ['ses_2', 'ses_3'])
      await store.endSessions(anna, 'ses_3' as SessionId, noticesOf('sessions_ended'))
      assert.deepEqual(await setup.sessions(anna), ['ses_3'])
      await store.endSessions(anna, undefined, noticesOf('sessions_ended'))
      assert.deepEqual(await setup.sessions(anna), [])
      assert.deepEqual(await setup.sessions(bob), ['ses_4'])
      assert.deepEqual(await setup.entries(), ['session_ended ', 'sessions_ended ', 'sessions_ended '])
    })

    it('stores the latest use of a session and the time of its last authentication', async () => {
      const anna = await join('anna')
      const id = 'ses_1' as SessionId
      await setup.addSession(anna, id, AT)
      await store.seeSession(id, AT + 5)
      await store.seeSession(id, AT + 3)
      assert.equal(await store.proveSession(id, AT + 7), true)
      assert.equal(await store.proveSession('ses_none' as SessionId, AT + 7), false)
      const session = await store.session(id)
      assert.deepEqual([session?.seenAtMs, session?.provenAtMs, session?.account], [AT + 5, AT + 7, anna])
      assert.equal(await store.session('ses_none' as SessionId), undefined)
    })

    it('writes an e-mail about a device that is new to the account, but not about its first one', async () => {
      const anna = await join('anna')
      await store.noteSignIn(note(anna), NO_NOTICES)
      await store.noteSignIn(note(anna), NO_NOTICES)
      assert.deepEqual(await setup.emails(), [])
      await store.noteSignIn(note(anna, { mark: secrets.sha256('phone') }), noticesOf('signed_in'))
      assert.deepEqual(await setup.emails(), [`new_sign_in ${ANNA}`, `password_changed ${ANNA}`])
      await store.noteSignIn(note(anna, { mark: secrets.sha256('phone') }), NO_NOTICES)
      await store.noteSignIn(note(await join('bob')), NO_NOTICES)
      assert.equal((await setup.emails()).length, 2)
    })

    it('ends the previous session of the browser, and not the new one', async () => {
      const [anna, bob] = [await join('anna'), await join('bob')]
      await setup.addSession(bob, 'ses_0' as SessionId, AT)
      for (const id of ['ses_1', 'ses_2']) await setup.addSession(anna, id as SessionId, AT)
      await store.noteSignIn(note(anna, { before: await setup.tokenHash('ses_0' as SessionId) }), NO_NOTICES)
      assert.deepEqual([await setup.sessions(bob), await setup.sessions(anna)], [[], ['ses_1', 'ses_2']])
      await store.noteSignIn(note(anna, { before: await setup.tokenHash('ses_1' as SessionId) }), NO_NOTICES)
      assert.deepEqual(await setup.sessions(anna), ['ses_1', 'ses_2'])
      await store.noteSignIn(note(anna, { before: await setup.tokenHash('ses_2' as SessionId) }), NO_NOTICES)
      assert.deepEqual(await setup.sessions(anna), ['ses_1'])
    })

    it('accepts a code once for an account until its expiry, and ends the session that sends it again', async () => {
      const [anna, bob] = [await join('anna'), await join('bob')]
      const code = { hash: secrets.sha256('123456'), expiresAtMs: AT + 90_000 }
      for (const id of ['ses_1', 'ses_2']) await setup.addSession(anna, id as SessionId, AT)
      assert.equal(await store.noteSignIn(note(anna, { code }), noticesOf('signed_in')), 'done')
      const second = note(anna, { code, session: 'ses_2' as SessionId })
      assert.equal(await store.noteSignIn(second, noticesOf('signed_in')), 'code_used')
      assert.deepEqual(await setup.sessions(anna), ['ses_1'])
      assert.deepEqual(await setup.entries(), ['signed_in '])
      assert.equal(await store.noteSignIn(note(bob, { code }), NO_NOTICES), 'done')
      const later = { hash: code.hash, expiresAtMs: AT + 200_000 }
      assert.equal(await store.noteSignIn(note(anna, { code: later, atMs: AT + 90_000 }), NO_NOTICES), 'done')
    })

    it('replaces a second factor that is being set up, and not one that is on', async () => {
      const anna = await join('anna')
      assert.equal(await store.factor(anna), undefined)
      assert.equal(await store.beginFactor(anna, { sealedSecret: 'one', sealedRecoveryCodes: 'a' }), true)
      assert.equal(await store.beginFactor(anna, { sealedSecret: 'two', sealedRecoveryCodes: 'b' }), true)
      assert.deepEqual(await store.factor(anna), {
        sealedSecret: 'two',
        sealedRecoveryCodes: 'b',
        isOn: false,
      })
      assert.equal(await store.endFactor(anna, noticesOf('factor_off')), false)
      await store.beginFactor(anna, { sealedSecret: 'two', sealedRecoveryCodes: 'b' })
      await turnOn(anna)
      assert.equal(await store.beginFactor(anna, { sealedSecret: 'three', sealedRecoveryCodes: 'c' }), false)
      await store.changeRecoveryCodes(anna, 'd', noticesOf('recovery_renewed'))
      assert.deepEqual(await store.factor(anna), {
        sealedSecret: 'two',
        sealedRecoveryCodes: 'd',
        isOn: true,
      })
      assert.equal(await store.endFactor(anna, noticesOf('factor_off')), true)
      assert.deepEqual(await setup.entries(), ['recovery_renewed ', 'factor_off '])
    })

    it('turns on the second factor that was set up last, once, unless the password was changed meanwhile', async () => {
      const anna = await join('anna')
      const since = await store.passwordChanges()
      const code = CODE
      const finish = (sealedSecret: string) =>
        store.finishFactor(anna, { sealedSecret, since, code, atMs: AT }, noticesOf('factor_on'))
      assert.equal(await finish('one'), 'not_now')
      await store.beginFactor(anna, { sealedSecret: 'one', sealedRecoveryCodes: 'a' })
      await store.beginFactor(anna, { sealedSecret: 'two', sealedRecoveryCodes: 'b' })
      assert.equal(await finish('one'), 'not_now')
      assert.equal((await store.account(anna))?.hasSecondFactor, false)
      assert.equal(await finish('two'), 'done')
      assert.equal((await store.account(anna))?.hasSecondFactor, true)
      assert.equal((await store.factor(anna))?.isOn, true)
      assert.equal(await finish('two'), 'not_now')
      assert.deepEqual(await setup.entries(), ['factor_on '])
      await setup.addSession(anna, 'ses_1' as SessionId, AT)
      assert.equal(await store.noteSignIn(note(anna, { code }), NO_NOTICES), 'code_used', 'the code is spent')
      await store.endFactor(anna, NO_NOTICES)
      await store.beginFactor(anna, { sealedSecret: 'three', sealedRecoveryCodes: 'c' })
      await store.changePassword(anna, { from: HASH, to: 'new', atMs: AT }, NO_NOTICES)
      assert.equal(await finish('three'), 'over')
      assert.equal((await store.factor(anna))?.isOn, false)
    })

    it('renames and removes passkeys of the given account only', async () => {
      const [anna, bob] = [await join('anna'), await join('bob')]
      await setup.addPasskey(anna, 'p1', 'credential')
      assert.equal(await store.countPasskeys(anna), 1)
      assert.equal(await store.namePasskey(bob, 'p1', 'Mine', noticesOf('passkey_named')), false)
      assert.equal(await store.removePasskey(bob, 'p1', noticesOf('passkey_removed')), false)
      assert.deepEqual(await setup.entries(), [])
      assert.equal(await store.namePasskey(anna, 'p1', 'Phone', noticesOf('passkey_named')), true)
      assert.equal(await store.removePasskey(anna, 'p1', noticesOf('passkey_removed')), true)
      assert.equal(await store.countPasskeys(anna), 0)
    })

    it('starts no session for a sign-in that began before a password change, and changes the password only from the checked one', async () => {
      const [anna, bob] = [await join('anna'), await join('bob')]
      const since = await store.passwordChanges()
      const change = { from: HASH, to: 'new', atMs: AT }
      assert.equal(await store.noteHalf(anna, since), 'done')
      assert.equal(await store.changePassword(anna, change, noticesOf('password_changed')), 'done')
      assert.equal(
        await store.changePassword(anna, { ...change, to: 'newer' }, noticesOf('password_changed')),
        'over',
      )
      assert.equal(await store.passwordHash(anna), 'new')
      for (const account of [anna, bob]) await setup.addSession(account, `ses_${account}` as SessionId, AT)
      const noteOf = (account: AccountId) => note(account, { since, session: `ses_${account}` as SessionId })
      assert.equal(await store.noteHalf(anna, since), 'over')
      assert.equal(await store.noteSignIn(noteOf(anna), noticesOf('signed_in')), 'over')
      assert.deepEqual(await setup.sessions(anna), [])
      assert.equal(await store.noteSignIn(noteOf(bob), noticesOf('signed_in')), 'done')
      assert.equal((await setup.sessions(bob)).length, 1)
      const now = await store.passwordChanges()
      assert.equal(await store.noteHalf(anna, now), 'done')
      assert.equal(await store.noteSignIn(note(anna, { since: now }), noticesOf('signed_in')), 'done')
      const reset = link({ kind: 'reset', account: anna })
      await store.addLink(reset, NO_NOTICES)
      const newest = { passwordHash: 'newest', dropsSecondFactor: false, atMs: AT }
      await store.resetPassword(reset.id, anna, newest, noticesOf('password_reset'))
      assert.equal(await store.noteSignIn(note(anna, { since: now }), NO_NOTICES), 'over')
      assert.deepEqual(await setup.entries(), [
        'password_changed ',
        'signed_in ',
        'signed_in ',
        'password_reset ',
      ])
    })

    it('starts no session for an account that was disabled or deleted meanwhile', async () => {
      const [anna, bob] = [await join('anna'), await join('bob')]
      await store.disable(anna, AT, NO_NOTICES)
      await store.emptyAccount(bob, AT, NO_NOTICES)
      for (const account of [anna, bob])
        assert.equal(await store.noteSignIn(note(account), NO_NOTICES), 'over')
    })

    it('ends the sign-ups of an ended invitation, and ignores invitations of former operators', async () => {
      const [anna, bob] = [await join('anna', { role: 'operator' }), await join('bob', { role: 'operator' })]
      const carl = { email: 'carl@example.org', role: 'operator' } as const
      const begin = async (madeBy: string) => {
        const invitation = link({ ...carl, kind: 'invitation', madeBy })
        await store.addLink(invitation, NO_NOTICES)
        const signUp = link({ ...carl, passwordHash: HASH, madeBy: invitation.id })
        await store.addLink(signUp, NO_NOTICES)
        return { invitation, signUp }
      }
      const withdrawn = await begin(anna)
      assert.equal(await store.endInvitation(withdrawn.invitation.id, AT, NO_NOTICES), true)
      const ended = await store.link(withdrawn.signUp.tokenHash)
      assert.deepEqual([ended?.endedAtMs, ended?.passwordHash], [AT, undefined])
      // Begun when the invitation was looked at, written down after its end.
      const late = link({ ...carl, passwordHash: HASH, madeBy: withdrawn.invitation.id })
      await store.addLink(late, NO_NOTICES)
      assert.equal(await store.makeAccount(late.id, person('carl', carl), AT, NO_NOTICES), 'used')
      assert.equal(await store.accountByEmail(carl.email), undefined)
      const { signUp } = await begin(bob)
      await store.setRole(bob, 'user', NO_NOTICES)
      assert.equal(await store.makeAccount(signUp.id, person('carl', carl), AT, NO_NOTICES), 'done')
      assert.equal((await store.accountByEmail(carl.email))?.role, 'user')
    })

    it('makes one operator of two sign-ups with the set-up code, and a user of the later one', async () => {
      const people = ['anna', 'bob'].map((name) => ({ name, email: `${name}@example.org` }))
      const made = people.map(async ({ name, email }) => {
        const signUp = link({ email, role: 'operator', passwordHash: HASH, madeBy: BY_SET_UP })
        await store.addLink(signUp, NO_NOTICES)
        const account = person(name, { email, role: 'operator' })
        assert.equal(await store.makeAccount(signUp.id, account, AT, NO_NOTICES), 'done')
        return (await store.account(account.id))?.role
      })
      assert.deepEqual((await Promise.all(made)).toSorted(), ['operator', 'user'])
    })

    it('keeps one operator: the last one can neither be withdrawn, disabled nor deleted', async () => {
      const [anna, bob] = [await join('anna', { role: 'operator' }), await join('bob')]
      assert.equal(await store.hasOperator(), true)
      assert.equal(await store.setRole(anna, 'user', noticesOf('operator_withdrawn')), 'last_operator')
      assert.equal(await store.disable(anna, AT, noticesOf('disabled')), 'last_operator')
      assert.equal(await store.emptyAccount(anna, AT, noticesOf('deleted')), 'last_operator')
      assert.deepEqual(await setup.entries(), [])
      assert.equal(await store.setRole(bob, 'operator', noticesOf('operator_granted')), 'done')
      assert.equal(await store.disable(bob, AT, noticesOf('disabled')), 'done')
      assert.equal(await store.disable(anna, AT, noticesOf('disabled')), 'last_operator')
      await store.enable(bob, noticesOf('enabled'))
      assert.equal(await store.setRole(anna, 'user', noticesOf('operator_withdrawn')), 'done')
      assert.equal((await store.account(anna))?.role, 'user')
    })

    it('lets the set-up code make one operator while there is none; a new code replaces the old one', async () => {
      const [anna, bob] = [await join('anna'), await join('bob')]
      const [old, code] = [secrets.sha256('old'), secrets.sha256('code')]
      await store.setSetUpCode(old, AT)
      await store.setSetUpCode(code, AT)
      assert.equal(await store.isSetUpCode(old), false)
      assert.equal(await store.isSetUpCode(code), true)
      assert.equal(await store.takeSetUpCode(old, anna, noticesOf('operator_granted')), false)
      assert.equal(await store.takeSetUpCode(code, anna, noticesOf('operator_granted')), true)
      assert.equal((await store.account(anna))?.role, 'operator')
      assert.equal(await store.takeSetUpCode(code, bob, noticesOf('operator_granted')), false)
      await store.setSetUpCode(code, AT)
      assert.equal(await store.isSetUpCode(code), false)
      assert.equal((await store.account(bob))?.role, 'user')
    })

    it('ends an open invitation once, and no other link', async () => {
      const invitation = link({ kind: 'invitation' })
      const other = link()
      for (const each of [invitation, other]) await store.addLink(each, NO_NOTICES)
      assert.equal(await store.endInvitation(other.id, AT, noticesOf('invitation_ended')), false)
      assert.equal(await store.endInvitation(invitation.id, AT, noticesOf('invitation_ended')), true)
      assert.equal(await store.endInvitation(invitation.id, AT, noticesOf('invitation_ended')), false)
      assert.deepEqual(await setup.entries(), ['invitation_ended '])
    })

    it('removes all personal data of a deleted account, and frees its address', async () => {
      const anna = await join('anna', { name: 'Anna Very Rare' })
      await setup.addSession(anna, 'ses_1' as SessionId, AT)
      await setup.addPasskey(anna, 'p1', 'credential')
      await store.beginFactor(anna, { sealedSecret: 's', sealedRecoveryCodes: 'r' })
      await store.noteSignIn(note(anna), NO_NOTICES)
      await store.record(noticesOf('described'))
      const invited = {
        trace: TRACE,
        account: undefined,
        event: 'invited',
        subject: ANNA,
        detail: {},
      } as const
      const wanted = {
        ...invited,
        account: anna,
        event: 'address_requested',
        subject: 'x@new.example',
      } as const
      await store.record({ audit: [invited, wanted], emails: [] })
      const open = link({ kind: 'reset', account: anna })
      await store.addLink(open, NO_NOTICES)
      const entries = (await setup.entries()).length
      assert.equal(await store.emptyAccount(anna, AT + 1, NO_NOTICES), 'done')
      assert.equal((await setup.entries()).length, entries)
      const account = await store.account(anna)
      assert.deepEqual([account?.email, account?.name, account?.deletedAtMs], [undefined, '', AT + 1])
      assert.equal(await store.passwordHash(anna), undefined)
      const left = JSON.stringify(await setup.everything())
      for (const text of [ANNA, 'Very Rare', 'x@new.example', 'Firefox', HASH])
        assert.ok(!left.includes(text), text)
      assert.equal((await store.link(open.tokenHash))?.endedAtMs, AT + 1)
      assert.equal(await join('anna2', { email: ANNA }), 'acc_anna2')
    })

    it('makes a whole change or none: if an e-mail cannot be written, nothing changes', async () => {
      const anna = await join('anna', { role: 'operator' })
      const bob = await join('bob', { role: 'operator' })
      await setup.addSession(anna, 'ses_1' as SessionId, AT)
      await setup.addPasskey(anna, 'p1', 'credential')
      await store.beginFactor(anna, { sealedSecret: 's', sealedRecoveryCodes: 'r' })
      await turnOn(anna)
      await store.beginFactor(bob, { sealedSecret: 'bobs', sealedRecoveryCodes: 'r' })
      const signUp = link({ email: 'carl@example.org', passwordHash: HASH })
      const reset = link({ kind: 'reset', account: anna })
      const address = link({ kind: 'new_address', account: anna, email: 'new@example.org' })
      const invitation = link({ kind: 'invitation', email: 'dora@example.org' })
      for (const each of [signUp, reset, address, invitation]) await store.addLink(each, NO_NOTICES)
      await setup.breakEmails()
      const before = await setup.everything()
      const change = { passwordHash: 'new', dropsSecondFactor: true, atMs: AT }
      const changes: Record<string, () => unknown> = {
        addLink: () => store.addLink(link(), noticesOf('invited'), { link: signUp.id, sessions: true }),
        makeAccount: () => store.makeAccount(signUp.id, person('carl'), AT, noticesOf('signed_up')),
        resetPassword: () => store.resetPassword(reset.id, anna, change, noticesOf('password_reset')),
        changeAddress: () =>
          store.changeAddress(
            address.id,
            anna,
            { email: 'new@example.org', atMs: AT },
            noticesOf('address_changed'),
          ),
        endInvitation: () => store.endInvitation(invitation.id, AT, noticesOf('invitation_ended')),
        noteSignIn: () => store.noteSignIn(note(anna), noticesOf('signed_in')),
        endSession: () => store.endSession(anna, 'ses_1' as SessionId, noticesOf('session_ended')),
        endSessions: () => store.endSessions(anna, undefined, noticesOf('sessions_ended')),
        describe: () => store.describe(anna, { name: 'Other', language: 'en' }, noticesOf('described')),
        changePassword: () =>
          store.changePassword(anna, { from: HASH, to: 'new', atMs: AT }, noticesOf('password_changed')),
        changeRecoveryCodes: () => store.changeRecoveryCodes(anna, 'new', noticesOf('recovery_renewed')),
        endFactor: () => store.endFactor(anna, noticesOf('factor_off')),
        finishFactor: () =>
          store.finishFactor(
            bob,
            { sealedSecret: 'bobs', since: 99, code: CODE, atMs: AT },
            noticesOf('factor_on'),
          ),
        record: () => store.record(noticesOf('exported')),
        namePasskey: () => store.namePasskey(anna, 'p1', 'New', noticesOf('passkey_named')),
        removePasskey: () => store.removePasskey(anna, 'p1', noticesOf('passkey_removed')),
        emptyAccount: () => store.emptyAccount(anna, AT, noticesOf('deleted')),
        setRole: () => store.setRole(bob, 'user', noticesOf('operator_withdrawn')),
        disable: () => store.disable(bob, AT, noticesOf('disabled')),
        enable: () => store.enable(bob, noticesOf('enabled')),
      }
      for (const [method, act] of Object.entries(changes)) {
        await assert.rejects(async () => act(), /no e-mails today/, method)
        assert.deepEqual(await setup.everything(), before, method)
      }
    })

    it('has the account of the command line, which has no address and cannot be signed in to', async () => {
      const local = await store.account('local' as AccountId)
      assert.equal(local?.email, undefined)
      assert.equal(await store.passwordHash('local' as AccountId), undefined)
      assert.equal(await store.accountByEmail(''), undefined)
    })

    it('affects no other account when a password changes', async () => {
      const [anna, bob] = [await join('anna'), await join('bob')]
      for (const [account, id] of [
        [anna, 'ses_1'],
        [bob, 'ses_2'],
      ] as const) {
        await setup.addSession(account, id as SessionId, AT)
      }
      await store.changePassword(
        anna,
        { from: HASH, to: 'new', atMs: AT + HOUR_MS },
        noticesOf('password_changed'),
      )
      assert.deepEqual([await setup.sessions(anna), await setup.sessions(bob)], [[], ['ses_2']])
      assert.deepEqual([await store.passwordHash(anna), await store.passwordHash(bob)], ['new', HASH])
    })
  })
}
