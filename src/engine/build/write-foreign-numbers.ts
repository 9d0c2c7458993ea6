/** Writes the texts of foreign numbers in the order of the rows. */
import { digitsIn, ROW_WORDS, writeDigits } from '../format/company-rows.ts'
import { hasForeignNumber } from '../format/foreign-numbers.ts'
import type { Sections } from '../format/layout.ts'
import { GrowingTexts } from './growing-array.ts'

/** The sections of foreign numbers. */
export type ForeignNumberSections = Pick<Sections, 'foreignNumberBytes' | 'foreignNumberStarts'>

/**
 * Writes the numbers that rows refer to, and replaces their places in the rows by the new ones. Releases the
 * collected texts.
 */
export function writeForeignNumbers(rows: Uint32Array, collected: GrowingTexts): ForeignNumberSections {
  const [bytes, starts] = [collected.bytes.view(), collected.starts.view()]
  const texts = new GrowingTexts()
  for (let company = 0; texts.count < collected.count && company < rows.length / ROW_WORDS; company++) {
    if (!hasForeignNumber(rows, company)) continue
    const place = digitsIn(rows, company)
    writeDigits(rows, company, texts.count)
    texts.pushBytes(bytes.subarray(starts[place], starts[place + 1]))
  }
  collected.bytes.discard()
  collected.starts.discard()
  return { foreignNumberBytes: texts.bytes.view(), foreignNumberStarts: texts.starts.view() }
}
