/** A search from question to page. */

import { blockAScore, TIERS } from '../names/ranking/rank.ts'
import { readName } from '../names/reading/read-name.ts'
import type { NumberQuery } from '../names/reading/register-number.ts'
import { readDigits, readNumber } from '../names/reading/register-number.ts'
import type { DeadCompanies } from './format/deletions.ts'
import type { IndexImage } from './format/image.ts'
import type { Zone } from './format/layout.ts'
import { ZONES } from './format/layout.ts'
import type { FuzzyContext } from './fuzzy/fuzzy-context.ts'
import { openFuzzyContext } from './fuzzy/fuzzy-context.ts'
import { FuzzySearch } from './fuzzy/search-fuzzy.ts'
import type { CompanyFilter } from './query/company-filter.ts'
import { companyFilter, FilterTables, isSettledByZones } from './query/company-filter.ts'
import { documentsNamed } from './query/exact-name.ts'
import type { NameSearch } from './query/name-search.ts'
import { readingsOf } from './query/query-variants.ts'
import { findCurrent } from './query/search-current.ts'
import { findNumbers, numberWidths } from './query/search-numbers.ts'
import { TakenCompanies } from './query/seen-companies.ts'
import { HitPage } from './query/top-hits.ts'
import { findFormer } from './search-former.ts'
import type { HitLimits, IndexQuestion, PagePart } from './types/index-query.ts'

/** Documents that are tried one by one at most: as long a way as walking the lists. */
const TRIED_MAX = 4096

/** One image, opened for one thread. Holds what a search scribbles on, so it is not for two searches at once. */
export class IndexSearcher {
  readonly segment: FuzzyContext
  readonly #limits: HitLimits
  readonly #taken: TakenCompanies
  readonly #filterTables: FilterTables
  readonly #like: FuzzySearch

  /** `base`: the searcher of the index that this image is only a small part of; it tells how rare words are. */
  constructor(image: IndexImage, limits: HitLimits, base?: IndexSearcher) {
    this.segment = openFuzzyContext(image)
    this.#limits = limits
    this.#taken = new TakenCompanies(this.segment.header.companies)
    this.#filterTables = new FilterTables(this.segment)
    this.#like = new FuzzySearch(this.segment, base === undefined ? undefined : base.#like)
  }

  /** From the next search on these companies are not found any more, and no others are left out. */
  bury(dead: DeadCompanies | undefined): void {
    this.#taken.bury(dead)
  }

  /** How near each place this number has to be looked for here; see `findNumbers`. */
  numberWidths(number: NumberQuery): readonly number[] {
    this.#taken.clear()
    return numberWidths(this.segment, number, this.#taken)
  }

  /** The hits of one page, in the order of docs/search.md. `widths`: of a number, when another image has a say in it. */
  search(question: IndexQuestion, widths?: readonly number[]): PagePart {
    // What a search that was broken off by an error left must not hide hits from the next one.
    this.#taken.clear()
    this.segment.marks.takeBack()
    const page = new HitPage(this.segment, this.#taken, this.#limits, question)
    const filter = companyFilter(this.segment, question, this.#filterTables)
    const number = readNumber(question.name)
    if (number === undefined) this.#searchName(question, filter, page)
    else this.#searchNumber(number, widths, filter, page)
    return page.finish()
  }

  #searchName(question: IndexQuestion, filter: CompanyFilter, page: HitPage): void {
    const { segment } = this
    const asked = readName(question.name.toWellFormed())
    if (asked.words.length === 0) return
    const askedForm = asked.form === undefined ? undefined : segment.header.forms.indexOf(asked.form)
    const readings = readingsOf(segment, asked)
    const named = documentsNamed(segment, asked)
    const isCountEnough = !question.deep && readDigits(question.name) === undefined
    const search: NameSearch = {
      ...{ segment, asked, readings, named, askedForm, filter, page },
      isCountEnough,
      triedMax: this.#limits.triedMax ?? TRIED_MAX,
      isOver: question.isOver ?? (() => false),
    }
    const isSettled = question.status !== undefined && isSettledByZones(question.status)
    findCurrent(isSettled ? { ...search, filter: this.#withoutStatus(question) } : search, zonesOf(question))
    this.#searchDigits(question.name, filter, page)
    if (!question.deep || page.room === 0) return
    const zones = question.status === undefined ? [ZONES.removed, ZONES.former] : [ZONES.former]
    findFormer(search, zones, () => (question.isStrict ? new Map() : this.#like.find(search)))
  }

  #withoutStatus({ status: _, ...question }: IndexQuestion): CompanyFilter {
    return companyFilter(this.segment, question, this.#filterTables)
  }

  #searchNumber(
    number: NumberQuery,
    widths: readonly number[] | undefined,
    filter: CompanyFilter,
    page: HitPage,
  ): void {
    const asked = { ...number, widths: widths ?? numberWidths(this.segment, number, this.#taken) }
    findNumbers(this.segment, asked, TIERS.number, blockAScore(TIERS.number, 0, 0), filter, page)
  }

  /** Digits alone are words first, then the number of every court. */
  #searchDigits(name: string, filter: CompanyFilter, page: HitPage): void {
    const digits = readDigits(name)
    if (digits === undefined || page.room === 0) return
    const tier = TIERS.digitsAsNumber
    const asked = { courtGroups: [[]], digits, widths: [0] }
    findNumbers(this.segment, asked, tier, blockAScore(tier, 0, 0), filter, page)
  }
}

/** Removed companies are found by name only where the status says so. */
function zonesOf({ status }: IndexQuestion): readonly Zone[] {
  if (status === undefined) return [ZONES.live]
  const zones: Zone[] = []
  if (status.some((one) => one !== 'removed')) zones.push(ZONES.live)
  if (status.includes('removed')) zones.push(ZONES.removed)
  return zones
}
