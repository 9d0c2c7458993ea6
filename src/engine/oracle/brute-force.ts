/**
 * Search by brute force over plain objects: slow, short, and written directly from docs/search.md. It is the
 * oracle of the engine's tests. It shares the reading of names, the hyphen variants (`hyphenated-words.ts`,
 * tested by itself), the ranking contract and the plain rule of names (`name-match.ts`, which the engine does not
 * use). Never part of a running service.
 */

import { diversifiedScores } from '../../names/ranking/diversify.ts'
import type { LikenessScore } from '../../names/ranking/likeness-score.ts'
import type { ComparedName, NameMatch } from '../../names/ranking/name-match.ts'
import {
  matchCurrentName,
  matchNameInB,
  matchSimilarName,
  otherFormOf,
} from '../../names/ranking/name-match.ts'
import { blockBStep, compareSortKeys, scoreAtStep, TIERS } from '../../names/ranking/rank.ts'
import { readBareNumber, readForeignQuery } from '../../names/reading/foreign-query.ts'
import type { Name } from '../../names/reading/read-name.ts'
import { readName } from '../../names/reading/read-name.ts'
import { readDigits, readNumber } from '../../names/reading/register-number.ts'
import { stateOfCourt } from '../../names/reading/state.ts'
import { type IndexedCompany, otherNamesOf } from '../../names/search/indexed-company.ts'
import type { SearchFilters, SearchQuery } from '../../names/search/query.ts'
import { foldWhole } from '../../names/text/fold.ts'
import { type BruteForceHit, type ComparedHit, keyOf } from './brute-force-hit.ts'
import { BruteForceLikeness } from './brute-force-likeness.ts'
import { hitsByForeignNumber, hitsByNumber } from './brute-force-numbers.ts'

/**
 * Returns all hits of a query in order; the caller applies `limit` and `after`. `base`: the companies whose
 * names and seats give the collection statistics.
 */
export function bruteForceSearch(
  companies: readonly IndexedCompany[],
  query: SearchQuery,
  base: readonly IndexedCompany[] = companies,
): readonly BruteForceHit[] {
  const { former, minScore = 0 } = query
  const isHighEnough = ({ score }: BruteForceHit) => score >= minScore
  const isWanted = ({ matchedOn }: BruteForceHit) =>
    former === undefined || (matchedOn === 'former_name') === (former === 'only')
  const all = hitsOfAllNames(companies, query, base).filter(isWanted)
  return diversified(best(all.filter(isHighEnough))).filter(isHighEnough)
}

/** Gives related names their final scores; all other hits precede them. */
function diversified(hits: readonly ComparedHit[]): readonly BruteForceHit[] {
  const related = hits.filter(({ kind }) => kind === 'related')
  const names = related.map(({ key, sharedPart }) => ({
    score: scoreAtStep(key.step),
    ...(sharedPart as LikenessScore['sharedPart'])(),
  }))
  const scores = diversifiedScores(names)
  const final = related.map((hit, i) => {
    const score = scores[i] as number
    return { ...hit, score: Math.floor(score), key: { ...hit.key, step: blockBStep(score) } }
  })
  final.sort((a, b) => compareSortKeys(a.key, b.key))
  return [...hits.slice(0, hits.length - related.length), ...final].map(({ sharedPart: _, ...hit }) => hit)
}

function hitsOfAllNames(
  companies: readonly IndexedCompany[],
  query: SearchQuery,
  base: readonly IndexedCompany[],
): readonly ComparedHit[] {
  const passing = companies.filter((company) => passes(company, query))
  const number = readNumber(query.name)
  const queryName = readName(query.name.toWellFormed())
  if (number !== undefined) return hitsByNumber(companies, passing, number, TIERS.number)
  const foreign = readForeignQuery(query.name)
  if (foreign !== undefined) return hitsByForeignNumber(passing, foreign, TIERS.number)
  if (queryName.words.length === 0) return []
  const isRemovedToo = query.status !== undefined
  const current = passing.filter((company) => isRemovedToo || company.status !== 'removed')
  const digits = readDigits(query.name)
  const bare = readBareNumber(query.name)
  const hits = [
    ...current.flatMap((company) => hitsByName(candidateOf(company, company.name, 'current'), queryName)),
    ...(digits === undefined
      ? []
      : hitsByNumber(companies, passing, { courtGroups: [[]], digits }, TIERS.digitsAsNumber)),
    ...(bare === undefined ? [] : hitsByForeignNumber(passing, bare, TIERS.digitsAsNumber)),
  ]
  if (!query.deep) return hits
  const likeness = new BruteForceLikeness(base, queryName)
  return [...hits, ...passing.flatMap((company) => blockBHits(company, queryName, isRemovedToo, likeness))]
}

type CompanyFilters = Omit<SearchFilters, 'former'>

