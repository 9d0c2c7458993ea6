/** Signing up. A link is mailed, and the account is created only when it is used. */

import type { Account } from '../identity/account.ts'
import { newEmail } from '../notifications/email.ts'
import type { AccountCommands } from './account-commands.ts'
import type { AccountNeeds } from './account-needs.ts'
import type { Done, Visitor } from './browser.ts'
import { cookieValue } from './cookie-names.ts'
import { readPersonName } from './describe-account.ts'
import { readEmail } from './email-address.ts'
import { BY_SET_UP, LINK_LIFE_MS, type Link, newLink, tokenHashOf } from './link.ts'
import { emailFault, needGoodPassword, needOpenLink, refused } from './refused.ts'
import { cookieNameAt, setCookie } from './set-cookie.ts'
import { maySignUp } from './sign-up-rule.ts'

type SignUpNeeds = AccountNeeds<
  'clock' | 'secrets' | 'accounts' | 'passwords' | 'commonPasswords' | 'linkSecret' | 'attempts' | 'site'
>

/** The origin of a link: a sign-up without an invitation. */
export const BY_SIGN_UP = 'sign-up'

const BROWSER_BYTES = 32

/**
 * Stores a sign-up link and its e-mail. The owner of an address that has an account gets a different e-mail;
 * otherwise both cases are the same: one hash, the same rows, the same response.
 *
 * @throws {Failure} `invalid_request` (address, name, password), `forbidden` (`sign_up_closed`,
 *   `wrong_code`), `rate_limited` (`too_many`, by client), `service_unavailable` (`busy_hashing`); as
 *   `needOpenLink` for an invitation.
 */
export async function signUp(
  needs: SignUpNeeds,
  params: AccountCommands['signUp']['params'],
): Promise<Done<{ readonly sent: true }>> {
  const { visitor, password } = params
  const email = readEmail(params.email)
  if (email === undefined) throw emailFault()
  const name = readPersonName(params.name)
  needGoodPassword(password, { common: needs.commonPasswords, email })
  const invited = await needInvited(needs, params, email)
  needs.attempts.takeSignUp(visitor.address, needs.clock.nowMs())
  const passwordHash = await needs.passwords.hash(password)
  const browser = Buffer.from(needs.secrets.bytes(BROWSER_BYTES)).toString('base64url')
  const terms = {
    ...invited,
    email,
    passwordHash,
    name,
    browserHash: needs.secrets.sha256(browser),
    language: visitor.language,
  }
  await writeSignUp(needs, visitor, terms)
  const maxAgeS = LINK_LIFE_MS.sign_up / 1000
  return { result: { sent: true }, setCookies: [setCookie(needs.site, 'signUp', browser, maxAgeS)] }
}

/**
 * Sends the e-mail once more if the browser is the one that signed up, and ends the link before. The response
 * is the same for any other browser.
 */
export async function signUpAgain(
  needs: SignUpNeeds,
  { visitor }: AccountCommands['signUpAgain']['params'],
): Promise<Done<{ readonly sent: true }>> {
  const nowMs = needs.clock.nowMs()
  const hash = browserHash(needs, visitor)
  const link = hash && (await needs.accounts.lastSignUp(hash, nowMs))
  if (link !== undefined) await writeSignUp(needs, visitor, link, link)
  return { result: { sent: true }, setCookies: [] }
}

/**
 * Returns the hash of the cookie of the last sign-up; `undefined` = another browser, or the cookie has
 * expired.
 */
export function browserHash(
  { secrets, site }: AccountNeeds<'secrets' | 'site'>,
  { cookies }: Visitor,
): Uint8Array | undefined {
  const browser = cookieValue(cookies, cookieNameAt(site, 'signUp'))
  return browser === undefined ? undefined : secrets.sha256(browser)
}

type SignUpTerms = Pick<
  Link,
  'email' | 'passwordHash' | 'name' | 'browserHash' | 'language' | 'role' | 'madeBy'
>

async function writeSignUp(
  needs: SignUpNeeds,
  visitor: Visitor,
  terms: SignUpTerms,
  before?: Link,
): Promise<void> {
  const nowMs = needs.clock.nowMs()
  const owner = await needs.accounts.accountByEmail(terms.email)
  // Ended by its use, or by another link of the address: the chosen password is deleted.
  if (owner === undefined && terms.passwordHash === undefined) return
  if (!needs.attempts.countEmail(terms.email, visitor.address, nowMs)) return
  const { email, name, browserHash: browser, language, role, madeBy } = terms
  const kept = { kind: 'sign_up', email, name, browserHash: browser, language, role, madeBy } as const
  const link =
    owner === undefined
      ? newLink(needs, { ...kept, passwordHash: terms.passwordHash }, nowMs)
      : newLink(needs, { ...kept, isEnded: true }, nowMs)
  const ends = before === undefined ? {} : { link: before.id }
  await needs.accounts.addLink(link, { audit: [], emails: [emailOf(needs, link, owner)] }, ends)
}

function emailOf(needs: AccountNeeds<'secrets'>, link: Link, owner: Account | undefined) {
  const frame = { recipient: link.email, matter: link.id, atMs: link.createdAtMs }
  return owner === undefined
    ? newEmail(needs, 'confirm', {}, { ...frame, account: undefined, language: link.language, link })
    : newEmail(needs, 'already_have_account', {}, { ...frame, account: owner.id, language: owner.language })
}

/** Checks that the address may sign up, and returns the role of the account. */
async function needInvited(
  needs: SignUpNeeds,
  { visitor, setUpCode, invitation }: AccountCommands['signUp']['params'],
  email: string,
): Promise<Pick<Link, 'role' | 'madeBy'>> {
  if (setUpCode !== undefined) {
    await needSetUpCode(needs, visitor, setUpCode)
    return { role: 'operator', madeBy: BY_SET_UP }
  }
  if (invitation !== undefined) {
    const link = await needs.accounts.link(tokenHashOf(needs, invitation))
    const { id, role, email: invited } = needOpenLink(link, needs.clock.nowMs(), 'invitation')
    if (invited === email) return { role, madeBy: id }
  }
  if (!maySignUp(needs.site, email)) throw refused('forbidden', 'sign_up_closed', 'Sign-up is closed.')
  return { role: 'user', madeBy: BY_SIGN_UP }
}

/**
 * Checks the set-up code and returns its hash.
 *
 * @throws {Failure} `forbidden` (`wrong_code`), `rate_limited` (`too_many`).
 */
export async function needSetUpCode(
  { accounts, secrets, attempts, clock }: AccountNeeds<'accounts' | 'secrets' | 'attempts' | 'clock'>,
  visitor: Visitor,
  code: string,
): Promise<Uint8Array> {
  const hash = secrets.sha256(code)
  attempts.takeSetUp(visitor.address, clock.nowMs())
  if (!(await accounts.isSetUpCode(hash)))
    throw refused('forbidden', 'wrong_code', 'That is not the set-up code.')
  return hash
}
