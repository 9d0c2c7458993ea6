/** The values of a query's properties as conditions of a row. */
import type { CustomerRow, RowConditions } from '../../core/matching/match-row.ts'
import { readSearchText, SEARCH_TEXT_CHARS_MAX, type SearchText } from '../../core/search/search-text.ts'
import { courtsByText } from '../../names/reading/court.ts'
import { readForeignQuery } from '../../names/reading/foreign-query.ts'
import { isFormCode, UNKNOWN_FORM } from '../../names/reading/legal-form.ts'
import { readName } from '../../names/reading/read-name.ts'
import { readNumber } from '../../names/reading/register-number.ts'

/** The properties of a query as a row reads them. */
export interface ReadConditions {
  readonly number: SearchText | undefined
  readonly conditions: RowConditions
  /** Whether a value of a condition could not be read and was left out; then no company is a certain match. */
  readonly isDoubtful: boolean
}

/** Values of a query's property as text; several mean: one of them. */
export interface QueryProperty {
  readonly pid: string
  readonly values: readonly string[]
}

/** A spelling of a form needs a word before it to be read as one. */
const WORD_BEFORE_FORM = 'A'
/** Characters of a value that is read. */
const VALUE_CHARS_MAX = 2 * SEARCH_TEXT_CHARS_MAX
const POSTCODE = /(?<!\d)\d{5}(?!\d)/
/** A table that read postcodes as numbers lost the leading zero. */
const SHORT_POSTCODE = /^\d{4}$/

const READERS = {
  city: readCity,
  postcode: readPostcode,
  court: (text: string) => (courtsByText(text).length > 0 ? text : undefined),
  form: readForm,
  number: readNumberText,
} as const

type ConditionId = keyof typeof READERS

/** The ids of the properties that are conditions. */
export const CONDITION_IDS = Object.keys(READERS) as readonly ConditionId[]

/**
 * Reads the properties of a query. Properties that are no condition are ignored. Of the values of a condition those
 * are left out that cannot be read, for example a word in a column of postcodes.
 */
export function readConditions(properties: readonly QueryProperty[]): ReadConditions {
  const sent = new Map<ConditionId, string[]>()
  for (const { pid, values } of properties) {
    const id = CONDITION_IDS.find((each) => each === pid)
    const filled = values.filter((value) => value.trim() !== '')
    if (id !== undefined && filled.length > 0) sent.set(id, [...(sent.get(id) ?? []), ...filled])
  }
  const read = (id: ConditionId) => sent.get(id)?.flatMap((text) => readValue(id, text) ?? [])
  const known = Object.fromEntries(CONDITION_IDS.map((id) => [id, read(id)]))
  const { city, postcode, court, form, number } = known as Partial<Record<ConditionId, string[]>>
  const isDoubtful = [...sent].some(([id, texts]) => (known[id]?.length ?? 0) < texts.length)
  const conditions = {
    ...(city?.length && { city }),
    ...(postcode?.length && { postcode }),
    ...(court?.length && { register_court: court }),
    ...(form?.length && { legal_form: form }),
  }
  return { number: number?.[0] as SearchText | undefined, conditions, isDoubtful }
}

/** Reading a value of a mebibyte would take minutes; so long a one is no condition. */
function readValue(id: ConditionId, text: string): string | undefined {
  return text.length > VALUE_CHARS_MAX ? undefined : READERS[id](text)
}

/** Returns the row of a query; `undefined` if it has neither name nor number. */
export function rowOf(
  name: SearchText | undefined,
  { number, conditions }: ReadConditions,
): Omit<CustomerRow, 'deep'> | undefined {
  return name === undefined && number === undefined ? undefined : { name, number, conditions }
}

function readCity(text: string): SearchText | undefined {
  const read = readSearchText(text)
  return 'text' in read ? read.text : undefined
}

function readPostcode(text: string): string | undefined {
  const trimmed = text.trim()
  return SHORT_POSTCODE.test(trimmed) ? `0${trimmed}` : POSTCODE.exec(trimmed)?.[0]
}

function readForm(text: string): string | undefined {
  const trimmed = text.trim()
  if (isFormCode(trimmed)) return trimmed
  const { form, words } = readName(`${WORD_BEFORE_FORM} ${trimmed}`)
  return form === undefined || form === UNKNOWN_FORM || words.length > 1 ? undefined : form
}

function readNumberText(text: string): SearchText | undefined {
  const read = readSearchText(text)
  if (!('text' in read)) return undefined
  return (readNumber(read.text) ?? readForeignQuery(read.text)) ? read.text : undefined
}
