/**
 * E-mails. An e-mail is stored in the transaction of the change that it is about, and sent later. It holds
 * facts, never a secret, a token or a link: a link is made from its row each time the e-mail is rendered.
 */

import type { Change } from '../company/company-store.ts'
import type { Language, Role } from '../identity/account.ts'
import type { Trace } from '../identity/audit.ts'
import type { AccountId, KeyId } from '../identity/ids.ts'
import { randomText } from '../random-text.ts'
import type { Secrets } from '../secrets.ts'

/** The id of an e-mail. */
export type EmailId = string & { readonly brand: 'EmailId' }

/** Time and origin of a change, by which the recipient can tell whether he made it. */
export interface Occasion {
  readonly atMs: number
  /** Browser and system; empty when unknown. */
  readonly device: string
  /** The client's address; empty for the command line. */
  readonly address: string
}

/** The key that an e-mail is about. */
export interface NamedKey {
  readonly key: KeyId
  readonly name: string
  readonly visibleStart: string
}

/** A watched company that changed, in an e-mail. */
export interface ChangedCompany {
  readonly uuid: string
  /** Its name; '' = it is not shown any more. */
  readonly name: string
  readonly number: string
  readonly kinds: readonly Change['kind'][]
  /** The changed fields by their names in the API. */
  readonly fields: readonly string[]
}

type Nothing = Readonly<Record<string, never>>

/** The data of each kind of e-mail. It is stored as JSON. */
export interface EmailData {
  /** Confirms an address at sign-up, with a link `sign_up`. */
  confirm: Nothing
  /** Answers a sign-up with the address of an existing account. */
  already_have_account: Nothing
  /** Resets a password, with a link `reset`. */
  reset: { readonly byOperator: boolean }
  /** Reports that the password was changed by such a link. */
  reset_done: Occasion
  password_changed: Occasion
  /** Confirms a new address, with a link `new_address`; sent to the new address. */
  new_address: Nothing
  /** Reports to the owner of an address that another account requested it. */
  address_in_use: Nothing
  /** Reports a changed address; sent to the old one. */
  address_changed: Occasion & { readonly newAddress: string }
  /** Reports a sign-in from a device that the account was not used from before. */
  new_sign_in: Occasion
  new_key: Occasion & NamedKey
  /** Reports a rotation. `name` and `visibleStart` are those of the new key. */
  key_rotated: Occasion & NamedKey & { readonly oldVisibleStart: string; readonly oldEndsAtMs: number }
  key_expires_14d: NamedKey & { readonly expiresAtMs: number }
  key_expires_1d: NamedKey & { readonly expiresAtMs: number }
  /** Reports that the account has used this share of its limit. */
  limit_80: {
    readonly atMs: number
    readonly percent: number
    readonly quota: number
    readonly windowMs: number
  }
  /** Reports that events are no longer sent to an address. `host`: of this address, without its path. */
  webhook_paused: { readonly atMs: number; readonly webhook: string; readonly host: string }
  second_factor_on: Occasion
  second_factor_off: Occasion
  passkey_added: Occasion & { readonly name: string }
  passkey_removed: Occasion
  recovery_renewed: Occasion
  /** Reports the use of a recovery code. `left` is the number of unused codes. */
  recovery_used: Occasion & { readonly left: number }
  /** Invites, with a link `invitation`. `invitedBy` is an e-mail address, empty for the command line. */
  invitation: { readonly invitedBy: string; readonly role: Role }
  account_deleted: Occasion
  operator_granted: { readonly atMs: number }
  /** Tells the changes of watched companies; `moreChanges` are not listed. */
  watch_digest: {
    readonly watch: string
    readonly watchName: string
    readonly companies: readonly ChangedCompany[]
    readonly moreChanges: number
  }
}

/** The kind of an e-mail. */
export type EmailKind = keyof EmailData

/**
 * All kinds, in the order in which the documents list them. The compiler checks that the list is complete.
 */
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
  webhook_paused: 0,
  second_factor_on: 0,
  second_factor_off: 0,
  passkey_added: 0,
  passkey_removed: 0,
  recovery_renewed: 0,
  recovery_used: 0,
  invitation: 0,
  account_deleted: 0,
  operator_granted: 0,
  watch_digest: 0,
} satisfies Record<EmailKind, 0>) as readonly EmailKind[]

/** The time after which an unsent e-mail is given up. */
export const EMAIL_LIFE_MS = 24 * 3_600_000

interface EmailFrame {
  readonly id: EmailId
  /**
   * The purpose of the e-mail, for example `reset:lnk_…`: a second e-mail with the same text is not stored.
   */
  readonly once: string
  /** The account of the recipient; `undefined` = there is none yet. */
  readonly account: AccountId | undefined
  /** The recipient's address in the form of `email-address.ts`. */
  readonly recipient: string
  readonly language: Language
  /** The id of the link in the e-mail. */
  readonly link: string | undefined
  readonly createdAtMs: number
  /** The time from which it is no longer sent. */
  readonly expiresAtMs: number
  /**
   * Whether it is never sent: it is stored so that a request for an unknown address does the same work as one
   * for a known one.
   */
  readonly isVoid: boolean
}

/** An e-mail before it is stored. Its kind determines the type of its data. */
export type NewEmail = {
  [Kind in EmailKind]: EmailFrame & { readonly kind: Kind; readonly data: EmailData[Kind] }
}[EmailKind]

/** The recipient and the purpose of an e-mail. */
export interface EmailRecipient {
  readonly account: AccountId | undefined
  readonly recipient: string
  readonly language: Language
  /**
   * An id, or an id and a day. Together with the kind it makes `once`, so one e-mail is stored per kind and
   * matter.
   */
  readonly matter: string
  readonly atMs: number
  readonly link?: { readonly id: string; readonly expiresAtMs: number }
  readonly isVoid?: boolean
}

const ID_CHARACTERS = 22

/**
 * Makes an e-mail of this kind, which is stored with its cause. It expires with its link, after
 * `EMAIL_LIFE_MS` at the latest.
 */
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

/** Returns the time and origin of the traced change. */
export function occasionOf({ atMs, device, address }: Trace): Occasion {
  return { atMs, device, address }
}
