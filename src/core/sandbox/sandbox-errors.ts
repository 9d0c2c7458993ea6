/**
 * Texts with which a request of a test key gets a simulated error. They must never change; new ones go to the
 * end. Errors that a client can cause by its input (an invalid body, an unknown id, an unknown path) are not
 * here, because the sandbox returns them by itself.
 */
import type { FailureCode } from '../failure.ts'

/** A simulated error and the texts that trigger it. */
export interface SimulatedError {
  /** A text anywhere in the request: a searched name, a row of a batch, a typed text, a city of a list. */
  readonly name: string
  /** For requests with the id of a company. */
  readonly uuid: string
  readonly code: Extract<
    FailureCode,
    | 'unauthorized'
    | 'forbidden'
    | 'request_timeout'
    | 'rate_limited'
    | 'internal_error'
    | 'service_unavailable'
  >
  /** The limit that the answer reports as used up, and for how long. */
  readonly limit?: { readonly policy: 'default' | 'burst'; readonly moreInMs: number }
}

function uuidOf(number: number): string {
  return `00000000-0000-5000-8000-${String(number).padStart(12, '0')}`
}

/** All simulated errors. */
export const SIMULATED_ERRORS: readonly SimulatedError[] = [
  { name: 'Sandbox Error 401', uuid: uuidOf(401), code: 'unauthorized' },
  { name: 'Sandbox Error 403', uuid: uuidOf(403), code: 'forbidden' },
  { name: 'Sandbox Error 408', uuid: uuidOf(408), code: 'request_timeout' },
  {
    name: 'Sandbox Error 429',
    uuid: uuidOf(429),
    code: 'rate_limited',
    limit: { policy: 'default', moreInMs: 60_000 },
  },
  {
    name: 'Sandbox Error 429 burst',
    uuid: uuidOf(1429),
    code: 'rate_limited',
    limit: { policy: 'burst', moreInMs: 1000 },
  },
  { name: 'Sandbox Error 500', uuid: uuidOf(500), code: 'internal_error' },
  { name: 'Sandbox Error 503', uuid: uuidOf(503), code: 'service_unavailable' },
]

const BY_TEXT: ReadonlyMap<string, SimulatedError> = new Map(
  SIMULATED_ERRORS.flatMap((error) => [
    [error.name, error],
    [error.uuid, error],
  ]),
)

/**
 * Deepest level of the input that is searched: its parts, query or body, rows or fields, values. A call of a tool has
 * its arguments two levels further down.
 */
const DEPTH_MAX = 7

/**
 * Returns the first simulated error that a text in the input triggers; `undefined` = none. Blanks around a
 * text are ignored.
 */
export function simulatedErrorFor(input: unknown, depth = DEPTH_MAX): SimulatedError | undefined {
  if (typeof input === 'string') {
    const text = input.trim()
    // Ids match in any case. No name is in lower case, so the second look-up finds only ids.
    return BY_TEXT.get(text) ?? BY_TEXT.get(text.toLowerCase())
  }
  if (typeof input !== 'object' || input === null || depth === 0) return undefined
  for (const part of Object.values(input)) {
    const error = simulatedErrorFor(part, depth - 1)
    if (error !== undefined) return error
  }
  return undefined
}
