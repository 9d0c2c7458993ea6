/** Block B of a deep search: former and other names, removed companies, and names that are similar or related. */
import { HITS_MAX } from '../../core/search/name-index.ts'
import { nameLikeness } from '../../names/likeness/name-likeness.ts'
import type { CandidateName } from '../../names/likeness/name-pair.ts'
import { isComparable } from '../../names/likeness/name-query.ts'
import { relatedEstimate } from '../../names/likeness/related-estimate.ts'
import { diversifiedScores } from '../../names/ranking/diversify.ts'
import type { LikenessScore } from '../../names/ranking/likeness-score.ts'
import { asRelated } from '../../names/ranking/likeness-score.ts'
import { otherFormOf } from '../../names/ranking/name-match.ts'
import { SCORE_MIN, scoreAtStep } from '../../names/ranking/rank.ts'
import { wordsOfSeat } from '../../names/reading/seat-words.ts'
import type { SearchQuery } from '../../names/search/query.ts'
import type { AskedWords } from './asked-words.ts'
import { readAskedWords } from './asked-words.ts'
import type { CandidateFilter } from './candidate-searches.ts'
import { CANDIDATES_FIRST, CANDIDATES_MAX, similarSearches } from './candidate-searches.ts'
import type { AskedName, CompanyHit, CompareName } from './company-hit.ts'
import { compareHits, currentHit, hitInB, withScore } from './company-hit.ts'
import type { Clause } from './filter-clauses.ts'
import { allOf, anyOf } from './filter-clauses.ts'
import { HEAVIEST_FIRST, RANK_ORDER } from './mappings.ts'
import type { Zone } from './name-document.ts'
import { nameId, ZONES } from './name-document.ts'
import { sameLetters } from './name-streams.ts'
import type { NameVariants } from './name-variants.ts'
import { anyOfBoth, firstVariants } from './name-variants.ts'
import { findRelatedNames } from './related-search.ts'
import type { RunSearches, SearchNeeds } from './search-needs.ts'
import type { FoundName, SearchAnswer, SearchBody } from './search-request.ts'
import type { FoundCompany, ReadCompanyName } from './stored-company.ts'

/** Names by words that are read at once. */
const BATCH = 1000

/** Where block B searches. */
export interface DeepScope {
  readonly variants: NameVariants
  /** What all companies must satisfy. */
  readonly clauses: readonly Clause[]
  /** Whether a company is in block A by its number. */
  isInA(uuid: string): boolean
}

/** The hits of block B in order. */
export interface DeepHits {
  readonly hits: readonly CompanyHit[]
  /** Whether there are no further ones. */
  readonly isComplete: boolean
  /** The time was over before all names were searched. */
  readonly partial: boolean
  /** Returns the related names in order; `undefined` if the query has none. */
  readonly findRelated: (() => Promise<readonly CompanyHit[]>) | undefined
}

/** Searches block B. */
export async function searchDeep(needs: SearchNeeds, asked: AskedName, scope: DeepScope): Promise<DeepHits> {
  const { query, queryName } = asked
  const isCompared = query.isStrict !== true && isComparable(queryName.words)
  const [byWords, words] = await Promise.all([
    namesByWords(asked, scope, needs.run),
    isCompared ? readAskedWords(needs.words, needs.names, queryName) : undefined,
  ])
  const filter = candidateFilter(asked, scope)
  const answers = words === undefined ? [] : await similarNames(needs, similarSearches(words, filter))
  const similar = answers.flatMap(({ names }) => names)
  const found = companiesOf([...byWords.names, ...similar])
  const compare = words && only(similar, compareWith(asked, words))
  const isNew = (company: FoundCompany) =>
    !scope.isInA(company.uuid) && currentHit(asked, company) === undefined
  const all = hitsOf(asked, found.filter(isNew), compare)
  const hits = all.filter(({ match }) => match.score >= SCORE_MIN)
  const whole = answers.at(-1)?.names ?? []
  const ofWhole = words && only(whole, compareWith(asked, words))
  return {
    hits,
    isComplete: byWords.isComplete && answers.every(({ names }) => names.length < CANDIDATES_MAX),
    partial: answers.some(({ isTimedOut }) => isTimedOut),
    findRelated:
      words === undefined || (query.minScore ?? 0) >= SCORE_MIN
        ? undefined
        : () =>
            relatedHits(needs, asked, words, filter, {
              ...{ isNew, hits, known: hitsOf(asked, companiesOf(whole).filter(isNew), ofWhole) },
            }),
  }
}

