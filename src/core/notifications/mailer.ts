/** The port that delivers e-mails to a mail server or a folder. */
import type { RenderedEmail } from './render-email.ts'

/**
 * The result of a delivery. `code` is for operators: a code of SMTP or of the system, without addresses and
 * texts.
 */
export type Sending =
  | { readonly kind: 'sent' }
  /** The server refused this e-mail. `isPermanent` = further tries are useless. */
  | { readonly kind: 'refused'; readonly isPermanent: boolean; readonly code: string }
  /** The failure is not about this e-mail: no connection, no TLS, wrong password, sender not accepted. */
  | { readonly kind: 'unreachable'; readonly code: string }

/** Delivers e-mails. */
export interface Mailer {
  /**
   * Sends an e-mail and never rejects. One with an unknown result counts as `unreachable` and keeps its
   * Message-ID when it is sent again.
   */
  send(email: RenderedEmail): Promise<Sending>
  /** Checks whether the server accepts e-mails now. */
  probe(): Promise<Sending>
  /** Waits for an e-mail that is being sent, then disconnects. */
  close(): Promise<void>
}
