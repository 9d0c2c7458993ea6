/** Well-known companies by the names that people type. */
import { readFileSync } from 'node:fs'
import type { EmbeddedNameIndex } from '../../src/adapters/embedded/name-index.ts'
import { parseSourceKey } from '../../src/adapters/registers/offeneregister/source-key.ts'
import type { SearchText } from '../../src/core/search/search-text.ts'
import { suggestCompanies } from '../../src/core/search/suggest-companies.ts'
import { companyUuid } from '../../src/names/reading/company-uuid.ts'
import type { Judged } from './judge.ts'
import { rankOf } from './judge.ts'
import type { KnownNames } from './known-names.ts'
import type { JudgedQuery } from './query.ts'

/**
 * What decides the place of the company: `tie`, others have the same name without the legal form; `alone`, no other has
 * it; `class`, the query is only a part of the name, or stands for it, and companies with exactly this name come first.
 */
export const DECIDED_BY = ['tie', 'alone', 'class'] as const

/** A line of the list. */
export interface FamousName {
  readonly query: string
  readonly name: string
  readonly companyNumber: string
  readonly decidedBy: string
}

const FAMOUS_TIE = 'famous, tie'
const FAMOUS_ALL = 'famous, all'
/** The same queries as suggestions, in which the company has to be among ten. */
export const FAMOUS_SUGGESTIONS = 'famous, suggestions'
const FAMOUS_KINDS: readonly string[] = [FAMOUS_TIE, FAMOUS_ALL]

/** Reads the list of `famous-names.tsv`: companies of the register of early 2019. */
export function readFamousNames(): readonly FamousName[] {
  const [, ...lines] = readFileSync(new URL('famous-names.tsv', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
  return lines.map((line) => {
    const [query = '', name = '', companyNumber = '', decidedBy = ''] = line.split('\t')
    return { query, name, companyNumber, decidedBy }
  })
}

/** The queries of both kinds whose company is in the index: all, and those that are decided by ties. */
export function famousQueries(known: KnownNames): JudgedQuery[] {
  return FAMOUS_KINDS.flatMap((kind) =>
    readFamousNames()
      .filter(({ decidedBy }) => kind === FAMOUS_ALL || decidedBy === 'tie')
      .flatMap(({ query, companyNumber }) => {
        const key = parseSourceKey(companyNumber)
        const target = key && known.company(companyUuid(key.register))
        return target === undefined ? [] : [{ kind, text: query, target }]
      }),
  )
}

/** Judges the suggestions for every famous name. */
export async function judgeSuggestions(index: EmbeddedNameIndex, known: KnownNames): Promise<Judged[]> {
  const judged: Judged[] = []
  for (const query of famousQueries(known).filter(({ kind }) => kind === FAMOUS_ALL)) {
    const hits = await suggestCompanies({ index }, query.text as SearchText)
    judged.push({ query: { ...query, kind: FAMOUS_SUGGESTIONS }, rank: rankOf(query, hits), hits })
  }
  return judged
}
