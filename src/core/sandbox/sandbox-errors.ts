/**
 * Texts that end a request of a test key the way a service in trouble would. They are fixed for ever: new ones go to the end. Errors that a
 * client can provoke by what it sends (a wrong body, an unknown id, a path that is not there) have none: there the real thing answers.
 */
import type { FailureCode } from '../failure.ts'

export interface SimulatedError {
  /** Anywhere in the request: a name that is searched, a row of a batch, what was typed, a city of a list. */
  readonly name: string
  /** For requests that name a company by its id. */
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
  /** Which limit is told to be used up, and for how long. */
  readonly limit?: { readonly policy: 'default' | 'burst'; readonly moreInMs: number }
}

function uuidOf(number: number): string {
  return `00000000-0000-5000-8000-${String(number).padStart(12, '0')}`
}

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

/** How deep a text may lie in what was sent: its parts, query or body, rows or fields, values. */
const DEPTH_MAX = 5

/** The first error that a text in the input stands for; `undefined` = none does. Blanks around a text do not count. */
export function simulatedErrorFor(input: unknown, depth = DEPTH_MAX): SimulatedError | undefined {
  if (typeof input === 'string') {
    const text = input.trim()
    // No name is in small letters: what is found by them is an id, which counts in any case.
    return BY_TEXT.get(text) ?? BY_TEXT.get(text.toLowerCase())
  }
  if (typeof input !== 'object' || input === null || depth === 0) return undefined
  for (const part of Object.values(input)) {
    const error = simulatedErrorFor(part, depth - 1)
    if (error !== undefined) return error
  }
  return undefined
}
