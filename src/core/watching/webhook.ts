/** An address that gets the events of watches, and its events. */
import type { WatchOwner } from './watch-owner.ts'

/** Most webhooks of an owner. */
export const WEBHOOKS_MAX = 20
/** Characters of the address of a webhook, at most. */
export const WEBHOOK_URL_CHARS_MAX = 2000
/** Code points of its description, at most. */
export const WEBHOOK_DESCRIPTION_CHARS_MAX = 200
/** Longest time for which the old secret signs too after a rotation, in ms. */
export const SECRET_OVERLAP_MS_MAX = 30 * 86_400_000
/** Time for which events are kept, delivered or not, in ms. */
export const EVENTS_KEPT_MS = 30 * 86_400_000

/** The id of a webhook: `whk_` and random characters. */
export type WebhookId = string & { readonly brand: 'WebhookId' }

/** The states of a webhook. */
export const WEBHOOK_STATES = ['active', 'paused'] as const
/** One of `WEBHOOK_STATES`. */
export type WebhookState = (typeof WEBHOOK_STATES)[number]

/** Why a delivery failed. */
export const DELIVERY_FAULTS = [
  /** The receiver answered with a status other than 2xx. */
  'status',
  /** It answered with a redirect, which is not followed. */
  'redirect',
  /** Its host has no address. */
  'dns',
  /** Its address is one that this service does not connect to. */
  'address_refused',
  'connection',
  'tls',
  'timeout',
  /** Its response is no HTTP, or ended too early. */
  'response',
] as const
/** One of `DELIVERY_FAULTS`. */
export type DeliveryFaultCode = (typeof DELIVERY_FAULTS)[number]

/** A failed delivery. It contains no text of the receiver. */
export interface DeliveryFault {
  readonly code: DeliveryFaultCode
  /** The status of the response; `null` = there was none. */
  readonly status: number | null
}

/** What signs the events of a webhook: `webhook-secret.ts` derives the secret of each generation. */
export interface SigningTerms {
  /** 1 at first, 1 more after each rotation. */
  readonly generation: number
  /** Until then the generation before signs, too; `null` = it does not. */
  readonly oldSecretEndsAtMs: number | null
}

/** A webhook. Times are ms since 1970. */
export interface Webhook extends WatchOwner, SigningTerms {
  readonly id: WebhookId
  readonly url: string
  readonly description: string
  readonly state: WebhookState
  readonly createdAtMs: number
  /** Number of its last event; 0 = none. */
  readonly lastSequence: number
  /** Number of the last event that is delivered: those after it wait. */
  readonly delivered: number
  /** Failed attempts to deliver the next event. */
  readonly attempts: number
  /** Since when every attempt has failed; `null` = the last one did not. */
  readonly firstFailedAtMs: number | null
  /** Before this time no attempt is made; 0 = at once. */
  readonly nextAttemptAtMs: number
  /** The fault of the last attempt; `null` = it did not fail. */
  readonly lastFault: DeliveryFault | null
}

/** A webhook before it is stored. */
export type NewWebhook = WatchOwner & Pick<Webhook, 'id' | 'url' | 'description' | 'createdAtMs'>

/** What an event tells. `ping`: nothing, it is a test. */
export const WEBHOOK_EVENT_TYPES = [
  'company.created',
  'company.changed',
  'company.removed',
  'company.merged',
  'company.suppressed',
  'ping',
] as const
/** One of `WEBHOOK_EVENT_TYPES`. */
export type WebhookEventType = (typeof WEBHOOK_EVENT_TYPES)[number]

/** An event before it has its number. */
export interface NewWebhookEvent {
  /** `evt_` and random characters; the same in every attempt. */
  readonly id: string
  readonly type: WebhookEventType
  readonly atMs: number
  /** The body of the request, as JSON. */
  readonly payload: string
}

/** An event of one webhook. */
export interface WebhookEvent extends NewWebhookEvent {
  /** 1, 2, 3 … without gaps, in the order in which a webhook gets its events. */
  readonly sequence: number
}
