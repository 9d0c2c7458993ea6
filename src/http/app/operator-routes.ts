/**
 * Operator routes for suppressions, history and e-mails. Those for the state of the server, keys and accounts
 * are in files of their own.
 */
import type { Suppression } from '../../core/company/company-store.ts'
import type { OutboxEmail } from '../../core/notifications/outbox.ts'
import type { Route } from '../request/route.ts'
import { emailsOf } from './account-emails.ts'
import { auditPageQuery } from './account-schemas.ts'
import { appRoute, OPERATOR, PROVEN_OPERATOR } from './app-route.ts'
import { NOTHING } from './app-schemas.ts'
import { olderThan, timeWire } from './app-wire.ts'
import {
  emailsQuery,
  operatorAuditResult,
  operatorEmailsResult,
  suppressBody,
  suppressionsResult,
} from './operator-schemas.ts'

const EMAILS_SHOWN = 100

/** All operator routes of this file. */
export const OPERATOR_ROUTES: readonly Route[] = [
  appRoute({
    id: 'suppressions',
    path: '/operator/suppressions',
    access: OPERATOR,
    result: suppressionsResult,
    async answer({ companies }) {
      const suppressions = await companies.suppressions()
      return { result: { suppressions: suppressions.map(suppressionWire) } }
    },
  }),
  appRoute({
    id: 'suppress',
    path: '/operator/suppressions',
    access: PROVEN_OPERATOR,
    body: suppressBody,
    async answer({ sendCommand }, { body: { uuid, reason }, trace }) {
      await sendCommand('suppress', { trace, uuid: uuid.toLowerCase(), reason })
      return null
    },
  }),
  appRoute({
    id: 'lift',
    path: '/operator/suppressions/:uuid/lift',
    access: PROVEN_OPERATOR,
    body: NOTHING,
    async answer({ sendCommand }, { params, trace }) {
      await sendCommand('lift', { trace, uuid: (params.uuid ?? '').toLowerCase() })
      return null
    },
  }),
  appRoute({
    id: 'operatorAudit',
    path: '/operator/audit',
    access: OPERATOR,
    query: auditPageQuery,
    result: operatorAuditResult,
    async answer(needs, { query }) {
      const entries = await needs.accountReader.audit({ account: undefined, subject: undefined, ...query })
      const older = olderThan(entries, query.limit)
      const people = entries.flatMap(({ actor, account = actor }) => [actor, account])
      const emails = await emailsOf(needs, people)
      return {
        result: {
          entries: entries.map(({ atMs, account, ...entry }) => ({
            ...entry,
            at: timeWire(atMs),
            account: account ?? null,
            actor_email: emails.get(entry.actor) ?? null,
            account_email: account === undefined ? null : (emails.get(account) ?? null),
          })),
          older,
        },
      }
    },
  }),
  appRoute({
    id: 'operatorEmails',
    path: '/operator/emails',
    access: OPERATOR,
    query: emailsQuery,
    result: operatorEmailsResult,
    answer: async ({ emails }, { query }) => ({
      result: { emails: (await emails.list(query.state, EMAILS_SHOWN)).map(emailWire) },
    }),
  }),
  appRoute({
    id: 'sendAgain',
    path: '/operator/emails/:id/again',
    access: PROVEN_OPERATOR,
    body: NOTHING,
    answer: ({ sendCommand }, { params, trace }) => sendCommand('sendAgain', { trace, id: params.id ?? '' }),
  }),
]

function suppressionWire({ uuid, reason, atMs, actor }: Suppression) {
  return { uuid, reason, at: timeWire(atMs), actor }
}

function emailWire({ id, kind, to, state, createdAtMs, tries, fault }: OutboxEmail) {
  return { id, kind, to, state, created_at: timeWire(createdAtMs), tries, fault: fault ?? null }
}
