/** Rows of `sessions`: written inside the transactions of the account store. */

import type { SessionId } from '../../../core/accounts/session.ts'
import type { AccountId } from '../../../core/identity/ids.ts'
import type { Database } from '../database/open-database.ts'

/** Deletes a session; returns false if it does not belong to the account. */
export function deleteSession(db: Database, account: AccountId, id: SessionId): boolean {
  return db.prepare('DELETE FROM sessions WHERE account_id = ? AND id = ?').run(account, id).changes === 1
}

/** Deletes the sessions of an account, except one, and every sign-in that waits for its code. */
export function deleteSessions(db: Database, account: AccountId, except?: SessionId): void {
  db.prepare('DELETE FROM sessions WHERE account_id = ? AND id IS NOT ?').run(account, except ?? null)
  endPendingSignIns(db, account)
}

/**
 * Deletes the sign-ins that wait for a code. The library stores such a step as a challenge whose value is the
 * account.
 */
export function endPendingSignIns(db: Database, account: AccountId): void {
  db.prepare('DELETE FROM challenges WHERE value = ?').run(account)
}

/** Notes that the owner of a session re-authenticated; returns false if there is no such session. */
export function setProven(db: Database, id: SessionId, atMs: number): boolean {
  return db.prepare('UPDATE sessions SET proven_at_ms = ? WHERE id = ?').run(atMs, id).changes === 1
}

/** Notes when a session was seen last. The time never goes back. */
export function setSeen(db: Database, id: SessionId, atMs: number): void {
  db.prepare('UPDATE sessions SET seen_at_ms = max(seen_at_ms, ?) WHERE id = ?').run(atMs, id)
}
