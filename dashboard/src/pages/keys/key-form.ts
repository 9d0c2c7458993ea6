/** The values of the form for a new key, their validation, and the body of the request. */
import { CallFailure } from '../../api/call.ts'
import { API_SCOPES, type KeyKind, RECONCILE_SCOPE, SCOPES, type Scope } from '../../api/key-types.ts'
import type { KEYS_WORDS } from '../../words/keys.ts'

export const EXPIRIES = ['never', '30d', '90d', '365d', 'date'] as const
export type Expiry = (typeof EXPIRIES)[number]

export interface KeyForm {
  readonly name: string
  readonly kind: KeyKind
  readonly scopes: readonly Scope[]
  readonly expiry: Expiry
  /** Last day, as in `2027-01-31`, in the time zone of this browser. */
  readonly date: string
  /** One network per line. */
  readonly addresses: string
}

export type KeyFormFaults = Partial<Record<keyof KeyForm, string | undefined>>

type Words = (typeof KEYS_WORDS)['de']

/** Returns the initial values: the key has every scope of a program. */
export function emptyForm(): KeyForm {
  return {
    name: '',
    kind: 'live',
    scopes: API_SCOPES,
    expiry: 'never',
    date: '',
    addresses: '',
  }
}

/**
 * Adds or removes a scope. Deep search requires search: adding it adds both, removing search removes both. The scope
 * for OpenRefine is alone: adding it removes the others, and adding another removes it.
 */
export function withScope(scopes: readonly Scope[], scope: Scope, isWanted: boolean): readonly Scope[] {
  if (scope === RECONCILE_SCOPE) return isWanted ? [scope] : []
  const wanted = new Set(scopes)
  wanted.delete(RECONCILE_SCOPE)
  if (isWanted) wanted.add(scope)
  else wanted.delete(scope)
  if (scope === 'companies:search:deep' && isWanted) wanted.add('companies:search')
  if (scope === 'companies:search' && !isWanted) wanted.delete('companies:search:deep')
  return SCOPES.filter((each) => wanted.has(each))
}

/** Validates the form without a call. */
export function faultsOf(form: KeyForm, words: Words): KeyFormFaults {
  return {
    name: form.name.trim() === '' ? words.nameMissing : undefined,
    scopes: form.scopes.length === 0 ? words.rightsMissing : undefined,
    date: form.expiry === 'date' && form.date === '' ? words.dateWrong : undefined,
  }
}

/** Returns the body of the request. An expiry is the last second of its day in the zone of this browser. */
export function bodyOf({ name, kind, scopes, expiry, date, addresses }: KeyForm) {
  return {
    name: name.trim(),
    kind,
    scopes,
    expires_in: expiry === 'date' ? new Date(`${date}T23:59:59`).toISOString() : expiry,
    addresses: linesOf(addresses),
  }
}

export function linesOf(text: string): readonly string[] {
  return text
    .split(/[\s,;]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** Returns the faults of fields in a refusal; empty if the refusal concerns no field. */
export function faultsOfRefusal(fault: unknown, addresses: string, words: Words): KeyFormFaults {
  if (!(fault instanceof CallFailure)) return {}
  const found: KeyFormFaults = {}
  for (const { field, reason } of fault.faults) {
    if (field === '/name') found.name = words.nameWrong
    if (field === '/expires_in') found.date = words.dateWrong
    if (field.startsWith('/scopes')) found.scopes = words.rightsMissing
    if (field.startsWith('/addresses')) found.addresses = addressFault(field, reason, addresses, words)
  }
  return found
}

function addressFault(field: string, reason: string, addresses: string, words: Words): string {
  const line = /^\/addresses\/(\d+)$/.exec(field)?.[1]
  if (line === undefined) return words.addressesMany
  const text = linesOf(addresses)[Number(line)] ?? ''
  return reason === 'too_large' ? words.addressWide(text) : words.addressWrong(text)
}
