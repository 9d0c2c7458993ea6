/** Rows of `links`: written and used inside the transactions of the account store. */

import type { Selectable } from 'kysely'
import { BY_SET_UP, type Link, type LinkId } from '../../../core/accounts/link.ts'
import type { Language, Role } from '../../../core/identity/account.ts'
import type { AccountId } from '../../../core/identity/ids.ts'
import type { LinkKind } from '../../../core/notifications/link-kind.ts'
import type { Accounts, LinksTable } from './accounts-tables.ts'

type LinkRow = Selectable<LinksTable>

/** Inserts a link. */
export async function insertLink(tables: Accounts, link: Link): Promise<void> {
  await tables.insertInto('links').values(rowOf(link)).execute()
}

/** Finds the link with this token. */
export async function findLink(tables: Accounts, tokenHash: Uint8Array): Promise<Link | undefined> {
  const row = await tables
    .selectFrom('links')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return row && linkOf(row)
}

/** Finds the last sign-up of a browser that is neither used nor expired; it may be ended. */
export async function findLastSignUp(
  tables: Accounts,
  browserHash: Uint8Array,
  nowMs: number,
): Promise<Link | undefined> {
  const row = await tables
    .selectFrom('links')
    .selectAll()
    .where('kind', '=', 'sign_up')
    .where('browser_hash', '=', browserHash)
    .where('used_at_ms', 'is', null)
    .where('expires_at_ms', '>', nowMs)
    .orderBy('created_at_ms', 'desc')
    .orderBy('rowid', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && linkOf(row)
}

/** Uses a link, which is possible once; returns false if it was used or ended before, or has expired. */
export async function takeLink(tables: Accounts, id: LinkId, atMs: number): Promise<boolean> {
  const { numUpdatedRows } = await tables
    .updateTable('links')
    .set({ used_at_ms: atMs, password_hash: null })
    .where('id', '=', id)
    .where('used_at_ms', 'is', null)
    .where('ended_at_ms', 'is', null)
    .where('expires_at_ms', '>', atMs)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Ends a link; returns false if it was not open any more. */
export async function endLink(tables: Accounts, id: LinkId, atMs: number): Promise<boolean> {
  const { numUpdatedRows } = await ending(tables, atMs).where('id', '=', id).executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Ends all open links of these kinds for an address, and deletes the passwords that were chosen with them.
 */
export async function endLinksOf(
  tables: Accounts,
  email: string,
  kinds: readonly LinkKind[],
  atMs: number,
): Promise<void> {
  await ending(tables, atMs).where('email', '=', email).where('kind', 'in', kinds).execute()
}

/** Ends the unconfirmed sign-ups that came from an invitation. */
export async function endSignUpsOf(tables: Accounts, invitation: LinkId, atMs: number): Promise<void> {
  await ending(tables, atMs).where('made_by', '=', invitation).where('kind', '=', 'sign_up').execute()
}

/** Ends an account's open resets and changes of address. */
export async function endResetsOf(tables: Accounts, account: AccountId, atMs: number): Promise<void> {
  await ending(tables, atMs)
    .where('account_id', '=', account)
    .where('kind', 'in', ['reset', 'new_address'])
    .execute()
}

/** The update that ends those of the open links that the caller selects. */
function ending(tables: Accounts, atMs: number) {
  return tables
    .updateTable('links')
    .set({ ended_at_ms: atMs, password_hash: null })
    .where('used_at_ms', 'is', null)
    .where('ended_at_ms', 'is', null)
}

/** Returns the kind of a link; `undefined` if there is none. */
export async function kindOfLink(tables: Accounts, id: LinkId): Promise<string | undefined> {
  return (await tables.selectFrom('links').select('kind').where('id', '=', id).executeTakeFirst())?.kind
}

/** Returns the state of the invitation that a sign-up came from; `undefined` if it came from none. */
export async function invitationOf(
  tables: Accounts,
  signUp: LinkId,
): Promise<{ readonly isEnded: boolean; readonly isByOperator: boolean } | undefined> {
  const row = await tables
    .selectFrom('links')
    .innerJoin('links as invitation', 'invitation.id', 'links.made_by')
    .leftJoin('accounts as inviter', 'inviter.id', 'invitation.made_by')
    .select(['invitation.ended_at_ms', 'inviter.role', 'inviter.disabled_at_ms', 'inviter.deleted_at_ms'])
    .where('links.id', '=', signUp)
    .where('invitation.kind', '=', 'invitation')
    .executeTakeFirst()
  if (row === undefined) return undefined
  // One that no account made is from the command line.
  const isFromCommandLine = row.role === null
  const isOpenOperator = row.role === 'operator' && row.disabled_at_ms === null && row.deleted_at_ms === null
  return { isEnded: row.ended_at_ms !== null, isByOperator: isFromCommandLine || isOpenOperator }
}

/** Returns whether the link belongs to a sign-up with the set-up code. */
export async function isBySetUp(tables: Accounts, link: LinkId): Promise<boolean> {
  const row = await tables.selectFrom('links').select('made_by').where('id', '=', link).executeTakeFirst()
  return row?.made_by === BY_SET_UP
}

function rowOf(link: Link): Omit<LinkRow, 'rowid'> {
  return {
    id: link.id,
    kind: link.kind,
    token_hash: link.tokenHash,
    nonce: link.nonce,
    account_id: link.account ?? null,
    email: link.email,
    password_hash: link.passwordHash ?? null,
    name: link.name,
    browser_hash: link.browserHash ?? null,
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
