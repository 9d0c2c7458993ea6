/**
 * Structured register contents (XJustiz `nachricht.reg.…`, https://xjustiz.justiz.de) as entries. Only the fields below
 * are read: the message also names managing directors and other people.
 */
import type { SourceId } from '../../../core/company/company.ts'
import type { SourceNotice } from '../../../core/ingest/entry-source.ts'
import { DAY_UNKNOWN, type RegisterEntry, type RejectReason } from '../../../core/ingest/register-entry.ts'
import { parseSourceKey } from '../offeneregister/source-key.ts'

/** Title, licence and attribution of the source. */
export const XJUSTIZ_SI_NOTICE: SourceNotice = {
  source: 'xjustiz-si' as SourceId,
  title: 'Structured register contents (XJustiz SI)',
  licence: 'extracts of the German registers (§ 9 HGB)',
  attribution: 'from handelsregister.de',
}

const INSTANCE = 'grunddaten/verfahrensdaten/instanzdaten'
const NUMBER = `${INSTANCE}/aktenzeichen/auswahl_aktenzeichen/aktenzeichen.strukturiert`
const COMPANY = 'fachdatenRegister/basisdatenRegister/rechtstraeger'

/** The path of each field below the message; local names without namespaces. */
export const SI_PATHS = {
  court: `${INSTANCE}/auswahl_instanzbehoerde/gericht/code`,
  registerType: `${NUMBER}/register/code`,
  digits: `${NUMBER}/laufendeNummer`,
  suffix: `${NUMBER}/zusatz`,
  name: `${COMPANY}/bezeichnung/bezeichnung.aktuell`,
  formerName: `${COMPANY}/bezeichnung/bezeichnung.alt`,
  legalForm: `${COMPANY}/angabenZurRechtsform/rechtsform/code`,
  seat: `${COMPANY}/sitz/ort`,
  street: `${COMPANY}/anschrift/strasse`,
  house: `${COMPANY}/anschrift/hausnummer`,
  postcode: `${COMPANY}/anschrift/postleitzahl`,
  city: `${COMPANY}/anschrift/ort`,
  day: 'fachdatenRegister/auszug/abrufdatum',
  sentAt: 'nachrichtenkopf/erstellungszeitpunkt',
} as const

/** The texts of a message by field; a field that a message repeats has several. */
export type SiFields = Readonly<Partial<Record<keyof typeof SI_PATHS, readonly string[]>>>

/** Returns the entry of a message, or the reason why there is none. */
export function entryOfSi(fields: SiFields): RegisterEntry | RejectReason {
  const first = (field: keyof typeof SI_PATHS): string => fields[field]?.[0] ?? ''
  const name = first('name')
  if (name === '') return 'name_missing'
  if (first('digits') === '' || first('registerType') === '') return 'number_missing'
  const sourceKey = `${first('court')}_${first('registerType')}${first('digits')}${first('suffix')}`
  return {
    source: XJUSTIZ_SI_NOTICE.source,
    ...{ sourceKey, number: parseSourceKey(sourceKey), name },
    elfCode: ELF_OF_XJUSTIZ.get(first('legalForm').replace(/ i[GL]$/, '')),
    status: 'unknown',
    statusWord: '',
    seat: first('seat'),
    address: addressOf(first),
    registeredOn: null,
    formerNames: (fields.formerName ?? []).map((former) => ({ name: former, until: null })),
    formerNumbers: [],
    asOf: dayOf(first('day')) ?? dayOf(first('sentAt')) ?? DAY_UNKNOWN,
  }
}

function addressOf(first: (field: keyof typeof SI_PATHS) => string): string {
  const street = `${first('street')} ${first('house')}`.trim()
  const place = `${first('postcode')} ${first('city')}`.trim()
  return [street, place].filter((part) => part !== '').join(', ')
}

function dayOf(text: string): string | undefined {
  return /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])/.exec(text)?.[0]
}

/**
 * ISO 20275 codes of the legal forms of the code list GDS.Rechtsform 3.4 (XRepository) that have one. Those with a
 * partner, such as `GmbH+Co KG`, are read from the name.
 */
const ELF_OF_XJUSTIZ: ReadonlyMap<string, string> = new Map([
  ['AG', '6QQB'],
  ['AöR', 'XLWA'],
  ['e.V.', 'QZ3L'],
  ['eG', 'AZFE'],
  ['eGbR', 'FR3V'],
  ['eK', 'OL20'],
  ['EWIV', 'JNDX'],
  ['GbR', 'FR3V'],
  ['gGmbH', 'SCE1'],
  ['GmbH', '2HBR'],
  ['KG', '8Z6G'],
  ['KGaA', 'T0YJ'],
  ['KöR', 'SQKS'],
  ['OHG', '40DB'],
  ['PartG', '8CM0'],
  ['PartGmbB', '2YZO'],
  ['S.E.', 'SGST'],
  ['SCE', 'SUA1'],
  ['SE', 'SGST'],
  ['StbR', 'V2YH'],
  ['UG (haftungsbeschränkt)', '63KS'],
  ['VVaG', '13AV'],
])
