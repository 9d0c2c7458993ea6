/** Words of the search page, the company page, and of the light page around both. */
import type { Language } from './language.tsx'

const de = {
  signUp: 'Konto anlegen',
  toApp: 'Zum Konto',

  question: 'Welches Unternehmen ist gemeint?',
  lead: (companies: string) =>
    `${companies} Unternehmen, auch mit Tippfehler, unter früherem Namen oder nach Nummer zu finden.`,
  leadWithoutCount: 'Unternehmen finden, auch mit Tippfehler, unter früherem Namen oder nach Nummer.',
  field: 'Firmenname oder Registernummer',
  fieldHint: 'Name oder Nummer',
  search: 'Suchen',
  searching: 'Wird gesucht',
  clear: 'Eingabe löschen',
  suggestions: 'Vorschläge',
  suggestionCount: (count: number) =>
    count === 0
      ? 'Keine Vorschläge.'
      : `${count} ${count === 1 ? 'Vorschlag' : 'Vorschläge'}, mit Pfeiltasten wählbar.`,
  examples: 'Zum Beispiel',
  exampleHints: { name: 'ein Name', number: 'eine Registernummer', slip: 'mit Tippfehler, umfassend' },

  mode: 'Art der Suche',
  modes: { normal: 'Normal', deep: 'Umfassend', both: 'Nebeneinander' },
  modeHints: {
    normal:
      'Findet Namen, die alle Suchwörter enthalten, oder die Registernummer. Ohne Treffer wird umfassend gesucht.',
    deep: 'Auch frühere Namen, gelöschte Unternehmen, Tippfehler, gleicher Klang, fehlende Wörter.',
    both: 'Beide Suchen nebeneinander, um zu sehen, was die umfassende dazu findet.',
  },

  filters: 'Filter',
  filtersActive: (count: number) => `Filter, ${count} gesetzt`,
  legalForm: 'Rechtsform',
  status: 'Status',
  court: 'Registergericht',
  seat: 'Sitz',
  choose: 'Auswählen …',
  commonForms: 'Häufige',
  otherForms: 'Weitere',
  seatHint: 'Ort, dann Eingabetaste',
  removeFilter: (name: string) => `Filter ${name} entfernen`,
  removeAll: 'Alle entfernen',

  count: (count: string, isExact: boolean, _isOne: boolean) =>
    `${isExact ? '' : 'Mehr als '}${count} Treffer`,
  took: (ms: string) => `in ${ms} ms`,
  more: 'Weitere Treffer',
  truncated: 'Hier endet die Liste: mehr als 10.000 Treffer werden nicht gezeigt.',
  deepInstead:
    'Kein genauer Treffer. Deshalb siehst du die Ergebnisse der umfassenden Suche: auch ähnliche Schreibweisen, frühere Namen und gelöschte Unternehmen.',
  partial: 'Die Zeit reichte nicht für alles: Ähnliche Namen können fehlen.',
  again: 'Noch einmal suchen',
  onlyDeep: 'nur umfassend',
  notFoundHere: 'Nicht dabei?',
  offerDeep: 'Umfassend suchen',
  offerDeepWhy: 'findet auch frühere Namen, gelöschte Unternehmen und ähnliche Schreibweisen.',
  none: 'Kein Unternehmen gefunden',
  noneNormal: 'Die normale Suche findet nur heutige Namen, die alle Wörter enthalten.',
  noneDeep: 'Auch unter früheren und ähnlichen Namen ist nichts eingetragen. Weniger Wörter finden mehr.',
  noneFilters: 'Vielleicht schließen die Filter es aus.',
  removeFilters: 'Ohne Filter suchen',
  formerly: 'früher',
  why: 'Warum gefunden',
  score: 'Punkte',
  scoreOf: (score: number) => `${score} von 100 Punkten`,
  localCourt: (court: string) => `Amtsgericht ${court}`,
  seatIn: (seat: string) => `Sitz ${seat}`,
  asOf: 'Stand',
  notOfficial: 'nicht das amtliche Register',

  asRequest: 'Als Anfrage',
  request: 'Die Suche als Anfrage',
  curl: 'curl',
  json: 'JSON',
  copy: 'Kopieren',
  copied: 'Kopiert',
  keyNeeded: 'Die Anfrage braucht einen Schlüssel.',
  getKey: 'Schlüssel anlegen',
  onlyFirst: 'Die Antwort, wie sie die Schnittstelle gibt.',

  limitedTitle: 'Kurz durchatmen',
  limited: (seconds: number) =>
    seconds > 0
      ? `Es waren viele Suchen in kurzer Zeit. In ${seconds} ${seconds === 1 ? 'Sekunde' : 'Sekunden'} geht es weiter.`
      : 'Jetzt geht es weiter.',
  limitedAccount: 'Mit einem Konto geht mehr.',
  offlineTitle: 'Keine Verbindung',
  offline: 'Sobald der Server wieder erreichbar ist, wird die Suche wiederholt.',
  failedTitle: 'Das hat nicht geklappt',
  tryAgain: 'Erneut versuchen',
  requestId: 'Anfrage',

  back: 'Zurück zur Suche',
  copyLink: 'Link kopieren',
  linkCopied: 'Link kopiert',
  facts: 'Eintrag',
  number: 'Registernummer',
  register: 'Register',
  euid: 'EUID',
  address: 'Anschrift',
  registeredOn: 'Eingetragen am',
  statusAtSource: 'Status in der Quelle',
  /** The words of OffeneRegister. */
  sourceStatuses: { 'currently registered': 'eingetragen', removed: 'gelöscht' } as Readonly<
    Record<string, string>
  >,
  updated: 'Hier aktualisiert',
  history: 'Geschichte',
  formerNames: 'Frühere Namen',
  formerNumbers: 'Frühere Nummern',
  until: (day: string) => `bis ${day}`,
  noHistory: 'Keine früheren Namen oder Nummern bekannt.',
  sources: 'Quellen',
  notKnown: 'nicht bekannt',
  removedNotice: 'Dieses Unternehmen ist im Register gelöscht.',
  gone: 'Dieses Unternehmen gibt es hier nicht',
  goneWhy: 'Unter dieser Kennung ist nichts bekannt, oder der Eintrag wird nicht mehr gezeigt.',
  moved: 'Die Kennung hat sich geändert; das ist der heutige Eintrag.',
  companyTitle: 'Unternehmen',
}

