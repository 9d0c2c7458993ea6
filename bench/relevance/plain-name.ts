/**
 * Reading a name for the judge, on purpose not with the product's own reader: where that one takes two names for the same, the judge
 * must not follow it.
 */
import { fold } from '../../src/names/fold.ts'

/** A form as it can stand in a German name. */
interface FormSpelling {
  readonly code: string
  /** As it is most often written; `undefined`: `long` is the only spelling. */
  readonly short: string
  readonly long: string
  /** Of the text as registered, any case. */
  readonly pattern: string
}

const LIMITED = 'Gesellschaft\\s+mit\\s+beschränkter\\s+Haftung'
const AND_CO = '\\s*(?:&|\\+|und|u\\.)\\s*Co(?:mp)?\\.?\\s*,?\\s*'
const PARTNERSHIP = '(?:KG|Kommanditgesellschaft)'

/** Longer spellings before those that are part of them. */
const FORMS: readonly FormSpelling[] = [
  {
    code: 'GmbH & Co. KG',
    short: 'GmbH & Co. KG',
    long: 'Gesellschaft mit beschränkter Haftung & Co. Kommanditgesellschaft',
    pattern: `(?:GmbH|mbH|${LIMITED})${AND_CO}${PARTNERSHIP}`,
  },
  {
    code: 'UG',
    short: 'UG (haftungsbeschränkt)',
    long: 'Unternehmergesellschaft (haftungsbeschränkt)',
    pattern: '(?:UG|Unternehmergesellschaft)\\s*\\(\\s*haftungsbeschränkt\\s*\\)',
  },
  { code: 'GmbH', short: 'GmbH', long: 'Gesellschaft mit beschränkter Haftung', pattern: `GmbH|${LIMITED}` },
  {
    code: 'GmbH',
    short: 'mbH',
    long: 'mit beschränkter Haftung',
    pattern: 'mbH|mit\\s+beschränkter\\s+Haftung',
  },
  { code: 'AG', short: 'AG', long: 'Aktiengesellschaft', pattern: 'AG|Aktiengesellschaft' },
  { code: 'KG', short: 'KG', long: 'Kommanditgesellschaft', pattern: PARTNERSHIP },
  {
    code: 'OHG',
    short: 'OHG',
    long: 'offene Handelsgesellschaft',
    pattern: 'OHG|offene\\s+Handelsgesellschaft',
  },
  {
    code: 'e.V.',
    short: 'e.V.',
    long: 'eingetragener Verein',
    pattern: 'e\\.?\\s?V\\.?|eingetragener\\s+Verein',
  },
  {
    code: 'eG',
    short: 'eG',
    long: 'eingetragene Genossenschaft',
    pattern: 'eG|e\\.\\s?G\\.|eingetragene\\s+Genossenschaft',
  },
  {
    code: 'e.K.',
    short: 'e.K.',
    long: 'eingetragener Kaufmann',
    pattern: 'e\\.\\s?K\\.?|e\\.\\s?Kfm\\.|eingetragener\\s+Kaufmann',
  },
  {
    code: 'PartG',
    short: 'PartG',
    long: 'Partnerschaftsgesellschaft',
    pattern: 'PartG|Partnerschaftsgesellschaft',
  },
]

const MATCHERS = FORMS.map((form) => ({
  ...form,
  regexp: new RegExp(`(?<![\\p{L}\\p{N}])(?:${form.pattern})(?![\\p{L}\\p{N}])`, 'giu'),
}))

/** A name in three parts. */
export interface NameParts {
  readonly before: string
  /** `undefined` where none of the forms above is in it. */
  readonly form:
    | { readonly text: string; readonly code: string; readonly short: string; readonly long: string }
    | undefined
  readonly after: string
}

/** Parts a name at the last of its forms; a form at the very beginning is part of the name. */
export function partsOf(name: string): NameParts {
  for (const { code, short, long, regexp } of MATCHERS) {
    const match = [...name.matchAll(regexp)].at(-1)
    if (match === undefined || match.index === 0) continue
    const [text] = match
    const form = { text, code, short, long }
    return { before: name.slice(0, match.index), form, after: name.slice(match.index + text.length) }
  }
  return { before: name, form: undefined, after: '' }
}

/** What two namesakes share. */
export interface PlainName {
  /** Folded letters and digits of all but the form, without anything between. */
  readonly letters: string
  /** '' for none. */
  readonly form: string
}

const NOT_LETTERS = /[^\p{L}\p{N}]+/gu
const CONNECTIVES = /\s(?:und|and|u\.)\s|\+/g

/** `&`, `+`, `u.` and `und` are one sign in both. */
export function plainName(name: string): PlainName {
  const { before, form, after } = partsOf(name)
  const text = fold(`${before} ${after}`).replace(CONNECTIVES, ' & ').replaceAll('&', 'und')
  return { letters: text.replace(NOT_LETTERS, ''), form: form?.code ?? '' }
}

/** One text for both, for comparing. */
export function plainKey(name: string): string {
  const { letters, form } = plainName(name)
  return `${letters}|${form}`
}

/** Folded words of all but the form, in order. */
export function plainWords(name: string): string[] {
  const { before, after } = partsOf(name)
  return fold(`${before} ${after}`)
    .split(NOT_LETTERS)
    .filter((word) => word !== '')
}
