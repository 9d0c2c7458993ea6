/** What a call ends with when it has no answer to give. */

/** Codes that the service answers with; the table with what to do about each is `docs/errors.md`. */
export type ErrorCode =
  | 'invalid_request'
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'not_acceptable'
  | 'request_timeout'
  | 'conflict'
  | 'payload_too_large'
  | 'uri_too_long'
  | 'unsupported_media_type'
  | 'expectation_failed'
  | 'rate_limited'
  | 'headers_too_large'
  | 'internal_error'
  | 'service_unavailable'

/** Why a field was refused. */
export type FaultReason =
  | 'required'
  | 'type'
  | 'unknown_field'
  | 'unknown_parameter'
  | 'repeated'
  | 'too_short'
  | 'too_long'
  | 'too_small'
  | 'too_large'
  | 'too_many'
  | 'control_character'
  | 'encoding'
  | 'syntax'
  | 'format'
  | 'not_allowed'
  | 'mismatch'
  | 'key_in_query'
  | 'body_not_allowed'

export interface FaultDetail {
  /** JSON pointer into the body (`/name`), or the name of a parameter. */
  readonly field: string
  readonly reason: FaultReason
  /** The values that are accepted, where the list is closed. */
  readonly allowed?: readonly string[] | undefined
}

/** The facts of a `FirmensucheError`. */
export interface Fault {
  readonly code: ErrorCode | 'no_answer' | 'strange_answer'
  readonly status: number
  readonly requestId?: string | undefined
  readonly details?: readonly FaultDetail[] | undefined
  readonly retryAfterS?: number | undefined
  readonly cause?: unknown
}

/** The one error that calls end with, but for the reason of an aborted signal. */
export class FirmensucheError extends Error {
  /**
   * To branch on. `no_answer`: the service could not be reached, or not in time; `strange_answer`: what answered was not the
   * service but, say, a proxy before it.
   */
  readonly code: Fault['code']
  /** HTTP status; 0 without an answer. */
  readonly status: number
  /** For the operator of the service: the request is in its log under this name. */
  readonly requestId: string | undefined
  /** What is wrong with which field; empty but for `invalid_request`. */
  readonly details: readonly FaultDetail[]
  /** Seconds after which the service says that it is worth another try. */
  readonly retryAfterS: number | undefined

  constructor(message: string, { code, status, requestId, details = [], retryAfterS, cause }: Fault) {
    super(message, { cause })
    this.name = 'FirmensucheError'
    this.code = code
    this.status = status
    this.requestId = requestId
    this.details = details
    this.retryAfterS = retryAfterS
  }
}
