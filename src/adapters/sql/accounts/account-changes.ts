/** Steps within the transactions of the account store: rows of accounts, passwords and sign-ins. */

import type { NewAccount, Notices, SignInNote } from '../../../core/accounts/account-store.ts'
import type { Language } from '../../../core/identity/account.ts'
import type { AccountId } from '../../../core/identity/ids.ts'
import type { Accounts } from './accounts-tables.ts'
import { insertAudit } from './audit-rows.ts'
import { insertEmail } from './email-rows.ts'

/** Writes the audit entries and the e-mails of a change. Call it in the change's transaction. */
export async function insertNotices(tables: Accounts, { audit, emails }: Notices): Promise<void> {
  for (const entry of audit) await insertAudit(tables, entry)
  for (const email of emails) await insertEmail(tables, email)
}

/** Returns whether an account has the address; deleted accounts have none. */
export async function isTaken(tables: Accounts, email: string): Promise<boolean> {
  const found = await tables.selectFrom('accounts').select('id').where('email', '=', email).executeTakeFirst()
  return found !== undefined
}

/** Inserts an account with a confirmed address and its password; both columns of times are `atMs`. */
export async function insertAccount(tables: Accounts, account: NewAccount, atMs: number): Promise<void> {
  const { id, email, name, language, role, passwordHash } = account
  const times = { created_at: isoOf(atMs), updated_at: isoOf(atMs) }
  await tables
    .insertInto('accounts')
    .values({ id, email, name, language, role, ...times, confirmed_at_ms: atMs })
    .execute()
  await tables
    .insertInto('credentials')
    .values({ id, account_id: id, provider: 'credential', external_id: id, password: passwordHash, ...times })
    .execute()
}

/**
 * Sets a password and assigns a number to the change, which `isChangedSince` compares. The caller ends the
 * sessions, and runs alone: numbers must become visible in their order.
 */
export async function setPassword(
  tables: Accounts,
  account: AccountId,
  passwordHash: string,
  atMs: number,
): Promise<void> {
  await tables
    .updateTable('credentials')
    .set({ password: passwordHash, updated_at: isoOf(atMs) })
    .where('account_id', '=', account)
    .where('provider', '=', 'credential')
    .execute()
  await tables.deleteFrom('password_changes').where('account_id', '=', account).execute()
  await tables.insertInto('password_changes').values({ account_id: account }).execute()
}

/** Returns the hash of the password. */
export async function findPasswordHash(tables: Accounts, account: AccountId): Promise<string | undefined> {
  const row = await tables
    .selectFrom('credentials')
    .select('password')
    .where('account_id', '=', account)
    .where('provider', '=', 'credential')
    .executeTakeFirst()
  return row?.password ?? undefined
}

/** Returns whether the password was changed since `passwordChanges` returned `since`. */
export async function isChangedSince(tables: Accounts, account: AccountId, since: number): Promise<boolean> {
  const change = await tables
    .selectFrom('password_changes')
    .select('number')
    .where('account_id', '=', account)
    .where('number', '>', since)
    .executeTakeFirst()
  return change !== undefined
}

/**
 * Returns whether a sign-in that began at `since` must be refused: the account is not open any more, or its
 * password was changed.
 */
export async function isOver(
  tables: Accounts,
  { account, since }: Pick<SignInNote, 'account' | 'since'>,
): Promise<boolean> {
  const open = await tables
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', account)
    .where('disabled_at_ms', 'is', null)
    .where('deleted_at_ms', 'is', null)
    .executeTakeFirst()
  return open === undefined || (await isChangedSince(tables, account, since))
}

/** Sets the address of an account. */
export async function setAddress(
  tables: Accounts,
  account: AccountId,
  email: string,
  atMs: number,
): Promise<void> {
  await tables
    .updateTable('accounts')
    .set({ email, updated_at: isoOf(atMs) })
    .where('id', '=', account)
    .execute()
}

/** Sets the name, the language or both. */
export async function setDescription(
  tables: Accounts,
  account: AccountId,
  { name, language }: { name?: string; language?: Language },
): Promise<void> {
  const change = { ...(name !== undefined && { name }), ...(language !== undefined && { language }) }
  if (Object.keys(change).length === 0) return
  await tables.updateTable('accounts').set(change).where('id', '=', account).execute()
}

/** Marks a code of a second factor as used; returns false if it was used before. */
export async function spendCode(
  tables: Accounts,
  { account, code, atMs }: Pick<SignInNote, 'account' | 'code' | 'atMs'>,
): Promise<boolean> {
  await tables
    .deleteFrom('spent_codes')
    .where('account_id', '=', account)
    .where('expires_at_ms', '<=', atMs)
    .execute()
  if (code === undefined) return true
  const { numInsertedOrUpdatedRows } = await tables
    .insertInto('spent_codes')
    .values({ account_id: account, code_hash: code.hash, expires_at_ms: code.expiresAtMs })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Formats a time like better-auth: ISO 8601, UTC, with milliseconds. */
export function isoOf(atMs: number): string {
  return new Date(atMs).toISOString()
}
