/** What whoever uses the dashboard's search may spend, with an account or without. */

import type { AccountId } from '../identity/ids.ts'
import { clientOf } from './client-address.ts'
import { TENTHS } from './limits.ts'

/** Units in any minute for somebody who is signed in, who never has fewer than one without an account; for that one the setting decides. */
export const MEMBER_UNITS_PER_MIN = 120

/** In tenths of a unit. */
export const VISITOR_COSTS = { search: 10, deep: 50, suggest: 1, company: 10, reference: 0 } as const

/** Whom a visit is charged to, and how much that one may spend in any minute. */
export interface VisitorLimit {
  readonly client: string
  readonly quotaTenths: number
}

/** An account is one visitor wherever it signs in; everybody else is the network that he comes from. */
export function visitorLimitOf(
  address: string,
  account: AccountId | undefined,
  publicUnitsPerMinute: number,
): VisitorLimit {
  const memberUnits = Math.max(MEMBER_UNITS_PER_MIN, publicUnitsPerMinute)
  return account === undefined
    ? { client: clientOf(address), quotaTenths: publicUnitsPerMinute * TENTHS }
    : { client: `account:${account}`, quotaTenths: memberUnits * TENTHS }
}
