/**
 * A company as the index stores it beside each of its names: what a hit shows, and all names as they were read, so
 * that a search reads no name. The keys are short, because OpenSearch stores them with every name.
 */
import type { ComparedName } from '../../names/ranking/name-match.ts'
import type { NumberedCompany } from '../../names/ranking/number-match.ts'
import { staticRankOf } from '../../names/ranking/static-rank.ts'
import type { CountryCode } from '../../names/reading/country.ts'
import type { CourtCode } from '../../names/reading/court.ts'
import type { FormCode } from '../../names/reading/legal-form.ts'
import { readName } from '../../names/reading/read-name.ts'
import { areaOf, countryOfArea, courtNameOfArea } from '../../names/reading/register-area.ts'
import {
  formatNumber,
  isGerman,
  type RegisterKey,
  type RegisterType,
} from '../../names/reading/register-number.ts'
import { type IndexedCompany, oldestDateOf, otherNamesOf } from '../../names/search/indexed-company.ts'
import type { CompanyRecord } from '../../names/search/page.ts'
import type { Status } from '../../names/search/status.ts'
import { countCodePoints } from '../../names/text/code-points.ts'

/** Kinds of names, in the order in which equal hits of one company are preferred. */
export const NAME_KINDS = ['current', 'former', 'other'] as const
/** One of `NAME_KINDS`. */
export type NameKind = (typeof NAME_KINDS)[number]

/** A name of a company as it was read. */
export interface ReadCompanyName extends ComparedName {
  readonly text: string
  readonly kind: NameKind
  /** By word: the number of names that contain it, when the index was filled. */
  readonly counts: readonly number[]
}

/** A company of the index, as searches work with it. */
export interface FoundCompany extends NumberedCompany {
  readonly uuid: string
  readonly status: Status
  readonly form: FormCode
  readonly seat: string
  readonly asOf: string
  readonly staticRank: number
  /** The current name first, then former ones, then other ones. */
  readonly names: readonly ReadCompanyName[]
}

/** Text, words with blanks between, hyphens as digits, kind, form ('' for none), and counts. */
type StoredName = readonly [
  text: string,
  words: string,
  hyphens: string,
  kind: number,
  form: string,
  counts: readonly number[],
]
/** Of a German register, of a foreign one, or of a list. */
type StoredNumber =
  | readonly [court: string, type: RegisterType, digits: number, suffix: string]
  | readonly [country: string, number: string]
  | readonly [country: string]

/** What is stored; see `FoundCompany`. */
export interface StoredCompany {
  readonly u: string
  readonly s: Status
  readonly f: FormCode
  readonly p: string
  readonly d: string
  readonly k: number
  readonly c: string
  readonly r: StoredNumber
  readonly n: readonly StoredName[]
  /** Former numbers, and LEIs. */
  readonly o?: readonly StoredNumber[]
  readonly l?: readonly string[]
}

/** A text that is a name of a company. */
export interface CompanyNameText {
  readonly text: string
  readonly kind: NameKind
}

/** Returns the names that are indexed: the current one first, then former ones, then other ones. */
export function nameTextsOf(company: IndexedCompany): readonly CompanyNameText[] {
  const former = company.formerNames.filter((one) => one.name !== company.name)
  return [
    { text: company.name, kind: 'current' },
    ...former.map(({ name }) => ({ text: name, kind: 'former' as const })),
    ...otherNamesOf(company).map((text) => ({ text, kind: 'other' as const })),
  ]
}

