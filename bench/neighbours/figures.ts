/** From answers to figures. */
import { plainKey } from '../relevance/plain-name.ts'
import type { Answers } from './ask-one.ts'
import { readNames } from './names-file.ts'
import type { Answer } from './neighbour.ts'
import type { Query } from './query-sets.ts'

/** Place of the company that is meant among the hits: 1 first, 0 not there; `undefined` not asked. */
export type Ranks = readonly (number | undefined)[]

export interface Figures {
  readonly queries: number
  readonly recall1: number
  readonly recall10: number
  readonly meanMs: number
  readonly p50Ms: number
  readonly p99Ms: number
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

/** Figures over the queries at `places` that were asked. */
export function figuresOf(
  ranks: Ranks,
  took: readonly (number | null)[],
  places: readonly number[],
): Figures {
  const asked = places.filter((place) => ranks[place] !== undefined)
  const times = asked.map((place) => took[place] as number).sort((a, b) => a - b)
  const share = (isGood: (rank: number) => boolean) =>
    asked.filter((place) => isGood(ranks[place] as number)).length / Math.max(1, asked.length)
  const at = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0
  return {
    queries: asked.length,
    recall1: share((rank) => rank === 1),
    recall10: share((rank) => rank > 0),
    meanMs: times.reduce((sum, time) => sum + time, 0) / Math.max(1, times.length),
    p50Ms: at(0.5),
    p99Ms: at(0.99),
  }
}
