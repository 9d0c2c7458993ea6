/** A failure with response headers. */
import type { Scope } from '../../core/access/key.ts'
import { Failure, type FailureCode, type FailureDetail } from '../../core/failure.ts'
import type { Reason } from '../../core/reasons.ts'
import { seconds } from '../protocol/limit-headers.ts'

const REALM = 'Bearer realm="firmensuche"'

/** A failure that adds headers to its error response. */
export class Refusal extends Failure {
  /** Lower-case names; added to those that every response has. */
  readonly headers: Readonly<Record<string, string>>

  constructor(
    code: FailureCode,
    message: string,
    options: {
      details?: readonly FailureDetail[]
      headers?: Readonly<Record<string, string>>
      reason?: Reason
    } = {},
  ) {
    super(code, message, options.details, options.reason)
    this.headers = options.headers ?? {}
  }
}

/** Returns a 401. `error` is the code of RFC 6750, section 3.1, set if a token was sent. */
export function unauthorized(error?: 'invalid_token'): Refusal {
  const challenge = error === undefined ? REALM : `${REALM}, error="${error}"`
  return new Refusal('unauthorized', 'no valid key', { headers: { 'www-authenticate': challenge } })
}

/** Returns a 403 that names the missing scope. */
export function lacksScope(scope: Scope): Refusal {
  const challenge = `${REALM}, error="insufficient_scope", scope="${scope}"`
  return new Refusal('forbidden', `scope ${scope} is missing`, { headers: { 'www-authenticate': challenge } })
}

/** Returns a 429 with `Retry-After`, at least one second. `reason` is for the dashboard's API. */
export function limited(waitMs: number, reason?: Reason): Refusal {
  const headers = { 'retry-after': String(Math.max(1, seconds(waitMs))) }
  return new Refusal('rate_limited', 'over the limit', { headers, ...(reason && { reason }) })
}
