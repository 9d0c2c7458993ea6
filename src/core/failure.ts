/**
 * The errors that end a request on purpose. The codes are those of the API's error table. Each transport maps
 * a *kind* to its own answer (HTTP status, exit code), so a new kind does not compile until every transport
 * maps it.
 */

import type { Reason } from './reasons.ts'

/** One fault in the input: its place and the rule that it breaks. */
export interface FailureDetail {
  /** JSON pointer (`/name`) or name of the query parameter. */
  readonly field: string
  readonly reason: FaultReason
  /** The accepted values, where the list is closed. */
  readonly allowed?: readonly string[]
}

/** The closed list of fault reasons. Clients can branch on them. */
export const FAULT_REASONS = [
  'required',
  'type',
  'unknown_field',
  'unknown_parameter',
  'repeated',
  'too_short',
  'too_long',
  'too_small',
  'too_large',
  'too_many',
  'control_character',
  'encoding',
  'syntax',
  'format',
  'not_allowed',
  'mismatch',
  'key_in_query',
  'body_not_allowed',
] as const
/** One of `FAULT_REASONS`. */
export type FaultReason = (typeof FAULT_REASONS)[number]

/** The kind of each error code. Transports map kinds; users and clients see codes. */
export const FAILURE_KINDS = {
  invalid_request: 'invalid',
  unauthorized: 'unauthenticated',
  forbidden: 'forbidden',
  not_found: 'not_found',
  method_not_allowed: 'method',
  not_acceptable: 'not_acceptable',
  request_timeout: 'timeout',
  conflict: 'conflict',
  payload_too_large: 'too_large',
  uri_too_long: 'uri_too_long',
  unsupported_media_type: 'media_type',
  expectation_failed: 'expectation',
  rate_limited: 'limited',
  headers_too_large: 'headers_too_large',
  internal_error: 'bug',
  service_unavailable: 'unavailable',
} as const
/** The code of an error, as in the API's error table. */
export type FailureCode = keyof typeof FAILURE_KINDS
/** The kind of an error, which a transport maps to its answer. */
export type FailureKind = (typeof FAILURE_KINDS)[FailureCode]

/**
 * An error that ends a request on purpose. `message` is for the log and the CLI; API clients never see it.
 */
export class Failure extends Error {
  readonly code: FailureCode
  readonly details: readonly FailureDetail[]
  /** Selects the dashboard's sentence; the API never shows it. */
  readonly reason: Reason | undefined
  /** For a limit: the time until the same request fits, if no other is counted; `undefined` = unknown. */
  readonly retryInMs: number | undefined

  constructor(
    code: FailureCode,
    message: string,
    details: readonly FailureDetail[] = [],
    reason: Reason | undefined = undefined,
    retryInMs: number | undefined = undefined,
  ) {
    super(message)
    this.name = 'Failure'
    this.code = code
    this.details = details
    this.reason = reason
    this.retryInMs = retryInMs
  }

  get kind(): FailureKind {
    return FAILURE_KINDS[this.code]
  }
}
