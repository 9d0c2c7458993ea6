/**
 * Routes of a person's own account. Reads happen in this thread; the accounts thread makes every change.
 * Deleting an account starts with its keys.
 */

import type { SessionId } from '../../core/accounts/session.ts'
import { setCookie } from '../../core/accounts/set-cookie.ts'
import { Failure } from '../../core/failure.ts'
import type { Call, HttpNeeds, Route } from '../request/route.ts'
import {
  accountAnswer,
  auditQuery,
  auditResult,
  changePasswordBody,
  codeOnlyBody,
  confirmAddressBody,
  deleteBody,
  describeBody,
  exportResult,
  newAddressBody,
  sessionsResult,
} from './account-schemas.ts'
import { auditWire, sessionWire } from './account-wire.ts'
import { appRoute } from './app-route.ts'
import { NOTHING, sentSchema } from './app-schemas.ts'
import { accountWire } from './app-wire.ts'

const MEMBER = { app: 'account' } as const
const PROVEN = { app: 'account', isProofNeeded: true } as const

const describeAccount = appRoute({
  id: 'describeAccount',
  method: 'POST',
  path: '/account',
  access: MEMBER,
  body: describeBody,
  result: accountAnswer,
  async answer(needs, { body, member }) {
    const { name, language } = body
    const account = await needs.sendCommand('describeAccount', {
      member: member(),
      ...(name !== undefined && { name }),
      ...(language !== undefined && { language }),
    })
    return { result: { account: await accountWire(needs, account) } }
  },
})

const changePassword = appRoute({
  id: 'changePassword',
  method: 'POST',
  path: '/account/password',
  access: MEMBER,
  body: changePasswordBody,
  result: undefined,
  errors: ['rate_limited'],
  answer: ({ sendCommand }, { body, member }) => sendCommand('changePassword', { member: member(), ...body }),
})

const requestAddress = appRoute({
  id: 'requestAddress',
  method: 'POST',
  path: '/account/address',
  access: PROVEN,
  body: newAddressBody,
  result: sentSchema,
  status: 202,
  answer: async ({ sendCommand }, { body, member }) => ({
    result: await sendCommand('requestAddress', { member: member(), email: body.email }),
  }),
})

const confirmAddress = appRoute({
  id: 'confirmAddress',
  method: 'POST',
  path: '/account/address/confirm',
  access: MEMBER,
  body: confirmAddressBody,
  result: accountAnswer,
  errors: ['not_found', 'conflict'],
  async answer(needs, { body, member }) {
    const account = await needs.sendCommand('confirmAddress', { member: member(), token: body.token })
    return { result: { account: await accountWire(needs, account) } }
  },
})

const listSessions = appRoute({
  id: 'listSessions',
  method: 'GET',
  path: '/account/sessions',
  access: MEMBER,
  result: sessionsResult,
  async answer({ accountReader, clock }, { member }) {
    const { account, session: own } = member()
    const nowMs = clock.nowMs()
    const sessions = await accountReader.sessions(account)
    return { result: { sessions: sessions.flatMap((session) => sessionWire(session, own, nowMs)) } }
  },
})

const endSession = appRoute({
  id: 'endSession',
  method: 'POST',
  path: '/account/sessions/:id/end',
  access: PROVEN,
  body: NOTHING,
  result: undefined,
  errors: ['not_found'],
  answer: ({ sendCommand }, { member, params }) =>
    sendCommand('endSession', { member: member(), id: (params.id ?? '') as SessionId }),
})

const endOtherSessions = appRoute({
  id: 'endOtherSessions',
  method: 'POST',
  path: '/account/sessions/end-others',
  access: PROVEN,
  body: NOTHING,
  result: undefined,
  answer: async ({ sendCommand }, { member }) => ({
    result: await sendCommand('endOtherSessions', { member: member() }),
  }),
})

const listAudit = appRoute({
  id: 'listAudit',
  method: 'GET',
  path: '/account/audit',
  access: MEMBER,
  query: auditQuery,
  result: auditResult,
  async answer({ accountReader }, { query, member }) {
    const { before, limit, key_id } = query
    const entries = await accountReader.audit({ account: member().account, before, limit, subject: key_id })
    const older = entries.length < limit ? null : (entries.at(-1)?.number ?? null)
    return { result: { entries: entries.map(auditWire), older } }
  },
})

const setUpOperator = appRoute({
  id: 'setUpOperator',
  method: 'POST',
  path: '/account/set-up',
  access: PROVEN,
  body: codeOnlyBody,
  result: accountAnswer,
  errors: ['rate_limited'],
  async answer(needs, { body, member }) {
    const account = await needs.sendCommand('setUpOperator', { member: member(), code: body.code })
    return { result: { account: await accountWire(needs, account) } }
  },
})

const exportAccount = appRoute({
  id: 'exportAccount',
  method: 'GET',
  path: '/account/export',
  access: PROVEN,
  result: exportResult,
  async answer({ sendCommand }, { member }) {
    return {
      result: (await sendCommand('exportAccount', { member: member() })) as Record<string, never>,
      headers: { 'content-disposition': 'attachment; filename="firmensuche-account.json"' },
    }
  },
})

const deleteAccount = appRoute({
  id: 'deleteAccount',
  method: 'POST',
  path: '/account/delete',
  access: PROVEN,
  body: deleteBody,
  result: undefined,
  errors: ['conflict'],
  async answer(needs, call) {
    checkTypedAddress(call)
    const { account } = call.member()
    await needs.sendCommand('deleteAccount', { trace: call.trace(), account })
    return { result: null, setCookies: forgottenCookies(needs), headers: { 'clear-site-data': '"cache"' } }
  },
})

/**
 * Checks the typed address.
 *
 * @throws {Failure} `conflict` with reason `name_mismatch` if it is not the account's.
 */
function checkTypedAddress({ body, signedIn }: Call<unknown, { email: string }>): void {
  if (body.email.trim().toLowerCase() === signedIn?.account.email) return
  throw new Failure('conflict', 'another address was typed', [], 'name_mismatch')
}

function forgottenCookies({ site }: Pick<HttpNeeds, 'site'>): readonly string[] {
  return (['session', 'stay', 'signUp'] as const).map((cookie) => setCookie(site, cookie, '', 0))
}

/** All routes of a person's own account. */
export const ACCOUNT_ROUTES: readonly Route[] = [
  describeAccount,
  changePassword,
  requestAddress,
  confirmAddress,
  listSessions,
  endSession,
  endOtherSessions,
  listAudit,
  setUpOperator,
  exportAccount,
  deleteAccount,
]
