/** Computes figures from results. */
import { plainKey } from '../relevance/plain-name.ts'
import type { Answers } from './ask-one.ts'
import { readNames } from './names-file.ts'
import type { Answer } from './neighbour.ts'
import type { Query } from './query-sets.ts'

/** Place of the company that is meant among the hits: 1 first, 0 not there; `undefined` not asked. */
export type Ranks = readonly (number | undefined)[]

/** Every kind of query counts the same, however many of it were asked. */
export interface Figures {
  readonly queries: number
  readonly recall1: number
  readonly recall10: number
  readonly meanMs: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly processorMs: number
}

/** Judges the answers of all: one walk over the names tells what the hits are called. */
export function ranksOf(
  queries: readonly Query[],
  results: ReadonlyMap<string, Answers>,
  namesPath: string,
): Map<string, Ranks> {
  const wanted = new Set<Answer>()
  for (const { answers } of results.values())
    for (const hits of answers) for (const hit of hits ?? []) wanted.add(hit)
  const found = new Map<Answer, { readonly uuid: string; readonly key: string }>()
  for (const { place, uuid, name } of readNames(namesPath)) {
    if (!wanted.has(place) && !wanted.has(uuid)) continue
    const company = { uuid, key: plainKey(name) }
    found.set(place, company)
    found.set(uuid, company)
  }
  const ranks = [...results].map(([key, { answers }]): [string, Ranks] => [
    key,
    answers.map((hits, i) => (hits === null ? undefined : rankOf(queries[i] as Query, hits))),
  ])
  return new Map(ranks)

  function rankOf({ uuid, name }: Query, hits: readonly Answer[]): number {
    const key = plainKey(name)
    return 1 + hits.findIndex((hit) => found.get(hit)?.uuid === uuid || found.get(hit)?.key === key)
  }
}

/** Figures over the queries at `places`, which all were asked. */
export function figuresOf(
  queries: readonly Query[],
  ranks: Ranks,
  { took, spent }: Pick<Answers, 'took' | 'spent'>,
  places: readonly number[],
): Figures {
  const kinds = Map.groupBy(places, (place) => queries[place]?.kind)
  const weights = new Map([...kinds].map(([kind, of]) => [kind, 1 / (of.length * kinds.size)]))
  const weightOf = (place: number) => weights.get(queries[place]?.kind) ?? 0
  const mean = (value: (place: number) => number) =>
    places.reduce((sum, place) => sum + weightOf(place) * value(place), 0)
  const byTime = places
    .map((place) => ({ ms: took[place] as number, weight: weightOf(place) }))
    .sort((a, b) => a.ms - b.ms)
  return {
    queries: places.length,
    recall1: mean((place) => Number(ranks[place] === 1)),
    recall10: mean((place) => Number((ranks[place] as number) > 0)),
    meanMs: mean((place) => took[place] as number),
    p50Ms: shareOf(byTime, 0.5),
    p99Ms: shareOf(byTime, 0.99),
    processorMs: mean((place) => spent[place] as number),
  }
}

/** The time that `share` of all weight does not exceed. */
function shareOf(byTime: readonly { readonly ms: number; readonly weight: number }[], share: number): number {
  let weight = 0
  for (const one of byTime) {
    weight += one.weight
    if (weight >= share) return one.ms
  }
  return byTime.at(-1)?.ms ?? 0
}
