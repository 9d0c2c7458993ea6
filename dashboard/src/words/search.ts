/** Texts of the search page, the company page, and the light page around both. */
import type { Language } from './language.tsx'

const de = {
  signUp: 'Konto anlegen',
  toApp: 'Zum Konto',

  question: 'Welches Unternehmen suchst du?',
  lead: (companies: string) =>
    `Suche in ${companies} Unternehmen nach Name oder Registernummer, auch mit Tippfehlern und früheren Namen.`,
  leadWithoutCount: 'Suche nach Name oder Registernummer, auch mit Tippfehlern und früheren Namen.',
  field: 'Firmenname oder Registernummer',
  fieldHint: 'Name oder Nummer',
  search: 'Suchen',
  searching: 'Wird gesucht',
  clear: 'Eingabe löschen',
  suggestions: 'Vorschläge',
  suggestionCount: (count: number) =>
    count === 0
      ? 'Keine Vorschläge.'
      : `${count} ${count === 1 ? 'Vorschlag' : 'Vorschläge'}, Auswahl mit den Pfeiltasten.`,
  examples: 'Zum Beispiel',
  exampleHints: { name: 'ein Name', number: 'eine Registernummer', typo: 'mit Tippfehler, erweitert' },

  mode: 'Art der Suche',
  modes: { normal: 'Normal', deep: 'Erweitert', both: 'Vergleichen' },
  modeHints: {
    normal:
      'Findet Namen, die alle Suchwörter enthalten, oder die Registernummer. Ohne Treffer folgt die erweiterte Suche.',
    deep: 'Findet auch frühere Namen, gelöschte Unternehmen, Tippfehler, gleich klingende Namen und fehlende Wörter.',
    both: 'Zeigt beide Suchen nebeneinander. So siehst du, was die erweiterte Suche zusätzlich findet.',
  },

  filters: 'Filter',
  filtersActive: (count: number) => `Filter, ${count} gesetzt`,
  legalForm: 'Rechtsform',
  status: 'Status',
  court: 'Registergericht',
  seat: 'Sitz',
  state: 'Bundesland',
  country: 'Land',
  formerFilter: 'Frühere Namen',
  formerFilters: { only: 'Nur frühere Namen', exclude: 'Ohne frühere Namen' },
  choose: 'Auswählen …',
  commonForms: 'Häufige',
  otherForms: 'Weitere',
  seatHint: 'z. B. Köln',
  removeFilter: (name: string) => `Filter ${name} entfernen`,
  removeAll: 'Alle entfernen',

  count: (count: string, isExact: boolean, _isOne: boolean) =>
    `${isExact ? '' : 'Mehr als '}${count} Treffer`,
  /** Beside a value of a filter. */
  hitCount: (count: string, isExact: boolean, _isOne: boolean) =>
    `${isExact ? '' : 'mindestens '}${count} Treffer`,
  related: 'Vielleicht verwandt',
  relatedWhy: 'Diese Namen haben seltene Wörter mit deiner Suche gemeinsam. Sie zählen nicht als Treffer.',
  took: (ms: string) => `in ${ms} ms`,
  more: 'Weitere Treffer',
  truncated: 'Es werden höchstens 10.000 Treffer angezeigt.',
  deepInstead:
    'Kein genauer Treffer. Du siehst die Ergebnisse der erweiterten Suche: auch ähnliche Schreibweisen, frühere Namen und gelöschte Unternehmen.',
  partial: 'Das Zeitlimit der Suche ist erreicht. Ähnliche Namen können fehlen.',
  again: 'Erneut suchen',
  onlyDeep: 'nur erweitert',
  notFoundHere: 'Nicht dabei?',
  offerDeep: 'Erweitert suchen',
  offerDeepWhy: 'findet auch frühere Namen, gelöschte Unternehmen und ähnliche Schreibweisen.',
  none: 'Kein Unternehmen gefunden',
  noneNormal: 'Die normale Suche findet nur aktuelle Namen, die alle Suchwörter enthalten.',
  noneDeep: 'Auch unter früheren und ähnlichen Namen gibt es keinen Treffer. Versuch es mit weniger Wörtern.',
  noneFilters: 'Vielleicht schließen deine Filter das Unternehmen aus.',
  removeFilters: 'Ohne Filter suchen',
  formerly: 'früher',
  alsoNamed: 'auch',
  why: 'Warum gefunden',
  score: 'Punkte',
  scoreOf: (score: number) => `${score} von 100 Punkten`,
  localCourt: (court: string) => `Amtsgericht ${court}`,
  seatIn: (seat: string) => `Sitz ${seat}`,
  asOf: 'Stand',
  notOfficial: 'nicht das amtliche Register',

  asRequest: 'Als API-Aufruf',
  request: 'Die Suche als API-Aufruf',
  curl: 'curl',
  json: 'JSON',
  copy: 'Kopieren',
  copied: 'Kopiert',
  keyNeeded: 'Für den API-Aufruf brauchst du einen Schlüssel.',
  getKey: 'Schlüssel anlegen',
  onlyFirst: 'So antwortet die API.',

  limitedTitle: 'Zu viele Suchen',
  limited: (seconds: number) =>
    seconds > 0
      ? `Versuch es in ${seconds} ${seconds === 1 ? 'Sekunde' : 'Sekunden'} erneut.`
      : 'Du kannst jetzt weitersuchen.',
  limitedAccount: 'Mit Konto gilt ein höheres Limit.',
  offlineTitle: 'Keine Verbindung',
  offline: 'Die Suche wird wiederholt, sobald der Server wieder erreichbar ist.',
  failedTitle: 'Das hat nicht geklappt',
  tryAgain: 'Erneut versuchen',
  requestId: 'Anfrage',

  back: 'Zurück zur Suche',
  copyLink: 'Link kopieren',
  linkCopied: 'Link kopiert',
  gone: 'Unternehmen nicht gefunden',
  goneWhy: 'Zu dieser ID gibt es keinen Eintrag, oder er wird nicht mehr angezeigt.',
  moved: 'Die ID hat sich geändert. Du siehst den aktuellen Eintrag.',
  companyTitle: 'Unternehmen',
}

