/** Names that the pages use for what the API says of keys. */
import type { CreateKeyAnswer, KeyHistoryAnswer, ListKeysAnswer, RotateKeyAnswer } from './types.ts'

/** As the list has it. */
export type Key = ListKeysAnswer['keys'][number]
export type Scope = Key['scopes'][number]
export type KeyKind = Key['kind']
/** In the order in which pages show them. */
export const KINDS = ['live', 'test'] as const satisfies readonly KeyKind[]
/** In the order in which pages show them. */
export const SCOPES = [
  'companies:search',
  'companies:search:deep',
  'companies:read',
] as const satisfies readonly Scope[]

export type KeysAnswer = ListKeysAnswer
/** The only sight of a secret. */
export type IssuedKey = CreateKeyAnswer
export type RotatedKey = RotateKeyAnswer
export type KeyHistoryEntry = KeyHistoryAnswer['entries'][number]
