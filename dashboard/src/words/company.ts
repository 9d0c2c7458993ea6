/** Texts of the page about one company. */
import type { Language } from './language.tsx'

const de = {
  facts: 'Eintrag',
  number: 'Registernummer',
  register: 'Register',
  euid: 'EUID',
  address: 'Anschrift',
  registeredOn: 'Eingetragen am',
  statusAtSource: 'Status in der Quelle',
  /** The status words of OffeneRegister. */
  sourceStatuses: { 'currently registered': 'eingetragen', removed: 'gelöscht' } as Readonly<
    Record<string, string>
  >,
  lei: 'LEI',
  leiStatuses: {
    ...{ ISSUED: 'gültig', LAPSED: 'nicht erneuert', RETIRED: 'beendet', MERGED: 'übergegangen' },
    ...{ PENDING_TRANSFER: 'gültig, wird übertragen', PENDING_ARCHIVAL: 'gültig, wird übertragen' },
  } as Readonly<Record<string, string>>,
  directParent: 'Mutterunternehmen',
  ultimateParent: 'Oberstes Mutterunternehmen',
  subsidiaries: 'Tochterunternehmen mit LEI',
  updated: 'Zuletzt importiert',
  history: 'Historie',
  formerNames: 'Frühere Namen',
  formerNumbers: 'Frühere Nummern',
  otherNames: 'Weitere Namen',
  until: (day: string) => `bis ${day}`,
  events: 'Bekanntmachungen',
  eventKinds: {
    removal_announced: 'Löschung angekündigt',
    transformation: 'Umwandlung (etwa Verschmelzung, Spaltung, Formwechsel)',
    documents_filed: 'Unterlagen eingereicht',
    announcement: 'Andere Bekanntmachung',
  },
  removalAnnounced: (day: string) =>
    `Das Registergericht hat am ${day} angekündigt, dieses Unternehmen zu löschen.`,
  noHistory: 'Keine früheren oder weiteren Namen oder Nummern bekannt.',
  sources: 'Quellen',
  notKnown: 'nicht bekannt',
  removedNotice: 'Dieses Unternehmen ist im Register gelöscht.',
}

const en: CompanyWords = {
  facts: 'Entry',
  number: 'Register number',
  register: 'Register',
  euid: 'EUID',
  address: 'Address',
  registeredOn: 'Registered on',
  statusAtSource: 'Status in the source',
  sourceStatuses: {},
  lei: 'LEI',
  leiStatuses: {
    ...{ ISSUED: 'in force', LAPSED: 'not renewed', RETIRED: 'ended', MERGED: 'merged' },
    ...{ PENDING_TRANSFER: 'in force, in transfer', PENDING_ARCHIVAL: 'in force, in transfer' },
  },
  directParent: 'Parent',
  ultimateParent: 'Ultimate parent',
  subsidiaries: 'Subsidiaries with an LEI',
  updated: 'Last imported',
  history: 'History',
  formerNames: 'Former names',
  formerNumbers: 'Former numbers',
  otherNames: 'Other names',
  until: (day) => `until ${day}`,
  events: 'Announcements',
  eventKinds: {
    removal_announced: 'Intended removal',
    transformation: 'Transformation (such as a merger, division or change of form)',
    documents_filed: 'Documents filed',
    announcement: 'Other announcement',
  },
  removalAnnounced: (day) =>
    `On ${day}, the register court announced that it intends to remove this company.`,
  noHistory: 'No former or other names or numbers are known.',
  sources: 'Sources',
  notKnown: 'not known',
  removedNotice: 'This company was removed from the register.',
}

type CompanyWords = typeof de
export const COMPANY: Readonly<Record<Language, CompanyWords>> = { de, en }
