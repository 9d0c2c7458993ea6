/** A refusal that also has something to say in the answer's headers. */
import type { Reason } from '../core/accounts/reasons.ts'
import { Failure, type FailureCode, type FailureDetail } from '../core/failure.ts'

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
