/**
 * Streams of block A: each reads names of one tier, in the order of its hits, page by page. A name that another
 * stream has at a better position is skipped, so the streams of a query can be merged.
 */
import type { SortKey, Tier } from '../../names/ranking/rank.ts'
import { blockAScore, compareSortKeys, TIERS } from '../../names/ranking/rank.ts'
import type { FormDifference } from '../../names/reading/legal-form.ts'
import { formsLike } from '../../names/reading/legal-form.ts'
import type { Name } from '../../names/reading/read-name.ts'
import type { AskedName, CompanyHit } from './company-hit.ts'
import { currentHit } from './company-hit.ts'
import type { Clause } from './filter-clauses.ts'
import { allOf, anyOf } from './filter-clauses.ts'
import { RANK_ORDER } from './mappings.ts'
import type { Zone } from './name-document.ts'
import { distinctWords } from './name-document.ts'
import type { NameVariant, NameVariants } from './name-variants.ts'
import { anyVariant } from './name-variants.ts'
import type { FoundName, SearchBody } from './search-request.ts'
import type { FoundCompany, ReadCompanyName } from './stored-company.ts'

const [, ...TIES] = RANK_ORDER
const BY_WORDS = ['zone', ...RANK_ORDER]
/** Behind every company in a sort by `inactive`. */
const BEHIND_ALL = [2, 0, ''] as const

/** Where the names of a stream stand in the order of hits. */
interface Place {
  readonly tier: number
  readonly otherForm: FormDifference
  /** The step of all its names; `undefined`: it is the number of words beyond `covered`. */
  readonly step: number | undefined
  readonly covered: number
}

/** One stream of names. */
export class NameStream {
  readonly #zone: Zone
  readonly #filter: Clause
  readonly #place: Place
  readonly #buffer: CompanyHit[] = []
  #after: readonly (string | number)[] | undefined
  #isEnded = false

  constructor(zone: Zone, clauses: readonly Clause[], place: Place) {
    this.#zone = zone
    this.#filter = allOf([{ term: { zone } }, ...clauses])
    this.#place = place
  }

  /** Skips the hits up to the cursor; to be called before anything is read. */
  skipTo(after: SortKey): void {
    const { tier, otherForm, step } = this.#place
    if (step !== undefined) {
      const order = tier - after.tier || step - after.step || otherForm - after.otherForm
      if (order < 0) this.#isEnded = true
      else if (order === 0) this.#after = [after.inactive, after.staticRank, after.uuid]
      return
    }
    if (tier < after.tier) this.#isEnded = true
    else if (tier === after.tier) this.#skipWords(after)
  }

