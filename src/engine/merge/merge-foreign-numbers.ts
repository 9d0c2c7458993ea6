/** Merges the texts of foreign numbers, in the order of the merged rows. */
import { GrowingTexts } from '../build/growing-array.ts'
import type { ForeignNumberSections } from '../build/write-foreign-numbers.ts'
import { digitsIn, writeDigits } from '../format/company-rows.ts'
import { hasForeignNumber } from '../format/foreign-numbers.ts'
import type { Sections } from '../format/layout.ts'
import type { BaseAndDelta, MergedImage, MergedOrder } from './merge-order.ts'

/** Returns the numbers of the companies of the merged image. */
export function mergeForeignNumbers(
  images: BaseAndDelta<MergedImage>,
  { sources, companies }: MergedOrder,
): ForeignNumberSections {
  const texts = new GrowingTexts()
  const isAny = images.some(({ sections }) => sections.foreignNumberStarts.length > 1)
  for (let company = 0; isAny && company < companies; company++) {
    const source = sources[company] as number
    const { sections } = images[(source & 1) as 0 | 1]
    if (!hasForeignNumber(sections.companyRows, source >>> 1)) continue
    const { foreignNumberBytes: bytes, foreignNumberStarts: starts } = sections
    const place = digitsIn(sections.companyRows, source >>> 1)
    texts.pushBytes(bytes.subarray(starts[place], starts[place + 1]))
  }
  return { foreignNumberBytes: texts.bytes.view(), foreignNumberStarts: texts.starts.view() }
}

/** Writes the places of these numbers into the copied rows. */
export function renumberForeignNumbers(
  { companyRows, foreignNumberStarts }: Sections,
  companies: number,
): void {
  const numbers = foreignNumberStarts.length - 1
  let place = 0
  for (let company = 0; place < numbers && company < companies; company++)
    if (hasForeignNumber(companyRows, company)) writeDigits(companyRows, company, place++)
}
