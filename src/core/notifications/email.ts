/**
 * A letter: what somebody is told by mail. Written down in the transaction of what it tells, sent later.
 * It holds facts, never a secret, a token or a link: a link is made from its row whenever the letter is rendered.
 */

import type { Language, Role } from '../identity/account.ts'
import type { Trace } from '../identity/audit.ts'
import type { AccountId, KeyId } from '../identity/ids.ts'
import { randomText } from '../random-text.ts'
import type { Secrets } from '../secrets.ts'

export type EmailId = string & { readonly brand: 'LetterId' }

/** When and where something was done; the reader sees whether it was him. */
export interface Occasion {
  readonly atMs: number
  /** Words for browser and system; empty when unknown. */
  readonly device: string
  /** Of the client; empty for the command line. */
  readonly address: string
}

/** Which key a letter is about. */
export interface NamedKey {
  readonly key: KeyId
  readonly name: string
  readonly visibleStart: string
}

type Nothing = Readonly<Record<string, never>>

/** kind → the facts of its text. Everything in it is JSON. */
export interface EmailData {
  /** With a link `sign_up`. */
  confirm: Nothing
  /** Somebody signs up with the address of an account. */
  already_have_account: Nothing
  /** With a link `reset`. */
  reset: { readonly byOperator: boolean }
  /** The password was changed by such a link. */
  reset_done: Occasion
  password_changed: Occasion
  /** With a link `new_address`, to the new address. */
  new_address: Nothing
  /** Somebody wants to change his address to that of another account: to its owner. */
  address_in_use: Nothing
  /** To the old address. */
  address_changed: Occasion & { readonly newAddress: string }
  /** From a device that the account was not used from before. */
  new_sign_in: Occasion
  new_key: Occasion & NamedKey
  /** `name` and `visibleStart` are of the new key. */
  key_rotated: Occasion & NamedKey & { readonly oldVisibleStart: string; readonly oldEndsAtMs: number }
  key_expires_14d: NamedKey & { readonly expiresAtMs: number }
  key_expires_1d: NamedKey & { readonly expiresAtMs: number }
  /** The account has used this share of its limit. */
  limit_80: {
    readonly atMs: number
    readonly percent: number
    readonly quota: number
    readonly windowMs: number
  }
  second_factor_on: Occasion
  second_factor_off: Occasion
  passkey_added: Occasion & { readonly name: string }
  passkey_removed: Occasion
  recovery_renewed: Occasion
  /** `left`: codes that have not been used. */
  recovery_used: Occasion & { readonly left: number }
  /** With a link `invitation`. `invitedBy`: an address, empty for the command line. */
  invitation: { readonly invitedBy: string; readonly role: Role }
  account_deleted: Occasion
  operator_granted: { readonly atMs: number }
}

export type EmailKind = keyof EmailData

/** In the order in which the documents list them; complete, since it is read off a complete record. */
export const EMAIL_KINDS = Object.keys({
  confirm: 0,
  already_have_account: 0,
  reset: 0,
  reset_done: 0,
  password_changed: 0,
  new_address: 0,
  address_in_use: 0,
  address_changed: 0,
  new_sign_in: 0,
  new_key: 0,
  key_rotated: 0,
  key_expires_14d: 0,
  key_expires_1d: 0,
  limit_80: 0,
  second_factor_on: 0,
  second_factor_off: 0,
  passkey_added: 0,
  passkey_removed: 0,
  recovery_renewed: 0,
  recovery_used: 0,
  invitation: 0,
  account_deleted: 0,
  operator_granted: 0,
} satisfies Record<EmailKind, 0>) as readonly EmailKind[]

/** A letter that could not be sent for so long is given up. */
export const EMAIL_LIFE_MS = 24 * 3_600_000

interface EmailFrame {
  readonly id: EmailId
  /** What the letter is for, e.g. `reset:lnk_…`: a second one for the same is not written. */
  readonly once: string
  /** Whose mailbox it goes to; `undefined`: there is no account yet. */
  readonly account: AccountId | undefined
  /** An address as `email-address.ts` reads it. */
  readonly recipient: string
  readonly language: Language
  /** Id of the link that the letter holds. */
  readonly link: string | undefined
  readonly createdAtMs: number
  /** Not sent from then on. */
  readonly expiresAtMs: number
  /** Never sent: written so that a request about an unknown address does the same work as one about a known one. */
  readonly isVoid: boolean
}

/** A letter as it is written down: its kind decides which facts are in it. */
export type NewEmail = {
  [Kind in EmailKind]: EmailFrame & { readonly kind: Kind; readonly data: EmailData[Kind] }
}[EmailKind]

/** Who gets a letter, and what it is for. */
export interface EmailRecipient {
  readonly account: AccountId | undefined
  readonly recipient: string
  readonly language: Language
  /** With the kind it makes `once`: an id, or an id and a day. One letter is written of a kind and a matter. */
  readonly matter: string
  readonly atMs: number
  readonly link?: { readonly id: string; readonly expiresAtMs: number }
  readonly isVoid?: boolean
}

const ID_CHARACTERS = 22

/** A letter of this kind, to be written down with its cause. It expires with its link, after `LETTER_LIFE_MS` at the latest. */
export function newEmail<Kind extends EmailKind>(
  { secrets }: { readonly secrets: Secrets },
  kind: Kind,
  data: EmailData[Kind],
  { account, recipient, language, matter, atMs, link, isVoid = false }: EmailRecipient,
): NewEmail {
  const frame: EmailFrame = {
    id: `ltr_${randomText({ secrets }, ID_CHARACTERS)}` as EmailId,
    once: `${kind}:${matter}`,
    account,
    recipient,
    language,
    link: link?.id,
    createdAtMs: atMs,
    expiresAtMs: Math.min(atMs + EMAIL_LIFE_MS, link?.expiresAtMs ?? Number.POSITIVE_INFINITY),
    isVoid,
  }
  return { ...frame, kind, data } as NewEmail
}

/** When and where the traced change was made. */
export function occasionOf({ atMs, device, address }: Trace): Occasion {
  return { atMs, device, address }
}
