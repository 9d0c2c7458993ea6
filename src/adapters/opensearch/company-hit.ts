/** The best hit of a company: which of its names matches the query, and how. Decided by the rules of all indexes. */
import type { LikenessScore } from '../../names/ranking/likeness-score.ts'
import type { NameMatch } from '../../names/ranking/name-match.ts'
import {
  matchCurrentName,
  matchNameInB,
  matchSimilarName,
  otherFormOf,
} from '../../names/ranking/name-match.ts'
import type { MatchReason, SortKey } from '../../names/ranking/rank.ts'
import { blockBStep, compareSortKeys } from '../../names/ranking/rank.ts'
import type { Name } from '../../names/reading/read-name.ts'
import type { Hit } from '../../names/search/page.ts'
import type { SearchQuery } from '../../names/search/query.ts'
import { distinctWords } from './name-document.ts'
import type { FoundCompany, NameKind, ReadCompanyName } from './stored-company.ts'
import { NAME_KINDS, recordOf } from './stored-company.ts'

/** Compares a name with the query; `undefined` if it is not similar. */
export type CompareName = (company: FoundCompany, name: ReadCompanyName) => LikenessScore | undefined

/** A query by name as the rules read it. */
export interface AskedName {
  readonly query: SearchQuery
  readonly queryName: Name
}

/** A company with its best hit. */
export interface CompanyHit {
  readonly company: FoundCompany
  readonly name: ReadCompanyName
  readonly key: SortKey
  readonly match: NameMatch
  readonly matchedOn: Hit['matchedOn']
}

/** Returns the hit of a company in block A; `undefined` if its current name does not contain the query's words. */
export function currentHit(asked: AskedName, company: FoundCompany): CompanyHit | undefined {
  const { query, queryName } = asked
  const isSearched = company.status !== 'removed' || query.status !== undefined
  if (!isSearched || query.former === 'only') return undefined
  const name = company.names[0] as ReadCompanyName
  const match = matchCurrentName(queryName, name)
  return match === undefined || isTooLow(query, match) ? undefined : hitOf(company, name, match)
}

/** Returns the best hit of a company in block B of a deep search; the caller knows that it has none in block A. */
export function hitInB(
  asked: AskedName,
  company: FoundCompany,
  compare: CompareName | undefined,
): CompanyHit | undefined {
  const hits = company.names
    .filter((name) => isWanted(asked.query, name.kind))
    .flatMap((name) => matchesInB(asked, company, name, compare).map((match) => hitOf(company, name, match)))
    .filter(({ match }) => !isTooLow(asked.query, match))
  return hits.sort(compareHits)[0]
}

function isTooLow({ minScore = 0 }: SearchQuery, { score }: NameMatch): boolean {
  return score < minScore
}

function isWanted({ former }: SearchQuery, kind: NameKind): boolean {
  return former === undefined || (kind === 'former') === (former === 'only')
}

function matchesInB(
  { query, queryName }: AskedName,
  company: FoundCompany,
  name: ReadCompanyName,
  compare: CompareName | undefined,
): readonly NameMatch[] {
  const isInA = name.kind === 'current' && (company.status !== 'removed' || query.status !== undefined)
  const origin = name.kind === 'current' ? 'removed' : 'former'
  const byWords = isInA ? undefined : matchNameInB(origin, queryName, name)
  const likeness = compare?.(company, name)
  const similar = likeness && matchSimilarName(likeness, otherFormOf(queryName, name))
  return [byWords, similar].filter((match) => match !== undefined)
}

function hitOf(company: FoundCompany, name: ReadCompanyName, match: NameMatch): CompanyHit {
  const matchedOn = name.kind === 'current' ? 'name' : (`${name.kind}_name` as const)
  return { company, name, match, matchedOn, key: keyOf(company, match) }
}

/** Returns a hit of block B with another score. */
export function withScore(hit: CompanyHit, score: number): CompanyHit {
  const step = blockBStep(score)
  const match = { ...hit.match, step, score: Math.floor(score) }
  return { ...hit, match, key: { ...hit.key, step } }
}

/** Returns the sort key of a company's hit. */
export function keyOf(company: FoundCompany, { tier, step, otherForm }: NameMatch): SortKey {
  const { staticRank, uuid, status } = company
  return { tier, step, otherForm, inactive: status === 'active' ? 0 : 1, staticRank, uuid }
}

/** Compares hits; of one company at one position, today's name comes first, then the one with fewer words. */
export function compareHits(a: CompanyHit, b: CompanyHit): number {
  return (
    compareSortKeys(a.key, b.key) ||
    NAME_KINDS.indexOf(a.name.kind) - NAME_KINDS.indexOf(b.name.kind) ||
    distinctWords(a.name.words) - distinctWords(b.name.words)
  )
}

/** Returns the hit of a company that has the number of the query. */
export function numberHit(company: FoundCompany, match: NameMatch): CompanyHit {
  const name = company.names[0] as ReadCompanyName
  return { company, name, match, matchedOn: 'number', key: keyOf(company, match) }
}

/** Returns the hit as a page shows it. */
export function shownHit({ company, name, key, match, matchedOn }: CompanyHit): Hit {
  return {
    record: recordOf(company),
    key,
    kind: match.kind,
    score: match.score,
    matchedName: name.text,
    matchedOn,
    reasons: [...match.reasons, ...originReasons(company, name, matchedOn)],
  }
}

function originReasons(
  { status }: FoundCompany,
  { kind }: ReadCompanyName,
  matchedOn: Hit['matchedOn'],
): readonly MatchReason[] {
  if (matchedOn === 'number') return []
  if (kind !== 'current') return [kind === 'former' ? 'former_name' : 'other_name']
  return status === 'removed' ? ['removed'] : []
}
