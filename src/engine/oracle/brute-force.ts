/**
 * Search by brute force over plain objects: slow, short, and written directly from docs/search.md. It is the
 * oracle of the engine's tests. It shares the reading of names, the hyphen variants (`hyphenated-words.ts`,
 * tested by itself) and the ranking contract. Never part of a running service.
 */

import type { NameTier } from '../../names/ranking/rank.ts'
import * as rank from '../../names/ranking/rank.ts'
import { untypedLetters } from '../../names/ranking/untyped-letters.ts'
import { readBareNumber, readForeignQuery } from '../../names/reading/foreign-query.ts'
import type { RepeatedParts } from '../../names/reading/hyphenated-words.ts'
import { hyphenVariants, joinedWords, repeatedParts } from '../../names/reading/hyphenated-words.ts'
import type { Name } from '../../names/reading/read-name.ts'
import { readName, type WordChain } from '../../names/reading/read-name.ts'
import { readDigits, readNumber } from '../../names/reading/register-number.ts'
import { stateOfCourt } from '../../names/reading/state.ts'
import type { SearchFilters, SearchQuery } from '../../names/search/query.ts'
import { foldWhole } from '../../names/text/fold.ts'
import { type IndexedCompany, otherNamesOf } from '../types/indexed-company.ts'
import { type BruteForceHit, keyOf } from './brute-force-hit.ts'
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
  const isWanted = ({ score, matchedOn }: BruteForceHit) =>
    score >= minScore && (former === undefined || (matchedOn === 'former_name') === (former === 'only'))
  return best(hitsOfAllNames(companies, query, base).filter(isWanted))
}

