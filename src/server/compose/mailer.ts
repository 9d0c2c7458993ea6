/** The mailer of the settings. */
import { FolderMailer } from '../../adapters/mail/folder-mailer.ts'
import { SmtpMailer } from '../../adapters/mail/smtp-mailer.ts'
import type { Config } from '../../config/config.ts'
import type { Site } from '../../core/accounts/site.ts'
import type { Mailer } from '../../core/notifications/mailer.ts'
import type { RenderedEmail } from '../../core/notifications/render-email.ts'
import { dataFiles } from '../data-folder.ts'
import { clock } from './system.ts'

/**
 * Opens the mailer of the settings: an SMTP server or the e-mail folder. `written` is called for each e-mail
 * that was written to the folder.
 */
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
    nowMs: clock.nowMs,
    written,
  })
}
