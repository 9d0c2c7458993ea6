/** The steps within the transactions of the account store that use a link or end an invitation. */
import type { NewAccount, Notices } from '../../../core/accounts/account-store.ts'
import type { LinkId } from '../../../core/accounts/link.ts'
import type { AccountId } from '../../../core/identity/ids.ts'
import { insertAccount, insertNotices, isTaken, setAddress, setPassword } from './account-changes.ts'
import type { Accounts } from './accounts-tables.ts'
import { dropFactor } from './factor-changes.ts'
import {
  endLink,
  endLinksOf,
  endResetsOf,
  endSignUpsOf,
  invitationOf,
  isBySetUp,
  kindOfLink,
  takeLink,
} from './link-rows.ts'
import { endSetUpCodes, hasOperator } from './operator-changes.ts'
import { deleteSessions } from './session-rows.ts'

/** Creates an account, as `AccountStore.makeAccount` specifies. */
export async function makeAccount(
  tables: Accounts,
  link: LinkId,
  account: NewAccount,
  atMs: number,
  notices: Notices,
): Promise<'done' | 'used' | 'taken'> {
  const invitation = await invitationOf(tables, link)
  if (!(await takeLink(tables, link, atMs)) || invitation?.isEnded === true) return 'used'
  await endLinksOf(tables, account.email, ['sign_up', 'invitation'], atMs)
  if (await isTaken(tables, account.email)) return 'taken'
  const isDemoted = invitation?.isByOperator === false || (await isLateSetUp(tables, link))
  const role = isDemoted ? 'user' : account.role
  await insertAccount(tables, { ...account, role }, atMs)
  if (role === 'operator') await endSetUpCodes(tables)
  await insertNotices(tables, notices)
  return 'done'
}

/** Whether the sign-up was with the set-up code and there is an operator by now. */
async function isLateSetUp(tables: Accounts, link: LinkId): Promise<boolean> {
  return (await isBySetUp(tables, link)) && (await hasOperator(tables))
}

/** Sets a new password, as `AccountStore.resetPassword` specifies. */
export async function resetPassword(
  tables: Accounts,
  link: LinkId,
  account: AccountId,
  change: { readonly passwordHash: string; readonly dropsSecondFactor: boolean; readonly atMs: number },
  notices: Notices,
): Promise<'done' | 'used'> {
  if (!(await takeLink(tables, link, change.atMs))) return 'used'
  await setPassword(tables, account, change.passwordHash, change.atMs)
  if (change.dropsSecondFactor) await dropFactor(tables, account)
  await endResetsOf(tables, account, change.atMs)
  await deleteSessions(tables, account)
  await insertNotices(tables, notices)
  return 'done'
}

/** Changes the address of an account, as `AccountStore.changeAddress` specifies. */
export async function changeAddress(
  tables: Accounts,
  link: LinkId,
  account: AccountId,
  { email, atMs }: { readonly email: string; readonly atMs: number },
  notices: Notices,
): Promise<'done' | 'used' | 'taken'> {
  if (!(await takeLink(tables, link, atMs))) return 'used'
  if (await isTaken(tables, email)) return 'taken'
  await setAddress(tables, account, email, atMs)
  await endLinksOf(tables, email, ['sign_up', 'new_address', 'invitation'], atMs)
  await endResetsOf(tables, account, atMs)
  await insertNotices(tables, notices)
  return 'done'
}

/** Ends an invitation, as `AccountStore.endInvitation` specifies. */
export async function endInvitation(
  tables: Accounts,
  id: LinkId,
  atMs: number,
  notices: Notices,
): Promise<boolean> {
  const kind = await kindOfLink(tables, id)
  if (kind !== 'invitation' || !(await endLink(tables, id, atMs))) return false
  await endSignUpsOf(tables, id, atMs)
  await insertNotices(tables, notices)
  return true
}
