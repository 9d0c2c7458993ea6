import type { RegisterType } from '../../names/reading/register-number.ts'
import type { IndexStatus } from './indexed-company.ts'

/** What a hit tells of a company, without a database. */
export interface IndexRecord {
  readonly uuid: string
  readonly name: string
  readonly status: IndexStatus
  readonly form: string
  readonly court: string
  readonly type: RegisterType
  readonly digits: number
  readonly suffix: string
  readonly seat: string
  /** Oldest look of a source at it, `YYYY-MM-DD`; '' unknown. */
  readonly asOf: string
}
