/** Types of keys as the dashboard's own API answers them. */
import type { CreateKeyAnswer, KeyHistoryAnswer, ListKeysAnswer, RotateKeyAnswer } from './types.ts'

/** A key in the list. */
export type Key = ListKeysAnswer['keys'][number]
export type Scope = Key['scopes'][number]
export type KeyKind = Key['kind']
/** The kinds of keys in the order of the pages. */
export const KINDS = ['live', 'test'] as const satisfies readonly KeyKind[]
/** The scopes of keys for programs, in the order of the pages. */
export const API_SCOPES = [
  'companies:search',
  'companies:search:deep',
  'companies:read',
  'companies:watch',
] as const satisfies readonly Scope[]
/** The scope of a key for OpenRefine, which has no other. */
export const RECONCILE_SCOPE = 'reconcile' satisfies Scope
/** All scopes in the order of the pages. */
export const SCOPES = [...API_SCOPES, RECONCILE_SCOPE] as const satisfies readonly Scope[]

export type KeysAnswer = ListKeysAnswer
/** A new key with its secret, which no other answer contains. */
export type IssuedKey = CreateKeyAnswer
export type RotatedKey = RotateKeyAnswer
export type KeyHistoryEntry = KeyHistoryAnswer['entries'][number]
