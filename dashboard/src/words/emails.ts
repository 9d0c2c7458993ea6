/** Texts of the page that shows the e-mails of a server without a mail server. */
import type { Language } from './language.tsx'

const de = {
  title: 'E-Mails ohne Mailserver',
  lead: 'Ohne Mailserver werden E-Mails auf diesem Rechner gespeichert und hier angezeigt. Die Seite ist nur auf diesem Rechner erreichbar.',
  list: 'E-Mails',
  emptyTitle: 'Noch keine E-Mails',
  emptyText: 'Neue E-Mails erscheinen hier automatisch.',
}

const en: typeof de = {
  title: 'E-mails without a mail server',
  lead: 'Without a mail server, e-mails are stored on this machine and shown here. The page is available on this machine only.',
  list: 'E-mails',
  emptyTitle: 'No e-mails yet',
  emptyText: 'New e-mails appear here automatically.',
}

export const EMAILS: Readonly<Record<Language, typeof de>> = { de, en }
