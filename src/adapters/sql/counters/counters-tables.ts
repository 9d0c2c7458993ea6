/** The tables of usage counts, in both databases. */
import type { Kysely } from 'kysely'

/** `hour`: hours since 1970, UTC. `latencies`: 28 counts of 32 bits, little endian. */
export interface UsageHoursTable {
  key: string
  hour: number
  account: string
  requests: number
  errors: number
  limited: number
  deep: number
  latencies: Uint8Array
}

/** All tables by name. */
export interface CountersTables {
  usage_hours: UsageHoursTable
}

/** The tables, as a step of a transaction gets them. */
export type Counters = Kysely<CountersTables>
