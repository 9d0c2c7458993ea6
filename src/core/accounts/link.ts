/**
 * Links in e-mails. A link opens a page, and the button on that page uses the link once. Its token is derived
 * from the root secret, the link's id and a random number each time the e-mail is written; only a hash of it
 * is stored.
 */

import type { Language, Role } from '../identity/account.ts'
import type { AccountId } from '../identity/ids.ts'
import type { LinkKind } from '../notifications/link-kind.ts'
import type { Needs } from '../ports.ts'
import { randomText } from '../random-text.ts'
import { mac } from './root-secret.ts'

/** The id of a link. */
export type LinkId = string & { readonly brand: 'LinkId' }

/** The token of a link, which only the e-mail contains: 256 bits as 43 characters. */
export type LinkToken = string & { readonly brand: 'LinkToken' }

/** A link as it is stored. */
export interface Link {
  readonly id: LinkId
  readonly kind: LinkKind
  readonly tokenHash: Uint8Array
  readonly nonce: Uint8Array
  /** The account that it belongs to; `undefined` = it has none, or none yet. */
  readonly account: AccountId | undefined
  readonly email: string
  /** The hash of the password that was chosen at sign-up; deleted once the link is used or ended. */
  readonly passwordHash: string | undefined
  readonly name: string
  /** The hash of the cookie of the browser that signed up. */
  readonly browserHash: Uint8Array | undefined
  readonly language: Language
  /** The role of the account that it creates. */
  readonly role: Role
  readonly dropsSecondFactor: boolean
  /** The id of an account or of an invitation, `command line`, `sign-up`, `set-up` or `reset`. */
  readonly madeBy: string
  readonly createdAtMs: number
  readonly expiresAtMs: number
  readonly usedAtMs: number | undefined
  readonly endedAtMs: number | undefined
}

/** `madeBy` of a sign-up with the set-up code. */
export const BY_SET_UP = 'set-up'

const DAY_MS = 86_400_000

/** How long a link of each kind is valid. */
export const LINK_LIFE_MS: Readonly<Record<LinkKind, number>> = {
  sign_up: DAY_MS,
  reset: 30 * 60_000,
  new_address: DAY_MS,
  invitation: 7 * DAY_MS,
}

const NONCE_BYTES = 16
const ID_CHARACTERS = 22
const TOKEN_SHAPE = /^[A-Za-z0-9_-]{43}$/

/** Returns the token of a link. `secret` is the result of `secretFor('links', …)`. */
export function linkToken(secret: string, { id, nonce }: { id: string; nonce: Uint8Array }): LinkToken {
  return mac(secret, id, nonce).toString('base64url') as LinkToken
}

/** Returns the hash that is stored of a token. */
export function tokenHashOf({ secrets }: Needs<'secrets'>, token: string): Uint8Array {
  return secrets.sha256(token)
}

/** Returns the text as a token; `undefined` if it does not have the form of one. */
export function readToken(text: string): LinkToken | undefined {
  return TOKEN_SHAPE.test(text) ? (text as LinkToken) : undefined
}

/** The properties of a new link; the others are set by `newLink`. */
export type LinkTerms = Pick<Link, 'kind' | 'email' | 'language' | 'madeBy'> &
  Partial<Pick<Link, 'account' | 'passwordHash' | 'name' | 'browserHash' | 'role' | 'dropsSecondFactor'>> & {
    /** Ends the link from the start: it is stored only so that both cases of a request do the same work. */
    readonly isEnded?: boolean
  }

/** What `newLink` needs. */
export interface NewLinkNeeds extends Needs<'secrets'> {
  /** The result of `secretFor('links', …)`. */
  readonly linkSecret: string
}

/** Makes a link that is valid from now on. It is not stored. */
export function newLink({ secrets, linkSecret }: NewLinkNeeds, terms: LinkTerms, nowMs: number): Link {
  const id = `lnk_${randomText({ secrets }, ID_CHARACTERS)}` as LinkId
  const nonce = secrets.bytes(NONCE_BYTES)
  const { isEnded = false, ...given } = terms
  return {
    account: undefined,
    passwordHash: undefined,
    name: '',
    browserHash: undefined,
    role: 'user',
    dropsSecondFactor: false,
    ...given,
    id,
    nonce,
    tokenHash: tokenHashOf({ secrets }, linkToken(linkSecret, { id, nonce })),
    createdAtMs: nowMs,
    expiresAtMs: nowMs + LINK_LIFE_MS[terms.kind],
    usedAtMs: undefined,
    endedAtMs: isEnded ? nowMs : undefined,
  }
}

/** Returns why a link cannot be used; `undefined` = it can. An ended link is reported as invalid. */
export function linkFault(
  link: Link | undefined,
  nowMs: number,
): 'link_invalid' | 'link_used' | 'link_expired' | undefined {
  if (link === undefined) return 'link_invalid'
  if (link.usedAtMs !== undefined) return 'link_used'
  if (link.endedAtMs !== undefined) return 'link_invalid'
  return nowMs < link.expiresAtMs ? undefined : 'link_expired'
}
