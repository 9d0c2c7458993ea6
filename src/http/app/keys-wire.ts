/** Keys in the JSON of the dashboard's API. */
import type { z } from 'zod'
import { isLive, type Key, type Limit, stateOf } from '../../core/access/key.ts'
import type { ShownKey } from '../../core/access/key-commands.ts'
import { kindOf } from '../../core/access/key-kind.ts'
import { type AuditEntry, seenByOwner } from '../../core/identity/audit.ts'
import { timeOrNull, timeWire } from './app-wire.ts'
import type { keyHistoryResult, keySchema } from './keys-schemas.ts'

type HistoryEntry = z.input<typeof keyHistoryResult>['entries'][number]

/** Returns an entry of a key's history as the key's owner sees it. */
export function keyEntryWire(entry: AuditEntry): HistoryEntry {
  const { number, atMs, event, subject, detail } = entry
  const seen = seenByOwner(entry)
  return {
    number,
    at: timeWire(atMs),
    event: event as HistoryEntry['event'],
    key: subject,
    detail,
    ...seen,
  }
}

/**
 * Returns a key in the form of `keySchema`. `all` contains every key of the account, to find the successor.
 */
export function keyWire(key: ShownKey, all: readonly ShownKey[], nowMs: number): z.input<typeof keySchema> {
  return {
    id: key.id,
    name: key.name,
    kind: kindOf(key),
    visible_start: key.visibleStart,
    scopes: [...key.scopes],
    state: stateOf(key as Key, nowMs),
    works: isLive(key as Key, nowMs),
    created_at: timeWire(key.createdAtMs),
    last_used_at: lastUsedWire(key),
    expires_at: timeOrNull(key.expiresAtMs),
    ends_at: timeOrNull(key.endsAtMs),
    revoked_at: timeOrNull(key.revokedAtMs),
    rotated_from: key.rotatedFrom ?? null,
    successor: all.findLast(({ rotatedFrom }) => rotatedFrom === key.id)?.id ?? null,
    limit: limitWire(key.limit),
    addresses: [...key.addresses],
  }
}

/**
 * Returns the time of the last use. Uses are stored to the minute, so the time of creation is the lower
 * bound.
 */
function lastUsedWire({ lastUsedAtMs, createdAtMs }: ShownKey) {
  return timeOrNull(lastUsedAtMs && Math.max(lastUsedAtMs, createdAtMs))
}

function limitWire(limit: Limit | undefined) {
  return limit === undefined ? null : { quota: limit.quota, window_s: limit.windowMs / 1000 }
}
