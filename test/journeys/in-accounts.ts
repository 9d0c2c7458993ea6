/** Changes to the accounts of a running server that its own API does not offer. */
import { join } from 'node:path'
import Database from 'better-sqlite3'

/** Every session ends, as it does when its time is over. */
export const END_SESSIONS = 'DELETE FROM sessions'
/** The password of this account is asked for before its next change. */
export function forgetProof(email: string): string {
  return `UPDATE sessions SET proven_at_ms = NULL WHERE account_id = (SELECT id FROM accounts WHERE email = '${email}')`
}

/** Changes what the server reads, as time would. */
export function inAccounts(dataDir: string, statement: string): void {
  const db = new Database(join(dataDir, 'accounts.sqlite'))
  db.prepare(statement).run()
  db.close()
}
