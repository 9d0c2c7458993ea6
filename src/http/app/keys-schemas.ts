/** Schemas of the routes of keys. */
import { z } from 'zod'
import { SCOPES } from '../../core/access/key.ts'
import { KEY_KINDS } from '../../core/access/key-kind.ts'
import { KEY_NAME_MAX } from '../../core/access/key-terms.ts'
import { NETWORKS_MAX } from '../../core/access/network.ts'
import { OVERLAP_MAX_MS } from '../../core/access/rotate-key.ts'
import type { AuditEvent } from '../../core/identity/audit.ts'
import { timeField } from './app-schemas.ts'

const KEY_EVENTS = [
  'key_created',
  'key_rotated',
  'key_revoked',
  'key_named',
  'key_addresses',
  'key_limit',
] as const satisfies readonly AuditEvent[]

/** A code point has two UTF-16 units at most; the rule for names counts code points. */
const NAME_UNITS_MAX = 2 * KEY_NAME_MAX
/** Length of the longest notation of an IPv6 network. */
const NETWORK_CHARS_MAX = 50

const nameField = z.string().min(1).max(NAME_UNITS_MAX)
const addressesField = z.array(z.string().min(1).max(NETWORK_CHARS_MAX)).max(NETWORKS_MAX)

/** A key as its owner sees it. `ends_at` is set by a rotation; the key works until then. */
export const keySchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  kind: z.enum(KEY_KINDS),
  visible_start: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  state: z.enum(['live', 'rotated', 'expired', 'revoked']),
  /** Whether the key is accepted now; a rotated one is accepted until its end. */
  works: z.boolean(),
  created_at: timeField,
  last_used_at: timeField.nullable(),
  expires_at: timeField.nullable(),
  ends_at: timeField.nullable(),
  revoked_at: timeField.nullable(),
  rotated_from: z.string().nullable(),
  /** The newest key that replaced this one. */
  successor: z.string().nullable(),
  /** `null` = the default limits. */
  limit: z.strictObject({ quota: z.int().min(1), window_s: z.number().positive() }).nullable(),
  /** Networks that may use the key; empty = all. */
  addresses: z.array(z.string()),
})

/** A key in the list. `requests_24h` may lack the last ten seconds. */
export const listedKeySchema = keySchema.extend({ requests_24h: z.int().min(0) })

/** The keys of an account. */
export const keysResult = z.strictObject({
  /** All keys, ended ones included, newest first. */
  keys: z.array(listedKeySchema),
  /** Number of valid keys, and their limit. */
  live: z.int().min(0),
  live_max: z.int().min(1),
})

/** Data of a new key. */
export const createKeyBody = z.strictObject({
  name: nameField,
  /** `test`: the key gives access to the sandbox only. */
  kind: z.enum(KEY_KINDS).default('live'),
  scopes: z.array(z.enum(SCOPES)).min(1).max(SCOPES.length),
  /** A duration from now, or a time. */
  expires_in: z.union([z.enum(['never', '30d', '90d', '365d']), timeField]),
  addresses: addressesField.default([]),
})

/** The history of a key and of the keys before and after it in its rotations, newest first. */
export const keyHistoryResult = z.strictObject({
  entries: z.array(
    z.strictObject({
      number: z.int(),
      at: timeField,
      /** `operator`: an account other than the key's. */
      by: z.enum(['owner', 'operator', 'command line', 'system']),
      event: z.enum(KEY_EVENTS),
      key: z.string(),
      detail: z.record(z.string(), z.union([z.string(), z.number()])),
      address: z.string(),
      device: z.string(),
    }),
  ),
})

/** A new key with its secret, which no other response contains. */
export const issuedKeyResult = z.strictObject({ key: keySchema, secret: z.string() })

/** How long the old key of a rotation stays valid, in seconds. */
export const rotateKeyBody = z.strictObject({
  overlap_s: z
    .int()
    .min(0)
    .max(OVERLAP_MAX_MS / 1000),
})
/** The new key of a rotation with its secret, and the old key. */
export const rotatedKeyResult = z.strictObject({ key: keySchema, secret: z.string(), old: keySchema })

/** The key's name, typed as a confirmation. */
export const revokeKeyBody = z.strictObject({ name: z.string().max(NAME_UNITS_MAX) })
/** The new name of a key. */
export const renameKeyBody = z.strictObject({ name: nameField })
/** The new networks of a key. */
export const addressesBody = z.strictObject({ addresses: addressesField })
/** The key after a change. */
export const keyResult = z.strictObject({ key: keySchema })
