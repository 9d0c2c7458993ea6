/**
 * Reading a name for the judge, on purpose not with the product's own reader: where that one takes two names for the same, the judge
 * must not follow it.
 */
import { fold } from '../../src/names/text/fold.ts'

/** A form as it can stand in a German name, any case. */
interface FormPattern {
  readonly code: string
  readonly pattern: string
}

const LIMITED =
  'GmbH|Gesellschaft\\s+(?:mbH|mit\\s+beschränkter\\s+Haftung)|mbH|mit\\s+beschränkter\\s+Haftung'
const ENTREPRENEURIAL = '(?:UG|Unternehmergesellschaft)\\s*\\(\\s*haftungsbeschränkt\\s*\\)'
const AND_CO = '\\s*(?:&|\\+|und|u\\.)\\s*Co(?:mp)?\\.?\\s*,?\\s*'
const PARTNERSHIP = 'KG|Kommanditgesellschaft'
const TRADERS = 'OHG|offene\\s+Handelsgesellschaft'
const STOCK = 'AG|Aktiengesellschaft'
const FOREIGN = 'Ltd\\.?|Limited|SE|S\\.?A\\.?|B\\.?V\\.?|plc'

/** Longer spellings before those that are part of them. `GmbH & Co.` at the end is a `GmbH & Co. KG`. */
const FORMS: readonly FormPattern[] = [
  { code: 'GmbH & Co. KG', pattern: `(?:${LIMITED})${AND_CO}(?:${PARTNERSHIP})` },
  { code: 'GmbH & Co. KG', pattern: `(?:${LIMITED})${AND_CO}$` },
  {
    code: 'other & Co.',
    pattern: `(?:${LIMITED}|${ENTREPRENEURIAL}|${STOCK}|${FOREIGN}|UG)${AND_CO}(?:${PARTNERSHIP}|${TRADERS}|$)`,
  },
  { code: 'UG', pattern: ENTREPRENEURIAL },
  { code: 'GmbH', pattern: LIMITED },
  { code: 'AG', pattern: STOCK },
  { code: 'KG', pattern: PARTNERSHIP },
  { code: 'OHG', pattern: TRADERS },
  { code: 'e.V.', pattern: 'e\\.?\\s?V\\.?|eingetragener\\s+Verein' },
  {
    code: 'eG',
    pattern:
      '(?:eG|e\\.\\s?G\\.|eingetragene\\s+Genossenschaft)(?:\\s+mit\\s+(?:un)?beschränkter\\s+Haftpflicht)?',
  },
  { code: 'e.K.', pattern: 'e\\.\\s?K\\.?|e\\.\\s?Kfm\\.|eingetragener\\s+Kaufmann' },
  { code: 'PartG', pattern: '(?:PartG|Partnerschaftsgesellschaft)(?:\\s+mbB)?' },
  { code: 'foreign', pattern: FOREIGN },
]

/** One look at the text for all forms; the group that matched tells which. */
const ANY_FORM = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${FORMS.map(({ pattern }) => `(${pattern})`).join('|')})(?![\\p{L}\\p{N}])`,
  'giu',
)

/** A name in three parts. */
export interface NameParts {
  readonly before: string
  /** `undefined` where none of the forms above is in it. */
  readonly form: { readonly text: string; readonly code: string } | undefined
  readonly after: string
}

/** Parts a name at the last of its forms; a form at the very beginning is part of the name. */
export function partsOf(name: string): NameParts {
  const match = formsIn(name).at(-1)
  if (match === undefined) return { before: name, form: undefined, after: '' }
  const [text, ...groups] = match
  const { code } = FORMS[groups.findIndex((group) => group !== undefined)] as FormPattern
  const form = { text, code }
  return { before: name.slice(0, match.index), form, after: name.slice(match.index + text.length) }
}

/** Forms that the name tells, one at its very beginning not counted. */
export function formsIn(name: string): RegExpExecArray[] {
  return [...name.matchAll(ANY_FORM)].filter(({ index }) => index > 0)
}

/** What two namesakes share. */
export interface PlainName {
  /** Folded words of all but the form, in order. */
  readonly words: readonly string[]
  /** The same without anything between. */
  readonly letters: string
  /** '' for none. */
  readonly form: string
}

const NOT_LETTERS = /[^\p{L}\p{N}]+/gu
const CONNECTIVES = /(?<=\s)(?:and|u\.)(?=\s)|[+&]/g

/** `&`, `+`, `u.` and `und` are the word `und`. */
export function plainName(name: string): PlainName {
  const { before, form, after } = partsOf(name)
  const words = fold(`${before} ${after}`).replace(CONNECTIVES, ' und ').split(NOT_LETTERS)
  const kept = words.filter((word) => word !== '')
  return { words: kept, letters: kept.join(''), form: form?.code ?? '' }
}

/** The same name to the letter; an association is one with and without `e.V.` behind its name. */
export function areNamesakes(a: string, b: string): boolean {
  const [one, other] = [plainName(a), plainName(b)]
  if (one.letters !== other.letters) return false
  return one.form === other.form || one.form === '' || other.form === ''
}

/** Letters and form in one text, for counting names. */
export function plainKey(name: string): string {
  const { letters, form } = plainName(name)
  return `${letters}|${form}`
}

export function plainWords(name: string): readonly string[] {
  return plainName(name).words
}
