/** The step within the transaction that completes a sign-in. */
import type { SignInNote } from '../../../core/accounts/account-store.ts'
import { isOver, spendCode } from './account-changes.ts'
import type { Accounts } from './accounts-tables.ts'
import { insertEmail } from './email-rows.ts'

/** Completes a sign-in, or deletes its session if the sign-in must be refused. */
export async function finishSignIn(
  tables: Accounts,
  note: SignInNote,
): Promise<'done' | 'code_used' | 'over'> {
  const fault = await faultOf(tables, note)
  if (fault !== undefined) {
    await tables.deleteFrom('sessions').where('id', '=', note.session).execute()
    return fault
  }
  if (await noteDevice(tables, note)) await insertEmail(tables, note.newDeviceEmail)
  await endSessionBefore(tables, note)
  await notePasskey(tables, note)
  return 'done'
}

async function faultOf(tables: Accounts, note: SignInNote): Promise<'over' | 'code_used' | undefined> {
  if (await isOver(tables, note)) return 'over'
  return (await spendCode(tables, note)) ? undefined : 'code_used'
}

/**
 * Remembers the device of a sign-in; returns whether the account was used before, but never from this device.
 */
async function noteDevice(tables: Accounts, { account, mark, device, atMs }: SignInNote): Promise<boolean> {
  const known = await tables.selectFrom('devices').select('mark').where('account_id', '=', account).execute()
  await tables
    .insertInto('devices')
    .values({ account_id: account, mark, label: device, first_seen_ms: atMs, last_seen_ms: atMs })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'mark']).doUpdateSet({ last_seen_ms: atMs, label: device }),
    )
    .execute()
  const asked = Buffer.from(mark)
  return known.length > 0 && !known.some((other) => asked.equals(other.mark))
}

/** Deletes the session that the browser had before the sign-in, also if it belonged to another account. */
async function endSessionBefore(tables: Accounts, { before, session }: SignInNote): Promise<void> {
  if (before === undefined) return
  await tables.deleteFrom('sessions').where('token', '=', before).where('id', '<>', session).execute()
}

async function notePasskey(tables: Accounts, { passkey, atMs }: SignInNote): Promise<void> {
  if (passkey === undefined) return
  await tables
    .updateTable('passkeys')
    .set({ last_used_at_ms: atMs })
    .where('credential_id', '=', passkey)
    .execute()
}
