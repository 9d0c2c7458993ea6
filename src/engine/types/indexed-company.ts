/** What the index wants to know of a company; the service's own company type has all of it. */
import type { FormCode } from '../../names/reading/legal-form.ts'
import type { RegisterKey } from '../../names/reading/register-number.ts'

/** In the order of their numbers inside the index. */
export const INDEX_STATUSES = ['active', 'liquidation', 'insolvency', 'removed', 'unknown'] as const
export type IndexStatus = (typeof INDEX_STATUSES)[number]
export const ACTIVE_STATUS = 0
export const REMOVED_STATUS = 3

/** One company as it comes into the build. */
export interface IndexedCompany {
  readonly uuid: string
  readonly name: string
  readonly register: RegisterKey
  /** Today's court. */
  readonly court: string
  readonly status: IndexStatus
  readonly form: FormCode
  readonly seat: string
  /** When each source last looked, `YYYY-MM-DD`. */
  readonly sources: readonly { readonly asOf: string }[]
  readonly formerNames: readonly { readonly name: string }[]
  readonly formerNumbers: readonly { readonly register: RegisterKey }[]
}
