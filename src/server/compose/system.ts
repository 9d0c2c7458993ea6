/** What this process uses of the operating system: clocks, random bytes, signals, ports and limits. */
import { systemClock } from '../../adapters/system/clock.ts'
import { systemSecrets } from '../../adapters/system/secrets.ts'
import type { Clock } from '../../core/ports.ts'
import type { Secrets } from '../../core/secrets.ts'

export { findPort, type PortAnswer } from '../../adapters/system/free-port.ts'
export { openFilesMax } from '../../adapters/system/open-files.ts'
export { createFileWith } from '../../adapters/system/private-file.ts'
export { programVersion } from '../../adapters/system/program-version.ts'
export { watchForStop } from '../../adapters/system/stop-signal.ts'
export { syncFolder } from '../../adapters/system/sync-folder.ts'
export { describeUncaught, onUncaught } from '../../adapters/system/uncaught.ts'

/** The clocks of every thread. */
export const clock: Clock = systemClock
/** The random bytes and hashes of every thread. */
export const secrets: Secrets = systemSecrets
