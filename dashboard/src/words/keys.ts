/** Words of the pages about keys: of the list and of making one; those of one key's page are joined in. */
import type { KeyKind, Scope } from '../api/key-types.ts'
import { KEY_PAGE } from './key-page.ts'
import type { Language } from './language.tsx'

interface KindWords {
  readonly label: string
  /** Behind the label. */
  readonly short: string
  readonly text: string
}

interface ScopeWords {
  readonly label: string
  /** In a list. */
  readonly short: string
  readonly text: string
}

const de = {
  title: 'Schlüssel',
  lead: 'Mit einem Schlüssel fragt ein Programm die Schnittstelle ab. Gib jedem seinen eigenen.',
  create: 'Schlüssel anlegen',
  atLimit: (max: number) =>
    `Du hast ${max} aktive Schlüssel, mehr kann ein Konto nicht haben. Widerrufe einen, den du nicht mehr brauchst.`,
  tooManyToday: 'Heute wurden schon sehr viele Schlüssel angelegt. Versuche es morgen wieder.',
  list: 'Deine Schlüssel',
  ended: (count: number) => (count === 1 ? '1 beendeter Schlüssel' : `${count} beendete Schlüssel`),
  name: 'Name',
  rights: 'Rechte',
  lastUsed: 'Zuletzt benutzt',
  neverUsed: 'noch nie',
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
  scopes: {
    'companies:search': {
      label: 'Suchen',
      short: 'Suchen',
      text: 'Unternehmen nach Namen oder Registernummer finden.',
    },
    'companies:search:deep': {
      label: 'Umfassend suchen',
      short: 'Umfassend',
      text: 'Auch frühere und ähnliche Namen. Eine Anfrage zählt wie fünf.',
    },
    'companies:read': {
      label: 'Unternehmen lesen und auflisten',
      short: 'Lesen',
      text: 'Einzelne Unternehmen abrufen und ganze Listen holen.',
    },
  } satisfies Record<Scope, ScopeWords> as Readonly<Record<Scope, ScopeWords>>,

  createTitle: 'Schlüssel anlegen',
  nameLabel: 'Name',
  nameHint: 'Wofür ist er? Zum Beispiel „CRM“ oder „Rechnungsprüfung“.',
  kindLabel: 'Was sieht er?',
  kinds: {
    live: { label: 'Live', short: 'echte Unternehmen', text: 'Echte Unternehmen.' },
    test: {
      label: 'Test',
      short: 'erfundene Unternehmen',
      text: 'Erfundene Unternehmen zum Ausprobieren, auch von Fehlern.',
    },
  } satisfies Record<KeyKind, KindWords> as Readonly<Record<KeyKind, KindWords>>,
  rightsLabel: 'Was darf er?',
  expiryLabel: 'Ablauf',
  expiries: {
    never: 'Nie',
    '30d': 'In 30 Tagen',
    '90d': 'In 90 Tagen',
    '365d': 'In einem Jahr',
    date: 'An einem Tag …',
  },
  dateLabel: 'Letzter Tag',
  bind: 'Nur aus bestimmten Netzen erlauben',
  addressesLabel: 'Erlaubte Adressen',
  addressesHint:
    'Eine je Zeile, höchstens 10: 192.0.2.7, 192.0.2.0/24 oder 2001:db8::/32. Leer heißt: von überall.',
  nameMissing: 'Gib dem Schlüssel einen Namen.',
  nameWrong: 'Der Name hat höchstens 100 Zeichen und keine Steuerzeichen.',
  rightsMissing: 'Wähle mindestens ein Recht.',
  dateWrong: 'Wähle einen Tag in den nächsten zehn Jahren.',
  addressWrong: (line: string) => `„${line}“ ist keine Adresse und kein Netz.`,
  addressWide: (line: string) =>
    `„${line}“ ist zu weit: erlaubt sind IPv4-Netze bis /8 und IPv6-Netze bis /16. Für alle Adressen lass die Liste leer.`,
  addressesMany: 'Höchstens 10 Adressen oder Netze.',

  madeTitle: 'Dein neuer Schlüssel',
  madeOnce: 'Nur jetzt sichtbar',
  madeText: 'Kopiere ihn an einen sicheren Ort. Später kann ihn niemand mehr anzeigen, auch wir nicht.',
  oldEnds: (moment: string) => `Der bisherige Schlüssel funktioniert noch bis ${moment}.`,
  oldEnded: 'Der bisherige Schlüssel gilt nicht mehr.',
  secret: 'Schlüssel',
  tryIt: 'Gleich ausprobieren',
  language: 'Programmiersprache',
  snippet: 'Beispiel',
  stored: 'Gespeichert, schließen',

  stepsTitle: 'In drei Schritten zur ersten Antwort',
  stepsText: 'Das dauert etwa eine Minute.',
  stepOf: (number: number) => `Schritt ${number}`,
  done: 'erledigt',
  stepCreate: 'Schlüssel anlegen',
  stepCreateText: 'Er weist dein Programm aus. Du siehst ihn genau einmal.',
  stepCall: 'Erste Anfrage stellen',
  stepCallText: 'Kopiere das Beispiel in ein Terminal und ersetze DEIN_API_KEY durch deinen Schlüssel.',
  keyPlaceholder: 'DEIN_API_KEY',
  stepCallLater: 'Ein Beispiel zum Kopieren liegt bereit, sobald du einen Schlüssel hast.',
  stepSee: 'Sehen, wie es läuft',
  stepSeeText: 'Jede Anfrage erscheint in der Nutzung, nach Schlüssel und Stunde.',
  waiting: 'Wartet auf die erste Anfrage …',
  arrived: 'Die erste Anfrage ist angekommen. Es läuft.',
  toUsage: 'Nutzung ansehen',
  toDocs: 'Dokumentation lesen',
  hide: 'Ausblenden',
}

