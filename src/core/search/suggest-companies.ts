/** Suggestions while a user types a name. */

import { SAME_NAME_SCORE_MIN } from '../../names/ranking/rank.ts'
import { incompleteForm } from '../../names/reading/incomplete-form.ts'
import type { Hit } from '../../names/search/page.ts'
import { STATUSES } from '../../names/search/status.ts'
import type { Needs } from '../ports.ts'
import { searchIndex } from './search-companies.ts'
import { hasNoWords, type SearchText } from './search-text.ts'

/** Most suggestions. */
export const SUGGESTIONS_MAX = 10

/** All states except `removed`: a user who types does not look for a removed company. */
const SUGGESTED = STATUSES.filter((status) => status !== 'removed')

/**
 * Returns companies whose current or former name contains all words of the text, the last one as a prefix;
 * current names first. The order is that of a deep search, without hits that are only similar. The end of the
 * text may also be a prefix of a legal form: current names that match in that way go after those equal to the
 * whole text and before those that only start with it.
 *
 * @throws {Failure} `service_unavailable` while there is no index.
 */
export async function suggestCompanies(needs: Needs<'index'>, text: SearchText): Promise<readonly Hit[]> {
  const byWords = await suggestByWords(needs, text)
  const begun = incompleteForm(text)
  if (begun === undefined || hasNoWords(begun.rest)) return byWords
  const question = { name: begun.rest, legalForm: begun.forms, limit: SUGGESTIONS_MAX }
  const { hits } = await searchIndex(needs, { ...question, deep: false, status: SUGGESTED })
  const byForm = hits.filter(({ kind, reasons }) => kind !== 'number' && !reasons.includes('prefix'))
  return inOrder(byWords, byForm)
}

async function suggestByWords(needs: Needs<'index'>, name: SearchText): Promise<readonly Hit[]> {
  const question = { name, limit: SUGGESTIONS_MAX }
  // Former names go after current ones. When current names fill the page, the many former names with a short
  // prefix are not even counted.
  const { hits } = await searchIndex(needs, { ...question, deep: false })
  const isFull = hits.length === SUGGESTIONS_MAX && hits.every(({ record }) => record.status !== 'removed')
  if (isFull) return hits
  const all = await searchIndex(needs, { ...question, deep: true, isStrict: true, status: SUGGESTED })
  return all.hits
}

/** Merges hits without duplicates: names equal to the text, then longer current names, then former names. */
function inOrder(byWords: readonly Hit[], byForm: readonly Hit[]): readonly Hit[] {
  const positionOf = ({ score, matchedOn }: Hit) => {
    if (matchedOn === 'former_name') return 2
    return matchedOn === 'name' && score >= SAME_NAME_SCORE_MIN ? 0 : 1
  }
  const ordered = [...byWords, ...byForm].sort((a, b) => positionOf(a) - positionOf(b))
  const seen = new Set<string>()
  const once = ordered.filter(({ record: { uuid } }) => !seen.has(uuid) && seen.add(uuid))
  return once.slice(0, SUGGESTIONS_MAX)
}
