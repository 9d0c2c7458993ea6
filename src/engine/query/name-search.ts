/** One running search by name: what all its stages share. */

import type { MatchReason, NameTier } from '../../names/ranking/rank.ts'
import { nameReasons, TIERS } from '../../names/ranking/rank.ts'
import type { Name } from '../../names/reading/read-name.ts'
import { companyOf, compareDocuments, tellsForm } from '../format/index-reader.ts'
import type { Zone } from '../format/layout.ts'
import { ZONES } from '../format/layout.ts'
import type { CompanyFilter } from './company-filter.ts'
import type { Run } from './hit.ts'
import type { Readings } from './query-variants.ts'
import type { SearchContext } from './search-context.ts'
import type { HitPage } from './top-hits.ts'

export interface NameSearch {
  readonly segment: SearchContext
  readonly asked: Name
  readonly readings: Readings
  /** Documents of every zone that have the same name. */
  readonly named: readonly number[]
  /** The number of the asked form in this index; -1 when no company here has it, `undefined` when none was asked. */
  readonly askedForm: number | undefined
  readonly filter: CompanyFilter
  readonly page: HitPage
  /** Behind the page hits of block A need only be counted: nothing comes after them that could be one of them. */
  readonly isCountEnough: boolean
  /** Up to so many documents are tried one by one, or sorted. */
  readonly triedMax: number
  /** Time for names that are like the query is over. */
  readonly isOver: () => boolean
}

export function isOtherForm({ segment, askedForm }: NameSearch, document: number): boolean {
  return askedForm !== undefined && (segment.blocks.documentForms[document] as number) >>> 1 !== askedForm
}

/** Passes the filter and was not shown yet. */
export function isWanted({ segment, filter, page }: NameSearch, document: number): boolean {
  const company = companyOf(segment, document)
  return !page.has(company) && (filter === undefined || filter.passes(company))
}

/** In which of tiers 2-4 a document of the same name stands. */
export function sameNameTier(search: NameSearch, document: number): 2 | 3 | 4 {
  if (search.askedForm === undefined)
    return tellsForm(search.segment, document) ? TIERS.formMissing : TIERS.exact
  return isOtherForm(search, document) ? TIERS.otherForm : TIERS.exact
}

export function sortByRank(segment: SearchContext, documents: number[]): number[] {
  return documents.sort((a, b) => compareDocuments(segment, a, b))
}

/** The reasons of a name match, with what its zone adds. */
export function reasonsIn(
  zone: Zone,
  tier: NameTier,
  extra: number,
  otherForm: boolean,
): readonly MatchReason[] {
  const reasons = nameReasons(tier, extra, otherForm)
  if (zone === ZONES.live) return reasons
  return [...reasons, zone === ZONES.former ? 'former_name' : 'removed']
}

/** Leaves out the runs that are empty. */
export function filled(runs: readonly Run[]): readonly Run[] {
  return runs.filter((run) => run.documents.length > 0)
}
