/** Makes a list of customers from the companies of a data folder, with noise, and knows whom each row means. */

import { loadIndexImage } from '../../src/adapters/embedded/index-image.ts'
import { openCompanyStore } from '../../src/adapters/sqlite/companies/read/company-store.ts'
import { csvCells } from '../../src/core/csv-line.ts'
import { openIndex } from '../../src/engine/format/index-reader.ts'
import type { IndexedCompany } from '../../src/names/search/indexed-company.ts'
import { dataFiles } from '../../src/server/data-folder.ts'
import { Random } from '../corpus/random.ts'
import { ABSENT_KINDS, absentQueries } from '../relevance/absent-names.ts'
import { KnownNames } from '../relevance/known-names.ts'
import { NOISE_KINDS, noisyQueries } from '../relevance/noisy-queries.ts'
import { type JudgedQuery, targetOf } from '../relevance/query.ts'

const SEED = 20_261_125
/** Companies that rows are made from, as a multiple of the rows. */
const SAMPLE = 1.5
/** Share of rows with the name of a company as it is. */
const EXACT = 0.4
/** Each absent name is compared with every name of the index, which takes time. */
const ABSENT_A_KIND = 300
/** Shares of rows with the seat of the company, and with that of another one. */
const CITY = { right: 0.6, wrong: 0.1 }

/** A list and what each row means. */
export interface MadeList {
  readonly csv: string
  readonly queries: readonly JudgedQuery[]
}

/** Makes a list of so many rows: 40 % names as they are, the rest every kind of noise evenly, and names of nobody. */
export function makeList(dataDir: string, rows: number): MadeList {
  const companies = sample(dataDir, Math.ceil(rows * SAMPLE))
  const loaded = loadIndexImage(dataFiles(dataDir).index)
  if ('refused' in loaded) throw new Error(loaded.refused)
  const known = new KnownNames(openIndex(loaded.image))
  const random = new Random(SEED).start(0)
  const queries: JudgedQuery[] = absentQueries(ABSENT_KINDS, companies, {
    known,
    seed: SEED,
    count: ABSENT_A_KIND,
  })
  const exact = companies.slice(0, Math.round(rows * EXACT))
  queries.push(
    ...exact.map((company) => ({ kind: 'as it is', text: company.name, target: targetOf(company) })),
  )
  const perKind = Math.ceil((rows - queries.length) / NOISE_KINDS.length)
  for (const kind of NOISE_KINDS)
    queries.push(...noisyQueries(kind, companies, { known, seed: SEED, count: perKind }))
  const chosen = shuffled(queries, random).slice(0, rows)
  const seats = new Map(companies.map(({ uuid, seat }) => [uuid, seat]))
  const cityOf = ({ target }: JudgedQuery) => {
    const share = random.below(1000) / 1000
    if (target === undefined || share >= CITY.right + CITY.wrong) return ''
    return share < CITY.right ? (seats.get(target.uuid) ?? '') : random.oneOf(companies).seat
  }
  const lines = chosen.map((query, i) => {
    const isNumber = query.kind.startsWith('number')
    return csvCells(
      [String(i + 1), isNumber ? '' : query.text, cityOf(query), isNumber ? query.text : ''],
      ';',
    )
  })
  return {
    csv: csvCells(['Kundennummer', 'Firma', 'Ort', 'Registernummer'], ';') + lines.join(''),
    queries: chosen,
  }
}

/** Draws companies evenly, in random order. */
function sample(dataDir: string, count: number): readonly IndexedCompany[] {
  const store = openCompanyStore(dataFiles(dataDir).companies)
  const random = new Random(SEED).start(1)
  const all: IndexedCompany[] = []
  let seen = 0
  for (const batch of store.forIndex(2000) as Iterable<readonly IndexedCompany[]>)
    for (const company of batch) {
      // Reservoir sampling: every company is kept with the same chance.
      const place = seen < count ? seen : random.below(seen + 1)
      if (place < count) all[place] = { ...company, uuid: dashed(company.uuid) }
      seen++
    }
  store.close()
  return shuffled(all, random)
}

/** The store gives the bytes of a uuid as hex for the index. */
function dashed(hex: string): string {
  return hex.toLowerCase().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

function shuffled<T>(values: readonly T[], random: Random): readonly T[] {
  const all = [...values]
  for (let i = all.length - 1; i > 0; i--) {
    const other = random.below(i + 1)
    ;[all[i], all[other]] = [all[other] as T, all[i] as T]
  }
  return all
}
