/**
 * What ends a request on purpose. The codes are those of the API's error table; a transport maps
 * each *kind* to its own answer (HTTP status, exit code), so that a new kind does not compile until
 * every transport has an answer for it.
 */

import type { Reason } from './reasons.ts'

/** One fault in the input: where it is and which rule it breaks. */
export interface FailureDetail {
  /** JSON pointer (`/name`) or the name of the query parameter. */
  readonly field: string
  readonly reason: FaultReason
  /** The values that would be accepted, where the list is closed. */
  readonly allowed?: readonly string[]
}

/** The closed list of reasons; users can branch on them. */
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
export type FaultReason = (typeof FAULT_REASONS)[number]

/** code → kind. A transport maps kinds; people and programs see codes. */
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
export type FailureCode = keyof typeof FAILURE_KINDS
export type FailureKind = (typeof FAILURE_KINDS)[FailureCode]

/** Thrown to end a request on purpose. `message` is for the log and the CLI, never for an API client. */
export class Failure extends Error {
  readonly code: FailureCode
  readonly details: readonly FailureDetail[]
  /** What the dashboard's sentence is chosen by; the API never shows it. */
  readonly reason: Reason | undefined
  /** Of a limit: after that the same works, if nothing else comes between; `undefined` = not known. */
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