/** What each filter of companies compares; complete by type. */
const COMPARED: Readonly<Record<keyof CompanyFilters, (company: IndexedCompany) => string>> = {
  status: ({ status }) => status,
  legalForm: ({ form }) => form,
  registerType: ({ register }) => register.type,
  court: ({ court }) => court,
  city: ({ seat }) => foldWhole(seat),
  state: ({ court }) => stateOfCourt(court) ?? '',
  postcode: ({ address }) => address?.postcode ?? '',
  country: ({ register }) => register.country,
}

function passes(company: IndexedCompany, query: SearchQuery): boolean {
  return Object.entries(COMPARED).every(([name, textOf]) => {
    const wanted: readonly string[] | undefined = query[name as keyof CompanyFilters]
    const text = textOf(company)
    if (name === 'postcode') return wanted === undefined || wanted.some((start) => text.startsWith(start))
    return wanted === undefined || wanted.includes(text)
  })
}

/**
 * Sorts the hits and keeps the best of each company; of two names at one position, the one with fewer words.
 */
function best(hits: readonly ComparedHit[]): readonly ComparedHit[] {
  const wordsIn = (hit: BruteForceHit) => new Set(readName(hit.matchedName).words).size
  const origins = ['name', 'former_name', 'other_name']
  const origin = (hit: BruteForceHit) => origins.indexOf(hit.matchedOn)
  const sorted = [...hits].sort(
    (a, b) => compareSortKeys(a.key, b.key) || origin(a) - origin(b) || wordsIn(a) - wordsIn(b),
  )
  const seen = new Set<string>()
  return sorted.filter(({ key }) => !seen.has(key.uuid) && seen.add(key.uuid))
}

/** One name of a company compared with the query. */
interface Candidate {
  readonly company: IndexedCompany
  /** As registered. */
  readonly text: string
  readonly name: Name
  readonly compared: ComparedName
  readonly kind: 'current' | 'former' | 'other'
}

function candidateOf(company: IndexedCompany, text: string, kind: Candidate['kind']): Candidate {
  const name = readName(text.toWellFormed())
  const form = kind === 'current' ? company.form : (name.form ?? company.form)
  const compared = { words: name.words, hyphens: name.hyphens, hasForm: name.form !== undefined, form }
  return { company, text, name, compared, kind }
}

function blockBHits(
  company: IndexedCompany,
  queryName: Name,
  isRemovedInA: boolean,
  likeness: BruteForceLikeness,
): readonly ComparedHit[] {
  const current = candidateOf(company, company.name, 'current')
  const isInA = company.status !== 'removed' || isRemovedInA
  const former = company.formerNames
    .filter(({ name }) => name !== company.name)
    .map(({ name }) => candidateOf(company, name, 'former'))
  const other = otherNamesOf(company).map((name) => candidateOf(company, name, 'other'))
  return [current, ...former, ...other].flatMap((candidate) => [
    ...(candidate === current && isInA ? [] : blockBHitsByName(candidate, queryName)),
    ...hitsByLikeness(candidate, queryName, likeness),
  ])
}

function hitsByName(candidate: Candidate, queryName: Name): readonly BruteForceHit[] {
  return hitsOf(candidate, matchCurrentName(queryName, candidate.compared))
}

function blockBHitsByName(candidate: Candidate, queryName: Name): readonly BruteForceHit[] {
  const origin = candidate.kind === 'current' ? 'removed' : 'former'
  return hitsOf(candidate, matchNameInB(origin, queryName, candidate.compared))
}

function hitsByLikeness(
  candidate: Candidate,
  queryName: Name,
  likeness: BruteForceLikeness,
): readonly ComparedHit[] {
  const { company, name, compared, kind } = candidate
  const otherForm = otherFormOf(queryName, compared)
  const found = likeness.likenessTo(company, name, kind !== 'current', otherForm > 0)
  return hitsOf(candidate, found && matchSimilarName(found, otherForm))
}

function hitsOf(candidate: Candidate, match: NameMatch | undefined): readonly ComparedHit[] {
  if (match === undefined) return []
  const { company, text, kind: nameKind } = candidate
  const { tier, step, otherForm, kind, score, reasons, sharedPart } = match
  const key = keyOf(company, tier, step, otherForm)
  const matchedOn = nameKind === 'current' ? 'name' : (`${nameKind}_name` as const)
  const why = [...reasons, ...originReasons(company, nameKind)]
  return [{ key, kind, score, matchedName: text, matchedOn, reasons: why, ...(sharedPart && { sharedPart }) }]
}

function originReasons(company: IndexedCompany, kind: Candidate['kind']): readonly string[] {
  if (kind !== 'current') return [`${kind}_name`]
  return company.status === 'removed' ? ['removed'] : []
}
