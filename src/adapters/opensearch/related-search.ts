/** The search for names that may be related to a query. */
import { RELATED_CANDIDATES_MAX, relatedLists, relatedWeight } from '../../names/likeness/related-estimate.ts'
import type { AskedWords } from './asked-words.ts'
import type { CandidateFilter, Source } from './candidate-searches.ts'
import { sourceClauses, sourcesOf } from './candidate-searches.ts'
import { HEAVIEST_FIRST } from './mappings.ts'
import type { RunSearches } from './search-needs.ts'
import type { FoundName, SearchBody } from './search-request.ts'

/**
 * Returns up to `RELATED_CANDIDATES_MAX` names that match most of the query, of those that `isWanted`, in the order of zone
 * and rank. Weights are whole numbers, whose sums single precision tells exactly.
 */
export async function findRelatedNames(
  run: RunSearches,
  asked: AskedWords,
  filter: CandidateFilter,
  isWanted: (name: FoundName) => boolean,
): Promise<readonly FoundName[]> {
  const body = relatedSearch(asked, filter)
  const names: FoundName[] = []
  let after: FoundName['sort'] | undefined
  while (names.length < RELATED_CANDIDATES_MAX) {
    const [answer] = await run([{ ...body, ...(after && { search_after: after }) }])
    const found = (answer as NonNullable<typeof answer>).names
    names.push(...found.filter(isWanted))
    after = found.at(-1)?.sort
    if (found.length < RELATED_CANDIDATES_MAX) break
  }
  return names.slice(0, RELATED_CANDIDATES_MAX).sort(compareRanks)
}

/** Minimum letters of a key: shorter ones are mostly two single letters, which only `runs` compares exactly. */
const SPLIT_KEY_MIN = 3

/** Of names with the same sum the first in rank are found first. */
function relatedSearch(asked: AskedWords, filter: CandidateFilter): SearchBody {
  const rounded = () => (weight: number) => relatedWeight(weight, asked.query)
  const should = sourceClauses(readSources(asked), { rounded, splitKeyMin: SPLIT_KEY_MIN })
  const query = { bool: { ...filter, should, minimum_should_match: 1 } }
  return { query, size: RELATED_CANDIDATES_MAX, sort: HEAVIEST_FIRST }
}

/** Returns the sources with those of their lists that are read. */
function readSources(asked: AskedWords): readonly Source[] {
  const sources = sourcesOf(asked)
  const read = new Set(relatedLists(sources.flatMap(({ lists }) => lists)))
  return sources.map((source) => ({ ...source, lists: source.lists.filter((list) => read.has(list)) }))
}

/** Compares by zone and rank, which stand behind the score. */
function compareRanks({ sort: a }: FoundName, { sort: b }: FoundName): number {
  for (let i = 1; i < a.length; i++) {
    const [one, other] = [a[i] as string | number, b[i] as string | number]
    if (one !== other) return one < other ? -1 : 1
  }
  return 0
}
