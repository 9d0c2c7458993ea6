/** Texts of the page that shows the e-mails of a server without a mail server. */
import type { Language } from './language.tsx'

const de = {
  title: 'E-Mails ohne Mailserver',
  lead: 'Solange kein Mailserver eingerichtet ist, landen E-Mails hier. Diese Seite gibt es nur auf diesem Rechner.',
  list: 'E-Mails',
  emptyTitle: 'Noch keine E-Mail da',
  emptyText: 'Sobald der Dienst eine schreibt, erscheint sie hier von selbst.',
}

const en: typeof de = {
  title: 'E-mails without a mail server',
  lead: 'Until a mail server is set up, e-mails end up here. This page exists on this machine only.',
  list: 'E-mails',
  emptyTitle: 'No e-mail yet',
  emptyText: 'As soon as the service writes one, it shows up here by itself.',
}

export const EMAILS: Readonly<Record<Language, typeof de>> = { de, en }
