/** A refusal that also has something to say in the answer's headers. */
import type { Scope } from '../../core/access/key.ts'
import { Failure, type FailureCode, type FailureDetail } from '../../core/failure.ts'
import type { Reason } from '../../core/reasons.ts'
import { seconds } from '../protocol/limit-headers.ts'

const REALM = 'Bearer realm="firmensuche"'

export class Refusal extends Failure {
  /** Lower-case names; added to those that every answer has. */
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

/** `error` as RFC 6750, section 3.1, names it, when a token was sent. */
export function unauthorized(error?: 'invalid_token'): Refusal {
  const challenge = error === undefined ? REALM : `${REALM}, error="${error}"`
  return new Refusal('unauthorized', 'no valid key', { headers: { 'www-authenticate': challenge } })
}

export function lacksScope(scope: Scope): Refusal {
  const challenge = `${REALM}, error="insufficient_scope", scope="${scope}"`
  return new Refusal('forbidden', `scope ${scope} is missing`, { headers: { 'www-authenticate': challenge } })
}

export function limited(waitMs: number): Refusal {
  return new Refusal('rate_limited', 'over the limit', {
    headers: { 'retry-after': String(Math.max(1, seconds(waitMs))) },
  })
}
