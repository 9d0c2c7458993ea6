/** Hits, which read their fields from the index on demand: most responses show only some. */
import type { MatchKind, MatchReason, SortKey } from '../../names/ranking/rank.ts'
import type { FormDifference } from '../../names/reading/legal-form.ts'
import type { CompanyRecord, Hit } from '../../names/search/page.ts'
import { staticRankIn } from '../format/company-rows.ts'
import { isInactive, nameOf, recordOf, uuidOf } from '../format/index-reader.ts'
import type { SearchContext } from './search-context.ts'

/**
 * Documents from one source with the same `SortKeyHead`, in order of rank, and fields that their hits share.
 */
export interface Run {
  readonly documents: readonly number[]
  readonly kind: MatchKind
  /** One score for all, or one per document where the sort key does not determine it. */
  readonly score: number | ((document: number) => number)
  readonly matchedOn: Hit['matchedOn']
  readonly reasons: readonly MatchReason[]
}

/** The first fields of a sort key. Hits with the same head are ordered by rank. */
export interface SortKeyHead {
  readonly tier: number
  readonly step: number
  readonly otherForm: FormDifference
}

/** A hit of a page. */
export class FoundHit implements Hit {
  readonly #context: SearchContext
  readonly #keyHead: SortKeyHead
  readonly #run: Run
  readonly #company: number
  readonly #document: number
  #record: CompanyRecord | undefined

  constructor(context: SearchContext, keyHead: SortKeyHead, run: Run, company: number, document: number) {
    this.#context = context
    this.#keyHead = keyHead
    this.#run = run
    this.#company = company
    this.#document = document
  }

  get record(): CompanyRecord {
    this.#record ??= recordOf(this.#context, this.#company)
    return this.#record
  }

  get key(): SortKey {
    return sortKeyOf(this.#context, this.#keyHead, this.#company)
  }

  get kind(): Hit['kind'] {
    return this.#run.kind
  }

  get score(): number {
    const { score } = this.#run
    return typeof score === 'number' ? score : score(this.#document)
  }

  get matchedName(): string {
    return this.#document === this.#company ? this.record.name : nameOf(this.#context, this.#document)
  }

  get matchedOn(): Hit['matchedOn'] {
    return this.#run.matchedOn
  }

  get reasons(): Hit['reasons'] {
    return this.#run.reasons
  }
}

/** Returns the sort key of a company whose hit has this head. */
export function sortKeyOf(
  context: SearchContext,
  { tier, step, otherForm }: SortKeyHead,
  company: number,
): SortKey {
  const inactive = isInactive(context, company)
  const staticRank = staticRankIn(context.sections.companyRows, company)
  return { tier, step, otherForm, inactive, staticRank, uuid: uuidOf(context, company) }
}
