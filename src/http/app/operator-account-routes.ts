/** Operator routes for accounts and invitations. */

import type { AccountRow, InvitationView } from '../../core/accounts/account-reader.ts'
import { Failure } from '../../core/failure.ts'
import type { Account } from '../../core/identity/account.ts'
import type { AccountId } from '../../core/identity/ids.ts'
import type { HttpNeeds, Route } from '../request/route.ts'
import { checkTypedAddress } from './account-emails.ts'
import { appRoute, OPERATOR, PROVEN_OPERATOR } from './app-route.ts'
import { NOTHING } from './app-schemas.ts'
import { timeOrNull, timeWire } from './app-wire.ts'
import {
  accountsQuery,
  accountsResult,
  invitationsResult,
  inviteBody,
  linkResultOfOperator,
  resetAccountBody,
  roleBody,
} from './operator-schemas.ts'

const ACCOUNTS_SHOWN = 50

/** All operator routes for accounts and invitations. */
export const OPERATOR_ACCOUNT_ROUTES: readonly Route[] = [
  appRoute({
    id: 'operatorAccounts',
    path: '/operator/accounts',
    access: OPERATOR,
    query: accountsQuery,
    result: accountsResult,
    async answer({ accountReader }, { query }) {
      const rows = await accountReader.accounts({ text: query.q, after: query.after, limit: ACCOUNTS_SHOWN })
      const next = rows.length < ACCOUNTS_SHOWN ? null : (rows.at(-1)?.email ?? null)
      return { result: { accounts: rows.map(rowWire), next } }
    },
  }),
  accountCommandRoute('operatorDisable', 'disable', 'disableAccount'),
  accountCommandRoute('operatorEnable', 'enable', 'enableAccount'),
  accountCommandRoute('operatorEndSessions', 'end-sessions', 'endSessionsOf'),
  appRoute({
    id: 'operatorSetRole',
    path: '/operator/accounts/:id/role',
    access: PROVEN_OPERATOR,
    body: roleBody,
    async answer(needs, { params, body, trace }) {
      const account = await knownAccount(needs, params.id)
      return needs.sendCommand('setRole', { trace, account: account.id, ...body })
    },
  }),
  appRoute({
    id: 'operatorResetAccount',
    path: '/operator/accounts/:id/reset',
    access: PROVEN_OPERATOR,
    body: resetAccountBody,
    result: linkResultOfOperator,
    async answer(needs, { params, body, trace }) {
      const account = await knownAccount(needs, params.id)
      checkTypedAddress(body.email, account.email)
      const asked = { trace, account: account.id, dropsSecondFactor: body.drop_second_factor }
      return linkResult(await needs.sendCommand('resetAccount', asked))
    },
  }),
  appRoute({
    id: 'invitations',
    path: '/operator/invitations',
    access: OPERATOR,
    result: invitationsResult,
    answer: async ({ accountReader, clock }) => ({
      result: { invitations: (await accountReader.invitations(clock.nowMs())).map(invitationWire) },
    }),
  }),
  appRoute({
    id: 'invite',
    path: '/operator/invitations',
    access: PROVEN_OPERATOR,
    body: inviteBody,
    result: linkResultOfOperator,
    status: 201,
    answer: async ({ sendCommand }, { body, trace }) =>
      linkResult(await sendCommand('invite', { trace, ...body })),
  }),
  appRoute({
    id: 'endInvitation',
    path: '/operator/invitations/:id/end',
    access: PROVEN_OPERATOR,
    body: NOTHING,
    answer: ({ sendCommand }, { params, trace }) =>
      sendCommand('endInvitation', { trace, id: params.id ?? '' }),
  }),
]

function rowWire(row: AccountRow) {
  return {
    id: row.id,
    email: row.email ?? '',
    name: row.name,
    role: row.role,
    language: row.language,
    created_at: timeWire(row.createdAtMs),
    seen_at: timeOrNull(row.seenAtMs),
    keys: row.keys,
    disabled: row.disabledAtMs !== undefined,
    second_factor: row.hasSecondFactor,
  }
}

function linkResult({ link }: { readonly link: string | undefined }) {
  return { result: { link: link ?? null } }
}

/** Creates a route for a command on one account without further params. */
function accountCommandRoute(
  id: string,
  verb: string,
  command: 'disableAccount' | 'enableAccount' | 'endSessionsOf',
): Route {
  return appRoute({
    id,
    path: `/operator/accounts/:id/${verb}`,
    access: PROVEN_OPERATOR,
    body: NOTHING,
    async answer(needs, { params, trace }) {
      const account = await knownAccount(needs, params.id)
      return needs.sendCommand(command, { trace, account: account.id })
    },
  })
}

/**
 * Returns the account with this id.
 *
 * @throws {Failure} `not_found` if there is none, it was deleted, or it is that of the command line.
 */
async function knownAccount(
  { accountReader }: Pick<HttpNeeds, 'accountReader'>,
  id: string | undefined,
): Promise<Account> {
  const account = await accountReader.account((id ?? '') as AccountId)
  if (account?.email === undefined) throw new Failure('not_found', 'There is no such account.')
  return account
}

function invitationWire({ createdAtMs, expiresAtMs, ...invitation }: InvitationView) {
  return { ...invitation, created_at: timeWire(createdAtMs), expires_at: timeWire(expiresAtMs) }
}
