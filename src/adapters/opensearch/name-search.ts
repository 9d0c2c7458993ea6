/** A search from query to page. */
import { HITS_MAX, RELATED_MAX, TOTAL_EXACT_MAX } from '../../core/search/name-index.ts'
import { compareSortKeys, hasSameName } from '../../names/ranking/rank.ts'
import { readName } from '../../names/reading/read-name.ts'
import type { SearchPage } from '../../names/search/page.ts'
import type { SearchQuery } from '../../names/search/query.ts'
import { askedIds } from './asked-words.ts'
import type { AskedName, CompanyHit } from './company-hit.ts'
import { currentHit, shownHit } from './company-hit.ts'
import type { Clause } from './filter-clauses.ts'
import { filterClauses } from './filter-clauses.ts'
import { nameVariants, tokensOf } from './name-variants.ts'
import { searchCurrent } from './search-current.ts'
import type { DeepHits } from './search-deep.ts'
import { searchDeep } from './search-deep.ts'
import type { SearchNeeds } from './search-needs.ts'
import type { AskedNumbers } from './search-numbers.ts'
import { readAskedNumber, readBareNumbers, searchNumbers } from './search-numbers.ts'
import { wordId } from './word-document.ts'

/** A page, and what is only counted. */
export interface FoundPage {
  readonly hits: readonly CompanyHit[]
  readonly more: boolean
  /** Hits without the related ones, up to one more than are shown. */
  readonly count: number
  readonly isCountExact: boolean
  readonly partial: boolean
}

const NOTHING: FoundPage = { hits: [], more: false, count: 0, isCountExact: true, partial: false }

/** Returns one page of hits, in the order of docs/search.md. */
export async function searchNames(needs: SearchNeeds, query: SearchQuery): Promise<SearchPage> {
  const { hits, more, count, isCountExact, partial } = await findPage(needs, query)
  return {
    hits: hits.map(shownHit),
    more,
    total: Math.min(count, TOTAL_EXACT_MAX),
    totalIsExact: isCountExact && count <= TOTAL_EXACT_MAX,
    truncated: count > HITS_MAX,
    partial,
  }
}

/** Returns one page as companies. */
export async function findPage(needs: SearchNeeds, query: SearchQuery): Promise<FoundPage> {
  const clauses = filterClauses(query)
  const number = readAskedNumber(query.name)
  if (number !== undefined) return numberPage(needs, query, number, clauses)
  const queryName = readName(query.name.toWellFormed())
  if (queryName.words.length === 0) return NOTHING
  return namePage(needs, { query, queryName }, clauses)
}

async function numberPage(
  { run }: SearchNeeds,
  query: SearchQuery,
  number: AskedNumbers,
  clauses: readonly Clause[],
): Promise<FoundPage> {
  if (query.former === 'only') return NOTHING
  const found = highEnough(query, await searchNumbers(number, clauses, run))
  const left = behindCursor(query, found)
  return pageOf(query, left, found.length, found.length - left.length)
}

async function namePage(
  needs: SearchNeeds,
  asked: AskedName,
  clauses: readonly Clause[],
): Promise<FoundPage> {
  const { query, queryName } = asked
  const { words, run } = needs
  const joined = tokensOf(queryName).map((token) => wordId('joined', token))
  await words.load(query.deep ? [...joined, ...askedIds(queryName.words)] : joined)
  const variants = nameVariants(queryName, (text) => words.partsOf(text))
  const [current, numbers] = await Promise.all([
    searchCurrent(asked, variants, clauses, run),
    bareNumbers(needs, asked, clauses),
  ])
  const firsts = [...current.hits, ...behindCursor(query, numbers)]
  const countA = Math.min(HITS_MAX + 1, current.count + numbers.length)
  const beforeA = current.before + numbers.length - behindCursor(query, numbers).length
  const isFull = firsts.length > query.limit || countA > HITS_MAX
  if (!query.deep || (isFull && countA > TOTAL_EXACT_MAX)) return pageOf(query, firsts, countA, beforeA)
  const inA = new Set(numbers.map(({ company }) => company.uuid))
  const deep = await searchDeep(needs, asked, { variants, clauses, isInA: (uuid) => inA.has(uuid) })
  return deepPage(query, firsts, countA, deep)
}

/** Returns the companies with the digits of the query as a number that are not found by name. */
async function bareNumbers(
  { run }: SearchNeeds,
  asked: AskedName,
  clauses: readonly Clause[],
): Promise<readonly CompanyHit[]> {
  const numbers = asked.query.former === 'only' ? undefined : readBareNumbers(asked.query.name)
  if (numbers === undefined) return []
  const found = await searchNumbers(numbers, clauses, run)
  return highEnough(asked.query, found).filter(({ company }) => currentHit(asked, company) === undefined)
}

function highEnough({ minScore = 0 }: SearchQuery, hits: readonly CompanyHit[]): readonly CompanyHit[] {
  return hits.filter(({ match }) => match.score >= minScore)
}

function behindCursor({ after }: SearchQuery, hits: readonly CompanyHit[]): readonly CompanyHit[] {
  return after === undefined ? hits : hits.filter(({ key }) => compareSortKeys(key, after) > 0)
}

/** `before`: hits before the page, as far as they matter. */
function pageOf(query: SearchQuery, left: readonly CompanyHit[], count: number, before: number): FoundPage {
  const room = Math.max(0, HITS_MAX - before)
  const hits = left.slice(0, Math.min(room, query.limit))
  const more = left.length > hits.length && hits.length < room
  return { hits, more, count, isCountExact: true, partial: false }
}

/** Appends block B, and if there is room the related names: a page with the name of the query leaves them out. */
async function deepPage(
  query: SearchQuery,
  firsts: readonly CompanyHit[],
  countA: number,
  { hits: all, isComplete, partial, findRelated }: DeepHits,
): Promise<FoundPage> {
  const count = Math.min(HITS_MAX + 1, countA + all.length)
  const left = behindCursor(query, all)
  const before = firsts.length > 0 || count <= HITS_MAX ? 0 : countA + all.length - left.length
  const found = pageOf(query, [...firsts, ...left], count, before)
  const page = { ...found, isCountExact: isComplete, partial }
  if (page.more || partial || count >= HITS_MAX || findRelated === undefined) return page
  if (hasSameName(page.hits.map(({ match }) => match))) return { ...page, more: true }
  const shown = (await findRelated()).slice(0, Math.min(RELATED_MAX, HITS_MAX - count))
  const hits = [...page.hits, ...behindCursor(query, shown)]
  return { ...page, hits: hits.slice(0, query.limit), more: hits.length > query.limit }
}
