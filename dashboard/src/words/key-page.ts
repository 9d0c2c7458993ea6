/** Texts of the page about one key. */
import type { KeyHistoryEntry } from '../api/key-types.ts'
import type { Language } from './language.tsx'

type EventWords = Readonly<Record<KeyHistoryEntry['event'], (detail: KeyHistoryEntry['detail']) => string>>

const de = {
  back: 'Alle Schlüssel',
  gone: 'Schlüssel nicht gefunden',
  goneText: 'Er gehört nicht zu diesem Konto, oder der Link ist unvollständig.',
  details: 'Einzelheiten',
  id: 'ID',
  kind: 'Umgebung',
  created: 'Angelegt',
  limit: 'Limit',
  limitDefault: 'Standard (600 pro 5 Minuten, 20 pro Sekunde)',
  limitOwn: (quota: string, window: string) => `${quota} pro ${window}`,
  addressesAll: 'alle Adressen',
  change: 'Ändern',
  rename: 'Umbenennen',
  renameTitle: 'Schlüssel umbenennen',
  addressesTitle: 'Erlaubte Adressen',
  addressesText: 'Anfragen von anderen Adressen werden mit 403 abgelehnt, sobald du speicherst.',
  endedAt: 'Inaktiv seit',
  works: 'Funktioniert noch bis',
  successor: 'Nachfolger',
  predecessor: 'Vorgänger',

  rotate: 'Erneuern',
  rotateTitle: 'Schlüssel erneuern',
  rotateText:
    'Du erhältst einen neuen Schlüssel mit denselben Berechtigungen. Bis zum Ende der Übergangsfrist funktionieren beide, danach nur noch der neue.',
  overlap: 'Übergangsfrist',
  overlaps: {
    '0': 'Keine (der alte Schlüssel wird sofort ungültig)',
    '3600': '1 Stunde',
    '86400': '24 Stunden',
    '604800': '7 Tage',
    '2592000': '30 Tage',
  },
  oldUntil: (moment: string) => `Der alte Schlüssel funktioniert bis ${moment}.`,
  oldNow: 'Der alte Schlüssel wird sofort abgelehnt.',
  rotateAction: 'Neuen Schlüssel erzeugen',

  revoke: 'Widerrufen',
  revokeTitle: 'Schlüssel widerrufen',
  revokeText: (name: string) =>
    `„${name}“ wird ab sofort überall abgelehnt. Das lässt sich nicht rückgängig machen.`,
  revokeUsed: (ago: string) => `Zuletzt benutzt: ${ago}.`,
  revokeOther: (start: string) =>
    `Der Schlüssel ${start} aus derselben Erneuerung funktioniert weiter. Widerrufe ihn bei Bedarf separat.`,
  revokeAction: 'Endgültig widerrufen',

  history: 'Verlauf',
  historyText:
    'Alle Änderungen an diesem Schlüssel. Ein Schlüssel und seine Nachfolger haben einen gemeinsamen Verlauf.',
  events: {
    key_created: () => 'Angelegt',
    key_rotated: () => 'Erneuert',
    key_revoked: () => 'Widerrufen',
    key_named: (detail) => `Umbenannt in „${detail.new_name}“`,
    key_addresses: (detail) =>
      detail.addresses === '' ? 'Für alle Adressen freigegeben' : `Auf ${detail.addresses} beschränkt`,
    key_limit: (detail) => `Limit vom Betreiber geändert: ${detail.quota} Einheiten`,
  } satisfies EventWords as EventWords,
  by: {
    owner: '',
    operator: 'durch den Betreiber',
    'command line': 'auf der Kommandozeile',
    system: 'automatisch',
  },
}

const en: typeof de = {
  back: 'All keys',
  gone: 'Key not found',
  goneText: 'It does not belong to this account, or the link is incomplete.',
  details: 'Details',
  id: 'ID',
  kind: 'Environment',
  created: 'Created',
  limit: 'Limit',
  limitDefault: 'Default: 600 per 5 minutes, 20 per second',
  limitOwn: (quota, window) => `${quota} per ${window}`,
  addressesAll: 'any address',
  change: 'Change',
  rename: 'Rename',
  renameTitle: 'Rename key',
  addressesTitle: 'Allowed addresses',
  addressesText: 'Requests from other addresses are refused with 403 as soon as you save.',
  endedAt: 'Inactive since',
  works: 'Works until',
  successor: 'Successor',
  predecessor: 'Predecessor',

  rotate: 'Rotate',
  rotateTitle: 'Rotate key',
  rotateText:
    'You get a new key with the same permissions. Both keys work until the overlap ends; after that, only the new one works.',
  overlap: 'Overlap',
  overlaps: {
    '0': 'None (the old key stops working at once)',
    '3600': '1 hour',
    '86400': '24 hours',
    '604800': '7 days',
    '2592000': '30 days',
  },
  oldUntil: (moment) => `The old key works until ${moment}.`,
  oldNow: 'The old key is refused at once.',
  rotateAction: 'Create new key',

  revoke: 'Revoke',
  revokeTitle: 'Revoke key',
  revokeText: (name) => `“${name}” is refused everywhere from now on. This cannot be undone.`,
  revokeUsed: (ago) => `Last used: ${ago}.`,
  revokeOther: (start) =>
    `The key ${start} from the same rotation still works. Revoke it separately if needed.`,
  revokeAction: 'Revoke permanently',

  history: 'History',
  historyText: 'All changes to this key. A key and its successors share one history.',
  events: {
    key_created: () => 'Created',
    key_rotated: () => 'Rotated',
    key_revoked: () => 'Revoked',
    key_named: (detail) => `Renamed to “${detail.new_name}”`,
    key_addresses: (detail) =>
      detail.addresses === '' ? 'Allowed from any address' : `Restricted to ${detail.addresses}`,
    key_limit: (detail) => `Limit changed by the operator: ${detail.quota} units`,
  },
  by: {
    owner: '',
    operator: 'by the operator',
    'command line': 'on the command line',
    system: 'automatically',
  },
}

export const KEY_PAGE: Readonly<Record<Language, typeof de>> = { de, en }
