/** What the package offers. */
export { Firmensuche } from './client.ts'
export { type ErrorCode, type FaultDetail, type FaultReason, FirmensucheError } from './errors.ts'
export type * from './match-types.ts'
export type { Matches, WaitOptions } from './matches.ts'
export type { CallOptions, ClientOptions } from './send.ts'
export type * from './types.ts'
