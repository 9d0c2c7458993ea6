/** The steps within the transaction that deletes the personal data of an account. */
import type { AccountId } from '../../../core/identity/ids.ts'
import { isoOf } from './account-changes.ts'
import type { Accounts } from './accounts-tables.ts'
import { endLinksOf } from './link-rows.ts'
import { endPendingSignIns } from './session-rows.ts'

/** Tables of which all rows of the account are deleted. */
const PERSONAL = [
  'credentials',
  'password_changes',
  'sessions',
  'second_factors',
  'passkeys',
  'devices',
  'spent_codes',
  'match_jobs',
  'watches',
  'webhooks',
] as const

/**
 * Deletes the personal data of an account. Its row stays with its id, its times and its language, none of
 * which identifies a person.
 */
export async function emptyAccountRow(tables: Accounts, account: AccountId, atMs: number): Promise<void> {
  const row = await tables.selectFrom('accounts').select('email').where('id', '=', account).executeTakeFirst()
  const email = row?.email ?? null
  await endPendingSignIns(tables, account)
  for (const table of PERSONAL) {
    await tables.deleteFrom(table).where('account_id', '=', account).execute()
  }
  if (email !== null) {
    await endLinksOf(tables, email, ['sign_up', 'reset', 'new_address', 'invitation'], atMs)
  }
  await forgetLinks(tables, account, email, atMs)
  await forgetEntries(tables, account, email)
  await forgetEmails(tables, account, email, atMs)
  await tables
    .updateTable('accounts')
    .set({ email: null, name: '', image: null, second_factor: 0, role: 'user' })
    .set({ updated_at: isoOf(atMs), deleted_at_ms: atMs })
    .where('id', '=', account)
    .execute()
}

async function forgetLinks(
  tables: Accounts,
  account: AccountId,
  email: string | null,
  atMs: number,
): Promise<void> {
  await tables
    .updateTable('links')
    .set(({ fn, val }) => ({
      email: '',
      name: '',
      password_hash: null,
      ended_at_ms: fn.coalesce('ended_at_ms', val(atMs)),
    }))
    .where(({ eb, or }) => or([eb('account_id', '=', account), eb('email', '=', email)]))
    .execute()
}

/** Removes personal data from audit entries. The entries stay, with what was done and when. */
async function forgetEntries(tables: Accounts, account: AccountId, email: string | null): Promise<void> {
  await tables.updateTable('audit').set({ detail: '{}' }).where('account_id', '=', account).execute()
  await tables
    .updateTable('audit')
    .set({ subject: '' })
    .where(({ eb, or, and }) =>
      or([and([eb('account_id', '=', account), eb('subject', 'like', '%@%')]), eb('subject', '=', email)]),
    )
    .execute()
  await tables
    .updateTable('audit')
    .set({ address: '', device: '' })
    .where(({ eb, or }) => or([eb('account_id', '=', account), eb('actor', '=', account)]))
    .execute()
}

/** Removes personal data from e-mails; waiting ones are not sent any more. */
async function forgetEmails(
  tables: Accounts,
  account: AccountId,
  email: string | null,
  atMs: number,
): Promise<void> {
  const of = tables
    .updateTable('emails')
    .where(({ eb, or }) => or([eb('account_id', '=', account), eb('recipient', '=', email)]))
  await of.set({ state: 'void' }).where('state', '=', 'waiting').execute()
  await of
    .set(({ fn, val }) => ({
      recipient: '',
      data: '{}',
      settled_at_ms: fn.coalesce('settled_at_ms', val(atMs)),
    }))
    .execute()
}
