/** The number of hits beside each value of a filter. */
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { post } from '../api/call.ts'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.tsx'
import { SEARCH } from '../words/search.ts'
import type { FacetCounts } from './answers.ts'
import { useMemory } from './memory.ts'
import { bodyOf, type FilterName, type Question } from './question.ts'

const FACETS = {
  legal_form: 'legal_form',
  status: 'status',
  register_court: 'register_court',
  city: 'seat',
  state: 'state',
} as const satisfies Partial<Record<FilterName, keyof FacetCounts>>
/** A filter whose values are counted. */
type CountedFilter = keyof typeof FACETS

/** The number of hits of a value. */
export interface HitCount {
  /** `1.000+` */
  readonly short: string
  /** `mindestens 1.000 Treffer` */
  readonly long: string
}

interface Counts {
  /** The seats of the hits, the most frequent first. */
  readonly seats: readonly string[]
  /** Returns `undefined` where the number is not known. */
  readonly countOf: (filter: CountedFilter, value: string) => HitCount | undefined
}

const Context = createContext<Counts>({ seats: [], countOf: () => undefined })

/** Loads the counts of a search for the filters in it. */
export function FilterCounts({
  question,
  children,
}: {
  readonly question: Question
  readonly children: ReactNode
}) {
  const words = useWords(SEARCH)
  const format = useFormat()
  const facets = useFacets(question)
  const counts: Counts = {
    seats: question.filters.city.length > 0 ? [] : (facets?.seat ?? []).map(({ value }) => value),
    countOf: (filter, value) => {
      const count = facets && numberOf(facets, filter, value, question.filters[filter])
      if (facets === undefined || count === undefined) return undefined
      const text = format.number(count)
      const short = facets.exact ? text : `${text}+`
      return { short, long: words.hitCount(text, facets.exact, count === 1) }
    },
  }
  return <Context value={counts}>{children}</Context>
}

export function useCounts(): Counts {
  return useContext(Context)
}

/**
 * Returns `undefined` for another value than the chosen ones, because it would add hits, and for a value that
 * is missing from a list of the most frequent ones.
 */
function numberOf(
  facets: FacetCounts,
  filter: CountedFilter,
  value: string,
  chosen: readonly string[],
): number | undefined {
  if (chosen.length > 0 && !chosen.includes(value)) return undefined
  const values = facets[FACETS[filter]]
  const count = values.find((one) => one.value === value)?.count
  const isComplete = facets.exact && values.reduce((sum, one) => sum + one.count, 0) === facets.total
  return count ?? (isComplete ? 0 : undefined)
}

/** Loads the counts of a search. If the call fails there are none, and the search works without them. */
function useFacets(question: Question): FacetCounts | undefined {
  const kept = useMemory().facets
  const isDeep = question.mode !== 'normal'
  const key = question.name === '' ? '' : JSON.stringify(bodyOf(question, isDeep))
  const [loaded, setLoaded] = useState<{ readonly key: string; readonly facets: FacetCounts }>()
  useEffect(() => {
    if (key === '' || kept.get(key) !== undefined) return
    const giveUp = new AbortController()
    post<FacetCounts>('search/facets', JSON.parse(key), giveUp.signal).then(
      (facets) => {
        kept.put(key, facets)
        setLoaded({ key, facets })
      },
      () => undefined,
    )
    return () => giveUp.abort()
  }, [key, kept])
  return loaded?.key === key ? loaded.facets : kept.get(key)
}
