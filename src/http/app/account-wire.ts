/** Sessions and history on the wire of the dashboard. */
import type { z } from 'zod'
import { deviceOf } from '../../core/accounts/device.ts'
import { isAlive, type Session, type SessionId } from '../../core/accounts/session.ts'
import { type AuditEntry, seenByOwner } from '../../core/identity/audit.ts'
import type { auditEntry, sessionEntry } from './account-schemas.ts'
import { timeWire } from './app-wire.ts'

/** Nothing of a session that is over; `own` is the one that asks. */
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

/** An entry for the account that it was done to. */
export function auditWire(entry: AuditEntry): z.input<typeof auditEntry> {
  const { number, atMs, event, subject, detail } = entry
  const { by, address, device } = seenByOwner(entry)
  return { number, at: timeWire(atMs), actor: by, event, subject, detail, address, device }
}
