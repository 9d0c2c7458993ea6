/** Counts the hits of a search by the fields of their companies. */

import { courtNameOfArea } from '../names/reading/register-area.ts'
import { REGISTER_TYPES } from '../names/reading/register-number.ts'
import { stateOfCourt } from '../names/reading/state.ts'
import { FACETS, type Facet, type FacetCounts } from '../names/search/facets.ts'
import { STATUSES } from '../names/search/status.ts'
import type { RowField } from './format/company-rows.ts'
import { courtIn, formIn, seatIn, statusIn, typeIn } from './format/company-rows.ts'
import { type IndexReader, seatOf } from './format/index-reader.ts'

/** The field of a row that a facet counts, and the text of its codes; '' and `undefined` are not counted. */
interface FacetField {
  readonly read: RowField
  readonly textOf: (reader: IndexReader, code: number) => string | undefined
}

const FIELDS: Readonly<Record<Facet, FacetField>> = {
  status: { read: statusIn, textOf: (_, code) => STATUSES[code] },
  legalForm: { read: formIn, textOf: ({ header }, code) => header.forms[code] },
  registerType: { read: typeIn, textOf: (_, code) => REGISTER_TYPES[code] },
  state: { read: courtIn, textOf: ({ header }, code) => stateOfCourt(header.courts[code] as string) },
  registerCourt: {
    read: courtIn,
    textOf: ({ header }, code) => courtNameOfArea(header.courts[code] as string),
  },
  seat: { read: seatIn, textOf: seatOf },
}

/** Adds up counts by value, over the companies of one image or more. */
export class FacetCounter {
  readonly #counts = new Map<Facet, Map<string, number>>(FACETS.map((facet) => [facet, new Map()]))

  /** Counts the companies of an image. */
  add(reader: IndexReader, companies: readonly number[]): void {
    for (const [facet, counts] of this.#counts) {
      const { read, textOf } = FIELDS[facet]
      for (const [code, count] of countCodes(reader, companies, read)) {
        const text = textOf(reader, code)
        // Codes with the same text, as of a renumbered court, are one value.
        if (text) counts.set(text, (counts.get(text) ?? 0) + count)
      }
    }
  }

  /** Returns the counts so far. */
  counts(): FacetCounts {
    return Object.fromEntries(this.#counts) as unknown as FacetCounts
  }
}

function countCodes(
  { sections }: IndexReader,
  companies: readonly number[],
  read: RowField,
): ReadonlyMap<number, number> {
  const counts = new Map<number, number>()
  for (const company of companies) {
    const code = read(sections.companyRows, company)
    counts.set(code, (counts.get(code) ?? 0) + 1)
  }
  return counts
}
