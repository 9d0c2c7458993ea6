/**
 * Steps within the transactions of the account store: roles, and the set-up code that creates the first
 * operator.
 */

import type { Role } from '../../../core/identity/account.ts'
import type { AccountId } from '../../../core/identity/ids.ts'
import type { Database } from '../database/open-database.ts'

/** Sets the role of an account. The first operator makes the set-up code invalid. */
export function setRole(db: Database, account: AccountId, role: Role): void {
  db.prepare('UPDATE accounts SET role = ? WHERE id = ?').run(role, account)
  if (role === 'operator') endSetUpCodes(db)
}

/** Stores a set-up code in place of the previous one. */
export function setSetUpCode(db: Database, hash: Uint8Array, atMs: number): void {
  endSetUpCodes(db)
  db.prepare('INSERT INTO setup_codes (hash, created_at_ms) VALUES (?, ?)').run(Buffer.from(hash), atMs)
}

/** Deletes the set-up code. */
export function endSetUpCodes(db: Database): void {
  db.prepare('DELETE FROM setup_codes').run()
}

/** Returns whether the account is the only open operator account. */
export function isLastOperator(db: Database, account: AccountId): boolean {
  const operators = db
    .prepare(
      `SELECT id FROM accounts WHERE role = 'operator' AND disabled_at_ms IS NULL AND deleted_at_ms IS NULL`,
    )
    .pluck()
    .all() as string[]
  return operators.length === 1 && operators[0] === account
}
