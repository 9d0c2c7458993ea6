/** A list of companies whose changes its owner wants to know: its data and its limits. */
import type { CompanyId } from '../company/company.ts'
import type { Language } from '../identity/account.ts'
import type { WatchOwner } from './watch-owner.ts'
import type { WebhookId } from './webhook.ts'

export type { WatchOwner } from './watch-owner.ts'

/** Most watches of an owner. */
export const WATCHES_MAX = 100
/** Most companies of a watch. */
export const WATCHED_COMPANIES_MAX = 10_000
/** Most companies that one call adds or removes. */
export const WATCHED_PER_CALL_MAX = 1000
/** Most webhooks that a watch notifies. */
export const WATCH_WEBHOOKS_MAX = 5
/** Code points of the name of a watch, at most. */
export const WATCH_NAME_CHARS_MAX = 100
/** Code points of the client's own reference of a company, at most. */
export const REF_CHARS_MAX = 200

/** The id of a watch: `wat_` and random characters. */
export type WatchId = string & { readonly brand: 'WatchId' }

/** When a watch sends e-mails. */
export const WATCH_EMAILS = ['none', 'instant', 'daily'] as const
/** One of `WATCH_EMAILS`. */
export type WatchEmail = (typeof WATCH_EMAILS)[number]

/** What its owner decides about a watch. */
export interface WatchTerms {
  readonly name: string
  /** The webhooks that get its events, at most `WATCH_WEBHOOKS_MAX`. */
  readonly webhooks: readonly WebhookId[]
  readonly email: WatchEmail
}

/** What its owner changes of a watch; an absent term stays. */
export interface WatchChange extends Partial<WatchTerms> {
  /** The language of its e-mails. */
  readonly language?: Language
}

/** A watch without its companies. Times are ms since 1970. */
export interface Watch extends WatchOwner, WatchTerms {
  readonly id: WatchId
  /** The language of its e-mails. */
  readonly language: Language
  /** Number of its companies. */
  readonly companies: number
  readonly createdAtMs: number
  /** When the newest change of a company of the list happened that was reported; `null` = none was. */
  readonly changedAtMs: number | null
}

/** A watch before it is stored. Without a language it has that of its account. */
export interface NewWatch extends WatchOwner, WatchTerms {
  readonly id: WatchId
  readonly language: Language | undefined
  readonly createdAtMs: number
}

/** A company of a watch. */
export interface WatchedCompany {
  /** Its id, not one of its aliases. */
  readonly uuid: CompanyId
  /** The client's own reference, which its events contain. */
  readonly ref: string | null
  readonly addedAtMs: number
}
