/** Rows of `sessions`: written inside the transactions of the account store. */

import type { SessionId } from '../../../core/accounts/session.ts'
import type { AccountId } from '../../../core/identity/ids.ts'
import type { Accounts } from './accounts-tables.ts'

/** Deletes a session; returns false if it does not belong to the account. */
export async function deleteSession(tables: Accounts, account: AccountId, id: SessionId): Promise<boolean> {
  const { numDeletedRows } = await tables
    .deleteFrom('sessions')
    .where('account_id', '=', account)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Deletes the sessions of an account, except one, and every sign-in that waits for its code. */
export async function deleteSessions(
  tables: Accounts,
  account: AccountId,
  except?: SessionId,
): Promise<void> {
  const all = tables.deleteFrom('sessions').where('account_id', '=', account)
  await (except === undefined ? all : all.where('id', '<>', except)).execute()
  await endPendingSignIns(tables, account)
}

/**
 * Deletes the sign-ins that wait for a code. The library stores such a step as a challenge whose value is the
 * account.
 */
export async function endPendingSignIns(tables: Accounts, account: AccountId): Promise<void> {
  await tables.deleteFrom('challenges').where('value', '=', account).execute()
}

/** Notes that the owner of a session re-authenticated; returns false if there is no such session. */
export async function setProven(tables: Accounts, id: SessionId, atMs: number): Promise<boolean> {
  const { numUpdatedRows } = await tables
    .updateTable('sessions')
    .set({ proven_at_ms: atMs })
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Notes when a session was seen last. The time never goes back. */
export async function setSeen(tables: Accounts, id: SessionId, atMs: number): Promise<void> {
  await tables
    .updateTable('sessions')
    .set({ seen_at_ms: atMs })
    .where('id', '=', id)
    .where('seen_at_ms', '<', atMs)
    .execute()
}
