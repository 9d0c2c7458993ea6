/** Port: hands letters on, to a mail server or to a folder. */
import type { RenderedEmail } from './render-email.ts'

/** What became of it. `code` is for operators: a code of SMTP or of the system, without addresses and texts. */
export type Sending =
  | { readonly kind: 'sent' }
  /** By the server, of this letter: `isPermanent` = trying again is of no use. */
  | { readonly kind: 'refused'; readonly isPermanent: boolean; readonly code: string }
  /** Not about this letter: no connection, no TLS, wrong password, sender not accepted. */
  | { readonly kind: 'unreachable'; readonly code: string }

export interface Mailer {
  /** Never rejects; a letter of unknown fate counts as `unreachable` and keeps its Message-ID when it is sent again. */
  send(email: RenderedEmail): Promise<Sending>
  /** Whether the server would take letters now. */
  probe(): Promise<Sending>
  /** Lets a letter on its way arrive. */
  close(): Promise<void>
}
