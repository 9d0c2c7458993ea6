/** What every account store holds, whatever is behind it. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { systemSecrets as secrets } from '../../src/adapters/system/secrets.ts'
import type { AccountStore, NewAccount, Notices, SignInNote } from '../../src/core/accounts/account-store.ts'
import { type Link, type LinkTerms, newLink } from '../../src/core/accounts/link.ts'
import { NO_NOTICES } from '../../src/core/accounts/notices.ts'
import type { SessionId } from '../../src/core/accounts/session.ts'
import type { AuditEvent, Trace } from '../../src/core/identity/audit.ts'
import type { AccountId } from '../../src/core/identity/ids.ts'
import { newEmail } from '../../src/core/notifications/email.ts'

export interface AccountHouse {
  readonly store: AccountStore
  /** A session of the account, as signing in leaves it. */
  addSession(account: AccountId, id: SessionId, seenAtMs: number): void
  sessions(account: AccountId): readonly string[]
  /** What is stored of the session's token. */
  tokenHash(id: SessionId): string
  addPasskey(account: AccountId, id: string, credential: string): void
  /** `event subject`, of everybody, in order. */
  entries(): readonly string[]
  /** `kind recipient`, in order. */
  emails(): readonly string[]
  /** Everything that is stored, to be compared. */
  everything(): unknown
  /** From now on no e-mail can be written down. */
  breakEmails(): void
  remove(): void
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
function told(event: AuditEvent, account: AccountId = TRACE.actor as AccountId): Notices {
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

export function accountStoreContract(name: string, open: () => AccountHouse): void {
  describe(`account store (${name})`, () => {
    let house: AccountHouse
    let store: AccountStore

    beforeEach(() => {
      house = open()
      store = house.store
    })
    afterEach(() => house.remove())

    /** Signed up and confirmed. */
    const join = (who: string, more: Partial<NewAccount> = {}): AccountId => {
      const account = person(who, more)
      const own = link({ email: account.email, passwordHash: HASH })
      store.addLink(own, NO_NOTICES)
      assert.equal(store.makeAccount(own.id, account, AT, NO_NOTICES), 'done')
      return account.id
    }

    const turnOn = (account: AccountId) => {
      const { sealedSecret } = store.factor(account)!
      const shown = { sealedSecret, since: store.passwordChanges(), code: CODE, atMs: AT }
      assert.equal(store.finishFactor(account, shown, NO_NOTICES), 'done')
    }

    it('finds a link by the hash of its token, whole, and by the browser that signed up', () => {
      const browserHash = secrets.sha256('browser')
      const own = link({ browserHash, passwordHash: HASH, name: 'Anna', role: 'operator' })
      store.addLink(own, told('invited'))
      assert.deepEqual(store.link(own.tokenHash), {
        ...own,
        tokenHash: new Uint8Array(own.tokenHash),
        nonce: new Uint8Array(own.nonce),
        browserHash: new Uint8Array(browserHash),
      })
      assert.equal(store.link(secrets.sha256('another')), undefined)
      assert.equal(store.lastSignUp(browserHash, AT)?.id, own.id)
      assert.equal(store.lastSignUp(browserHash, own.expiresAtMs), undefined)
      const next = link({ browserHash, passwordHash: HASH }, AT + 1)
      store.addLink(next, NO_NOTICES, { link: own.id })
      assert.equal(store.lastSignUp(browserHash, AT + 1)?.id, next.id)
      const ended = store.link(own.tokenHash)
      assert.deepEqual([ended?.endedAtMs, ended?.passwordHash], [AT + 1, undefined])
    })

    it('makes an account of a link once, with what tells of it, and ends every other sign-up of the address', () => {
      const [one, two] = [link({ passwordHash: HASH }), link({ passwordHash: HASH })]
      for (const each of [one, two]) store.addLink(each, NO_NOTICES)
      const anna = person('anna', { name: 'Anna', role: 'operator' })
      assert.equal(store.makeAccount(one.id, anna, AT, told('signed_up')), 'done')
      const account = store.account(anna.id)
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
      assert.deepEqual(store.accountByEmail(ANNA), account)
      assert.equal(store.passwordHash(anna.id), HASH)
      assert.deepEqual(house.entries(), ['signed_up '])
      assert.deepEqual(house.emails(), [`password_changed ${ANNA}`])
      const used = store.link(one.tokenHash)
      assert.deepEqual([used?.usedAtMs, used?.passwordHash], [AT, undefined])
      assert.equal(store.link(two.tokenHash)?.endedAtMs, AT)
      for (const each of [one, two]) {
        assert.equal(store.makeAccount(each.id, person('x', { email: ANNA }), AT, told('signed_up')), 'used')
      }
      assert.deepEqual(house.entries(), ['signed_up '])
    })

    it('makes no account of a link whose time is over, nor of an address that has one', () => {
      const late = link({ passwordHash: HASH })
      store.addLink(late, NO_NOTICES)
      assert.equal(store.makeAccount(late.id, person('anna'), late.expiresAtMs, NO_NOTICES), 'used')
      join('bob')
      const second = link({ email: 'bob@example.org', passwordHash: HASH })
      store.addLink(second, NO_NOTICES)
      const taken = person('bob2', { email: 'bob@example.org' })
      assert.equal(store.makeAccount(second.id, taken, AT, told('signed_up')), 'taken')
      assert.equal(store.account(taken.id), undefined)
      assert.deepEqual(house.entries(), [])
    })

    it('resets a password once: every session, every other open reset and the factor, where asked, go', () => {
      const anna = join('anna')
      store.beginFactor(anna, { sealedSecret: 's', sealedRecoveryCodes: 'r' })
      turnOn(anna)
      house.addSession(anna, 'ses_1' as SessionId, AT)
      const resets = [0, 1].map(() => link({ kind: 'reset', account: anna }))
      for (const each of resets) store.addLink(each, NO_NOTICES)
      const change = { passwordHash: 'new', dropsSecondFactor: false, atMs: AT }
      assert.equal(store.resetPassword(resets[0]!.id, anna, change, told('password_reset')), 'done')
      assert.equal(store.passwordHash(anna), 'new')
      assert.deepEqual(house.sessions(anna), [])
      assert.equal(store.account(anna)?.hasSecondFactor, true)
      for (const each of resets) {
        assert.equal(store.resetPassword(each.id, anna, change, told('password_reset')), 'used')
      }
      const last = link({ kind: 'reset', account: anna })
      store.addLink(last, NO_NOTICES)
      store.resetPassword(last.id, anna, { ...change, dropsSecondFactor: true }, NO_NOTICES)
      assert.equal(store.account(anna)?.hasSecondFactor, false)
      assert.equal(store.factor(anna), undefined)
    })

    it('changes an address once, and never to one that has an account', () => {
      const anna = join('anna')
      join('bob')
      const want = (email: string) => {
        const own = link({ kind: 'new_address', account: anna, email })
        store.addLink(own, NO_NOTICES)
        return store.changeAddress(own.id, anna, { email, atMs: AT }, told('address_changed'))
      }
      assert.equal(want('bob@example.org'), 'taken')
      assert.equal(store.account(anna)?.email, ANNA)
      assert.equal(want('anna@new.example.org'), 'done')
      assert.equal(store.accountByEmail('anna@new.example.org')?.id, anna)
      assert.equal(store.accountByEmail(ANNA), undefined)
      assert.deepEqual(house.entries(), ['address_changed '])
    })

    it('ends one session, all others, or all, of that account only', () => {
      const [anna, bob] = [join('anna'), join('bob')]
      for (const [account, id] of [
        [anna, 'ses_1'],
        [anna, 'ses_2'],
        [anna, 'ses_3'],
        [bob, 'ses_4'],
      ] as const) {
        house.addSession(account, id as SessionId, AT)
      }
      assert.equal(store.endSession(anna, 'ses_4' as SessionId, told('session_ended')), false)
      assert.equal(store.endSession(anna, 'ses_1' as SessionId, told('session_ended')), true)
      assert.deepEqual(house.sessions(anna), ['ses_2', 'ses_3'])
      store.endSessions(anna, 'ses_3' as SessionId, told('sessions_ended'))
      assert.deepEqual(house.sessions(anna), ['ses_3'])
      store.endSessions(anna, undefined, told('sessions_ended'))
      assert.deepEqual(house.sessions(anna), [])
      assert.deepEqual(house.sessions(bob), ['ses_4'])
      assert.deepEqual(house.entries(), ['session_ended ', 'sessions_ended ', 'sessions_ended '])
    })

    it('notes when a session was seen, never back, and when its owner was proven', () => {
      const anna = join('anna')
      const id = 'ses_1' as SessionId
      house.addSession(anna, id, AT)
      store.seeSession(id, AT + 5)
      store.seeSession(id, AT + 3)
      store.proveSession(id, AT + 7)
      const session = store.session(id)
      assert.deepEqual([session?.seenAtMs, session?.provenAtMs, session?.account], [AT + 5, AT + 7, anna])
      assert.equal(store.session('ses_none' as SessionId), undefined)
    })

    it('writes an e-mail of a device that is new to the account, but not of its first one', () => {
      const anna = join('anna')
      store.noteSignIn(note(anna), NO_NOTICES)
      store.noteSignIn(note(anna), NO_NOTICES)
      assert.deepEqual(house.emails(), [])
      store.noteSignIn(note(anna, { mark: secrets.sha256('phone') }), told('signed_in'))
      assert.deepEqual(house.emails(), [`new_sign_in ${ANNA}`, `password_changed ${ANNA}`])
      store.noteSignIn(note(anna, { mark: secrets.sha256('phone') }), NO_NOTICES)
      store.noteSignIn(note(join('bob')), NO_NOTICES)
      assert.equal(house.emails().length, 2)
    })

    it('ends the session that the browser had before, and not the one that it has now', () => {
      const [anna, bob] = [join('anna'), join('bob')]
      house.addSession(bob, 'ses_0' as SessionId, AT)
      for (const id of ['ses_1', 'ses_2']) house.addSession(anna, id as SessionId, AT)
      store.noteSignIn(note(anna, { before: house.tokenHash('ses_0' as SessionId) }), NO_NOTICES)
      assert.deepEqual([house.sessions(bob), house.sessions(anna)], [[], ['ses_1', 'ses_2']])
      store.noteSignIn(note(anna, { before: house.tokenHash('ses_1' as SessionId) }), NO_NOTICES)
      assert.deepEqual(house.sessions(anna), ['ses_1', 'ses_2'])
      store.noteSignIn(note(anna, { before: house.tokenHash('ses_2' as SessionId) }), NO_NOTICES)
      assert.deepEqual(house.sessions(anna), ['ses_1'])
    })

    it('takes a code once for an account until it is over, and ends the session of whoever shows it again', () => {
      const [anna, bob] = [join('anna'), join('bob')]
      const code = { hash: secrets.sha256('123456'), expiresAtMs: AT + 90_000 }
      for (const id of ['ses_1', 'ses_2']) house.addSession(anna, id as SessionId, AT)
      assert.equal(store.noteSignIn(note(anna, { code }), told('signed_in')), 'done')
      const second = note(anna, { code, session: 'ses_2' as SessionId })
      assert.equal(store.noteSignIn(second, told('signed_in')), 'code_used')
      assert.deepEqual(house.sessions(anna), ['ses_1'])
      assert.deepEqual(house.entries(), ['signed_in '])
      assert.equal(store.noteSignIn(note(bob, { code }), NO_NOTICES), 'done')
      const later = { hash: code.hash, expiresAtMs: AT + 200_000 }
      assert.equal(store.noteSignIn(note(anna, { code: later, atMs: AT + 90_000 }), NO_NOTICES), 'done')
    })

    it('begins a factor in place of one that was begun, and not of one that is on', () => {
      const anna = join('anna')
      assert.equal(store.factor(anna), undefined)
      assert.equal(store.beginFactor(anna, { sealedSecret: 'one', sealedRecoveryCodes: 'a' }), true)
      assert.equal(store.beginFactor(anna, { sealedSecret: 'two', sealedRecoveryCodes: 'b' }), true)
      assert.deepEqual(store.factor(anna), { sealedSecret: 'two', sealedRecoveryCodes: 'b', isOn: false })
      assert.equal(store.endFactor(anna, told('factor_off')), false)
      store.beginFactor(anna, { sealedSecret: 'two', sealedRecoveryCodes: 'b' })
      turnOn(anna)
      assert.equal(store.beginFactor(anna, { sealedSecret: 'three', sealedRecoveryCodes: 'c' }), false)
      store.changeRecoveryCodes(anna, 'd', told('recovery_renewed'))
      assert.deepEqual(store.factor(anna), { sealedSecret: 'two', sealedRecoveryCodes: 'd', isOn: true })
      assert.equal(store.endFactor(anna, told('factor_off')), true)
      assert.deepEqual(house.entries(), ['recovery_renewed ', 'factor_off '])
    })

    it('turns on the factor that was begun last, once, unless the password was changed meanwhile', () => {
      const anna = join('anna')
      const since = store.passwordChanges()
      const code = CODE
      const finish = (sealedSecret: string) =>
        store.finishFactor(anna, { sealedSecret, since, code, atMs: AT }, told('factor_on'))
      assert.equal(finish('one'), 'not_now')
      store.beginFactor(anna, { sealedSecret: 'one', sealedRecoveryCodes: 'a' })
      store.beginFactor(anna, { sealedSecret: 'two', sealedRecoveryCodes: 'b' })
      assert.equal(finish('one'), 'not_now')
      assert.equal(store.account(anna)?.hasSecondFactor, false)
      assert.equal(finish('two'), 'done')
      assert.equal(store.account(anna)?.hasSecondFactor, true)
      assert.equal(store.factor(anna)?.isOn, true)
      assert.equal(finish('two'), 'not_now')
      assert.deepEqual(house.entries(), ['factor_on '])
      house.addSession(anna, 'ses_1' as SessionId, AT)
      assert.equal(store.noteSignIn(note(anna, { code }), NO_NOTICES), 'code_used', 'the code is spent')
      store.endFactor(anna, NO_NOTICES)
      store.beginFactor(anna, { sealedSecret: 'three', sealedRecoveryCodes: 'c' })
      store.changePassword(anna, { from: HASH, to: 'new', atMs: AT }, NO_NOTICES)
      assert.equal(finish('three'), 'over')
      assert.equal(store.factor(anna)?.isOn, false)
    })

    it('names and removes passkeys of that account only', () => {
      const [anna, bob] = [join('anna'), join('bob')]
      house.addPasskey(anna, 'p1', 'credential')
      assert.equal(store.countPasskeys(anna), 1)
      assert.equal(store.namePasskey(bob, 'p1', 'Mine', told('passkey_named')), false)
      assert.equal(store.removePasskey(bob, 'p1', told('passkey_removed')), false)
      assert.deepEqual(house.entries(), [])
      assert.equal(store.namePasskey(anna, 'p1', 'Phone', told('passkey_named')), true)
      assert.equal(store.removePasskey(anna, 'p1', told('passkey_removed')), true)
      assert.equal(store.countPasskeys(anna), 0)
    })

    it('lets nobody in who began before the password was changed, and changes it only from the one that was shown', () => {
      const [anna, bob] = [join('anna'), join('bob')]
      const since = store.passwordChanges()
      const change = { from: HASH, to: 'new', atMs: AT }
      assert.equal(store.noteHalf(anna, since), 'done')
      assert.equal(store.changePassword(anna, change, told('password_changed')), 'done')
      assert.equal(store.changePassword(anna, { ...change, to: 'newer' }, told('password_changed')), 'over')
      assert.equal(store.passwordHash(anna), 'new')
      for (const account of [anna, bob]) house.addSession(account, `ses_${account}` as SessionId, AT)
      const noteOf = (account: AccountId) => note(account, { since, session: `ses_${account}` as SessionId })
      assert.equal(store.noteHalf(anna, since), 'over')
      assert.equal(store.noteSignIn(noteOf(anna), told('signed_in')), 'over')
      assert.deepEqual(house.sessions(anna), [])
      assert.equal(store.noteSignIn(noteOf(bob), told('signed_in')), 'done')
      assert.equal(house.sessions(bob).length, 1)
      const now = store.passwordChanges()
      assert.equal(store.noteHalf(anna, now), 'done')
      assert.equal(store.noteSignIn(note(anna, { since: now }), told('signed_in')), 'done')
      const reset = link({ kind: 'reset', account: anna })
      store.addLink(reset, NO_NOTICES)
      const newest = { passwordHash: 'newest', dropsSecondFactor: false, atMs: AT }
      store.resetPassword(reset.id, anna, newest, told('password_reset'))
      assert.equal(store.noteSignIn(note(anna, { since: now }), NO_NOTICES), 'over')
      assert.deepEqual(house.entries(), ['password_changed ', 'signed_in ', 'signed_in ', 'password_reset '])
    })

    it('lets nobody in to an account that was closed meanwhile', () => {
      const [anna, bob] = [join('anna'), join('bob')]
      store.disable(anna, AT, NO_NOTICES)
      store.emptyAccount(bob, AT, NO_NOTICES)
      for (const account of [anna, bob]) assert.equal(store.noteSignIn(note(account), NO_NOTICES), 'over')
    })

    it('ends with an invitation the sign-ups that it began, and heeds no invitation of who operates no more', () => {
      const [anna, bob] = [join('anna', { role: 'operator' }), join('bob', { role: 'operator' })]
      const carl = { email: 'carl@example.org', role: 'operator' } as const
      const begin = (madeBy: string) => {
        const invitation = link({ ...carl, kind: 'invitation', madeBy })
        store.addLink(invitation, NO_NOTICES)
        const signUp = link({ ...carl, passwordHash: HASH, madeBy: invitation.id })
        store.addLink(signUp, NO_NOTICES)
        return { invitation, signUp }
      }
      const withdrawn = begin(anna)
      assert.equal(store.endInvitation(withdrawn.invitation.id, AT, NO_NOTICES), true)
      const ended = store.link(withdrawn.signUp.tokenHash)
      assert.deepEqual([ended?.endedAtMs, ended?.passwordHash], [AT, undefined])
      // Begun when the invitation was looked at, written down after its end.
      const late = link({ ...carl, passwordHash: HASH, madeBy: withdrawn.invitation.id })
      store.addLink(late, NO_NOTICES)
      assert.equal(store.makeAccount(late.id, person('carl', carl), AT, NO_NOTICES), 'used')
      assert.equal(store.accountByEmail(carl.email), undefined)
      const { signUp } = begin(bob)
      store.setRole(bob, 'user', NO_NOTICES)
      assert.equal(store.makeAccount(signUp.id, person('carl', carl), AT, NO_NOTICES), 'done')
      assert.equal(store.accountByEmail(carl.email)?.role, 'user')
    })

    it('keeps one operator: the last can neither be withdrawn nor disabled', () => {
      const [anna, bob] = [join('anna', { role: 'operator' }), join('bob')]
      assert.equal(store.hasOperator(), true)
      assert.equal(store.setRole(anna, 'user', told('operator_withdrawn')), 'last_operator')
      assert.equal(store.disable(anna, AT, told('disabled')), 'last_operator')
      assert.equal(store.emptyAccount(anna, AT, told('deleted')), 'last_operator')
      assert.deepEqual(house.entries(), [])
      assert.equal(store.setRole(bob, 'operator', told('operator_granted')), 'done')
      assert.equal(store.disable(bob, AT, told('disabled')), 'done')
      assert.equal(store.disable(anna, AT, told('disabled')), 'last_operator')
      store.enable(bob, told('enabled'))
      assert.equal(store.setRole(anna, 'user', told('operator_withdrawn')), 'done')
      assert.equal(store.account(anna)?.role, 'user')
    })

    it('lets the set-up code make one operator, while there is none; a new code takes the old one’s place', () => {
      const [anna, bob] = [join('anna'), join('bob')]
      const [old, code] = [secrets.sha256('old'), secrets.sha256('code')]
      store.setSetUpCode(old, AT)
      store.setSetUpCode(code, AT)
      assert.equal(store.isSetUpCode(old), false)
      assert.equal(store.isSetUpCode(code), true)
      assert.equal(store.takeSetUpCode(old, anna, told('operator_granted')), false)
      assert.equal(store.takeSetUpCode(code, anna, told('operator_granted')), true)
      assert.equal(store.account(anna)?.role, 'operator')
      assert.equal(store.takeSetUpCode(code, bob, told('operator_granted')), false)
      store.setSetUpCode(code, AT)
      assert.equal(store.isSetUpCode(code), false)
      assert.equal(store.account(bob)?.role, 'user')
    })

    it('ends an open invitation once, and nothing that is none', () => {
      const invitation = link({ kind: 'invitation' })
      const other = link()
      for (const each of [invitation, other]) store.addLink(each, NO_NOTICES)
      assert.equal(store.endInvitation(other.id, AT, told('invitation_ended')), false)
      assert.equal(store.endInvitation(invitation.id, AT, told('invitation_ended')), true)
      assert.equal(store.endInvitation(invitation.id, AT, told('invitation_ended')), false)
      assert.deepEqual(house.entries(), ['invitation_ended '])
    })

    it('empties an account of everything that tells who it was, and frees its address', () => {
      const anna = join('anna', { name: 'Anna Very Rare' })
      house.addSession(anna, 'ses_1' as SessionId, AT)
      house.addPasskey(anna, 'p1', 'credential')
      store.beginFactor(anna, { sealedSecret: 's', sealedRecoveryCodes: 'r' })
      store.noteSignIn(note(anna), NO_NOTICES)
      store.tell(told('described'))
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
      store.tell({ audit: [invited, wanted], emails: [] })
      const open = link({ kind: 'reset', account: anna })
      store.addLink(open, NO_NOTICES)
      const entries = house.entries().length
      assert.equal(store.emptyAccount(anna, AT + 1, NO_NOTICES), 'done')
      assert.equal(house.entries().length, entries)
      const account = store.account(anna)
      assert.deepEqual([account?.email, account?.name, account?.deletedAtMs], [undefined, '', AT + 1])
      assert.equal(store.passwordHash(anna), undefined)
      const left = JSON.stringify(house.everything())
      for (const text of [ANNA, 'Very Rare', 'x@new.example', 'Firefox', HASH])
        assert.ok(!left.includes(text), text)
      assert.equal(store.link(open.tokenHash)?.endedAtMs, AT + 1)
      assert.equal(join('anna2', { email: ANNA }), 'acc_anna2')
    })

    it('does all of a change or nothing: where an e-mail cannot be written, everything stays as it was', () => {
      const anna = join('anna', { role: 'operator' })
      const bob = join('bob', { role: 'operator' })
      house.addSession(anna, 'ses_1' as SessionId, AT)
      house.addPasskey(anna, 'p1', 'credential')
      store.beginFactor(anna, { sealedSecret: 's', sealedRecoveryCodes: 'r' })
      turnOn(anna)
      store.beginFactor(bob, { sealedSecret: 'bobs', sealedRecoveryCodes: 'r' })
      const signUp = link({ email: 'carl@example.org', passwordHash: HASH })
      const reset = link({ kind: 'reset', account: anna })
      const address = link({ kind: 'new_address', account: anna, email: 'new@example.org' })
      const invitation = link({ kind: 'invitation', email: 'dora@example.org' })
      for (const each of [signUp, reset, address, invitation]) store.addLink(each, NO_NOTICES)
      house.breakEmails()
      const before = house.everything()
      const change = { passwordHash: 'new', dropsSecondFactor: true, atMs: AT }
      const changes: Record<string, () => unknown> = {
        addLink: () => store.addLink(link(), told('invited'), { link: signUp.id, sessions: true }),
        makeAccount: () => store.makeAccount(signUp.id, person('carl'), AT, told('signed_up')),
        resetPassword: () => store.resetPassword(reset.id, anna, change, told('password_reset')),
        changeAddress: () =>
          store.changeAddress(
            address.id,
            anna,
            { email: 'new@example.org', atMs: AT },
            told('address_changed'),
          ),
        endInvitation: () => store.endInvitation(invitation.id, AT, told('invitation_ended')),
        noteSignIn: () => store.noteSignIn(note(anna), told('signed_in')),
        endSession: () => store.endSession(anna, 'ses_1' as SessionId, told('session_ended')),
        endSessions: () => store.endSessions(anna, undefined, told('sessions_ended')),
        describe: () => store.describe(anna, { name: 'Other', language: 'en' }, told('described')),
        changePassword: () =>
          store.changePassword(anna, { from: HASH, to: 'new', atMs: AT }, told('password_changed')),
        changeRecoveryCodes: () => store.changeRecoveryCodes(anna, 'new', told('recovery_renewed')),
        endFactor: () => store.endFactor(anna, told('factor_off')),
        finishFactor: () =>
          store.finishFactor(
            bob,
            { sealedSecret: 'bobs', since: 99, code: CODE, atMs: AT },
            told('factor_on'),
          ),
        tell: () => store.tell(told('exported')),
        namePasskey: () => store.namePasskey(anna, 'p1', 'New', told('passkey_named')),
        removePasskey: () => store.removePasskey(anna, 'p1', told('passkey_removed')),
        emptyAccount: () => store.emptyAccount(anna, AT, told('deleted')),
        setRole: () => store.setRole(bob, 'user', told('operator_withdrawn')),
        disable: () => store.disable(bob, AT, told('disabled')),
        enable: () => store.enable(bob, told('enabled')),
      }
      for (const [method, act] of Object.entries(changes)) {
        assert.throws(act, /no e-mails today/, method)
        assert.deepEqual(house.everything(), before, method)
      }
    })

    it('has the command line’s account, which has no address and cannot be signed in to', () => {
      const local = store.account('local' as AccountId)
      assert.equal(local?.email, undefined)
      assert.equal(store.passwordHash('local' as AccountId), undefined)
      assert.equal(store.accountByEmail(''), undefined)
    })

    it('ends nothing of another account when a password changes', () => {
      const [anna, bob] = [join('anna'), join('bob')]
      for (const [account, id] of [
        [anna, 'ses_1'],
        [bob, 'ses_2'],
      ] as const) {
        house.addSession(account, id as SessionId, AT)
      }
      store.changePassword(anna, { from: HASH, to: 'new', atMs: AT + HOUR_MS }, told('password_changed'))
      assert.deepEqual([house.sessions(anna), house.sessions(bob)], [[], ['ses_2']])
      assert.deepEqual([store.passwordHash(anna), store.passwordHash(bob)], ['new', HASH])
    })
  })
}
