/** Steps within the transactions of the account store: rows of accounts, passwords and second factors. */

import type { NewAccount, Notices, SignInNote } from '../../../core/accounts/account-store.ts'
import type { Language } from '../../../core/identity/account.ts'
import type { AccountId } from '../../../core/identity/ids.ts'
import type { Database } from '../database/open-database.ts'
import { insertAudit } from './audit-rows.ts'
import { insertEmail } from './email-rows.ts'
import { endLinksOf } from './link-rows.ts'
import { endPendingSignIns } from './session-rows.ts'

/** Writes the audit entries and the e-mails of a change. Call it in the change's transaction. */
export function insertNotices(db: Database, { audit, emails }: Notices): void {
  for (const entry of audit) insertAudit(db, entry)
  for (const email of emails) insertEmail(db, email)
}

/** Returns whether an account has the address; deleted accounts have none. */
export function isTaken(db: Database, email: string): boolean {
  return db.prepare('SELECT 1 FROM accounts WHERE email = ?').get(email) !== undefined
}

/** Inserts an account with a confirmed address and its password; both columns of times are `atMs`. */
export function insertAccount(db: Database, account: NewAccount, atMs: number): void {
  const at = isoOf(atMs)
  db.prepare(
    `INSERT INTO accounts (id, email, name, language, role, created_at, updated_at, confirmed_at_ms)
     VALUES (@id, @email, @name, @language, @role, @at, @at, @atMs)`,
  ).run({ ...account, at, atMs })
  db.prepare(
    `INSERT INTO credentials (id, account_id, provider, external_id, password, created_at, updated_at)
     VALUES (@id, @id, 'credential', @id, @passwordHash, @at, @at)`,
  ).run({ id: account.id, passwordHash: account.passwordHash, at })
}

/**
 * Sets a password and assigns a number to the change, which `isChangedSince` compares. The caller ends the
 * sessions.
 */
export function setPassword(db: Database, account: AccountId, passwordHash: string, atMs: number): void {
  db.prepare(
    `UPDATE credentials SET password = ?, updated_at = ? WHERE account_id = ? AND provider = 'credential'`,
  ).run(passwordHash, isoOf(atMs), account)
  db.prepare('DELETE FROM password_changes WHERE account_id = ?').run(account)
  db.prepare('INSERT INTO password_changes (account_id) VALUES (?)').run(account)
}

/**
 * Returns whether this hash is still the stored one, that is, whether no other password was set meanwhile.
 */
export function isPasswordHash(db: Database, account: AccountId, passwordHash: string): boolean {
  const statement =
    "SELECT 1 FROM credentials WHERE account_id = ? AND provider = 'credential' AND password = ?"
  return db.prepare(statement).get(account, passwordHash) !== undefined
}

/** Returns whether the password was changed since `passwordChanges` returned `since`. */
export function isChangedSince(db: Database, account: AccountId, since: number): boolean {
  const statement = 'SELECT 1 FROM password_changes WHERE account_id = ? AND number > ?'
  return db.prepare(statement).get(account, since) !== undefined
}

/**
 * Returns whether a sign-in that began at `since` must be refused: the account is not open any more, or its
 * password was changed.
 */
export function isOver(db: Database, { account, since }: Pick<SignInNote, 'account' | 'since'>): boolean {
  const open = 'SELECT 1 FROM accounts WHERE id = ? AND disabled_at_ms IS NULL AND deleted_at_ms IS NULL'
  return db.prepare(open).get(account) === undefined || isChangedSince(db, account, since)
}

/** Sets the address of an account. */
export function setAddress(db: Database, account: AccountId, email: string, atMs: number): void {
  const statement = 'UPDATE accounts SET email = ?, updated_at = ? WHERE id = ?'
  db.prepare(statement).run(email, isoOf(atMs), account)
}

/** Sets the name, the language or both. */
export function setDescription(
  db: Database,
  account: AccountId,
  { name, language }: { name?: string; language?: Language },
): void {
  db.prepare('UPDATE accounts SET name = ifnull(?, name), language = ifnull(?, language) WHERE id = ?').run(
    name ?? null,
    language ?? null,
    account,
  )
}

/** Marks a code of a second factor as used; returns false if it was used before. */
export function spendCode(
  db: Database,
  { account, code, atMs }: Pick<SignInNote, 'account' | 'code' | 'atMs'>,
): boolean {
  db.prepare('DELETE FROM spent_codes WHERE expires_at_ms <= ?').run(atMs)
  if (code === undefined) return true
  const { changes } = db
    .prepare(
      'INSERT INTO spent_codes (account_id, code_hash, expires_at_ms) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
    )
    .run(account, Buffer.from(code.hash), code.expiresAtMs)
  return changes === 1
}

