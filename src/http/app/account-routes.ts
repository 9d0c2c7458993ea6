/**
 * Routes of a person's own account. Reads happen in this thread; the accounts thread makes every change.
 * Deleting an account starts with its keys.
 */

import type { SessionId } from '../../core/accounts/session.ts'
import { setCookie } from '../../core/accounts/set-cookie.ts'
import type { Account } from '../../core/identity/account.ts'
import type { HttpNeeds, Route } from '../request/route.ts'
import { checkTypedAddress } from './account-emails.ts'
import {
  auditQuery,
  auditResult,
  changePasswordBody,
  describeBody,
  exportResult,
  sessionsResult,
} from './account-schemas.ts'
import { auditWire, sessionWire } from './account-wire.ts'
import { appRoute, MEMBER, PROVEN_MEMBER } from './app-route.ts'
import { accountAnswer, codeOnlyBody, emailBody, NOTHING, sentSchema, tokenBody } from './app-schemas.ts'
import { accountWire, olderThan } from './app-wire.ts'

/** All routes of a person's own account. */
export const ACCOUNT_ROUTES: readonly Route[] = [
  appRoute({
    id: 'describeAccount',
    path: '/account',
    access: MEMBER,
    body: describeBody,
    result: accountAnswer,
    async answer(needs, { body: { name, language }, member }) {
      const described = { ...(name !== undefined && { name }), ...(language !== undefined && { language }) }
      return accountResult(needs, await needs.sendCommand('describeAccount', { member, ...described }))
    },
  }),
  appRoute({
    id: 'changePassword',
    path: '/account/password',
    access: MEMBER,
    body: changePasswordBody,
    answer: ({ sendCommand }, { body, member }) => sendCommand('changePassword', { member, ...body }),
  }),
  appRoute({
    id: 'requestAddress',
    path: '/account/address',
    access: PROVEN_MEMBER,
    body: emailBody,
    result: sentSchema,
    status: 202,
    answer: async ({ sendCommand }, { body, member }) => ({
      result: await sendCommand('requestAddress', { member, ...body }),
    }),
  }),
  appRoute({
    id: 'confirmAddress',
    path: '/account/address/confirm',
    access: MEMBER,
    body: tokenBody,
    result: accountAnswer,
    answer: async (needs, { body, member }) =>
      accountResult(needs, await needs.sendCommand('confirmAddress', { member, ...body })),
  }),
  appRoute({
    id: 'listSessions',
    path: '/account/sessions',
    access: MEMBER,
    result: sessionsResult,
    async answer({ accountReader, clock }, { member }) {
      const { account, session: own } = member
      const nowMs = clock.nowMs()
      const sessions = await accountReader.sessions(account)
      return { result: { sessions: sessions.flatMap((session) => sessionWire(session, own, nowMs)) } }
    },
  }),
  appRoute({
    id: 'endSession',
    path: '/account/sessions/:id/end',
    access: PROVEN_MEMBER,
    body: NOTHING,
    answer: ({ sendCommand }, { member, params }) =>
      sendCommand('endSession', { member, id: (params.id ?? '') as SessionId }),
  }),
  appRoute({
    id: 'endOtherSessions',
    path: '/account/sessions/end-others',
    access: PROVEN_MEMBER,
    body: NOTHING,
    answer: ({ sendCommand }, { member }) => sendCommand('endOtherSessions', { member }),
  }),
  appRoute({
    id: 'listAudit',
    path: '/account/audit',
    access: MEMBER,
    query: auditQuery,
    result: auditResult,
    async answer({ accountReader }, { query, member }) {
      const { before, limit, key_id } = query
      const entries = await accountReader.audit({ account: member.account, before, limit, subject: key_id })
      return { result: { entries: entries.map(auditWire), older: olderThan(entries, limit) } }
    },
  }),
  appRoute({
    id: 'setUpOperator',
    path: '/account/set-up',
    access: PROVEN_MEMBER,
    body: codeOnlyBody,
    result: accountAnswer,
    answer: async (needs, { body, member }) =>
      accountResult(needs, await needs.sendCommand('setUpOperator', { member, ...body })),
  }),
  appRoute({
    id: 'exportAccount',
    path: '/account/export',
    access: PROVEN_MEMBER,
    result: exportResult,
    async answer({ sendCommand }, { member }) {
      return {
        result: (await sendCommand('exportAccount', { member })) as Record<string, never>,
        headers: { 'content-disposition': 'attachment; filename="firmensuche-account.json"' },
      }
    },
  }),
  appRoute({
    id: 'deleteAccount',
    path: '/account/delete',
    access: PROVEN_MEMBER,
    body: emailBody,
    async answer(needs, { body, member, trace, signedIn }) {
      checkTypedAddress(body.email, signedIn?.account.email)
      await needs.sendCommand('deleteAccount', { trace, account: member.account })
      return { result: null, setCookies: forgottenCookies(needs), headers: { 'clear-site-data': '"cache"' } }
    },
  }),
]

async function accountResult(needs: HttpNeeds, account: Account) {
  return { result: { account: await accountWire(needs, account) } }
}

function forgottenCookies({ site }: Pick<HttpNeeds, 'site'>): readonly string[] {
  return (['session', 'stay', 'signUp'] as const).map((cookie) => setCookie(site, cookie, '', 0))
}