function hitsOfAllNames(
  companies: readonly IndexedCompany[],
  query: SearchQuery,
  base: readonly IndexedCompany[],
): readonly BruteForceHit[] {
  const passing = companies.filter((company) => passes(company, query))
  const number = readNumber(query.name)
  const queryName = readName(query.name.toWellFormed())
  if (number !== undefined) return hitsByNumber(companies, passing, number, rank.TIERS.number)
  const foreign = readForeignQuery(query.name)
  if (foreign !== undefined) return hitsByForeignNumber(passing, foreign, rank.TIERS.number)
  if (queryName.words.length === 0) return []
  const isRemovedToo = query.status !== undefined
  const current = passing.filter((company) => isRemovedToo || company.status !== 'removed')
  const digits = readDigits(query.name)
  const bare = readBareNumber(query.name)
  const hits = [
    ...current.flatMap((company) =>
      hitsByName(candidateOf(company, company.name, 'current', queryName), queryName),
    ),
    ...(digits === undefined
      ? []
      : hitsByNumber(companies, passing, { courtGroups: [[]], digits }, rank.TIERS.digitsAsNumber)),
    ...(bare === undefined ? [] : hitsByForeignNumber(passing, bare, rank.TIERS.digitsAsNumber)),
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
function best(hits: readonly BruteForceHit[]): readonly BruteForceHit[] {
  const wordsIn = (hit: BruteForceHit) => new Set(readName(hit.matchedName).words).size
  const origins = ['name', 'former_name', 'other_name']
  const origin = (hit: BruteForceHit) => origins.indexOf(hit.matchedOn)
  const sorted = [...hits].sort(
    (a, b) => rank.compareSortKeys(a.key, b.key) || origin(a) - origin(b) || wordsIn(a) - wordsIn(b),
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
  readonly kind: 'current' | 'former' | 'other'
  /** The form is not that of the query. */
  readonly otherForm: boolean
}

function candidateOf(
  company: IndexedCompany,
  text: string,
  kind: Candidate['kind'],
  queryName: Name,
): Candidate {
  const name = readName(text.toWellFormed())
  const form = kind === 'current' ? company.form : (name.form ?? company.form)
  return { company, text, name, kind, otherForm: queryName.form !== undefined && queryName.form !== form }
}

function blockBHits(
  company: IndexedCompany,
  queryName: Name,
  isRemovedInA: boolean,
  likeness: BruteForceLikeness,
): readonly BruteForceHit[] {
  const current = candidateOf(company, company.name, 'current', queryName)
  const isInA = company.status !== 'removed' || isRemovedInA
  const former = company.formerNames
    .filter(({ name }) => name !== company.name)
    .map(({ name }) => candidateOf(company, name, 'former', queryName))
  const other = otherNamesOf(company).map((name) => candidateOf(company, name, 'other', queryName))
  return [current, ...former, ...other].flatMap((candidate) => [
    ...(candidate === current && isInA ? [] : blockBHitsByName(candidate, queryName)),
    ...hitsByLikeness(candidate, likeness),
  ])
}

function hitsByName(candidate: Candidate, queryName: Name): readonly BruteForceHit[] {
  const { name, otherForm } = candidate
  const found = tierOf(queryName, name, otherForm)
  if (found === undefined) return []
  const { tier, extra } = found
  const score = rank.blockAScore(tier, extra, untypedLetters(queryName, name))
  const reasons = rank.nameReasons(tier, extra, otherForm)
  return [hitOf(candidate, tier, extra, { kind: rank.kindOfTier(tier), score, reasons })]
}

/** Returns the hit of a name in block B of a deep search. */
function blockBHitsByName(candidate: Candidate, queryName: Name): readonly BruteForceHit[] {
  const { name, kind: nameKind, otherForm } = candidate
  const found = tierOf(queryName, name, otherForm)
  if (found === undefined) return []
  const { tier, extra } = found
  const origin = nameKind === 'current' ? 'removed' : 'former'
  const reasons = rank.nameReasons(tier, extra, otherForm)
  const [kind, score] = [rank.blockBKind(origin, tier), rank.blockBScore(origin, tier, extra)]
  return [hitInB(candidate, { kind, score, reasons })]
}

function hitsByLikeness(candidate: Candidate, likeness: BruteForceLikeness): readonly BruteForceHit[] {
  const { company, name, kind, otherForm } = candidate
  const found = likeness.likenessTo(company, name, kind !== 'current', otherForm)
  return found === undefined ? [] : [hitInB(candidate, found)]
}

/** Kind, score and reasons of a hit. */
type Finding = Pick<BruteForceHit, 'kind' | 'score' | 'reasons'>

function hitInB(candidate: Candidate, found: Finding): BruteForceHit {
  const finding = { ...found, score: Math.floor(found.score) }
  return hitOf(candidate, rank.TIERS.blockB, rank.blockBStep(found.score), finding)
}

function hitOf(
  candidate: Candidate,
  tier: number,
  step: number,
  { kind, score, reasons }: Finding,
): BruteForceHit {
  const { company, text, kind: nameKind, otherForm } = candidate
  const key = keyOf(company, tier, step, otherForm ? 1 : 0)
  const matchedOn = nameKind === 'current' ? 'name' : (`${nameKind}_name` as const)
  const why = [...reasons, ...originReasons(company, nameKind)]
  return { key, kind, score, matchedName: text, matchedOn, reasons: why }
}

function originReasons(company: IndexedCompany, kind: Candidate['kind']): readonly string[] {
  if (kind !== 'current') return [`${kind}_name`]
  return company.status === 'removed' ? ['removed'] : []
}

function tierOf(queryName: Name, name: Name, otherForm: boolean): Found | undefined {
  if (isSame(queryName, name) || (queryName.alternative && isSame(queryName.alternative, name)))
    return { tier: sameNameTier(queryName, name, otherForm), extra: 0 }
  return matchAllWords(queryName, name) ?? matchWithPrefix(queryName, name)
}

function sameNameTier(queryName: Name, name: Name, otherForm: boolean): NameTier {
  if (queryName.form === undefined) return name.form === undefined ? rank.TIERS.exact : rank.TIERS.formMissing
  return otherForm ? rank.TIERS.otherForm : rank.TIERS.exact
}

/** Compares letter by letter. A hyphen on either side may stand for a space or for nothing. */
function isSame(queryName: WordChain, name: WordChain): boolean {
  const [a, b] = [written(queryName), written(name)]
  let [i, j] = [0, 0]
  while (i < a.length && j < b.length) {
    const step = stepOf(a[i] as string, b[j] as string)
    if (step === undefined) return false
    i += step[0]
    j += step[1]
  }
  return i === a.length && j === b.length
}

function stepOf(a: string, b: string): readonly [number, number] | undefined {
  if (a === b || ['- ', ' -'].includes(a + b)) return [1, 1]
  if (a === '-') return [1, 0]
  return b === '-' ? [0, 1] : undefined
}

function written({ words, hyphens }: WordChain): string {
  return words.map((word, i) => (i === 0 ? word : `${hyphens[i - 1] ? '-' : ' '}${word}`)).join('')
}

interface Found {
  readonly tier: NameTier
  readonly extra: number
}

function matchAllWords(queryName: Name, name: Name): Found | undefined {
  const extras = hyphenVariants(queryName.words, queryName.hyphens).flatMap((tokens) =>
    extraAfter(tokens, name, 0, repeatedParts(queryName.words, tokens)),
  )
  if (extras.length === 0) return undefined
  const extra = Math.min(...extras)
  return { tier: extra === 0 ? rank.TIERS.sameWords : rank.TIERS.longerName, extra }
}

function matchWithPrefix(queryName: Name, name: Name): Found | undefined {
  const joins = joinedWords(name.words, name.hyphens).map(({ letters }) => letters)
  const extras = hyphenVariants(queryName.words, queryName.hyphens).flatMap((tokens) => {
    const prefix = tokens.at(-1) as string
    const hasPrefix = [...name.words, ...joins].some((word) => word.startsWith(prefix))
    return hasPrefix ? extraAfter(tokens.slice(0, -1), name, 1, repeatedParts(queryName.words, tokens)) : []
  })
  return extras.length === 0 ? undefined : { tier: rank.TIERS.prefix, extra: Math.min(...extras) }
}

/**
 * Returns the extra words of a name that contains all tokens, else nothing. `more`: words that are covered
 * already.
 */
function extraAfter(
  tokens: readonly string[],
  name: Name,
  more: number,
  repeats: ReadonlyMap<string, RepeatedParts>,
): number[] {
  const joins = joinedWords(name.words, name.hyphens)
  const covered = [...new Set(tokens)].map((token) =>
    Math.max(
      name.words.includes(token) ? 1 : ABSENT,
      ...joins
        .filter(({ letters }) => letters === token)
        .map(({ parts }) => wordsCovered(parts, repeats.get(token))),
    ),
  )
  if (covered.includes(ABSENT)) return []
  return [
    rank.extraWords(
      new Set(name.words).size,
      covered.reduce((sum, words) => sum + words, more),
    ),
  ]
}

const ABSENT = -1

/** Counts words that the query also has elsewhere once. */
function wordsCovered(parts: number, repeat: RepeatedParts | undefined): number {
  return repeat?.parts === parts ? parts - repeat.repeated : parts
}