const en: typeof de = {
  signUp: 'Create account',
  toApp: 'My account',

  question: 'Which company is meant?',
  lead: (companies) => `${companies} companies, found even by a misspelt or former name, or by number.`,
  leadWithoutCount: 'Find companies, even by a misspelt or former name, or by number.',
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
  exampleHints: { name: 'a name', number: 'a register number', slip: 'misspelt, deep' },

  mode: 'Kind of search',
  modes: { normal: 'Normal', deep: 'Deep', both: 'Side by side' },
  modeHints: {
    normal:
      'Finds names that contain all the words, or the register number. If there is none, a deep search follows.',
    deep: 'Former names, removed companies, typos, names that sound the same and missing words, too.',
    both: 'Both searches side by side, to see what the deep one adds.',
  },

  filters: 'Filters',
  filtersActive: (count) => `Filters, ${count} set`,
  legalForm: 'Legal form',
  status: 'Status',
  court: 'Register court',
  seat: 'Seat',
  choose: 'Choose …',
  commonForms: 'Common',
  otherForms: 'Others',
  seatHint: 'Place, then Enter',
  removeFilter: (name) => `Remove filter ${name}`,
  removeAll: 'Remove all',

  count: (count, isExact, isOne) =>
    `${isExact ? '' : 'More than '}${count} ${isOne ? 'company' : 'companies'}`,
  took: (ms) => `in ${ms} ms`,
  more: 'More results',
  truncated: 'The list ends here: no more than 10,000 results are shown.',
  deepInstead:
    'No exact match. These are the results of a deep search: similar spellings, former names and removed companies, too.',
  partial: 'There was not enough time for everything: similar names may be missing.',
  again: 'Search again',
  onlyDeep: 'deep only',
  notFoundHere: 'Not among them?',
  offerDeep: 'Search deep',
  offerDeepWhy: 'finds former names, removed companies and other spellings, too.',
  none: 'No company found',
  noneNormal: 'A normal search finds only current names that contain all the words.',
  noneDeep: 'There is nothing under former or similar names either. Fewer words find more.',
  noneFilters: 'The filters may exclude it.',
  removeFilters: 'Search without filters',
  formerly: 'formerly',
  why: 'Why it was found',
  score: 'Score',
  scoreOf: (score) => `Score ${score} of 100`,
  localCourt: (court) => `${court} local court`,
  seatIn: (seat) => `Seat ${seat}`,
  asOf: 'As of',
  notOfficial: 'not the official register',

  asRequest: 'As a request',
  request: 'The search as a request',
  curl: 'curl',
  json: 'JSON',
  copy: 'Copy',
  copied: 'Copied',
  keyNeeded: 'The request needs a key.',
  getKey: 'Create a key',
  onlyFirst: 'The answer as the API gives it.',

  limitedTitle: 'A short break',
  limited: (seconds) =>
    seconds > 0
      ? `That was a lot of searches in a short time. You can go on in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`
      : 'You can go on now.',
  limitedAccount: 'An account lets you search more.',
  offlineTitle: 'No connection',
  offline: 'The search is repeated as soon as the server can be reached again.',
  failedTitle: 'That did not work',
  tryAgain: 'Try again',
  requestId: 'Request',

  back: 'Back to the search',
  copyLink: 'Copy link',
  linkCopied: 'Link copied',
  facts: 'Entry',
  number: 'Register number',
  register: 'Register',
  euid: 'EUID',
  address: 'Address',
  registeredOn: 'Registered on',
  statusAtSource: 'Status at the source',
  sourceStatuses: {},
  updated: 'Updated here',
  history: 'History',
  formerNames: 'Former names',
  formerNumbers: 'Former numbers',
  until: (day) => `until ${day}`,
  noHistory: 'No former names or numbers are known.',
  sources: 'Sources',
  notKnown: 'not known',
  removedNotice: 'This company was removed from the register.',
  gone: 'There is no such company here',
  goneWhy: 'Nothing is known under this id, or the entry is not shown any more.',
  moved: 'The id has changed; this is the current entry.',
  companyTitle: 'Company',
}

export type SearchWords = typeof de
export const SEARCH: Readonly<Record<Language, SearchWords>> = { de, en }
