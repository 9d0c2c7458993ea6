/** Texts of the pages about keys, including those of the page about one key. */
import type { KeyKind } from '../api/key-types.ts'
import { KEY_PAGE } from './key-page.ts'
import type { Language } from './language.tsx'
import { SCOPE_WORDS } from './scopes.ts'

interface KindWords {
  readonly label: string
  /** Shown after the label. */
  readonly short: string
  readonly text: string
}

const de = {
  title: 'Schlüssel',
  lead: 'API-Schlüssel für deine Programme. Lege für jedes einen eigenen an.',
  create: 'Schlüssel anlegen',
  atLimit: (max: number) =>
    `Du hast ${max} aktive Schlüssel, mehr sind pro Konto nicht möglich. Widerrufe einen, den du nicht mehr brauchst.`,
  tooManyToday: 'Heute wurden schon zu viele Schlüssel angelegt. Versuch es morgen wieder.',
  list: 'Deine Schlüssel',
  ended: (count: number) => (count === 1 ? '1 inaktiver Schlüssel' : `${count} inaktive Schlüssel`),
  name: 'Name',
  rights: 'Berechtigungen',
  lastUsed: 'Zuletzt verwendet',
  neverUsed: 'nie',
  requests: (count: number, text: string) => `${text} ${count === 1 ? 'Anfrage' : 'Anfragen'} in 24 h`,
  expiry: 'Ablauf',
  never: 'nie',
  state: 'Status',
  states: {
    live: 'Aktiv',
    rotated: 'Erneuert',
    expired: 'Abgelaufen',
    revoked: 'Widerrufen',
  },
  endsIn: (ago: string) => `Endet ${ago}`,
  bound: (count: number) => (count === 1 ? 'nur aus 1 Netz' : `nur aus ${count} Netzen`),
  scopes: SCOPE_WORDS.de,

  createTitle: 'Schlüssel anlegen',
  nameLabel: 'Name',
  nameHint: 'Wofür du ihn verwendest, zum Beispiel „CRM“ oder „Rechnungsprüfung“.',
  kindLabel: 'Umgebung',
  kinds: {
    live: { label: 'Live', short: 'echte Unternehmen', text: 'Echte Unternehmen.' },
    test: {
      label: 'Test',
      short: 'fiktive Unternehmen',
      text: 'Fiktive Unternehmen zum Ausprobieren. Auch Fehler lassen sich auslösen.',
    },
  } satisfies Record<KeyKind, KindWords> as Readonly<Record<KeyKind, KindWords>>,
  rightsLabel: 'Berechtigungen',
  expiryLabel: 'Ablauf',
  expiries: {
    never: 'Nie',
    '30d': 'In 30 Tagen',
    '90d': 'In 90 Tagen',
    '365d': 'In einem Jahr',
    date: 'Datum wählen …',
  },
  dateLabel: 'Letzter Tag',
  bind: 'Nur aus bestimmten Netzen erlauben',
  addressesLabel: 'Erlaubte Adressen',
  addressesHint:
    'Eine pro Zeile, höchstens 10: 192.0.2.7, 192.0.2.0/24 oder 2001:db8::/32. Leer bedeutet: alle Adressen.',
  nameMissing: 'Gib dem Schlüssel einen Namen.',
  nameWrong: 'Der Name hat höchstens 100 Zeichen und keine Steuerzeichen.',
  rightsMissing: 'Wähle mindestens eine Berechtigung.',
  dateWrong: 'Wähle einen Tag in den nächsten zehn Jahren.',
  addressWrong: (line: string) => `„${line}“ ist keine Adresse und kein Netz.`,
  addressWide: (line: string) =>
    `„${line}“ ist zu groß. Erlaubt sind IPv4-Netze bis /8 und IPv6-Netze bis /16. Lass die Liste leer, um alle Adressen zu erlauben.`,
  addressesMany: 'Höchstens 10 Adressen oder Netze.',

  madeTitle: 'Dein neuer Schlüssel',
  madeOnce: 'Nur jetzt sichtbar',
  madeText: 'Kopiere ihn an einen sicheren Ort. Er kann später nicht mehr angezeigt werden.',
  oldEnds: (moment: string) => `Der bisherige Schlüssel funktioniert noch bis ${moment}.`,
  oldEnded: 'Der bisherige Schlüssel ist ungültig.',
  secret: 'Schlüssel',
  tryIt: 'Gleich ausprobieren',
  serviceAddress: 'Adresse für OpenRefine',
  serviceHint:
    'In OpenRefine: Abgleichen → Starten Sie den Abgleich → Standard-Dienst hinzufügen. Die Adresse enthält den Schlüssel; gib sie nicht weiter.',
  language: 'Programmiersprache',
  snippet: 'Beispiel',
  stored: 'Kopiert – schließen',

  stepsTitle: 'In drei Schritten zur ersten Antwort',
  stepsText: 'Das dauert etwa eine Minute.',
  stepOf: (number: number) => `Schritt ${number}`,
  done: 'erledigt',
  stepCreate: 'Schlüssel anlegen',
  stepCreateText: 'Damit authentifiziert sich dein Programm. Er wird nur einmal angezeigt.',
  stepCall: 'Erste Anfrage senden',
  stepCallText: 'Kopiere das Beispiel in ein Terminal und ersetze DEIN_API_KEY durch deinen Schlüssel.',
  stepReconcile: 'Erste Spalte abgleichen',
  stepReconcileText:
    'Füge die Adresse in OpenRefine ein: Abgleichen → Starten Sie den Abgleich → Standard-Dienst hinzufügen. Ersetze DEIN_API_KEY durch deinen Schlüssel.',
  keyPlaceholder: 'DEIN_API_KEY',
  stepCallLater: 'Sobald du einen Schlüssel hast, erscheint hier ein Beispiel zum Kopieren.',
  stepSee: 'Nutzung prüfen',
  stepSeeText: 'Jede Anfrage erscheint unter „Nutzung“, nach Schlüssel und Stunde.',
  waiting: 'Wartet auf die erste Anfrage …',
  arrived: 'Die erste Anfrage ist angekommen.',
  toUsage: 'Nutzung ansehen',
  toDocs: 'Dokumentation lesen',
  hide: 'Ausblenden',
}

