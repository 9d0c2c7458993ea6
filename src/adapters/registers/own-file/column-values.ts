/** What the values of a column look like. Pure. */

import type { ColumnFact } from '../../../core/ingest/column-names.ts'
import { countryByText } from '../../../names/reading/country-name.ts'
import { courtsByText } from '../../../names/reading/court.ts'
import { formOfElf } from '../../../names/reading/elf-code.ts'
import type { FormCode } from '../../../names/reading/legal-form.ts'
import { readName } from '../../../names/reading/read-name.ts'
import { readNumber, registerType } from '../../../names/reading/register-number.ts'
import { DATE_FORMATS, type DateFormat } from './mapping.ts'
import { dayOf } from './own-entry.ts'

const COMPANY_WORD = 'Muster'
const LEI = /^[0-9A-Z]{18}\d\d$/

/** Returns the legal form that a text is as a whole: `GmbH`, `Gesellschaft mit beschränkter Haftung`. */
export function formOfText(text: string): FormCode | undefined {
  const { form, words } = readName(`${COMPANY_WORD} ${text}`)
  return words.length === 1 ? form : undefined
}

/** Returns the format in which most of the texts are days; of several, the first. */
export function dateFormatOf(values: readonly string[]): DateFormat | undefined {
  const shareOf = (format: DateFormat) => share(values, (text) => dayOf(text, format) !== undefined)
  const best = DATE_FORMATS.reduce((one, other) => (shareOf(other) > shareOf(one) ? other : one))
  return shareOf(best) >= MOST ? best : undefined
}

/** Share of the values of a column that must fit. */
export const MOST = 0.6

/** Returns the share of the values for which the test holds; 0 if there are none. */
export function share(values: readonly string[], test: (value: string) => boolean): number {
  return values.length === 0 ? 0 : values.filter(test).length / values.length
}

/** Tests of single values; a fact that is not listed can have any value. */
const TESTS: Readonly<Partial<Record<ColumnFact, (value: string) => boolean>>> = {
  name: (text) => /\p{L}{2}/u.test(text),
  number: (text) => /\d/.test(text) && text.length <= 60,
  court: (text) => courtsByText(text).length > 0,
  register_type: (text) => registerType(text.toLowerCase()) !== undefined,
  register_digits: (text) => /^\d{1,9}$/.test(text),
  register_suffix: (text) => /^\p{L}{1,4}$/u.test(text),
  postcode: (text) => /^[\dA-Z][\dA-Z -]{2,9}$/i.test(text),
  city: (text) => /\p{L}{2}/u.test(text),
  country: (text) => countryByText(text) !== undefined,
  legal_form: (text) => formOfText(text) !== undefined || formOfElf(text) !== undefined,
  lei: (text) => LEI.test(text),
}

/** Returns whether the values of a column can be the fact. A column without values can be any. */
export function fits(fact: ColumnFact, values: readonly string[]): boolean {
  if (values.length === 0) return true
  if (fact === 'registered_on' || fact === 'as_of') return dateFormatOf(values) !== undefined
  const test = TESTS[fact]
  return test === undefined || share(values, test) >= MOST
}

/** Facts that are recognised by values alone, with tests that hardly any other column passes. */
const TELLING: readonly (readonly [ColumnFact, (value: string) => boolean])[] = [
  ['lei', (text) => LEI.test(text)],
  ['number', (text) => readNumber(text)?.type !== undefined],
  ['court', (text) => /^(?:amtsgericht|ag) /i.test(text) && courtsByText(text).length > 0],
  ['legal_form', (text) => formOfText(text) !== undefined],
  ['name', (text) => readName(text).form !== undefined && formOfText(text) === undefined],
]

/** Returns the fact that the values of a column show without its name. */
export function factOfValues(values: readonly string[]): ColumnFact | undefined {
  return TELLING.find(([, test]) => share(values, test) >= MOST)?.[0]
}
