import type { RegisterType } from '../../names/reading/register-number.ts'
import type { IndexStatus } from './indexed-company.ts'

/** The fields of a company that a hit shows, read from the index without a database. */
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
  /** Date of the oldest observation among the sources, `YYYY-MM-DD`; '' when unknown. */
  readonly asOf: string
}
