/** What is offered while somebody types a name. */

import { SAME_NAME_SCORE_MIN } from '../../names/ranking/rank.ts'
import { incompleteForm } from '../../names/reading/incomplete-form.ts'
import { STATUSES } from '../company/company.ts'
import { Failure } from '../failure.ts'
import type { Needs } from '../ports.ts'
import type { Hit, NameIndex } from './name-index.ts'
import { type SearchText, saysNothing } from './search-text.ts'

/** Hits that are offered. */
export const SUGGESTIONS_MAX = 10

/** Nobody who types means a company that is gone. */
const SUGGESTED = STATUSES.filter((status) => status !== 'removed')

/**
 * Companies of which the current name, or behind those a former one, has all words of the text, the last one as a beginning. In
 * the order of a deep search, but nothing that is only like the text. The end of the text may also be the beginning of a legal
 * form: who is called so today comes behind whoever is called as the whole text says, and before those whose names only begin so.
 *
 * @throws Failure `service_unavailable` while there is no index.
 */
export function suggestCompanies({ index }: Needs<'index'>, text: SearchText): readonly Hit[] {
  if (index.state() === undefined) throw new Failure('service_unavailable', 'no index is there yet')
  if (saysNothing(text)) return []
  const byWords = suggestByWords(index, text)
  const begun = incompleteForm(text)
  if (begun === undefined || saysNothing(begun.rest)) return byWords
  const question = { name: begun.rest, legalForm: begun.forms, limit: SUGGESTIONS_MAX }
  const { hits } = index.search({ ...question, deep: false, status: SUGGESTED })
  const byForm = hits.filter(({ kind, reasons }) => kind !== 'number' && !reasons.includes('prefix'))
  return inTurn(byWords, byForm)
}

function suggestByWords(index: NameIndex, name: SearchText): readonly Hit[] {
  const question = { name, limit: SUGGESTIONS_MAX }
  // Former names stand behind the current ones: where these fill the page, the many that one letter begins are not even counted.
  const { hits } = index.search({ ...question, deep: false })
  const isFull = hits.length === SUGGESTIONS_MAX && hits.every(({ record }) => record.status !== 'removed')
  if (isFull) return hits
  return index.search({ ...question, deep: true, isStrict: true, status: SUGGESTED }).hits
}

/** Each company once: whoever is called so today, then whose name of today goes on, then whose former name does. */
function inTurn(byWords: readonly Hit[], byForm: readonly Hit[]): readonly Hit[] {
  const turnOf = ({ score, matchedOn }: Hit) => {
    if (matchedOn === 'former_name') return 2
    return matchedOn === 'name' && score >= SAME_NAME_SCORE_MIN ? 0 : 1
  }
  const ordered = [...byWords, ...byForm].sort((a, b) => turnOf(a) - turnOf(b))
  const seen = new Set<string>()
  const once = ordered.filter(({ record: { uuid } }) => !seen.has(uuid) && seen.add(uuid))
  return once.slice(0, SUGGESTIONS_MAX)
}
