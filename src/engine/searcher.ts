/** A search from query to page. */

import { blockAScore, TIERS } from '../names/ranking/rank.ts'
import { type ForeignQuery, readBareNumber, readForeignQuery } from '../names/reading/foreign-query.ts'
import { readName } from '../names/reading/read-name.ts'
import type { NumberQuery } from '../names/reading/register-number.ts'
import { readDigits, readNumber } from '../names/reading/register-number.ts'
import type { SearchQuery } from '../names/search/query.ts'
import type { Deletions } from './format/deletions.ts'
import type { IndexImage } from './format/image.ts'
import type { Zone } from './format/layout.ts'
import { ZONES } from './format/layout.ts'
import type { FuzzyContext } from './fuzzy/fuzzy-context.ts'
import { openFuzzyContext } from './fuzzy/fuzzy-context.ts'
import { FuzzySearch } from './fuzzy/search-fuzzy.ts'
import type { CompanyFilter } from './query/company-filter.ts'
import { ActiveCompanies, companyFilter, isImpliedByZones } from './query/company-filter.ts'
import { findExactNames } from './query/exact-name.ts'
import type { NameSearch } from './query/name-search.ts'
import { variantsOf } from './query/query-variants.ts'
import { searchCurrent } from './query/search-current.ts'
import { numberReaches, searchNumbers } from './query/search-numbers.ts'
import { SeenCompanies } from './query/seen-companies.ts'
import { TopHits } from './query/top-hits.ts'
import { type BlockBZone, searchBlockB } from './search-block-b.ts'
import type { Elsewhere, HitLimits, ImagePage } from './types/image-page.ts'

/** Maximum number of documents to check one by one, which costs as much as walking the posting lists. */
const CHECKED_MAX = 4096

const NEVER = () => false

/** An image, opened for one thread. It holds scratch memory, so it serves one search at a time. */
export class IndexSearcher {
  readonly context: FuzzyContext
  readonly #limits: HitLimits
  readonly #seen: SeenCompanies
  readonly #active: ActiveCompanies
  readonly #fuzzy: FuzzySearch

  /** `base`: the searcher of the base if this image is a delta; word frequencies are taken from it. */
  constructor(image: IndexImage, limits: HitLimits, base?: IndexSearcher) {
    this.context = openFuzzyContext(image)
    this.#limits = limits
    this.#seen = new SeenCompanies(this.context.header.companies)
    this.#active = new ActiveCompanies(this.context)
    this.#fuzzy = new FuzzySearch(this.context, base === undefined ? undefined : base.#fuzzy)
  }

  /** Replaces the deletions, from the next search on. */
  setDeletions(deletions: Deletions | undefined): void {
    this.#seen.setDeletions(deletions)
  }

  /** Returns the reach of each court group of this number here; see `searchNumbers`. */
  numberReaches(number: NumberQuery): readonly number[] {
    this.#seen.clear()
    return numberReaches(this.context, number, this.#seen)
  }

  /**
   * Returns one page of hits, in the order of docs/search.md. `isOver` is polled at intervals while fuzzy
   * candidates are scored; `true` ends the search early.
   */
  search(query: SearchQuery, isOver = NEVER, elsewhere: Elsewhere = {}): ImagePage {
    // A search that ended with an error must not hide hits from the next one.
    this.#seen.clear()
    this.context.scratch.reclaim()
    const topHits = new TopHits(this.context, this.#seen, this.#limits, query)
    const filter = companyFilter(this.context, query, this.#active)
    const number = readNumber(query.name)
    const foreign = number === undefined ? readForeignQuery(query.name) : undefined
    if (number === undefined && foreign === undefined)
      this.#searchName(query, { isOver, ...elsewhere }, filter, topHits)
    else if (query.former !== 'only')
      this.#searchNumber({ number, foreign }, elsewhere.reaches, filter, topHits)
    return topHits.finish()
  }

  #searchName(
    query: SearchQuery,
    { isOver, related = [] }: Pick<NameSearch, 'isOver'> & Elsewhere,
    filter: CompanyFilter,
    topHits: TopHits,
  ): void {
    const { context } = this
    const queryName = readName(query.name.toWellFormed())
    if (queryName.words.length === 0) return
    const formDifferences = queryName.form && context.formDifferences.of(queryName.form)
    const variants = variantsOf(context, queryName)
    const exactNames = findExactNames(context, queryName)
    const isCountEnough = !query.deep && readBareNumber(query.name) === undefined
    const search: NameSearch = {
      ...{ context, queryName, variants, exactNames, formDifferences, filter, topHits },
      former: query.former,
      relatedElsewhere: related,
      isCountEnough,
      checkedMax: this.#limits.checkedMax ?? CHECKED_MAX,
      isOver,
    }
    const isSettled = query.status !== undefined && isImpliedByZones(query.status)
    if (query.former !== 'only') {
      searchCurrent(isSettled ? { ...search, filter: this.#withoutStatus(query) } : search, zonesOf(query))
      this.#searchBareNumber(query.name, filter, topHits)
    }
    if (!query.deep || topHits.room === 0) return
    searchBlockB(search, blockBZonesOf(query), () => (query.isStrict ? undefined : this.#fuzzy.open(search)))
  }

  #withoutStatus({ status: _, ...query }: SearchQuery): CompanyFilter {
    return companyFilter(this.context, query, this.#active)
  }

  #searchNumber(
    {
      number,
      foreign,
    }: { readonly number: NumberQuery | undefined; readonly foreign: ForeignQuery | undefined },
    reaches: readonly number[] | undefined,
    filter: CompanyFilter,
    topHits: TopHits,
  ): void {
    const german = number && {
      ...number,
      reaches: reaches ?? numberReaches(this.context, number, this.#seen),
    }
    searchNumbers(
      this.context,
      { german, foreign },
      TIERS.number,
      blockAScore(TIERS.number, 0, 0),
      filter,
      topHits,
    )
  }

  /** A query that may be a number matches words first, then numbers of all courts and countries. */
  #searchBareNumber(name: string, filter: CompanyFilter, topHits: TopHits): void {
    const foreign = readBareNumber(name)
    if (foreign === undefined || topHits.room === 0) return
    const tier = TIERS.digitsAsNumber
    const digits = readDigits(name)
    const german = digits === undefined ? undefined : { courtGroups: [[]], digits, reaches: [0] }
    searchNumbers(this.context, { german, foreign }, tier, blockAScore(tier, 0, 0), filter, topHits)
  }
}

function blockBZonesOf({ status, former }: SearchQuery): readonly BlockBZone[] {
  const zones: BlockBZone[] = []
  if (status === undefined && former !== 'only') zones.push(ZONES.removed)
  if (former !== 'exclude') zones.push(ZONES.former)
  if (former !== 'only') zones.push(ZONES.other)
  return zones
}

/** Removed companies are found by name only if the status filter includes them. */
function zonesOf({ status }: SearchQuery): readonly Zone[] {
  if (status === undefined) return [ZONES.live]
  const zones: Zone[] = []
  if (status.some((one) => one !== 'removed')) zones.push(ZONES.live)
  if (status.includes('removed')) zones.push(ZONES.removed)
  return zones
}
