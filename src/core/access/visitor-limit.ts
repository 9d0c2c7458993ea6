/** The budget of a visitor who uses the dashboard's search, with an account or without. */

import type { AccountId } from '../identity/ids.ts'
import { clientOf } from './client-address.ts'
import { TENTHS } from './limits.ts'

/**
 * Units in any minute for a visitor who is signed in. The setting for visitors without an account applies if
 * it is higher.
 */
export const MEMBER_UNITS_PER_MIN = 120

/** The cost of each operation of the dashboard's search, in tenths of a unit. */
export const VISITOR_COSTS = { search: 10, deep: 50, suggest: 1, company: 10, reference: 0 } as const

/** The client that a cost is counted for, and its budget in any minute. */
export interface VisitorLimit {
  readonly client: string
  readonly quotaTenths: number
}

/**
 * Returns the budget of a visitor. An account is one client wherever it is signed in; without an account the
 * client is the network.
 */
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
