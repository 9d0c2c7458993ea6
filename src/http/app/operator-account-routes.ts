/** Operator routes for accounts and invitations. */

import type { AccountRow, InvitationView } from '../../core/accounts/account-reader.ts'
import { Failure } from '../../core/failure.ts'
import type { Account } from '../../core/identity/account.ts'
import type { AccountId } from '../../core/identity/ids.ts'
import type { HttpNeeds, Route } from '../request/route.ts'
import { appRoute } from './app-route.ts'
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

const OPERATOR = { app: 'operator' } as const
const PROVEN = { app: 'operator', isProofNeeded: true } as const
const ACCOUNTS_SHOWN = 50

const listAccounts = appRoute({
  id: 'operatorAccounts',
  method: 'GET',
  path: '/operator/accounts',
  access: OPERATOR,
  query: accountsQuery,
  result: accountsResult,
  async answer({ accountReader }, { query }) {
    const rows = await accountReader.accounts({ text: query.q, after: query.after, limit: ACCOUNTS_SHOWN })
    const next = rows.length < ACCOUNTS_SHOWN ? null : (rows.at(-1)?.email ?? null)
    return { result: { accounts: rows.map(rowWire), next } }
  },
})

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

/** Creates a route for a command on one account without further params. */
function plainAct(
  id: string,
  verb: string,
  command: 'disableAccount' | 'enableAccount' | 'endSessionsOf',
): Route {
  return appRoute({
    id,
    method: 'POST',
    path: `/operator/accounts/:id/${verb}`,
    access: PROVEN,
    body: NOTHING,
    result: undefined,
    errors: ['not_found', 'conflict'],
    async answer(needs, { params, trace }) {
      const account = await knownAccount(needs, params.id)
      return { result: await needs.sendCommand(command, { trace: trace(), account: account.id }) }
    },
  })
}

const setRole = appRoute({
  id: 'operatorSetRole',
  method: 'POST',
  path: '/operator/accounts/:id/role',
  access: PROVEN,
  body: roleBody,
  result: undefined,
  errors: ['not_found', 'conflict'],
  async answer(needs, { params, body, trace }) {
    const account = await knownAccount(needs, params.id)
    return {
      result: await needs.sendCommand('setRole', { trace: trace(), account: account.id, role: body.role }),
    }
  },
})

const resetAccount = appRoute({
  id: 'operatorResetAccount',
  method: 'POST',
  path: '/operator/accounts/:id/reset',
  access: PROVEN,
  body: resetAccountBody,
  result: linkResultOfOperator,
  errors: ['not_found', 'conflict'],
  async answer(needs, { params, body, trace }) {
    const account = await knownAccount(needs, params.id)
    if (body.email.trim().toLowerCase() !== account.email) {
      throw new Failure('conflict', 'another address was typed', [], 'name_mismatch')
    }
    const dropsSecondFactor = body.drop_second_factor
    const { link } = await needs.sendCommand('resetAccount', {
      trace: trace(),
      account: account.id,
      dropsSecondFactor,
    })
    return { result: { link: link ?? null } }
  },
})

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

const listInvitations = appRoute({
  id: 'invitations',
  method: 'GET',
  path: '/operator/invitations',
  access: OPERATOR,
  result: invitationsResult,
  answer: async ({ accountReader, clock }) => ({
    result: { invitations: (await accountReader.invitations(clock.nowMs())).map(invitationWire) },
  }),
})

function invitationWire({ createdAtMs, expiresAtMs, ...invitation }: InvitationView) {
  return { ...invitation, created_at: timeWire(createdAtMs), expires_at: timeWire(expiresAtMs) }
}

const invite = appRoute({
  id: 'invite',
  method: 'POST',
  path: '/operator/invitations',
  access: PROVEN,
  body: inviteBody,
  result: linkResultOfOperator,
  status: 201,
  errors: ['conflict'],
  async answer({ sendCommand }, { body, trace }) {
    const { link } = await sendCommand('invite', { trace: trace(), ...body })
    return { result: { link: link ?? null } }
  },
})

const endInvitation = appRoute({
  id: 'endInvitation',
  method: 'POST',
  path: '/operator/invitations/:id/end',
  access: PROVEN,
  body: NOTHING,
  result: undefined,
  errors: ['not_found'],
  answer: async ({ sendCommand }, { params, trace }) => ({
    result: await sendCommand('endInvitation', { trace: trace(), id: params.id ?? '' }),
  }),
})

/** All operator routes for accounts and invitations. */
export const OPERATOR_ACCOUNT_ROUTES: readonly Route[] = [
  listAccounts,
  plainAct('operatorDisable', 'disable', 'disableAccount'),
  plainAct('operatorEnable', 'enable', 'enableAccount'),
  plainAct('operatorEndSessions', 'end-sessions', 'endSessionsOf'),
  setRole,
  resetAccount,
  listInvitations,
  invite,
  endInvitation,
]