/** Reads the names of a company. `countOf`: the number of names with a word. */
export function readCompany(company: IndexedCompany, countOf: (word: string) => number): FoundCompany {
  const [current, ...others] = nameTextsOf(company) as [CompanyNameText, ...CompanyNameText[]]
  const name = readName(current.text.toWellFormed())
  const of = ({ text, kind }: CompanyNameText, read = readName(text.toWellFormed())): ReadCompanyName => ({
    ...{ text, kind, words: read.words, hyphens: read.hyphens },
    hasForm: read.form !== undefined,
    form: kind === 'current' ? company.form : (read.form ?? company.form),
    counts: read.words.map(countOf),
  })
  return {
    uuid: hyphenated(company.uuid),
    status: company.status,
    form: company.form,
    seat: company.seat,
    asOf: oldestDateOf(company),
    staticRank: staticRankOf(company, name, countCodePoints(company.name)),
    names: [of(current, name), ...others.map((other) => of(other))],
    register: company.register,
    court: company.court,
    formerNumbers: company.formerNumbers,
    leis: company.leis ?? [],
  }
}

/** Returns a uuid of 32 hexadecimal digits in lower case and in the usual groups. */
function hyphenated(uuid: string): string {
  const hex = uuid.replaceAll('-', '').toLowerCase()
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** Returns what is stored of a company. */
export function storedOf(company: FoundCompany): StoredCompany {
  const { formerNumbers, leis = [] } = company
  return {
    ...{ u: company.uuid, s: company.status, f: company.form, p: company.seat, d: company.asOf },
    ...{ k: company.staticRank, c: company.court, r: storedNumber(company.register) },
    n: company.names.map(storedName),
    ...(formerNumbers.length > 0 && { o: formerNumbers.map(({ register }) => storedNumber(register)) }),
    ...(leis.length > 0 && { l: leis.map(({ lei }) => lei) }),
  }
}

function storedName({ text, words, hyphens, kind, hasForm, form, counts }: ReadCompanyName): StoredName {
  const joins = hyphens.includes(true) ? hyphens.map(Number).join('') : ''
  return [text, words.join(' '), joins, NAME_KINDS.indexOf(kind), hasForm ? form : '', counts]
}

function storedNumber(register: RegisterKey): StoredNumber {
  if (isGerman(register)) return [register.court, register.type, register.digits, register.suffix]
  return register.type === 'foreign' ? [register.country, register.number] : [register.country]
}

/** Returns the company that was stored. */
export function companyOf(stored: StoredCompany): FoundCompany {
  return {
    ...{ uuid: stored.u, status: stored.s, form: stored.f, seat: stored.p, asOf: stored.d },
    ...{ staticRank: stored.k, court: stored.c, register: registerOf(stored.r) },
    names: stored.n.map((name) => nameOf(name, stored.f)),
    formerNumbers: (stored.o ?? []).map((number) => ({ register: registerOf(number) })),
    leis: (stored.l ?? []).map((lei) => ({ lei })),
  }
}

const NO_WORDS: readonly string[] = []

function nameOf(
  [text, words, joins, kindCode, form, counts]: StoredName,
  ofCompany: FormCode,
): ReadCompanyName {
  const all = words === '' ? NO_WORDS : words.split(' ')
  const kind = NAME_KINDS[kindCode] as NameKind
  return {
    ...{ text, kind, words: all, counts },
    hyphens: Array.from({ length: Math.max(0, all.length - 1) }, (_, i) => joins[i] === '1'),
    hasForm: form !== '',
    form: kind === 'current' || form === '' ? ofCompany : (form as FormCode),
  }
}

function registerOf(stored: StoredNumber): RegisterKey {
  if (stored.length === 4) {
    const [court, type, digits, suffix] = stored
    return { country: 'DE', court: court as CourtCode, type, digits, suffix }
  }
  const country = stored[0] as Exclude<CountryCode, 'DE'>
  if (stored.length === 2) return { country, type: 'foreign', number: stored[1] }
  return { country, type: 'list', source: '', id: '' }
}

/** Returns what a hit shows of a company. */
export function recordOf(company: FoundCompany): CompanyRecord {
  const area = areaOf(company)
  return {
    uuid: company.uuid,
    name: (company.names[0] as ReadCompanyName).text,
    registrationNumber: formatNumber(company.register),
    status: company.status,
    legalForm: company.form,
    registerCourt: courtNameOfArea(area),
    seat: company.seat,
    country: countryOfArea(area),
    asOf: company.asOf,
  }
}
