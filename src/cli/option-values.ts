/** How people write lengths of time, limits and lists on the command line. Pure. */
import type { Limit } from '../core/access/key.ts'
import { SCOPES, type Scope } from '../core/access/key.ts'
import { Failure } from '../core/failure.ts'

const UNIT_MS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/**
 * `90d`, `1h`, `30m`, `15s` or `0` in milliseconds.
 *
 * @throws Failure `invalid_request` for any other text.
 */
export function readDuration(option: string, text: string): number {
  if (text === '0') return 0
  const match = /^(\d{1,9})([smhd])$/.exec(text)
  if (match === null) {
    throw wrong(`${option} is a whole number and one of s, m, h, d, for example 90d or 1h.`)
  }
  return Number(match[1]) * UNIT_MS[match[2]!]!
}

/**
 * `100000/60s`: so many units in any window of that length.
 *
 * @throws Failure `invalid_request` for any other text.
 */
export function readLimit(text: string): Limit {
  const match = /^(\d{1,12})\/(.+)$/.exec(text)
  if (match === null) throw wrong('--limit is a quota and a window, for example 100000/60s.')
  return { quota: Number(match[1]), windowMs: readDuration('The window of --limit', match[2]!) }
}

/**
 * `companies:search,companies:read`.
 *
 * @throws Failure `invalid_request` when one is not known.
 */
export function readScopes(text: string): readonly Scope[] {
  const known: readonly string[] = SCOPES
  const scopes = text.split(',').map((scope) => scope.trim())
  const stranger = scopes.find((scope) => !known.includes(scope))
  if (stranger === undefined) return scopes as Scope[]
  throw wrong(`--scopes takes ${SCOPES.join(', ')}, separated by commas.`)
}

function wrong(sentence: string): Failure {
  return new Failure('invalid_request', sentence)
}
