import { chmodSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import MailComposer from 'nodemailer/lib/mail-composer'
import type { Mailer, Sending } from '../../core/notifications/mailer.ts'
import type { RenderedEmail } from '../../core/notifications/render-email.ts'
import { fileNameOf, forgetOldEmails } from './email-folder.ts'
import { messageOf, type Sender } from './email-message.ts'

/** Links in letters open accounts: they are for the owner of the folder only. */
const FOLDER_MODE = 0o700
const FILE_MODE = 0o600

export interface FolderMailerOptions {
  /** Made when it is missing. */
  readonly folder: string
  readonly sender: Sender
  readonly nowMs: () => number
  /** Told of each letter that was written. */
  readonly written: (newEmail: RenderedEmail, path: string) => void
}

/** Where there is no mail server: each letter becomes a file that mail programs can open. It is deleted after a week. */
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
      // Whoever reads the folder meanwhile sees whole letters only.
      writeFileSync(`${path}.part`, bytes, { mode: FILE_MODE })
      renameSync(`${path}.part`, path)
      forgetOldEmails(folder, nowMs())
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
