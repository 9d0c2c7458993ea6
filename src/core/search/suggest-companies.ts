/** What is offered while somebody types a name. */
import { STATUSES } from '../company/company.ts'
import { Failure } from '../failure.ts'
import type { Needs } from '../ports.ts'
import type { Hit } from './name-index.ts'
import { type SearchText, saysNothing } from './search-text.ts'

/** Hits that are offered. */
export const SUGGESTIONS_MAX = 10

/** Nobody who types means a company that is gone. */
const SUGGESTED = STATUSES.filter((status) => status !== 'removed')

/**
 * Companies of which the current name, or behind those a former one, has all words of the text, the last one as a beginning. In
 * the order of a deep search, but nothing that is only like the text.
 *
 * @throws Failure `service_unavailable` while there is no index.
 */
export function suggestCompanies({ index }: Needs<'index'>, text: SearchText): readonly Hit[] {
  if (index.state() === undefined) throw new Failure('service_unavailable', 'no index is there yet')
  if (saysNothing(text)) return []
  const question = { name: text, limit: SUGGESTIONS_MAX }
  // Former names stand behind the current ones: where these fill the page, the many that one letter begins are not even counted.
  const { hits } = index.search({ ...question, deep: false })
  const isFull = hits.length === SUGGESTIONS_MAX && hits.every(({ record }) => record.status !== 'removed')
  if (isFull) return hits
  return index.search({ ...question, deep: true, isStrict: true, status: SUGGESTED }).hits
}