const en: typeof de = {
  title: 'Keys',
  lead: 'Your program calls the API with a key. Give every program one of its own.',
  create: 'Create key',
  atLimit: (max) =>
    `You have ${max} active keys, the most an account can have. Revoke one that you no longer need.`,
  tooManyToday: 'Very many keys were made today. Try again tomorrow.',
  list: 'Your keys',
  ended: (count) => (count === 1 ? '1 ended key' : `${count} ended keys`),
  name: 'Name',
  rights: 'Rights',
  lastUsed: 'Last used',
  neverUsed: 'never',
  requests: (count, text) => `${text} ${count === 1 ? 'request' : 'requests'} in 24 h`,
  expiry: 'Expiry',
  never: 'never',
  state: 'State',
  states: {
    live: 'Active',
    rotated: 'Rotated',
    expired: 'Expired',
    revoked: 'Revoked',
  },
  endsIn: (ago) => `Ends ${ago}`,
  bound: (count) => (count === 1 ? 'from 1 network only' : `from ${count} networks only`),
  scopes: {
    'companies:search': {
      label: 'Search',
      short: 'Search',
      text: 'Find companies by name or register number.',
    },
    'companies:search:deep': {
      label: 'Deep search',
      short: 'Deep',
      text: 'Former and similar names too. One request counts as five.',
    },
    'companies:read': {
      label: 'Read and list companies',
      short: 'Read',
      text: 'Fetch single companies and whole lists.',
    },
  },

  createTitle: 'Create key',
  nameLabel: 'Name',
  nameHint: 'What is it for? For example “CRM” or “invoice check”.',
  kindLabel: 'What does it see?',
  kinds: {
    live: { label: 'Live', short: 'real companies', text: 'Real companies.' },
    test: {
      label: 'Test',
      short: 'made-up companies',
      text: 'Made-up companies for trying things out, errors included.',
    },
  },
  rightsLabel: 'What may it do?',
  expiryLabel: 'Expiry',
  expiries: {
    never: 'Never',
    '30d': 'In 30 days',
    '90d': 'In 90 days',
    '365d': 'In a year',
    date: 'On a day …',
  },
  dateLabel: 'Last day',
  bind: 'Allow from certain networks only',
  addressesLabel: 'Allowed addresses',
  addressesHint:
    'One per line, 10 at most: 192.0.2.7, 192.0.2.0/24 or 2001:db8::/32. Empty means: from everywhere.',
  nameMissing: 'Give the key a name.',
  nameWrong: 'The name has 100 characters at most, and no control characters.',
  rightsMissing: 'Choose at least one right.',
  dateWrong: 'Choose a day within the next ten years.',
  addressWrong: (line) => `“${line}” is neither an address nor a network.`,
  addressWide: (line) =>
    `“${line}” is too wide: IPv4 networks up to /8 and IPv6 networks up to /16 are allowed. To allow every address, leave the list empty.`,
  addressesMany: '10 addresses or networks at most.',

  madeTitle: 'Your new key',
  madeOnce: 'Shown only now',
  madeText: 'Copy it to a safe place. Nobody can show it again later, not even us.',
  oldEnds: (moment) => `The previous key works until ${moment}.`,
  oldEnded: 'The previous key no longer works.',
  secret: 'Key',
  tryIt: 'Try it right away',
  language: 'Programming language',
  snippet: 'Example',
  stored: 'Saved, close',

  stepsTitle: 'Three steps to the first answer',
  stepsText: 'It takes about a minute.',
  stepOf: (number) => `Step ${number}`,
  done: 'done',
  stepCreate: 'Create a key',
  stepCreateText: 'It identifies your program. You see it exactly once.',
  stepCall: 'Make the first request',
  stepCallText: 'Copy the example into a terminal and replace YOUR_API_KEY with your key.',
  keyPlaceholder: 'YOUR_API_KEY',
  stepCallLater: 'An example to copy is ready as soon as you have a key.',
  stepSee: 'See how it runs',
  stepSeeText: 'Every request shows up under usage, by key and hour.',
  waiting: 'Waiting for the first request …',
  arrived: 'The first request has arrived. It works.',
  toUsage: 'See usage',
  toDocs: 'Read the documentation',
  hide: 'Hide',
}

export const KEYS_WORDS = {
  de: { ...de, ...KEY_PAGE.de },
  en: { ...en, ...KEY_PAGE.en },
} satisfies Record<Language, unknown>
