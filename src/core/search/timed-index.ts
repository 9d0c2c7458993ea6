import { type Awaitable, whenReady } from '../awaitable.ts'
import type { Needs } from '../ports.ts'
import type { NameIndex } from './name-index.ts'

const NS_PER_US = 1e3

/**
 * Wraps an index so that the time of each search is counted, whatever its caller. A strict search counts as
 * normal.
 */
export function timedIndex({ index, clock, traffic }: Needs<'index' | 'clock' | 'traffic'>): NameIndex {
  const timed = <Result>(isDeep: boolean, search: () => Awaitable<Result>) => {
    const startNs = clock.monotonicNs()
    return whenReady(search(), (result) => {
      traffic.noteSearch(isDeep, Number(clock.monotonicNs() - startNs) / NS_PER_US)
      return result
    })
  }
  return {
    state: () => index.state(),
    corrections: (text) => index.corrections(text),
    search: (question) => timed(question.deep && question.isStrict !== true, () => index.search(question)),
    facets: (question) => timed(question.deep, () => index.facets(question)),
  }
}
