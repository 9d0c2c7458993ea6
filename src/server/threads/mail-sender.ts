/** Sends the e-mails in the outbox for as long as the accounts thread runs. */
import { PROBE_EVERY_MS } from '../../core/notifications/retry.ts'
import { type SendingNeeds, sendEmails } from '../../core/notifications/send-emails.ts'

/** Interval at which the outbox is polled, in ms. */
const POLL_EVERY_MS = 5000

/**
 * Sends e-mails from its construction on: at once, after each `wake`, and every five seconds. While the mail
 * server cannot be reached, it is probed every three seconds.
 */
export class MailSender {
  readonly #needs: SendingNeeds
  readonly #failed: (error: unknown) => void
  #isStopped = false
  #isWoken = false
  #isUnreachable = false
  #timer: NodeJS.Timeout | undefined
  #working: Promise<void> | undefined

  /** `failed` is called with unexpected errors; the next poll tries again. */
  constructor(needs: SendingNeeds, failed: (error: unknown) => void) {
    this.#needs = needs
    this.#failed = failed
    this.#start()
  }

  /** Sends the e-mails that were queued since the last poll. */
  wake(): void {
    this.#isWoken = true
    this.#start()
  }

  /** Stops sending and closes the mailer, after the e-mail in delivery. */
  async close(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.#working
    await this.#needs.mailer.close()
  }

  #start(): void {
    if (this.#isStopped || this.#working !== undefined) return
    clearTimeout(this.#timer)
    this.#working = this.#work().then((afterMs) => {
      this.#working = undefined
      if (!this.#isStopped) this.#timer = setTimeout(() => this.#start(), afterMs)
    })
  }

  /**
   * Sends everything that is due.
   *
   * @returns the time until the next poll, in ms.
   */
  async #work(): Promise<number> {
    try {
      do this.#isWoken = false
      while ((await this.#sendWithRetry()) && this.#isWoken)
    } catch (error) {
      this.#failed(error)
    }
    return this.#isUnreachable ? PROBE_EVERY_MS : POLL_EVERY_MS
  }

  /**
   * Sends everything that is due. Tries a second time at once, with a new connection, as an idle connection
   * may have been closed.
   *
   * @returns whether the mail server can be reached.
   */
  async #sendWithRetry(): Promise<boolean> {
    return (await this.#sendAll()) || (await this.#sendAll())
  }

  async #sendAll(): Promise<boolean> {
    const { mailer } = this.#needs
    if (this.#isUnreachable) this.#isUnreachable = (await mailer.probe()).kind !== 'sent'
    if (!this.#isUnreachable) {
      const end = await sendEmails(this.#needs, () => this.#isStopped, this.#failed)
      this.#isUnreachable = end === 'unreachable'
    }
    return !this.#isUnreachable
  }
}