const en: typeof de = {
  title: 'Keys',
  lead: 'API keys for your programs. Create a separate one for each.',
  create: 'Create key',
  atLimit: (max) =>
    `You have ${max} active keys, the maximum per account. Revoke one that you no longer need.`,
  tooManyToday: 'Too many keys were created today. Try again tomorrow.',
  list: 'Your keys',
  ended: (count) => (count === 1 ? '1 inactive key' : `${count} inactive keys`),
  name: 'Name',
  rights: 'Permissions',
  lastUsed: 'Last used',
  neverUsed: 'never',
  requests: (count, text) => `${text} ${count === 1 ? 'request' : 'requests'} in 24 h`,
  expiry: 'Expiry',
  never: 'never',
  state: 'Status',
  states: {
    live: 'Active',
    rotated: 'Rotated',
    expired: 'Expired',
    revoked: 'Revoked',
  },
  endsIn: (ago) => `Ends ${ago}`,
  bound: (count) => (count === 1 ? 'from 1 network only' : `from ${count} networks only`),
  scopes: SCOPE_WORDS.en,

  createTitle: 'Create key',
  nameLabel: 'Name',
  nameHint: 'What you use it for, for example “CRM” or “invoice check”.',
  kindLabel: 'Environment',
  kinds: {
    live: { label: 'Live', short: 'real companies', text: 'Real companies.' },
    test: {
      label: 'Test',
      short: 'fictional companies',
      text: 'Fictional companies for testing. Errors can be simulated, too.',
    },
  },
  rightsLabel: 'Permissions',
  expiryLabel: 'Expiry',
  expiries: {
    never: 'Never',
    '30d': 'In 30 days',
    '90d': 'In 90 days',
    '365d': 'In a year',
    date: 'Choose a date …',
  },
  dateLabel: 'Last day',
  bind: 'Restrict to certain networks',
  addressesLabel: 'Allowed addresses',
  addressesHint:
    'One per line, 10 at most: 192.0.2.7, 192.0.2.0/24 or 2001:db8::/32. Empty means: any address.',
  nameMissing: 'Give the key a name.',
  nameWrong: 'The name has 100 characters at most, and no control characters.',
  rightsMissing: 'Choose at least one permission.',
  dateWrong: 'Choose a day within the next ten years.',
  addressWrong: (line) => `“${line}” is neither an address nor a network.`,
  addressWide: (line) =>
    `“${line}” is too large. IPv4 networks up to /8 and IPv6 networks up to /16 are allowed. Leave the list empty to allow any address.`,
  addressesMany: '10 addresses or networks at most.',

  madeTitle: 'Your new key',
  madeOnce: 'Visible only now',
  madeText: 'Copy it to a safe place. It cannot be shown again.',
  oldEnds: (moment) => `The previous key works until ${moment}.`,
  oldEnded: 'The previous key no longer works.',
  secret: 'Key',
  tryIt: 'Try it now',
  serviceAddress: 'Address for OpenRefine',
  serviceHint:
    'In OpenRefine: Reconcile → Start reconciling → Add standard service. The address contains the key; do not pass it on.',
  language: 'Programming language',
  snippet: 'Example',
  stored: 'Copied – close',

  stepsTitle: 'Three steps to the first response',
  stepsText: 'It takes about a minute.',
  stepOf: (number) => `Step ${number}`,
  done: 'done',
  stepCreate: 'Create a key',
  stepCreateText: 'Your program authenticates with it. It is shown only once.',
  stepCall: 'Send the first request',
  stepCallText: 'Copy the example into a terminal and replace YOUR_API_KEY with your key.',
  stepReconcile: 'Reconcile the first column',
  stepReconcileText:
    'Paste the address into OpenRefine: Reconcile → Start reconciling → Add standard service. Replace YOUR_API_KEY with your key.',
  keyPlaceholder: 'YOUR_API_KEY',
  stepCallLater: 'As soon as you have a key, an example to copy appears here.',
  stepSee: 'Check your usage',
  stepSeeText: 'Every request appears under “Usage”, by key and hour.',
  waiting: 'Waiting for the first request …',
  arrived: 'The first request has arrived.',
  toUsage: 'See usage',
  toDocs: 'Read the documentation',
  hide: 'Hide',
}

export const KEYS_WORDS = {
  de: { ...de, ...KEY_PAGE.de },
  en: { ...en, ...KEY_PAGE.en },
} satisfies Record<Language, unknown>
