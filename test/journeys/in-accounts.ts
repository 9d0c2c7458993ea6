/** Changes to the accounts of a running server that its own API does not offer. */
import { join } from 'node:path'
import Database from 'better-sqlite3'

/** SQL that ends every session. */
export const END_SESSIONS = 'DELETE FROM sessions'
/** Returns SQL after which the next change of the account requires re-authentication. */
export function forgetProof(email: string): string {
  return `UPDATE sessions SET proven_at_ms = NULL WHERE account_id = (SELECT id FROM accounts WHERE email = '${email}')`
}

/** Runs a statement on the accounts file of a running server. */
export function inAccounts(dataDir: string, statement: string): void {
  const db = new Database(join(dataDir, 'accounts.sqlite'))
  db.prepare(statement).run()
  db.close()
}
