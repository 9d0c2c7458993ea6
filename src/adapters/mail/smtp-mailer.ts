import { createTransport, type Transporter } from 'nodemailer'
import { readEmail } from '../../core/accounts/email-address.ts'
import { isLoopbackName } from '../../core/accounts/site.ts'
import type { Mailer, Sending } from '../../core/notifications/mailer.ts'
import type { RenderedEmail } from '../../core/notifications/render-email.ts'
import { messageOf, type Sender } from './email-message.ts'

/** Longest wait for one response of the server, in ms. */
const ANSWER_MS_MAX = 10_000
/** Time for which an idle connection is kept open for the next e-mail, in ms. */
const IDLE_MS = 10_000
/** Longest time for one e-mail over all responses, in ms. */
const EMAIL_MS_MAX = 60_000

/**
 * Response codes that concern the sender, not the e-mail: sign-in or TLS is required, or the server shuts
 * down.
 */
const NOT_ABOUT_THE_EMAIL: readonly number[] = [421, 454, 530, 534, 535, 538]

/** The fields of nodemailer's errors. */
interface SmtpError {
  readonly code?: string
  /** Error code of the system or of TLS if the connection failed: `ECONNREFUSED`, `CERT_HAS_EXPIRED`. */
  readonly originalCode?: string
  readonly responseCode?: number
  readonly command?: string
}

/**
 * Sends e-mails over SMTP, one connection at a time. Except on loopback addresses it requires TLS with a
 * valid certificate: without one, neither e-mails nor the password are sent.
 */
export class SmtpMailer implements Mailer {
  readonly #transport: Transporter
  readonly #sender: Sender

  /**
   * `url`: `smtp://user:password@host:587`, or `smtps://` for implicit TLS; anything after the port is
   * ignored. `answerMsMax`: time limit for the connection, the greeting and each response.
   */
  constructor(url: string, sender: Sender, answerMsMax = ANSWER_MS_MAX) {
    const { protocol, hostname, port, username, password } = new URL(url)
    const isHere = isLoopbackName(hostname)
    const isSecure = protocol === 'smtps:'
    this.#sender = sender
    this.#transport = createTransport({
      pool: true,
      maxConnections: 1,
      // Retries are up to the mail sender, which recognizes an e-mail that was sent before.
      maxRequeues: 0,
      host: hostname.replace(/^\[|\]$/g, ''),
      port: port === '' ? (isSecure ? 465 : 587) : Number(port),
      secure: isSecure,
      requireTLS: !isSecure && !isHere,
      // A connection within one machine crosses no network; certificates of such servers are mostly
      // self-signed.
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
    // Errors of a connection are reported by the e-mail that uses it; without one they do not matter.
    this.#transport.on('error', () => {})
  }

  async send(newEmail: RenderedEmail): Promise<Sending> {
    // The address was parsed when it was entered. An address that does not parse to itself is refused, so
    // that nodemailer cannot read it differently.
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

/**
 * Converts an error of nodemailer. A refusal of the recipient or the text concerns the e-mail; any other
 * error, also a refused sender, concerns the server or the configuration.
 */
function sendingOf({ code = 'EUNKNOWN', originalCode = code, responseCode, command }: SmtpError): Sending {
  const isOfEmail = (code === 'EENVELOPE' && command !== 'MAIL FROM') || code === 'EMESSAGE'
  if (!isOfEmail || NOT_ABOUT_THE_EMAIL.includes(responseCode ?? 0)) {
    return { kind: 'unreachable', code: responseCode ? `${code} ${responseCode}` : originalCode }
  }
  // Without a response of the server, nodemailer itself refused the address.
  const status = responseCode || 550
  return { kind: 'refused', isPermanent: status >= 500, code: String(status) }
}