  #skipWords({ step, otherForm: form, inactive, staticRank, uuid }: SortKey): void {
    const { covered, otherForm } = this.#place
    const words = covered + step
    if (otherForm === form) this.#after = [this.#zone, words, inactive, staticRank, uuid]
    else this.#after = [this.#zone, otherForm < form ? words : words - 1, ...BEHIND_ALL]
  }

  /** The next hit, if it is read; call `pop` to take it. */
  get next(): CompanyHit | undefined {
    return this.#buffer[0]
  }

  /** Whether `next` is unknown before more is read. */
  get isWaiting(): boolean {
    return this.#buffer.length === 0 && !this.#isEnded
  }

  /** Removes the next hit. */
  pop(): void {
    this.#buffer.shift()
  }

  /** Ends the stream before the first hit with a lower score. */
  stopBelow(minScore: number, extra = this.#place.step ?? 1): void {
    if (blockAScore(this.#place.tier as Tier, extra, 0) < minScore) this.#isEnded = true
  }

  /** Returns the search for the next `size` names. */
  request(size: number): SearchBody {
    const sort = this.#place.step === undefined ? BY_WORDS : TIES
    return { query: this.#filter, size, sort, ...(this.#after && { search_after: this.#after }) }
  }

  /** Takes what the search found. */
  take(asked: AskedName, names: readonly FoundName[], size: number): void {
    this.#isEnded = names.length < size
    const last = names.at(-1)
    if (last !== undefined) {
      this.#after = last.sort
      this.stopBelow(asked.query.minScore ?? 0, this.#place.step ?? this.#extraWords(last.company))
    }
    for (const { company } of names) {
      const hit = currentHit(asked, company)
      if (hit !== undefined && this.#isHere(hit)) this.#buffer.push(hit)
    }
  }

  #isHere({ key, name }: CompanyHit): boolean {
    const { tier, otherForm, step, covered } = this.#place
    if (key.tier !== tier || key.otherForm !== otherForm) return false
    return key.step === (step ?? distinctWords(name.words) - covered)
  }

  #extraWords({ names }: FoundCompany): number {
    return distinctWords((names[0] as ReadCompanyName).words) - this.#place.covered
  }
}

/** Returns the streams of a query in some zones. `clauses`: what all companies must satisfy. */
export function streamsOf(
  queryName: Name,
  variants: NameVariants,
  zones: readonly Zone[],
  clauses: readonly Clause[],
): readonly NameStream[] {
  const { whole, prefix } = variants
  const notWhole: Clause = { bool: { must_not: [anyVariant(whole)] } }
  return zones.flatMap((zone) => [
    ...sameNames(queryName, zone, clauses),
    ...formsOf(queryName).flatMap((form) => [
      ...whole.flatMap((variant) => streamsBySize(variant, form, zone, clauses, WHOLE_TIERS)),
      ...prefix.flatMap((variant) =>
        streamsBySize(variant, form, zone, [...clauses, notWhole], PREFIX_TIERS),
      ),
    ]),
  ])
}

/** Names whose form differs in one way from that of the query. */
interface FormClause {
  readonly otherForm: FormDifference
  readonly clauses: readonly Clause[]
}

function formsOf({ form }: Name): readonly FormClause[] {
  if (form === undefined) return [{ otherForm: 0, clauses: [] }]
  const like = formsLike(form)
  const otherKind: Clause = { bool: { must_not: [{ terms: { form: [form, ...like] } }] } }
  return [
    { otherForm: 0, clauses: [{ term: { form } }] },
    { otherForm: 1, clauses: [{ terms: { form: like } }] },
    { otherForm: 2, clauses: [otherKind] },
  ]
}

/** Returns the clause of names with the letters of the query. */
export function sameLetters({ words, alternative }: Name): Clause {
  const spellings = [words, ...(alternative === undefined ? [] : [alternative.words])]
  return anyOf(spellings.map((one) => ({ term: { letters: one.join('') } })))
}

function sameNames(queryName: Name, zone: Zone, clauses: readonly Clause[]): readonly NameStream[] {
  const letters = [...clauses, sameLetters(queryName)]
  const stream = (tier: number, { otherForm, clauses: ofForm }: FormClause) =>
    new NameStream(zone, [...letters, ...ofForm], { tier, otherForm, step: 0, covered: 0 })
  if (queryName.form !== undefined)
    return formsOf(queryName).map((form) =>
      stream(form.otherForm === 0 ? TIERS.exact : TIERS.otherForm, form),
    )
  return [TIERS.exact, TIERS.formMissing].map((tier) =>
    stream(tier, { otherForm: 0, clauses: [{ term: { hasForm: tier === TIERS.formMissing } }] }),
  )
}

const WHOLE_TIERS = [TIERS.sameWords, TIERS.longerName] as const
const PREFIX_TIERS = [TIERS.prefix, TIERS.prefix] as const

/** Streams of the names with all words of a variant: those without further words, and those with more. */
function streamsBySize(
  { clauses: ofVariant, covered }: NameVariant,
  { otherForm, clauses: ofForm }: FormClause,
  zone: Zone,
  clauses: readonly Clause[],
  [withoutMore, withMore]: readonly [tier: number, tier: number],
): readonly NameStream[] {
  const all = [...clauses, ...ofVariant, ...ofForm]
  const place = { otherForm, covered }
  return [
    new NameStream(zone, [...all, atMost(covered)], { ...place, tier: withoutMore, step: 0 }),
    new NameStream(zone, [...all, moreThan(covered)], { ...place, tier: withMore, step: undefined }),
  ]
}

function atMost(words: number): Clause {
  return { range: { wordCount: { lte: words } } }
}

function moreThan(words: number): Clause {
  return { range: { wordCount: { gt: words } } }
}

/** Returns the stream with the first hit; `undefined` if all are at their ends. None may be waiting. */
export function firstOf(streams: readonly NameStream[]): NameStream | undefined {
  let first: NameStream | undefined
  for (const stream of streams) {
    if (stream.next === undefined) continue
    if (first?.next === undefined || compareSortKeys(stream.next.key, first.next.key) < 0) first = stream
  }
  return first
}
