/** A judged query: its text and the company that it means. */
import type { IndexedCompany } from '../../src/names/search/indexed-company.ts'
import type { Status } from '../../src/names/search/status.ts'

/** The company that a query means. */
export interface Target {
  readonly uuid: string
  readonly name: string
  readonly status: Status
}

/** A query text with its kind and target. */
export interface JudgedQuery {
  readonly kind: string
  readonly text: string
  /** `undefined`: nobody is meant, the name is not there. */
  readonly target: Target | undefined
  /** Who had the name asked for formerly is as right, too. */
  readonly isFormerName?: boolean
  /** Of numbers without a court: being among all hits is enough. */
  readonly isAnywhere?: boolean
}

/** Returns the target for a company. */
export function targetOf({ uuid, name, status }: IndexedCompany): Target {
  return { uuid, name, status }
}
