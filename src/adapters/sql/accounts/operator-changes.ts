/**
 * Steps within the transactions of the account store: roles, and the set-up code that creates the first
 * operator.
 */

import type { Role } from '../../../core/identity/account.ts'
import type { AccountId } from '../../../core/identity/ids.ts'
import type { Accounts } from './accounts-tables.ts'

/** Sets the role of an account. The first operator makes the set-up code invalid. */
export async function setRole(tables: Accounts, account: AccountId, role: Role): Promise<void> {
  await tables.updateTable('accounts').set({ role }).where('id', '=', account).execute()
  if (role === 'operator') await endSetUpCodes(tables)
}

/** Stores a set-up code in place of the previous one. */
export async function setSetUpCode(tables: Accounts, hash: Uint8Array, atMs: number): Promise<void> {
  await endSetUpCodes(tables)
  await tables.insertInto('setup_codes').values({ hash, created_at_ms: atMs }).execute()
}

/** Deletes the set-up code. */
export async function endSetUpCodes(tables: Accounts): Promise<void> {
  await tables.deleteFrom('setup_codes').execute()
}

/** Returns whether it is the set-up code and there is no operator yet. */
export async function isSetUpCode(tables: Accounts, hash: Uint8Array): Promise<boolean> {
  const code = await tables
    .selectFrom('setup_codes')
    .select('created_at_ms')
    .where('hash', '=', hash)
    .executeTakeFirst()
  return code !== undefined && !(await hasOperator(tables))
}

/** Returns whether there is an operator whose account is open. */
export async function hasOperator(tables: Accounts): Promise<boolean> {
  return (await openOperators(tables).limit(1).executeTakeFirst()) !== undefined
}

/** Returns whether the account is the only open operator account. */
export async function isLastOperator(tables: Accounts, account: AccountId): Promise<boolean> {
  const operators = await openOperators(tables).limit(2).execute()
  return operators.length === 1 && operators[0]!.id === account
}

function openOperators(tables: Accounts) {
  return tables
    .selectFrom('accounts')
    .select('id')
    .where('role', '=', 'operator')
    .where('disabled_at_ms', 'is', null)
    .where('deleted_at_ms', 'is', null)
}