/** Of common words more names may match than are found at first. Those searches are sent again, for more names. */
async function similarNames(
  needs: SearchNeeds,
  bodies: readonly SearchBody[],
): Promise<readonly SearchAnswer[]> {
  const first = await needs.run(timed(needs, bodies))
  const isFull = ({ names }: SearchAnswer) => names.length === CANDIDATES_FIRST
  const full = bodies.filter((_, i) => isFull(first[i] as SearchAnswer))
  if (full.length === 0) return first
  const more = await needs.run(
    timed(
      needs,
      full.map((body) => ({ ...body, size: CANDIDATES_MAX, sort: HEAVIEST_FIRST })),
    ),
  )
  let next = 0
  return first.map((answer) => (isFull(answer) ? (more[next++] as SearchAnswer) : answer))
}

function timed({ budgetMs }: SearchNeeds, bodies: readonly SearchBody[]): readonly SearchBody[] {
  return budgetMs === undefined ? bodies : bodies.map((body) => ({ ...body, timeout: `${budgetMs}ms` }))
}

function companiesOf(names: readonly FoundName[]): readonly FoundCompany[] {
  return [...new Map(names.map(({ company }) => [company.uuid, company])).values()]
}

function hitsOf(
  asked: AskedName,
  companies: readonly FoundCompany[],
  compare: CompareName | undefined,
): readonly CompanyHit[] {
  return companies
    .map((company) => hitInB(asked, company, compare))
    .filter((hit) => hit !== undefined)
    .sort(compareHits)
}

/** Returns all names beside the current ones of live companies that contain the words, the shortest first. */
async function namesByWords(
  { query, queryName }: AskedName,
  { variants, clauses }: DeepScope,
  run: RunSearches,
): Promise<{ readonly names: readonly FoundName[]; readonly isComplete: boolean }> {
  const zones = zonesInB(query)
  const contains = anyOf([anyOfBoth(variants), sameLetters(queryName)])
  const filter = allOf([{ terms: { zone: zones } }, ...clauses, contains])
  const names: FoundName[] = []
  while (names.length <= HITS_MAX) {
    const after = names.at(-1)?.sort
    const [answer] = await run([
      { query: filter, size: BATCH, sort: RANK_ORDER, ...(after && { search_after: after }) },
    ])
    names.push(...answer!.names)
    if (answer!.names.length < BATCH) return { names, isComplete: true }
  }
  return { names, isComplete: false }
}

function zonesInB({ status, former }: SearchQuery): readonly Zone[] {
  const zones: Zone[] = []
  if (status === undefined && former !== 'only') zones.push(ZONES.removed)
  if (former !== 'exclude') zones.push(ZONES.former)
  if (former !== 'only') zones.push(ZONES.other)
  return zones
}

/**
 * Leaves out the names that are found by their words: no likeness scores more. With a repeated word, which counts once
 * there, a former or removed name may.
 */
function candidateFilter(
  { query: { status, former }, queryName: { words } }: AskedName,
  { variants: { whole, prefix }, clauses }: DeepScope,
): CandidateFilter {
  const isFormer = { term: { zone: ZONES.former } }
  const zonesInA = status === undefined ? [ZONES.live] : [ZONES.live, ZONES.removed]
  const inA = (variants: NameVariants['whole']) =>
    allOf([{ terms: { zone: zonesInA } }, firstVariants(variants)])
  const isRepeated = new Set(words).size < words.length
  const found = [isRepeated ? inA(whole) : firstVariants(whole), inA(prefix)]
  return {
    filter: former === 'only' ? [...clauses, isFormer] : clauses,
    must_not: former === 'exclude' ? [...found, isFormer] : found,
  }
}

