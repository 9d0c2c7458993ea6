/** Rows of `links`: written and used inside the transactions of the account store. */

import { BY_SET_UP, type Link, type LinkId } from '../../../core/accounts/link.ts'
import type { Language, Role } from '../../../core/identity/account.ts'
import type { AccountId } from '../../../core/identity/ids.ts'
import type { LinkKind } from '../../../core/notifications/link-kind.ts'
import type { Database } from '../database/open-database.ts'

/** A row of `links`. */
interface LinkRow {
  readonly id: string
  readonly kind: string
  readonly token_hash: Buffer
  readonly nonce: Buffer
  readonly account_id: string | null
  readonly email: string
  readonly password_hash: string | null
  readonly name: string
  readonly browser_hash: Buffer | null
  readonly language: string
  readonly role: string
  readonly drops_second_factor: number
  readonly made_by: string
  readonly created_at_ms: number
  readonly expires_at_ms: number
  readonly used_at_ms: number | null
  readonly ended_at_ms: number | null
}

const OPEN = 'used_at_ms IS NULL AND ended_at_ms IS NULL'

/** Inserts a link. */
export function insertLink(db: Database, link: Link): void {
  db.prepare(
    `INSERT INTO links (
      id, kind, token_hash, nonce, account_id, email, password_hash, name, browser_hash, language, role,
      drops_second_factor, made_by, created_at_ms, expires_at_ms, used_at_ms, ended_at_ms
    ) VALUES (
      @id, @kind, @token_hash, @nonce, @account_id, @email, @password_hash, @name, @browser_hash, @language, @role,
      @drops_second_factor, @made_by, @created_at_ms, @expires_at_ms, @used_at_ms, @ended_at_ms
    )`,
  ).run(rowOf(link))
}

/** Finds the link with this token. */
export function findLink(db: Database, tokenHash: Uint8Array): Link | undefined {
  const row = db.prepare('SELECT * FROM links WHERE token_hash = ?').get(Buffer.from(tokenHash))
  return row === undefined ? undefined : linkOf(row as LinkRow)
}

/** Finds the last sign-up of a browser that is neither used nor expired; it may be ended. */
export function findLastSignUp(db: Database, browserHash: Uint8Array, nowMs: number): Link | undefined {
  const row = db
    .prepare(
      `SELECT * FROM links WHERE kind = 'sign_up' AND browser_hash = ? AND used_at_ms IS NULL AND expires_at_ms > ?
       ORDER BY created_at_ms DESC, rowid DESC LIMIT 1`,
    )
    .get(Buffer.from(browserHash), nowMs)
  return row === undefined ? undefined : linkOf(row as LinkRow)
}

/** Uses a link, which is possible once; returns false if it was used or ended before, or has expired. */
export function takeLink(db: Database, id: LinkId, atMs: number): boolean {
  const { changes } = db
    .prepare(
      `UPDATE links SET used_at_ms = @atMs, password_hash = NULL
       WHERE id = @id AND ${OPEN} AND expires_at_ms > @atMs`,
    )
    .run({ id, atMs })
  return changes === 1
}

/** Ends a link; returns false if it was not open any more. */
export function endLink(db: Database, id: LinkId, atMs: number): boolean {
  const { changes } = db
    .prepare(`UPDATE links SET ended_at_ms = ?, password_hash = NULL WHERE id = ? AND ${OPEN}`)
    .run(atMs, id)
  return changes === 1
}

/**
 * Ends all open links of these kinds for an address, and deletes the passwords that were chosen with them.
 */
export function endLinksOf(db: Database, email: string, kinds: readonly LinkKind[], atMs: number): void {
  const end = db.prepare(
    `UPDATE links SET ended_at_ms = ?, password_hash = NULL WHERE email = ? AND kind = ? AND ${OPEN}`,
  )
  for (const kind of kinds) end.run(atMs, email, kind)
}

/** Ends the unconfirmed sign-ups that came from an invitation. */
export function endSignUpsOf(db: Database, invitation: LinkId, atMs: number): void {
  db.prepare(
    `UPDATE links SET ended_at_ms = ?, password_hash = NULL WHERE made_by = ? AND kind = 'sign_up' AND ${OPEN}`,
  ).run(atMs, invitation)
}

/** Returns the state of the invitation that a sign-up came from; `undefined` if it came from none. */
export function invitationOf(
  db: Database,
  signUp: LinkId,
): { readonly isEnded: boolean; readonly isByOperator: boolean } | undefined {
  const row = db
    .prepare(
      `SELECT invitation.ended_at_ms IS NOT NULL AS isEnded, NOT EXISTS (
         SELECT 1 FROM accounts WHERE accounts.id = invitation.made_by
           AND (role <> 'operator' OR disabled_at_ms IS NOT NULL OR deleted_at_ms IS NOT NULL)
       ) AS isByOperator
       FROM links JOIN links AS invitation ON invitation.id = links.made_by AND invitation.kind = 'invitation'
       WHERE links.id = ?`,
    )
    .get(signUp) as { isEnded: number; isByOperator: number } | undefined
  return row && { isEnded: row.isEnded === 1, isByOperator: row.isByOperator === 1 }
}

/** Returns whether the link belongs to a sign-up with the set-up code. */
export function isBySetUp(db: Database, link: LinkId): boolean {
  return db.prepare('SELECT made_by FROM links WHERE id = ?').pluck().get(link) === BY_SET_UP
}

function rowOf(link: Link): LinkRow {
  return {
    id: link.id,
    kind: link.kind,
    token_hash: Buffer.from(link.tokenHash),
    nonce: Buffer.from(link.nonce),
    account_id: link.account ?? null,
    email: link.email,
    password_hash: link.passwordHash ?? null,
    name: link.name,
    browser_hash: link.browserHash === undefined ? null : Buffer.from(link.browserHash),
    language: link.language,
    role: link.role,
    drops_second_factor: link.dropsSecondFactor ? 1 : 0,
    made_by: link.madeBy,
    created_at_ms: link.createdAtMs,
    expires_at_ms: link.expiresAtMs,
    used_at_ms: link.usedAtMs ?? null,
    ended_at_ms: link.endedAtMs ?? null,
  }
}

function linkOf(row: LinkRow): Link {
  return {
    id: row.id as LinkId,
    kind: row.kind as LinkKind,
    tokenHash: new Uint8Array(row.token_hash),
    nonce: new Uint8Array(row.nonce),
    account: (row.account_id ?? undefined) as AccountId | undefined,
    email: row.email,
    passwordHash: row.password_hash ?? undefined,
    name: row.name,
    browserHash: row.browser_hash === null ? undefined : new Uint8Array(row.browser_hash),
    language: row.language as Language,
    role: row.role as Role,
    dropsSecondFactor: row.drops_second_factor !== 0,
    madeBy: row.made_by,
    createdAtMs: row.created_at_ms,
    expiresAtMs: row.expires_at_ms,
    usedAtMs: row.used_at_ms ?? undefined,
    endedAtMs: row.ended_at_ms ?? undefined,
  }
}

/** Ends an account's open resets and changes of address. */
export function endResetsOf(db: Database, account: AccountId, atMs: number): void {
  db.prepare(
    `UPDATE links SET ended_at_ms = ?, password_hash = NULL
     WHERE account_id = ? AND kind IN ('reset', 'new_address') AND ${OPEN}`,
  ).run(atMs, account)
}
