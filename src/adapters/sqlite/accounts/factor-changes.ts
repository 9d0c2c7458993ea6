/** Second factors in the accounts file: steps within the transactions of `account-store.ts`. */

import type { ShownFactor, StoredFactor } from '../../../core/accounts/account-store.ts'
import type { AccountId } from '../../../core/identity/ids.ts'
import type { Database } from '../database/open-database.ts'
import { isOver, isoOf, spendCode } from './account-changes.ts'

/** Inserts a second factor that is not on yet, in place of an unfinished one. Returns false if one is on. */
export function insertFactor(
  db: Database,
  account: AccountId,
  { sealedSecret, sealedRecoveryCodes }: Omit<StoredFactor, 'isOn'>,
): boolean {
  db.prepare('DELETE FROM second_factors WHERE account_id = ? AND verified = 0').run(account)
  const { changes } = db
    .prepare(
      `INSERT INTO second_factors (id, account_id, secret, recovery_codes, verified, failures)
       VALUES (@account, @account, @secret, @codes, 0, 0) ON CONFLICT DO NOTHING`,
    )
    .run({ account, secret: sealedSecret, codes: sealedRecoveryCodes })
  return changes === 1
}

/** Turns a second factor on, as `AccountStore.finishFactor` specifies. */
export function finishFactor(
  db: Database,
  account: AccountId,
  { sealedSecret, since, code, atMs }: ShownFactor,
): 'done' | 'not_now' | 'over' {
  if (isOver(db, { account, since })) return 'over'
  if (!turnFactorOn(db, account, sealedSecret, atMs)) return 'not_now'
  spendCode(db, { account, code, atMs })
  return 'done'
}

/** Turns on the factor with this secret; returns false if there is none that is off. */
function turnFactorOn(db: Database, account: AccountId, sealedSecret: string, atMs: number): boolean {
  const { changes } = db
    .prepare('UPDATE second_factors SET verified = 1 WHERE account_id = ? AND secret = ? AND verified = 0')
    .run(account, sealedSecret)
  if (changes !== 1) return false
  db.prepare('UPDATE accounts SET second_factor = 1, updated_at = ? WHERE id = ?').run(isoOf(atMs), account)
  return true
}

/** Deletes the second factor, also an unfinished one; returns false if none was on. */
export function dropFactor(db: Database, account: AccountId): boolean {
  db.prepare('DELETE FROM second_factors WHERE account_id = ?').run(account)
  const { changes } = db
    .prepare('UPDATE accounts SET second_factor = 0 WHERE id = ? AND second_factor = 1')
    .run(account)
  return changes === 1
}
