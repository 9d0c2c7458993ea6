/**
 * The ports of the core: everything that it needs from outside. `server/compose/` supplies them, tests supply
 * others.
 */

import type { KeyReader, KeyStore } from './access/key-store.ts'
import type { AddressBudget, KeyRing, Limiter, VisitorBudget } from './access/request-ports.ts'
import type { AccountReader } from './accounts/account-reader.ts'
import type { SendCommand } from './commands.ts'
import type { CompanyStore } from './company/company-store.ts'
import type { CompanyWriter } from './company/company-writer.ts'
import type { EntrySource, RejectLog } from './ingest/entry-source.ts'
import type { EmailReader } from './notifications/outbox.ts'
import type { NameIndex } from './search/name-index.ts'
import type { Secrets } from './secrets.ts'
import type { TrafficMeter } from './usage/traffic.ts'
import type { UsageMeter } from './usage/usage-meter.ts'
import type { UsageReader } from './usage/usage-store.ts'

/** The clocks of the process. */
export interface Clock {
  /** Milliseconds since 1970, wall time. */
  nowMs(): number
  /** Nanoseconds of a clock that all threads of the process share and that never goes back. */
  monotonicNs(): bigint
}

/** All ports by name. */
export interface Ports {
  readonly clock: Clock
  readonly secrets: Secrets
  readonly companies: CompanyStore
  readonly companyWriter: CompanyWriter
  readonly entrySource: EntrySource
  readonly rejectLog: RejectLog
  readonly index: NameIndex
  readonly keys: KeyStore
  /** Read access to the same keys, for threads that do not write. */
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
  /** Sends a command to the thread that may write. */
  readonly sendCommand: SendCommand
}

/** The ports that a use case needs, as its first parameter. */
export type Needs<Name extends keyof Ports> = Pick<Ports, Name>
