/** Watch lists and webhooks, as they go over the wire. */
import type { FaultDetail } from './errors.ts'
import type { Change, Company } from './types.ts'

/** E-mails to the address of the account: none, at most every ten minutes, or one a day. */
export type WatchEmail = 'none' | 'instant' | 'daily'

/** A new watch list. */
export interface NewWatch {
  readonly name: string
  /** Ids of the webhooks that changes are sent to; none when absent. */
  readonly webhooks?: readonly string[] | undefined
  readonly email?: WatchEmail | undefined
  /** Of the e-mails; that of the account when a new list has none. */
  readonly language?: 'de' | 'en' | undefined
}

/** What changes of a watch list; what is absent stays. */
export type WatchChanges = Partial<NewWatch>

/** A watch list, without its companies. */
export interface Watch {
  readonly id: string
  readonly name: string
  readonly webhooks: readonly string[]
  readonly email: WatchEmail
  readonly language: 'de' | 'en'
  /** Their number. */
  readonly companies: number
  readonly created_at: string
}

/** A company to watch: with an id, or with a register number. */
export interface CompanyToWatch {
  readonly uuid?: string | undefined
  readonly registration_number?: string | undefined
  /** The court of the number, if that does not contain it. */
  readonly register_court?: string | undefined
  /** Comes back in every event of the company. */
  readonly ref?: string | undefined
}

/** What became of a company to watch. */
export interface AddedCompany {
  readonly ref: string | null
  /**
   * `present`: was in the list, a `ref` that was sent replaces the old one; `ambiguous`: the number belongs to several,
   * give the court.
   */
  readonly state: 'added' | 'present' | 'not_found' | 'ambiguous' | 'invalid'
  /** The id of today; `null` if none was added. */
  readonly uuid: string | null
  /** Only with `invalid`. */
  readonly details?: readonly FaultDetail[] | undefined
}

export interface WatchedCompany {
  readonly uuid: string
  readonly ref: string | null
  readonly added_at: string
}

/** A page by position. */
export interface CursorQuestion {
  /** Items per page, 1 to 1,000; 100 when absent. */
  readonly limit?: number | undefined
  /** `next` of the page before. */
  readonly cursor?: string | undefined
}

/** Why events cannot be delivered. */
export type DeliveryFault =
  | 'status'
  | 'redirect'
  | 'dns'
  | 'address_refused'
  | 'connection'
  | 'tls'
  | 'timeout'
  | 'response'

/** An address that gets events. */
export interface Webhook {
  readonly id: string
  readonly url: string
  readonly note: string
  /** `paused`: events are not sent, and wait. */
  readonly state: 'active' | 'paused'
  readonly created_at: string
  /** Until then the secret before signs, too. */
  readonly old_secret_ends_at: string | null
  /** Their number until now. */
  readonly events: number
  /** Those of them that are not delivered yet. */
  readonly waiting: number
  /** The `cursor` of the last event that was delivered. */
  readonly delivered_cursor: string
  /** The failed attempts to deliver the next event; `null` if the last attempt succeeded. */
  readonly failing: {
    readonly since: string
    readonly attempts: number
    readonly next_attempt_at: string | null
    readonly fault: DeliveryFault
    readonly status: number | null
  } | null
}

/** A webhook with the secret of its signatures, which no other answer has. */
export interface WebhookWithSecret extends Webhook {
  readonly secret: string
}

export type WebhookEventType = `company.${Change['kind']}` | 'ping'

/** The body of the request that delivers an event. `data` is a `WatchedChange` but for `ping`. */
export interface WebhookPayload {
  readonly type: WebhookEventType
  readonly timestamp: string
  readonly data: Readonly<Record<string, unknown>>
}

/** What happened to a watched company. */
export interface WatchedChange extends Pick<Change, 'uuid' | 'kind' | 'fields' | 'into'> {
  /** The id of the list. */
  readonly watch: string
  readonly ref: string | null
  /** As it is stored when the event is made; `null` if it must no longer be shown. */
  readonly company: Company | null
}

/** An event of a webhook, delivered or not. */
export interface WebhookEvent {
  readonly cursor: string
  /** The header `webhook-id`, the same in every attempt. */
  readonly id: string
  readonly type: WebhookEventType
  readonly at: string
  readonly delivered: boolean
  readonly payload: WebhookPayload
}
