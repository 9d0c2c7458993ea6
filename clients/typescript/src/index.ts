/** What the package offers. */
export { Firmensuche } from './client.ts'
export { type ErrorCode, type FaultDetail, type FaultReason, FirmensucheError } from './errors.ts'
export type { CallOptions, ClientOptions } from './send.ts'
export type * from './types.ts'
