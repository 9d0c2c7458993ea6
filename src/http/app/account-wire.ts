/** Sessions and history in the JSON of the dashboard's API. */
import type { z } from 'zod'
import { deviceOf } from '../../core/accounts/device.ts'
import { isAlive, type Session, type SessionId } from '../../core/accounts/session.ts'
import { type AuditEntry, seenByOwner } from '../../core/identity/audit.ts'
import type { auditEntry, sessionEntry } from './account-schemas.ts'
import { timeWire } from './app-wire.ts'

/** Returns a session in an array, or an empty array if it has ended. `own` is the session of the request. */
export function sessionWire(session: Session, own: SessionId, nowMs: number): z.input<typeof sessionEntry>[] {
  if (!isAlive(session, nowMs)) return []
  return [
    {
      id: session.id,
      device: deviceOf(session.userAgent),
      address: session.address,
      method: session.method,
      stays: session.stays,
      created_at: timeWire(session.createdAtMs),
      seen_at: timeWire(session.seenAtMs),
      ends_at: timeWire(session.endsAtMs),
      is_this: session.id === own,
    },
  ]
}

/** Returns an entry of the history as the affected account sees it. */
export function auditWire(entry: AuditEntry): z.input<typeof auditEntry> {
  const { number, atMs, event, subject, detail } = entry
  const { by, address, device } = seenByOwner(entry)
  return { number, at: timeWire(atMs), actor: by, event, subject, detail, address, device }
}
