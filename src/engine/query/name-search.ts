/** One running search by name: what all its stages share. */

import type { MatchReason, NameTier } from '../../names/ranking/rank.ts'
import { nameReasons, TIERS } from '../../names/ranking/rank.ts'
import type { Name } from '../../names/reading/read-name.ts'
import { companyOf, compareDocuments, hasFormInName } from '../format/index-reader.ts'
import type { Zone } from '../format/layout.ts'
import { ZONES } from '../format/layout.ts'
import type { CompanyFilter } from './company-filter.ts'
import type { Run } from './hit.ts'
import type { QueryVariants } from './query-variants.ts'
import type { SearchContext } from './search-context.ts'
import type { TopHits } from './top-hits.ts'

export interface NameSearch {
  readonly context: SearchContext
  readonly queryName: Name
  readonly variants: QueryVariants
  /** Documents of every zone that have the same name. */
  readonly exactNames: readonly number[]
  /** The number of the asked form in this index; -1 when no company here has it, `undefined` when none was asked. */
  readonly queryForm: number | undefined
  readonly filter: CompanyFilter
  readonly topHits: TopHits
  /** Behind the page hits of block A need only be counted: nothing comes after them that could be one of them. */
  readonly isCountEnough: boolean
  /** Up to so many documents are tried one by one, or sorted. */
  readonly checkedMax: number
  /** Time for names that are like the query is over. */
  readonly isOver: () => boolean
}

export function isOtherForm({ context, queryForm }: NameSearch, document: number): boolean {
  return queryForm !== undefined && (context.blocks.documentForms[document] as number) >>> 1 !== queryForm
}

/** Passes the filter and was not shown yet. */
export function isWanted({ context, filter, topHits }: NameSearch, document: number): boolean {
  const company = companyOf(context, document)
  return !topHits.isSeen(company) && (filter === undefined || filter.passes(company))
}

/** In which of tiers 2-4 a document of the same name stands. */
export function exactNameTier(search: NameSearch, document: number): 2 | 3 | 4 {
  if (search.queryForm === undefined)
    return hasFormInName(search.context, document) ? TIERS.formMissing : TIERS.exact
  return isOtherForm(search, document) ? TIERS.otherForm : TIERS.exact
}

export function sortByRank(context: SearchContext, documents: number[]): number[] {
  return documents.sort((a, b) => compareDocuments(context, a, b))
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
export function nonEmpty(runs: readonly Run[]): readonly Run[] {
  return runs.filter((run) => run.documents.length > 0)
}