/**
 * Remembers the device of a sign-in; returns whether the account was used before, but never from this device.
 */
function noteDevice(db: Database, { account, mark, device, atMs }: SignInNote): boolean {
  const known = db.prepare('SELECT mark FROM devices WHERE account_id = ?').pluck().all(account) as Buffer[]
  db.prepare(
    `INSERT INTO devices (account_id, mark, label, first_seen_ms, last_seen_ms) VALUES (@account, @mark, @device, @atMs, @atMs)
     ON CONFLICT DO UPDATE SET last_seen_ms = @atMs, label = @device`,
  ).run({ account, mark: Buffer.from(mark), device, atMs })
  return known.length > 0 && !known.some((other) => other.equals(mark))
}

/** Deletes the session that the browser had before the sign-in, also if it belonged to another account. */
function endSessionBefore(db: Database, { before, session }: SignInNote): void {
  if (before === undefined) return
  db.prepare('DELETE FROM sessions WHERE token = ? AND id <> ?').run(before, session)
}

function notePasskey(db: Database, { passkey, atMs }: SignInNote): void {
  if (passkey === undefined) return
  db.prepare('UPDATE passkeys SET last_used_at_ms = ? WHERE credential_id = ?').run(atMs, passkey)
}

/** Completes a sign-in, or deletes its session if the sign-in must be refused. */
export function finishSignIn(db: Database, note: SignInNote): 'done' | 'code_used' | 'over' {
  const fault = isOver(db, note) ? 'over' : spendCode(db, note) ? undefined : 'code_used'
  if (fault !== undefined) {
    db.prepare('DELETE FROM sessions WHERE id = ?').run(note.session)
    return fault
  }
  if (noteDevice(db, note)) insertEmail(db, note.newDeviceEmail)
  endSessionBefore(db, note)
  notePasskey(db, note)
  return 'done'
}

const PERSONAL = [
  'credentials',
  'password_changes',
  'sessions',
  'second_factors',
  'passkeys',
  'devices',
  'spent_codes',
]

/**
 * Deletes the personal data of an account. Its row stays with its id, its times and its language, none of
 * which identifies a person.
 */
export function emptyAccountRow(db: Database, account: AccountId, atMs: number): void {
  const email = db.prepare('SELECT email FROM accounts WHERE id = ?').pluck().get(account) as string | null
  endPendingSignIns(db, account)
  for (const table of PERSONAL) db.prepare(`DELETE FROM ${table} WHERE account_id = ?`).run(account)
  if (email !== null) endLinksOf(db, email, ['sign_up', 'reset', 'new_address', 'invitation'], atMs)
  db.prepare(
    `UPDATE links SET email = '', name = '', password_hash = NULL, ended_at_ms = ifnull(ended_at_ms, @atMs)
     WHERE account_id = @account OR email = @email`,
  ).run({ account, email, atMs })
  forgetEntries(db, account, email, atMs)
  db.prepare(
    `UPDATE accounts SET email = NULL, name = '', image = NULL, second_factor = 0, role = 'user',
     updated_at = @at, deleted_at_ms = @atMs WHERE id = @account`,
  ).run({ account, at: isoOf(atMs), atMs })
}

/**
 * Removes personal data from audit entries and e-mails. The entries stay, with what was done and when;
 * waiting e-mails are not sent any more.
 */
function forgetEntries(db: Database, account: AccountId, email: string | null, atMs: number): void {
  db.prepare(
    `UPDATE audit SET detail = '{}', subject = iif(instr(subject, '@') > 0, '', subject) WHERE account_id = ?`,
  ).run(account)
  db.prepare(
    "UPDATE audit SET address = '', device = '' WHERE account_id = @account OR actor = @account",
  ).run({ account })
  db.prepare("UPDATE audit SET subject = '' WHERE subject = ?").run(email)
  db.prepare(
    `UPDATE emails SET recipient = '', data = '{}', state = iif(state = 'waiting', 'void', state),
     settled_at_ms = ifnull(settled_at_ms, @atMs) WHERE account_id = @account OR recipient = @email`,
  ).run({ account, email, atMs })
}

/** Formats a time like better-auth: ISO 8601, UTC, with milliseconds. */
export function isoOf(atMs: number): string {
  return new Date(atMs).toISOString()
}
