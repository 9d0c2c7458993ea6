/** Translates schema issues into the closed list of reasons that clients branch on. */
import type { z } from 'zod'
import type { FailureDetail, FaultReason } from '../../core/failure.ts'

/** Limit for repeating field names that clients send. */
const FIELD_CHARS_MAX = 200

/**
 * Limit of faults reported for one body, query or row of a batch. A client with more of them needs the
 * documentation.
 */
export const FAULTS_MAX = 20

type Issue = z.core.$ZodIssue
type Field = (path: readonly PropertyKey[]) => string

/** Returns a path as a JSON Pointer (RFC 6901). */
export function pointerField(path: readonly PropertyKey[]): string {
  const tokens = path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`)
  return shown(tokens.join(''))
}

/** Returns the name of a query parameter, without the index of its value. */
export function queryField(path: readonly PropertyKey[]): string {
  return shown(String(path[0] ?? '?'))
}

/**
 * Returns each fault once, `FAULTS_MAX` at most. If a value has the wrong type, its other faults are left
 * out, because they mean nothing then.
 */
export function faultsOf(issues: readonly Issue[], input: unknown, field: Field): FailureDetail[] {
  const reasons = new Map<string, Map<FaultReason, FailureDetail>>()
  for (const fault of allFaultsOf(issues, input, field)) {
    const sofar = reasons.get(fault.field) ?? new Map<FaultReason, FailureDetail>()
    reasons.set(fault.field, sofar.set(fault.reason, fault))
  }
  const found = [...reasons.values()].flatMap((faults) => {
    const mistyped = faults.get('type')
    return mistyped ? [mistyped] : [...faults.values()]
  })
  return found.slice(0, FAULTS_MAX)
}

function allFaultsOf(issues: readonly Issue[], input: unknown, field: Field): FailureDetail[] {
  return issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') {
      const reason = field === pointerField ? 'unknown_field' : 'unknown_parameter'
      return issue.keys
        .slice(0, FAULTS_MAX)
        .map((key) => ({ field: field([...issue.path, key]), reason }) as const)
    }
    return [faultOf(issue, input, field(issue.path))]
  })
}

function faultOf(issue: Issue, input: unknown, field: string): FailureDetail {
  const value = valueAt(input, issue.path)
  if (value === undefined) return { field, reason: 'required' }
  if (issue.code === 'invalid_value') {
    if (typeof value !== typeof issue.values[0]) return { field, reason: 'type' }
    return { field, reason: 'not_allowed', allowed: issue.values.map(String) }
  }
  // `1e400` is a valid number in JSON, but above what JavaScript can represent.
  if (issue.code === 'invalid_type' && issue.expected === 'number' && typeof value === 'number') {
    if (value === Number.POSITIVE_INFINITY) return { field, reason: 'too_large' }
    if (value === Number.NEGATIVE_INFINITY) return { field, reason: 'too_small' }
  }
  return { field, reason: reasonOf(issue) }
}

function reasonOf(issue: Issue): FaultReason {
  switch (issue.code) {
    case 'too_big':
      return issue.origin === 'string' ? 'too_long' : issue.origin === 'array' ? 'too_many' : 'too_large'
    case 'too_small':
      return issue.origin === 'string' || issue.origin === 'array' ? 'too_short' : 'too_small'
    case 'invalid_format':
      return 'format'
    case 'custom':
      return (issue.params?.reason as FaultReason | undefined) ?? 'format'
    default:
      return 'type'
  }
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined
    value = (value as Record<PropertyKey, unknown>)[key]
  }
  return value
}

/**
 * Cuts a long text and replaces lone surrogates, also one made by the cut: strict JSON parsers would reject
 * the whole response for one.
 */
function shown(text: string): string {
  const isLong = text.length > FIELD_CHARS_MAX
  return isLong ? `${text.slice(0, FIELD_CHARS_MAX).toWellFormed()}…` : text.toWellFormed()
}
