/** Second factors: steps within the transactions of `account-store.ts`. */

import type { ShownFactor, StoredFactor } from '../../../core/accounts/account-store.ts'
import type { AccountId } from '../../../core/identity/ids.ts'
import { isOver, isoOf, spendCode } from './account-changes.ts'
import type { Accounts } from './accounts-tables.ts'

/** Inserts a second factor that is not on yet, in place of an unfinished one. Returns false if one is on. */
export async function insertFactor(
  tables: Accounts,
  account: AccountId,
  { sealedSecret, sealedRecoveryCodes }: Omit<StoredFactor, 'isOn'>,
): Promise<boolean> {
  await tables
    .deleteFrom('second_factors')
    .where('account_id', '=', account)
    .where('verified', '=', 0)
    .execute()
  const { numInsertedOrUpdatedRows } = await tables
    .insertInto('second_factors')
    .values({
      id: account,
      account_id: account,
      secret: sealedSecret,
      recovery_codes: sealedRecoveryCodes,
      verified: 0,
      failures: 0,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Turns a second factor on, as `AccountStore.finishFactor` specifies. */
export async function finishFactor(
  tables: Accounts,
  account: AccountId,
  { sealedSecret, since, code, atMs }: ShownFactor,
): Promise<'done' | 'not_now' | 'over'> {
  if (await isOver(tables, { account, since })) return 'over'
  if (!(await turnFactorOn(tables, account, sealedSecret, atMs))) return 'not_now'
  await spendCode(tables, { account, code, atMs })
  return 'done'
}

/** Turns on the factor with this secret; returns false if there is none that is off. */
async function turnFactorOn(
  tables: Accounts,
  account: AccountId,
  sealedSecret: string,
  atMs: number,
): Promise<boolean> {
  const { numUpdatedRows } = await tables
    .updateTable('second_factors')
    .set({ verified: 1 })
    .where('account_id', '=', account)
    .where('secret', '=', sealedSecret)
    .where('verified', '=', 0)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) return false
  await tables
    .updateTable('accounts')
    .set({ second_factor: 1, updated_at: isoOf(atMs) })
    .where('id', '=', account)
    .execute()
  return true
}

/** Deletes the second factor, also an unfinished one; returns false if none was on. */
export async function dropFactor(tables: Accounts, account: AccountId): Promise<boolean> {
  await tables.deleteFrom('second_factors').where('account_id', '=', account).execute()
  const { numUpdatedRows } = await tables
    .updateTable('accounts')
    .set({ second_factor: 0 })
    .where('id', '=', account)
    .where('second_factor', '=', 1)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
