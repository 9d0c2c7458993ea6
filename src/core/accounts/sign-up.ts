/** Signing up: a link is mailed, and an account is made when it is used. Until then there is none. */

import type { Account } from '../identity/account.ts'
import { newEmail } from '../notifications/email.ts'
import type { AccountCommands } from './account-commands.ts'
import type { AccountNeeds } from './account-needs.ts'
import type { Done, Visitor } from './browser.ts'
import { cookieValue } from './cookie-names.ts'
import { readPersonName } from './describe-account.ts'
import { readEmail } from './email-address.ts'
import { LINK_LIFE_MS, type Link, newLink, tokenHashOf } from './link.ts'
import { emailFault, needGoodPassword, needOpenLink, refused } from './refused.ts'
import { cookieNameAt, setCookie } from './set-cookie.ts'
import { maySignUp } from './sign-up-rule.ts'

type SignUpNeeds = AccountNeeds<
  'clock' | 'secrets' | 'accounts' | 'passwords' | 'commonPasswords' | 'linkSecret' | 'attempts' | 'site'
>

/** Made by whoever came, or by whoever has the set-up code. */
export const BY_SIGN_UP = 'sign-up'
export const BY_SET_UP = 'set-up'

const BROWSER_BYTES = 32

/**
 * Writes the link and the letter. An address that has an account gets another letter, and nothing else tells the two
 * apart: one hash, and the same rows, either way.
 *
 * @throws Failure `invalid_request` (address, password), `forbidden` (`sign_up_closed`, `wrong_code`),
 *   `rate_limited` (`too_many`, by client), `service_unavailable` (`busy_hashing`).
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
  const invited = needInvited(needs, params, email)
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
  writeSignUp(needs, visitor, terms)
  const maxAgeS = LINK_LIFE_MS.sign_up / 1000
  return { result: { sent: true }, setCookies: [setCookie(needs.site, 'signUp', browser, maxAgeS)] }
}

/** The letter once more, to the browser that signed up; the link before ends. Any other browser gets the same answer. */
export function signUpAgain(
  needs: SignUpNeeds,
  { visitor }: AccountCommands['signUpAgain']['params'],
): Done<{ readonly sent: true }> {
  const nowMs = needs.clock.nowMs()
  const hash = browserHash(needs, visitor)
  const link = hash && needs.accounts.lastSignUp(hash, nowMs)
  if (link !== undefined) writeSignUp(needs, visitor, link, link)
  return { result: { sent: true }, setCookies: [] }
}

/** Of the cookie that signing up has left; `undefined`: another browser, or long ago. */
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

function writeSignUp(needs: SignUpNeeds, visitor: Visitor, terms: SignUpTerms, before?: Link): void {
  const nowMs = needs.clock.nowMs()
  const owner = needs.accounts.accountByEmail(terms.email)
  // Ended by its use, or by another link of the address: the password that was chosen is gone.
  if (owner === undefined && terms.passwordHash === undefined) return
  if (!needs.attempts.countEmail(terms.email, visitor.address, nowMs)) return
  const { email, name, browserHash: browser, language, role, madeBy } = terms
  const kept = { kind: 'sign_up', email, name, browserHash: browser, language, role, madeBy } as const
  const link =
    owner === undefined
      ? newLink(needs, { ...kept, passwordHash: terms.passwordHash }, nowMs)
      : newLink(needs, { ...kept, isEnded: true }, nowMs)
  const ends = before === undefined ? {} : { link: before.id }
  needs.accounts.addLink(link, { audit: [], emails: [emailOf(needs, link, owner)] }, ends)
}

function emailOf(needs: AccountNeeds<'secrets'>, link: Link, owner: Account | undefined) {
  const frame = { recipient: link.email, matter: link.id, atMs: link.createdAtMs }
  return owner === undefined
    ? newEmail(needs, 'confirm', {}, { ...frame, account: undefined, language: link.language, link })
    : newEmail(needs, 'already_have_account', {}, { ...frame, account: owner.id, language: owner.language })
}

/** Whether the house is open to the address, and what the account will be. */
function needInvited(
  needs: SignUpNeeds,
  { visitor, setUpCode, invitation }: AccountCommands['signUp']['params'],
  email: string,
): Pick<Link, 'role' | 'madeBy'> {
  if (setUpCode !== undefined) {
    needSetUpCode(needs, visitor, setUpCode)
    return { role: 'operator', madeBy: BY_SET_UP }
  }
  if (invitation !== undefined) {
    const link = needs.accounts.link(tokenHashOf(needs, invitation))
    const { id, role, email: invited } = needOpenLink(link, needs.clock.nowMs(), 'invitation')
    if (invited === email) return { role, madeBy: id }
  }
  if (!maySignUp(needs.site, email)) throw refused('forbidden', 'sign_up_closed', 'Sign-up is closed.')
  return { role: 'user', madeBy: BY_SIGN_UP }
}

/** @throws Failure `forbidden` (`wrong_code`), `rate_limited` (`too_many`). Gives what is stored of the code. */
export function needSetUpCode(
  { accounts, secrets, attempts, clock }: AccountNeeds<'accounts' | 'secrets' | 'attempts' | 'clock'>,
  visitor: Visitor,
  code: string,
): Uint8Array {
  const hash = secrets.sha256(code)
  attempts.takeSetUp(visitor.address, clock.nowMs())
  if (!accounts.isSetUpCode(hash)) throw refused('forbidden', 'wrong_code', 'That is not the set-up code.')
  return hash
}