const en: typeof de = {
  signUp: 'Create account',
  toApp: 'My account',

  question: 'Which company are you looking for?',
  lead: (companies) =>
    `Search ${companies} companies by name or register number, even with typos and former names.`,
  leadWithoutCount: 'Search by name or register number, even with typos and former names.',
  field: 'Company name or register number',
  fieldHint: 'Name or number',
  search: 'Search',
  searching: 'Searching',
  clear: 'Clear',
  suggestions: 'Suggestions',
  suggestionCount: (count) =>
    count === 0
      ? 'No suggestions.'
      : `${count} ${count === 1 ? 'suggestion' : 'suggestions'}, use the arrow keys.`,
  examples: 'For example',
  exampleHints: { name: 'a name', number: 'a register number', typo: 'with a typo, deep' },

  mode: 'Search mode',
  modes: { normal: 'Normal', deep: 'Deep', both: 'Compare' },
  modeHints: {
    normal:
      'Finds names that contain all search words, or the register number. Without a hit, a deep search follows.',
    deep: 'Also finds former names, removed companies, typos, names that sound the same, and missing words.',
    both: 'Shows both searches side by side, so you see what the deep search adds.',
  },

  filters: 'Filters',
  filtersActive: (count) => `Filters, ${count} set`,
  legalForm: 'Legal form',
  status: 'Status',
  court: 'Register court',
  seat: 'Seat',
  state: 'State',
  country: 'Country',
  formerFilter: 'Former names',
  formerFilters: { only: 'Only former names', exclude: 'No former names' },
  choose: 'Choose …',
  commonForms: 'Common',
  otherForms: 'Others',
  seatHint: 'e.g. Köln',
  removeFilter: (name) => `Remove filter ${name}`,
  removeAll: 'Remove all',

  count: (count, isExact, isOne) =>
    `${isExact ? '' : 'More than '}${count} ${isOne ? 'company' : 'companies'}`,
  hitCount: (count, isExact, isOne) =>
    `${isExact ? '' : 'at least '}${count} ${isOne ? 'company' : 'companies'}`,
  related: 'Perhaps related',
  relatedWhy: 'These names share rare words with your search. They do not count as results.',
  took: (ms) => `in ${ms} ms`,
  more: 'More results',
  truncated: 'At most 10,000 results are shown.',
  deepInstead:
    'No exact match. These are the results of a deep search, with similar spellings, former names and removed companies.',
  partial: 'The search reached its time limit. Similar names may be missing.',
  again: 'Search again',
  onlyDeep: 'deep only',
  notFoundHere: 'Not in the list?',
  offerDeep: 'Deep search',
  offerDeepWhy: 'also finds former names, removed companies and similar spellings.',
  none: 'No company found',
  noneNormal: 'A normal search finds only current names that contain all search words.',
  noneDeep: 'There are no hits among former and similar names either. Try fewer words.',
  noneFilters: 'Your filters may exclude the company.',
  removeFilters: 'Search without filters',
  formerly: 'formerly',
  alsoNamed: 'also',
  why: 'Why it was found',
  score: 'Score',
  scoreOf: (score) => `Score ${score} of 100`,
  localCourt: (court) => `${court} local court`,
  seatIn: (seat) => `Seat ${seat}`,
  asOf: 'As of',
  notOfficial: 'not the official register',

  asRequest: 'As an API request',
  request: 'The search as an API request',
  curl: 'curl',
  json: 'JSON',
  copy: 'Copy',
  copied: 'Copied',
  keyNeeded: 'You need a key for the API request.',
  getKey: 'Create a key',
  onlyFirst: 'This is the response of the API.',

  limitedTitle: 'Too many searches',
  limited: (seconds) =>
    seconds > 0
      ? `Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`
      : 'You can search again now.',
  limitedAccount: 'With an account, the limit is higher.',
  offlineTitle: 'No connection',
  offline: 'The search is repeated as soon as the server can be reached again.',
  failedTitle: 'That did not work',
  tryAgain: 'Try again',
  requestId: 'Request',

  back: 'Back to the search',
  copyLink: 'Copy link',
  linkCopied: 'Link copied',
  gone: 'Company not found',
  goneWhy: 'There is no entry with this ID, or it is no longer shown.',
  moved: 'The ID has changed. This is the current entry.',
  companyTitle: 'Company',
}

export type SearchWords = typeof de
export const SEARCH: Readonly<Record<Language, SearchWords>> = { de, en }
