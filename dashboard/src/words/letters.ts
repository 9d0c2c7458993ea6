/** Words of the page for letters that no mail server takes. */
import type { Language } from './language.tsx'

const de = {
  title: 'Briefe ohne Postausgang',
  lead: 'Solange kein Mailserver eingerichtet ist, landen Briefe hier. Die Seite gibt es nur auf diesem Rechner.',
  list: 'Briefe',
  emptyTitle: 'Noch kein Brief da',
  emptyText: 'Sobald der Dienst einen schreibt, erscheint er hier von selbst.',
}

const en: typeof de = {
  title: 'Letters without a mail server',
  lead: 'As long as no mail server is set up, letters end up here. The page exists on this machine only.',
  list: 'Letters',
  emptyTitle: 'No letter yet',
  emptyText: 'As soon as the service writes one, it shows up here by itself.',
}

export const LETTERS: Readonly<Record<Language, typeof de>> = { de, en }
