/** What the account store does inside one transaction: who operates the house, and the code that makes the first who does. */

import type { Role } from '../../../core/identity/account.ts'
import type { AccountId } from '../../../core/identity/ids.ts'
import type { Database } from '../database/open-database.ts'

/** As soon as somebody operates the house, no code makes anybody else do so. */
export function setRole(db: Database, account: AccountId, role: Role): void {
  db.prepare('UPDATE accounts SET role = ? WHERE id = ?').run(role, account)
  if (role === 'operator') endSetUpCodes(db)
}

/** In the place of the one before. */
export function setSetUpCode(db: Database, hash: Uint8Array, atMs: number): void {
  endSetUpCodes(db)
  db.prepare('INSERT INTO setup_codes (hash, created_at_ms) VALUES (?, ?)').run(Buffer.from(hash), atMs)
}

export function endSetUpCodes(db: Database): void {
  db.prepare('DELETE FROM setup_codes').run()
}

/** Whether the account is the only one that is left to operate the house. */
export function isLastOperator(db: Database, account: AccountId): boolean {
  const operators = db
    .prepare(
      `SELECT id FROM accounts WHERE role = 'operator' AND disabled_at_ms IS NULL AND deleted_at_ms IS NULL`,
    )
    .pluck()
    .all() as string[]
  return operators.length === 1 && operators[0] === account
}
