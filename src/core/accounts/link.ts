/**
 * A link in a letter: opens a page, whose button uses it once. Its token is derived from the house's secret, its id
 * and a random number whenever the letter is written; what is stored of it is a hash.
 */

import type { Language, Role } from '../identity/account.ts'
import type { AccountId } from '../identity/ids.ts'
import type { LinkKind } from '../notifications/link-kind.ts'
import type { Needs } from '../ports.ts'
import { randomText } from '../random-text.ts'
import { mac } from './root-secret.ts'

export type LinkId = string & { readonly brand: 'LinkId' }

/** What only a letter knows: 256 bits as 43 characters. */
export type LinkToken = string & { readonly brand: 'LinkToken' }

export interface Link {
  readonly id: LinkId
  readonly kind: LinkKind
  readonly tokenHash: Uint8Array
  readonly nonce: Uint8Array
  /** Whose it is; `undefined`: of nobody yet, or of nobody at all. */
  readonly account: AccountId | undefined
  readonly email: string
  /** Of the password that was chosen when signing up; gone once the link was used or ended. */
  readonly passwordHash: string | undefined
  readonly name: string
  /** Of the browser that signed up. */
  readonly browserHash: Uint8Array | undefined
  readonly language: Language
  /** Of the account that it makes. */
  readonly role: Role
  readonly dropsSecondFactor: boolean
  /** An account, `command line`, `sign-up`, `set-up`, or the id of an invitation. */
  readonly madeBy: string
  readonly createdAtMs: number
  readonly expiresAtMs: number
  readonly usedAtMs: number | undefined
  readonly endedAtMs: number | undefined
}

const DAY_MS = 86_400_000

/** How long a link is good for. */
export const LINK_LIFE_MS: Readonly<Record<LinkKind, number>> = {
  sign_up: DAY_MS,
  reset: 30 * 60_000,
  new_address: DAY_MS,
  invitation: 7 * DAY_MS,
}

const NONCE_BYTES = 16
const ID_CHARACTERS = 22
const TOKEN_SHAPE = /^[A-Za-z0-9_-]{43}$/

/** The token of a link. `secret`: of `secretFor('links', …)`. */
export function linkToken(secret: string, { id, nonce }: { id: string; nonce: Uint8Array }): LinkToken {
  return mac(secret, id, nonce).toString('base64url') as LinkToken
}

/** What is stored of a token. */
export function tokenHashOf({ secrets }: Needs<'secrets'>, token: string): Uint8Array {
  return secrets.sha256(token)
}

/** A text from outside as a token; `undefined` = it can be none. */
export function readToken(text: string): LinkToken | undefined {
  return TOKEN_SHAPE.test(text) ? (text as LinkToken) : undefined
}

/** What a link is made of; the rest is fresh. */
export type LinkTerms = Pick<Link, 'kind' | 'email' | 'language' | 'madeBy'> &
  Partial<Pick<Link, 'account' | 'passwordHash' | 'name' | 'browserHash' | 'role' | 'dropsSecondFactor'>> & {
    /** Never to be used: written so that both ways of a request do the same work. */
    readonly isEnded?: boolean
  }

export interface NewLinkNeeds extends Needs<'secrets'> {
  /** Of `secretFor('links', …)`. */
  readonly linkSecret: string
}

/** A link from now on, not stored yet. */
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

/** Why a link opens nothing. One that was ended never was any good to whoever has it: it is none. */
export function linkFault(
  link: Link | undefined,
  nowMs: number,
): 'link_invalid' | 'link_used' | 'link_expired' | undefined {
  if (link === undefined) return 'link_invalid'
  if (link.usedAtMs !== undefined) return 'link_used'
  if (link.endedAtMs !== undefined) return 'link_invalid'
  return nowMs < link.expiresAtMs ? undefined : 'link_expired'
}
