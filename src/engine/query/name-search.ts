/** The state of a search by name that its steps share. */

import type { MatchReason, NameTier } from '../../names/ranking/rank.ts'
import { nameReasons, TIERS } from '../../names/ranking/rank.ts'
import type { FormDifference } from '../../names/reading/legal-form.ts'
import type { Name } from '../../names/reading/read-name.ts'
import type { FormerFilter } from '../../names/search/query.ts'
import { companyOf, compareDocuments, hasFormInName, zoneOf } from '../format/index-reader.ts'
import type { Zone } from '../format/layout.ts'
import { ZONES } from '../format/layout.ts'
import type { RelatedHit } from '../types/image-page.ts'
import type { CompanyFilter } from './company-filter.ts'
import type { Run } from './hit.ts'
import type { QueryVariants } from './query-variants.ts'
import type { SearchContext } from './search-context.ts'
import type { TopHits } from './top-hits.ts'

/** A running search by name. */
export interface NameSearch {
  readonly context: SearchContext
  readonly queryName: Name
  readonly variants: QueryVariants
  /** Documents of all zones with the exact name. */
  readonly exactNames: readonly number[]
  /** By number of a legal form: how it differs from that of the query; `undefined` when the query has none. */
  readonly formDifferences: Uint8Array | undefined
  readonly filter: CompanyFilter
  /** Restricts the search to former or to current names. */
  readonly former: FormerFilter | undefined
  readonly topHits: TopHits
  /** The related names of another image of the same snapshot. */
  readonly relatedElsewhere: readonly RelatedHit[]
  /** Beyond the page, hits of block A need only be counted: no later step can find the same companies. */
  readonly isCountEnough: boolean
  /** Up to this many documents are checked one by one, or sorted. */
  readonly checkedMax: number
  /** Whether the time for fuzzy matches is over. */
  readonly isOver: () => boolean
}

/** Returns how the legal form of the document differs from that of the query. */
export function otherFormOf({ context, formDifferences }: NameSearch, document: number): FormDifference {
  if (formDifferences === undefined) return 0
  return formDifferences[(context.sections.documentForms[document] as number) >>> 1] as FormDifference
}

/** Returns whether the document and its company pass the filters, and the company is not seen yet. */
export function isNewHit({ context, filter, former, topHits }: NameSearch, document: number): boolean {
  if (former !== undefined && (former === 'only') !== (zoneOf(context, document) === ZONES.former))
    return false
  const company = companyOf(context, document)
  return !topHits.isSeen(company) && (filter === undefined || filter.passes(company))
}

/** The places of exact names in the order of hits. */
export const SAME_NAME_PLACES = [
  { tier: TIERS.exact, otherForm: 0 },
  { tier: TIERS.formMissing, otherForm: 0 },
  { tier: TIERS.otherForm, otherForm: 1 },
  { tier: TIERS.otherForm, otherForm: 2 },
] as const

/** Returns which of `SAME_NAME_PLACES` a document with the exact name has. */
export function placeOfSameName(search: NameSearch, document: number): (typeof SAME_NAME_PLACES)[number] {
  if (search.formDifferences === undefined)
    return SAME_NAME_PLACES[hasFormInName(search.context, document) ? 1 : 0]
  const otherForm = otherFormOf(search, document)
  return SAME_NAME_PLACES[otherForm === 0 ? 0 : otherForm === 1 ? 2 : 3]
}

/** Sorts documents by the tie-breakers of the hit order, in place. */
export function sortByRank(context: SearchContext, documents: number[]): number[] {
  return documents.sort((a, b) => compareDocuments(context, a, b))
}

/** The reasons of a match in a name of each zone. */
export const ORIGIN_REASONS: Readonly<Record<Zone, readonly MatchReason[]>> = {
  [ZONES.live]: [],
  [ZONES.removed]: ['removed'],
  [ZONES.former]: ['former_name'],
  [ZONES.other]: ['other_name'],
}

/** What a match in a name of each zone is a match on. */
export const MATCHED_ON: Readonly<Record<Zone, 'name' | 'former_name' | 'other_name'>> = {
  [ZONES.live]: 'name',
  [ZONES.removed]: 'name',
  [ZONES.former]: 'former_name',
  [ZONES.other]: 'other_name',
}

/** Returns the reasons of a match by name, with those of its zone. */
export function reasonsIn(
  zone: Zone,
  tier: NameTier,
  extra: number,
  otherForm: FormDifference,
): readonly MatchReason[] {
  const reasons = nameReasons(tier, extra, otherForm > 0)
  return [...reasons, ...ORIGIN_REASONS[zone]]
}

/** Removes empty runs. */
export function nonEmpty(runs: readonly Run[]): readonly Run[] {
  return runs.filter((run) => run.documents.length > 0)
}
