/** Words of the page about one key. */
import type { KeyHistoryEntry } from '../api/key-types.ts'
import type { Language } from './language.tsx'

type EventWords = Readonly<Record<KeyHistoryEntry['event'], (detail: KeyHistoryEntry['detail']) => string>>

const de = {
  back: 'Alle Schlüssel',
  gone: 'Diesen Schlüssel gibt es nicht',
  goneText: 'Er gehört nicht zu diesem Konto, oder der Link ist unvollständig.',
  details: 'Einzelheiten',
  id: 'Kennung',
  kind: 'Art',
  created: 'Angelegt',
  limit: 'Grenze',
  limitDefault: 'wie üblich: 600 in 5 Minuten, 20 je Sekunde',
  limitOwn: (quota: string, window: string) => `${quota} in ${window}`,
  addressesAll: 'von überall',
  change: 'Ändern',
  rename: 'Umbenennen',
  renameTitle: 'Schlüssel umbenennen',
  addressesTitle: 'Erlaubte Adressen',
  addressesText: 'Anfragen von anderen Adressen werden mit 403 abgelehnt, sobald du speicherst.',
  endedAt: 'Beendet',
  works: 'Funktioniert noch bis',
  successor: 'Nachfolger',
  predecessor: 'Vorgänger',

  rotate: 'Erneuern',
  rotateTitle: 'Schlüssel erneuern',
  rotateText:
    'Du bekommst ein neues Geheimnis mit denselben Rechten. Beide funktionieren, bis die Überlappung endet; dann nur noch das neue.',
  overlap: 'Überlappung',
  overlaps: {
    '0': 'Keine: der alte endet sofort',
    '3600': '1 Stunde',
    '86400': '24 Stunden',
    '604800': '7 Tage',
    '2592000': '30 Tage',
  },
  oldUntil: (moment: string) => `Der alte Schlüssel funktioniert bis ${moment}.`,
  oldNow: 'Der alte Schlüssel wird sofort abgelehnt.',
  rotateAction: 'Neues Geheimnis erzeugen',

  revoke: 'Widerrufen',
  revokeTitle: 'Schlüssel widerrufen',
  revokeText: (name: string) =>
    `„${name}“ wird ab sofort überall abgelehnt. Das lässt sich nicht rückgängig machen.`,
  revokeUsed: (ago: string) => `Zuletzt benutzt: ${ago}.`,
  revokeOther: (start: string) =>
    `Der Schlüssel ${start} aus derselben Erneuerung funktioniert weiter. Soll auch er enden, widerrufe ihn eigens.`,
  revokeAction: 'Endgültig widerrufen',

  history: 'Verlauf',
  historyText: 'Wer hat wann was getan? Erneuerte Schlüssel haben einen gemeinsamen Verlauf.',
  events: {
    key_created: () => 'Angelegt',
    key_rotated: () => 'Erneuert',
    key_revoked: () => 'Widerrufen',
    key_named: (detail) => `Umbenannt in „${detail.new_name}“`,
    key_addresses: (detail) =>
      detail.addresses === '' ? 'Von überall erlaubt' : `Erlaubt nur aus ${detail.addresses}`,
    key_limit: (detail) => `Grenze vom Betreiber gesetzt: ${detail.quota} Einheiten`,
  } satisfies EventWords as EventWords,
  by: {
    owner: '',
    operator: 'durch den Betreiber',
    'command line': 'auf der Kommandozeile',
    system: 'von selbst',
  },
}

const en: typeof de = {
  back: 'All keys',
  gone: 'There is no such key',
  goneText: 'It does not belong to this account, or the link is incomplete.',
  details: 'Details',
  id: 'ID',
  kind: 'Kind',
  created: 'Created',
  limit: 'Limit',
  limitDefault: 'as usual: 600 in 5 minutes, 20 per second',
  limitOwn: (quota, window) => `${quota} in ${window}`,
  addressesAll: 'from everywhere',
  change: 'Change',
  rename: 'Rename',
  renameTitle: 'Rename key',
  addressesTitle: 'Allowed addresses',
  addressesText: 'Requests from other addresses are refused with 403 as soon as you save.',
  endedAt: 'Ended',
  works: 'Works until',
  successor: 'Successor',
  predecessor: 'Predecessor',

  rotate: 'Rotate',
  rotateTitle: 'Rotate key',
  rotateText:
    'You get a new secret with the same rights. Both work until the overlap ends; after that only the new one.',
  overlap: 'Overlap',
  overlaps: {
    '0': 'None: the old one ends at once',
    '3600': '1 hour',
    '86400': '24 hours',
    '604800': '7 days',
    '2592000': '30 days',
  },
  oldUntil: (moment) => `The old key works until ${moment}.`,
  oldNow: 'The old key is refused at once.',
  rotateAction: 'Make a new secret',

  revoke: 'Revoke',
  revokeTitle: 'Revoke key',
  revokeText: (name) => `“${name}” is refused everywhere from now on. This cannot be undone.`,
  revokeUsed: (ago) => `Last used: ${ago}.`,
  revokeOther: (start) =>
    `The key ${start} of the same rotation works on. If it is to end, too, revoke it as well.`,
  revokeAction: 'Revoke for good',

  history: 'History',
  historyText: 'Who did what, and when? Rotated keys share one history.',
  events: {
    key_created: () => 'Created',
    key_rotated: () => 'Rotated',
    key_revoked: () => 'Revoked',
    key_named: (detail) => `Renamed to “${detail.new_name}”`,
    key_addresses: (detail) =>
      detail.addresses === '' ? 'Allowed from everywhere' : `Allowed only from ${detail.addresses}`,
    key_limit: (detail) => `Limit set by the operator: ${detail.quota} units`,
  },
  by: { owner: '', operator: 'by the operator', 'command line': 'on the command line', system: 'by itself' },
}

export const KEY_PAGE: Readonly<Record<Language, typeof de>> = { de, en }
