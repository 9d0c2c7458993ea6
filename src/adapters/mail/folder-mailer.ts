import { chmodSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import MailComposer from 'nodemailer/lib/mail-composer'
import type { Mailer, Sending } from '../../core/notifications/mailer.ts'
import type { RenderedEmail } from '../../core/notifications/render-email.ts'
import { createFileWith } from '../system/private-file.ts'
import { syncFolder } from '../system/sync-folder.ts'
import { deleteOldEmails, fileNameOf } from './email-folder.ts'
import { messageOf, type Sender } from './email-message.ts'

/** Access for the owner only: links in e-mails give access to accounts. */
const FOLDER_MODE = 0o700

/** Options of the mailer. */
export interface FolderMailerOptions {
  /** Path of the folder; it is created if needed. */
  readonly folder: string
  readonly sender: Sender
  readonly nowMs: () => number
  /** Called for each e-mail that was written. */
  readonly written: (newEmail: RenderedEmail, path: string) => void
}

/**
 * Writes each e-mail to a file that mail programs can open. Used if there is no SMTP server. The files are
 * deleted after a week.
 */
export class FolderMailer implements Mailer {
  readonly #options: FolderMailerOptions

  constructor(options: FolderMailerOptions) {
    this.#options = options
  }

  async send(newEmail: RenderedEmail): Promise<Sending> {
    const { folder, sender, nowMs, written } = this.#options
    try {
      const bytes = await new MailComposer(messageOf(newEmail, sender)).compile().build()
      const path = join(folder, fileNameOf(newEmail))
      this.#makeFolder()
      // Renamed when complete, so that readers of the folder never see half an e-mail.
      createFileWith(`${path}.part`, bytes)
      renameSync(`${path}.part`, path)
      syncFolder(folder)
      deleteOldEmails(folder, nowMs())
      written(newEmail, path)
      return { kind: 'sent' }
    } catch (error) {
      return unwritten(error)
    }
  }

  async probe(): Promise<Sending> {
    try {
      this.#makeFolder()
      return { kind: 'sent' }
    } catch (error) {
      return unwritten(error)
    }
  }

  async close(): Promise<void> {}

  #makeFolder(): void {
    const { folder } = this.#options
    mkdirSync(folder, { recursive: true, mode: FOLDER_MODE })
    chmodSync(folder, FOLDER_MODE)
  }
}

function unwritten(error: unknown): Sending {
  return { kind: 'unreachable', code: (error as NodeJS.ErrnoException).code ?? 'EUNKNOWN' }
}
