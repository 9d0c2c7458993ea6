import { createTransport, type Transporter } from 'nodemailer'
import { readEmail } from '../../core/accounts/email-address.ts'
import { isLoopbackName } from '../../core/accounts/site.ts'
import type { Mailer, Sending } from '../../core/notifications/mailer.ts'
import type { RenderedEmail } from '../../core/notifications/render-email.ts'
import { messageOf, type Sender } from './email-message.ts'

/** A server that takes longer is as good as none. */
const ANSWER_MS_MAX = 10_000
/** The connection is kept so long for the next letter. */
const IDLE_MS = 10_000
/** One letter, however slowly the server answers bit by bit. */
const EMAIL_MS_MAX = 60_000

/** Answers that mean whoever sends, not the letter: sign-in or TLS is asked for, or the server shuts down. */
const NOT_ABOUT_THE_EMAIL: readonly number[] = [421, 454, 530, 534, 535, 538]

/** What nodemailer's errors tell. */
interface SmtpError {
  readonly code?: string
  /** Of the system or of TLS, where the connection failed: `ECONNREFUSED`, `CERT_HAS_EXPIRED`. */
  readonly originalCode?: string
  readonly responseCode?: number
  readonly command?: string
}

/**
 * Sends over SMTP, one connection at a time. Beyond this machine it asks for TLS with a certificate that holds:
 * without one no letter and no password goes out.
 */
export class SmtpMailer implements Mailer {
  readonly #transport: Transporter
  readonly #sender: Sender

  /** `url`: `smtp://user:password@host:587`, or `smtps://` for TLS from the first byte; nothing behind the port counts. `answerMsMax`: for the connection, the greeting and each answer. */
  constructor(url: string, sender: Sender, answerMsMax = ANSWER_MS_MAX) {
    const { protocol, hostname, port, username, password } = new URL(url)
    const isHere = isLoopbackName(hostname)
    const isSecure = protocol === 'smtps:'
    this.#sender = sender
    this.#transport = createTransport({
      pool: true,
      maxConnections: 1,
      // Retries are the sender's: only it can tell a letter on its second way.
      maxRequeues: 0,
      host: hostname.replace(/^\[|\]$/g, ''),
      port: port === '' ? (isSecure ? 465 : 587) : Number(port),
      secure: isSecure,
      requireTLS: !isSecure && !isHere,
      // Between two programs of one machine nobody listens; certificates of such servers are mostly of their own making.
      tls: { rejectUnauthorized: !isHere },
      ...(username === ''
        ? {}
        : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
      connectionTimeout: answerMsMax,
      dnsTimeout: answerMsMax,
      greetingTimeout: answerMsMax,
      socketTimeout: answerMsMax,
      idleTimeout: IDLE_MS,
    })
    // What a connection dies of is told by the letter on it; without a letter it matters to nobody.
    this.#transport.on('error', () => {})
  }

  async send(newEmail: RenderedEmail): Promise<Sending> {
    // Read once when it was typed in. Whatever came here by another way must not be taken apart by a second reader.
    if (readEmail(newEmail.to) !== newEmail.to) return { kind: 'refused', isPermanent: true, code: '553' }
    try {
      await this.#transport.sendMail({
        ...messageOf(newEmail, this.#sender),
        signal: AbortSignal.timeout(EMAIL_MS_MAX),
      })
      return { kind: 'sent' }
    } catch (error) {
      return sendingOf(error as SmtpError)
    }
  }

  async probe(): Promise<Sending> {
    try {
      await this.#transport.verify()
      return { kind: 'sent' }
    } catch (error) {
      return sendingOf(error as SmtpError)
    }
  }

  async close(): Promise<void> {
    this.#transport.close()
  }
}

/** A refusal of the recipient or the text is about the letter; all else, a refused sender too, is about the server and us. */
function sendingOf({ code = 'EUNKNOWN', originalCode = code, responseCode, command }: SmtpError): Sending {
  const isOfEmail = (code === 'EENVELOPE' && command !== 'MAIL FROM') || code === 'EMESSAGE'
  if (!isOfEmail || NOT_ABOUT_THE_EMAIL.includes(responseCode ?? 0)) {
    return { kind: 'unreachable', code: responseCode ? `${code} ${responseCode}` : originalCode }
  }
  // Without an answer of the server it was nodemailer that refused the address.
  const told = responseCode || 550
  return { kind: 'refused', isPermanent: told >= 500, code: String(told) }
}
