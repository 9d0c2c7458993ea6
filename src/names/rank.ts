/**
 * The order of hits: a written contract (docs/search.md), the same for every index that answers a
 * search. No corpus statistics enter the order of a normal search.
 */

/** How a company was found. */
export const MATCH_KINDS = ['number', 'exact', 'form', 'words', 'prefix', 'former', 'spelling', 'sound', 'partial'] as const
export type MatchKind = (typeof MATCH_KINDS)[number]

/**
 * The place of a hit in the one total order, smaller first, compared field by field in this order.
 * It is also what a cursor holds.
 */
export interface SortKey {
  /** 1 number, 2 exact, 3 form missing, 4 other form, 5 same words, 6 longer name, 7 prefix, 8 digits as a number, 9 block B. */
  readonly tier: number
  /** Within the tier: extra words (tiers 6, 7), 100 - score (tier 9), 0 current or 1 former number (tiers 1, 8). */
  readonly step: number
  /** 0: same form as asked. */
  readonly otherForm: 0 | 1
  /** 0: active. */
  readonly inactive: 0 | 1
  /** Characters (code points) of the registered name. */
  readonly chars: number
  readonly uuid: string
}

/** Negative when `a` stands before `b`; 0 only for the same company in the same place. */
export function compareSortKeys(a: SortKey, b: SortKey): number {
  return (
    a.tier - b.tier ||
    a.step - b.step ||
    a.otherForm - b.otherForm ||
    a.inactive - b.inactive ||
    a.chars - b.chars ||
    (a.uuid < b.uuid ? -1 : a.uuid > b.uuid ? 1 : 0)
  )
}