/** Compares only these names. */
function only(names: readonly FoundName[], compare: CompareName): CompareName {
  const ids = new Set(names.map(({ company, place }) => nameId(company.uuid, place)))
  return (company, name) =>
    ids.has(nameId(company.uuid, company.names.indexOf(name))) ? compare(company, name) : undefined
}

function compareWith(asked: AskedName, { query, matches, weightOf }: AskedWords): CompareName {
  const candidateOf = candidates(asked, weightOf)
  return (company, name) => nameLikeness(query, candidateOf(company, name), matches.with(name.words))
}

/** Returns a function that returns names as they are compared. */
function candidates({ queryName }: AskedName, weightOf: AskedWords['weightOf']) {
  const seats = new Map<string, readonly string[]>()
  const seatOf = (seat: string) => {
    const known = seats.get(seat) ?? wordsOfSeat(seat)
    seats.set(seat, known)
    return known
  }
  return (company: FoundCompany, name: ReadCompanyName): CandidateName => {
    const { words, counts, kind, hasForm } = name
    const isFormer = kind !== 'current'
    return {
      ...{ words, hasForm, isFormer, isOtherForm: otherFormOf(queryName, name) > 0 },
      weights: words.map((word, j) => weightOf(word, counts[j] as number)),
      seat: isFormer ? [] : seatOf(company.seat),
      mayHaveSimilarLetters: () => true,
      mayHaveSameLetters: true,
    }
  }
}

/** What is known before related names are searched. */
interface Known {
  readonly isNew: (company: FoundCompany) => boolean
  readonly hits: readonly CompanyHit[]
  /** The names that were found as a whole. Those that are no hits are related, whatever their estimates. */
  readonly known: readonly CompanyHit[]
}

async function relatedHits(
  { run, relatedComparedMax }: SearchNeeds,
  asked: AskedName,
  words: AskedWords,
  filter: CandidateFilter,
  { isNew, hits, known }: Known,
): Promise<readonly CompanyHit[]> {
  const shown = new Set(hits.map(({ company }) => company.uuid))
  const isUnseen = ({ company }: FoundName) => isNew(company) && !shown.has(company.uuid)
  const names = await findRelatedNames(run, words, filter, isUnseen)
  const best = mostRelated(asked, words, names, relatedComparedMax)
  const compare = only(best, compareWith(asked, words))
  const related: CompareName = (company, name) => {
    const likeness = compare(company, name)
    return likeness && asRelated(likeness)
  }
  const found = [...known, ...hitsOf(asked, companiesOf(best), related)].sort(compareHits)
  return diversified(found.filter(({ company: { uuid } }) => !shown.has(uuid) && shown.add(uuid))).filter(
    ({ match }) => match.score >= (asked.query.minScore ?? 0),
  )
}

/** Returns the hits with their final scores, in order. */
function diversified(hits: readonly CompanyHit[]): readonly CompanyHit[] {
  const names = hits.map(({ key, match }) => ({
    score: scoreAtStep(key.step),
    ...(match.sharedPart as LikenessScore['sharedPart'])(),
  }))
  const scores = diversifiedScores(names)
  return hits.map((hit, i) => withScore(hit, scores[i] as number)).sort(compareHits)
}

/** Returns the names that may share most with the query, at most `comparedMax`. */
function mostRelated(
  asked: AskedName,
  { query, matches, weightOf }: AskedWords,
  names: readonly FoundName[],
  comparedMax: number,
): readonly FoundName[] {
  const candidateOf = candidates(asked, weightOf)
  const estimated = names.flatMap((found) => {
    const name = found.company.names[found.place] as ReadCompanyName
    const estimate = relatedEstimate(query, candidateOf(found.company, name), matches)
    return estimate === undefined ? [] : [{ found, estimate }]
  })
  const best = estimated.sort((a, b) => b.estimate - a.estimate).slice(0, comparedMax)
  return best.map(({ found }) => found)
}
