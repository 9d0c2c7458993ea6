/** Durations, limits and lists as written on the command line, and error messages for wrong ones. Pure. */

import type { Limit } from '../core/access/key.ts'
import { API_SCOPES, RECONCILE_SCOPE, SCOPES, type Scope } from '../core/access/key.ts'
import { EXPIRY_MAX_MS, KEY_NAME_MAX } from '../core/access/key-terms.ts'
import { OVERRIDE_QUOTA_MAX, OVERRIDE_WINDOW_MAX_MS, OVERRIDE_WINDOW_MIN_MS } from '../core/access/limits.ts'
import { OVERLAP_MAX_MS } from '../core/access/rotate-key.ts'
import { Failure } from '../core/failure.ts'

const UNIT_MS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

const DAY_MS = UNIT_MS.d!

/** The allowed values of each field of the params, worded for the option that sets it. */
const FIELD_SENTENCES: Readonly<Record<string, string>> = {
  '/name': `--name must have 1 to ${KEY_NAME_MAX} characters, without control characters.`,
  '/scopes': `--scopes must be a list, separated by commas, of ${API_SCOPES.join(', ')}, or ${RECONCILE_SCOPE} alone.`,
  '/expires_in': `--expires must be between 1s and ${EXPIRY_MAX_MS / DAY_MS}d.`,
  '/limit/quota': `The quota of --limit must be between 1 and ${OVERRIDE_QUOTA_MAX.toLocaleString('en')}.`,
  '/limit/window': `The window of --limit must be between ${OVERRIDE_WINDOW_MIN_MS / 1000}s and ${OVERRIDE_WINDOW_MAX_MS / DAY_MS}d.`,
  '/overlap': `--overlap must be between 0 and ${OVERLAP_MAX_MS / DAY_MS}d.`,
}

/**
 * Translates a failure about params into the words of the command line; returns any other error unchanged.
 */
export function withOptionNames(error: unknown): unknown {
  if (!(error instanceof Failure) || error.code !== 'invalid_request') return error
  const sentences = error.details.map(({ field }) => FIELD_SENTENCES[field])
  if (sentences.length === 0 || sentences.includes(undefined)) return error
  return new Failure(error.code, sentences.join('\n'), error.details)
}

/**
 * Parses `90d`, `1h`, `30m`, `15s` or `0` to milliseconds.
 *
 * @throws {Failure} `invalid_request` for any other text.
 */
export function readDuration(option: string, text: string, example = '90d or 1h'): number {
  if (text === '0') return 0
  const match = /^(\d{1,9})([smhd])$/.exec(text)
  if (match === null) {
    throw invalidOption(`${option} must be a whole number followed by s, m, h or d, for example ${example}.`)
  }
  return Number(match[1]) * UNIT_MS[match[2]!]!
}

/**
 * Parses `100000/60s`: units in any window of that length.
 *
 * @throws {Failure} `invalid_request` for any other text.
 */
export function readLimit(text: string): Limit {
  const match = /^(\d{1,12})\/(.+)$/.exec(text)
  if (match === null) throw invalidOption('--limit must be a quota and a window, for example 100000/60s.')
  return { quota: Number(match[1]), windowMs: readDuration('The window of --limit', match[2]!, '60s') }
}

/** Returns the limit in the form that `readLimit` parses. */
export function limitText({ quota, windowMs }: Limit): string {
  const [unit, unitMs] = Object.entries(UNIT_MS).findLast(([, ms]) => windowMs % ms === 0) ?? ['ms', 1]
  return `${quota}/${windowMs / unitMs}${unit}`
}

/**
 * Parses `companies:search,companies:read`.
 *
 * @throws {Failure} `invalid_request` for an unknown scope.
 */
export function readScopes(text: string): readonly Scope[] {
  const known: readonly string[] = SCOPES
  const scopes = text.split(',').map((scope) => scope.trim())
  const unknown = scopes.find((scope) => !known.includes(scope))
  if (unknown === undefined) return scopes as Scope[]
  throw invalidOption(`--scopes: ${JSON.stringify(unknown)} is not a scope. ${FIELD_SENTENCES['/scopes']}`)
}

/** Returns a time as ISO 8601 in UTC, for JSON; `null` if there is none. */
export function isoTime(ms: number | undefined): string | null {
  return ms === undefined ? null : new Date(ms).toISOString()
}

/** Returns a time for people in UTC: `2026-11-21 17:30`. */
export function minuteOf(ms: number | undefined): string | undefined {
  return isoTime(ms)?.slice(0, 16).replace('T', ' ')
}

function invalidOption(sentence: string): Failure {
  return new Failure('invalid_request', sentence)
}
