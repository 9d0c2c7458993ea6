/** Errors that the framework or a stream raised, and that are the client's doing. */
import { Failure, type FailureCode } from '../core/failure.ts'

/** Errors of the framework that are the client's doing. */
const FRAMEWORK_FAILURES: Readonly<Record<string, FailureCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
}

/** A `Failure` where the client is to blame; any other error as it is. */
export function failureOf(error: unknown): unknown {
  if (error instanceof Failure || !(error instanceof Error)) return error
  const { code = '', statusCode } = error as Error & { code?: string; statusCode?: number }
  const known = FRAMEWORK_FAILURES[code]
  if (known !== undefined) return new Failure(known, error.message)
  // A body that ended early, or a connection that broke off while it was read.
  const isClients = statusCode !== undefined && statusCode >= 400 && statusCode < 500
  return isClients ? new Failure('invalid_request', error.message, [{ field: '', reason: 'syntax' }]) : error
}
