/** Everything that the service asks of the outside, by name. `build.ts` answers; tests may answer otherwise. */

import type { KeyReader, KeyStore } from './access/key-store.ts'
import type { AddressBudget, KeyRing, Limiter, VisitorBudget } from './access/request-ports.ts'
import type { AccountReader } from './accounts/account-reader.ts'
import type { Ask } from './commands.ts'
import type { CompanyStore } from './company/company-store.ts'
import type { EmailReader } from './notifications/outbox.ts'
import type { NameIndex } from './search/name-index.ts'
import type { Secrets } from './secrets.ts'
import type { TrafficMeter } from './usage/traffic.ts'
import type { UsageMeter } from './usage/usage-meter.ts'
import type { UsageReader } from './usage/usage-store.ts'

export interface Clock {
  /** Milliseconds since 1970, wall time. */
  nowMs(): number
  /** Nanoseconds on one clock for all threads of the process, never going back. */
  monotonicNs(): bigint
}

export interface Ports {
  readonly clock: Clock
  readonly secrets: Secrets
  readonly companies: CompanyStore
  readonly index: NameIndex
  readonly keys: KeyStore
  /** The same keys, for whoever only looks. */
  readonly keyReader: KeyReader
  readonly keyRing: KeyRing
  readonly limiter: Limiter
  readonly addressBudget: AddressBudget
  readonly visitorBudget: VisitorBudget
  readonly accountReader: AccountReader
  readonly usage: UsageReader
  readonly emails: EmailReader
  readonly usageMeter: UsageMeter
  readonly traffic: TrafficMeter
  /** How whoever only looks has something changed. */
  readonly ask: Ask
}

/** The ports that a use case touches, as its first parameter. */
export type Needs<Name extends keyof Ports> = Pick<Ports, Name>
