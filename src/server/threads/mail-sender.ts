/** Sends what is in the outbox, for as long as the thread lives. */
import { FolderMailer } from '../../adapters/mail/folder-mailer.ts'
import { SmtpMailer } from '../../adapters/mail/smtp-mailer.ts'
import { systemClock } from '../../adapters/system/clock.ts'
import type { Config } from '../../config/config.ts'
import type { Site } from '../../core/accounts/site.ts'
import type { Mailer } from '../../core/notifications/mailer.ts'
import type { RenderedEmail } from '../../core/notifications/render-email.ts'
import { PROBE_EVERY_MS } from '../../core/notifications/retry.ts'
import { type SendingNeeds, sendEmails } from '../../core/notifications/send-emails.ts'
import { dataFiles } from '../data-folder.ts'

/** How often the outbox is looked into without being told to. */
const LOOK_EVERY_MS = 5000

/** The mailer of the settings: a mail server, or the folder. `written` is told of letters in the folder. */
export function openMailer(
  config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>,
  { publicUrl }: Pick<Site, 'publicUrl'>,
  written: (email: RenderedEmail, path: string) => void,
): Mailer {
  const host = new URL(publicUrl).hostname
  if (config.smtpUrl !== '') return new SmtpMailer(config.smtpUrl, { from: config.mailFrom, host })
  const from = config.mailFrom === '' ? `firmensuche <noreply@${host}>` : config.mailFrom
  return new FolderMailer({
    folder: dataFiles(config.dataDir).mail,
    sender: { from, host },
    nowMs: systemClock.nowMs,
    written,
  })
}

/**
 * Sends from its making on: at once, when poked, and every five seconds; a server that cannot be reached is asked
 * every three seconds whether it is back.
 */
export class MailSender {
  readonly #needs: SendingNeeds
  readonly #failed: (error: unknown) => void
  #isStopped = false
  #isPoked = false
  #isAway = false
  #timer: NodeJS.Timeout | undefined
  #working: Promise<void> | undefined

  /** `failed` is told of what should never happen; the next look tries again. */
  constructor(needs: SendingNeeds, failed: (error: unknown) => void) {
    this.#needs = needs
    this.#failed = failed
    this.#start()
  }

  /** There is something new in the outbox. */
  wake(): void {
    this.#isPoked = true
    this.#start()
  }

  /** Lets the letter on its way arrive. */
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

  /** @returns After how many ms to look again. */
  async #work(): Promise<number> {
    try {
      do this.#isPoked = false
      while ((await this.#sendOrTryAnew()) && this.#isPoked)
    } catch (error) {
      this.#failed(error)
    }
    return this.#isAway ? PROBE_EVERY_MS : LOOK_EVERY_MS
  }

  /** @returns Whether the server is there. A connection that died of idleness is made anew at once. */
  async #sendOrTryAnew(): Promise<boolean> {
    return (await this.#sendAll()) || (await this.#sendAll())
  }

  async #sendAll(): Promise<boolean> {
    const { mailer } = this.#needs
    if (this.#isAway) this.#isAway = (await mailer.probe()).kind !== 'sent'
    if (!this.#isAway) {
      const end = await sendEmails(this.#needs, () => this.#isStopped, this.#failed)
      this.#isAway = end === 'unreachable'
    }
    return !this.#isAway
  }
}
