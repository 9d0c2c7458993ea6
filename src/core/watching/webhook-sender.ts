/** The port that sends one event to one address. */
import type { WebhookHeaders } from './sign-webhook.ts'
import type { DeliveryFault } from './webhook.ts'

/** An attempt to deliver an event. */
export interface WebhookRequest {
  readonly url: string
  readonly headers: WebhookHeaders
  /** JSON. */
  readonly payload: string
}

/** How an attempt ended. */
export type Attempt =
  | { readonly kind: 'delivered' }
  /** `retryAfterMs`: wait that the receiver asked for; `undefined` = none. */
  | { readonly kind: 'failed'; readonly fault: DeliveryFault; readonly retryAfterMs: number | undefined }
  /** The signal was aborted before the end. */
  | { readonly kind: 'aborted' }

/** Sends events. */
export interface WebhookSender {
  /** Sends an event once, and never rejects. A redirect is not followed. */
  send(request: WebhookRequest, signal: AbortSignal): Promise<Attempt>
}
