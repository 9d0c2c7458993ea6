/** The fields of a company that the index needs; the service's company type has all of them. */
import type { FormCode } from '../../names/reading/legal-form.ts'
import type { RegisterKey } from '../../names/reading/register-number.ts'

/** Statuses by their code in the index. */
export const INDEX_STATUSES = ['active', 'liquidation', 'insolvency', 'removed', 'unknown'] as const
/** A company's status. */
export type IndexStatus = (typeof INDEX_STATUSES)[number]
/** Code of `active`. */
export const ACTIVE_STATUS = 0
/** Code of `removed`. */
export const REMOVED_STATUS = 3

/** A company as input of a build. */
export interface IndexedCompany {
  readonly uuid: string
  readonly name: string
  readonly register: RegisterKey
  /** The court that keeps the register today. */
  readonly court: string
  readonly status: IndexStatus
  readonly form: FormCode
  readonly seat: string
  /** Date of each source's last observation, `YYYY-MM-DD`. */
  readonly sources: readonly { readonly asOf: string }[]
  readonly formerNames: readonly { readonly name: string }[]
  readonly formerNumbers: readonly { readonly register: RegisterKey }[]
}
