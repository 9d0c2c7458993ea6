/** The mailer of the settings. */
import type { Config } from '../../config/config.ts'
import type { Site } from '../../core/accounts/site.ts'
import type { Mailer } from '../../core/notifications/mailer.ts'
import type { RenderedEmail } from '../../core/notifications/render-email.ts'
import { dataFiles } from '../data-folder.ts'
import { lazyPort } from './lazy-import.ts'
import { clock } from './system.ts'

type MailerConfig = Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>
type Written = (email: RenderedEmail, path: string) => void

/**
 * Opens the mailer of the settings: an SMTP server or the e-mail folder. It is loaded for the first e-mail.
 * `written` is called for each e-mail that was written to the folder.
 */
export function openMailer(
  config: MailerConfig,
  { publicUrl }: Pick<Site, 'publicUrl'>,
  written: Written,
): Mailer {
  let isLoaded = false
  const mailer = lazyPort(async () => {
    const loaded = await loadMailer(config, new URL(publicUrl).hostname, written)
    isLoaded = true
    return loaded
  })
  return {
    send: (email) => mailer.send(email),
    probe: () => mailer.probe(),
    close: async () => {
      if (isLoaded) await mailer.close()
    },
  }
}

async function loadMailer(
  { smtpUrl, mailFrom, dataDir }: MailerConfig,
  host: string,
  written: Written,
): Promise<Mailer> {
  if (smtpUrl !== '') {
    const { SmtpMailer } = await import('../../adapters/mail/smtp-mailer.ts')
    return new SmtpMailer(smtpUrl, { from: mailFrom, host })
  }
  const { FolderMailer } = await import('../../adapters/mail/folder-mailer.ts')
  const from = mailFrom === '' ? `firmensuche <noreply@${host}>` : mailFrom
  return new FolderMailer({
    folder: dataFiles(dataDir).mail,
    sender: { from, host },
    nowMs: clock.nowMs,
    written,
  })
}
