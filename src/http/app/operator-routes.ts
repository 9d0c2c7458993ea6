/**
 * Operator routes for suppressions, history and e-mails. Those for the state of the server, keys and accounts
 * are in files of their own.
 */
import type { OutboxEmail } from '../../core/notifications/outbox.ts'
import type { Route } from '../request/route.ts'
import { emailsOf } from './account-emails.ts'
import { appRoute } from './app-route.ts'
import { NOTHING } from './app-schemas.ts'
import { timeWire } from './app-wire.ts'
import {
  emailsQuery,
  operatorAuditQuery,
  operatorAuditResult,
  operatorEmailsResult,
  suppressBody,
  suppressionsResult,
} from './operator-schemas.ts'

const OPERATOR = { app: 'operator' } as const
const PROVEN = { app: 'operator', isProofNeeded: true } as const
const EMAILS_SHOWN = 100

const listSuppressions = appRoute({
  id: 'suppressions',
  method: 'GET',
  path: '/operator/suppressions',
  access: OPERATOR,
  result: suppressionsResult,
  async answer({ companies }) {
    const suppressions = await companies.suppressions()
    const rows = suppressions.map(({ uuid, reason, atMs, actor }) => {
      return { uuid, reason, at: timeWire(atMs), actor }
    })
    return { result: { suppressions: rows } }
  },
})

const suppress = appRoute({
  id: 'suppress',
  method: 'POST',
  path: '/operator/suppressions',
  access: PROVEN,
  body: suppressBody,
  result: undefined,
  errors: ['not_found'],
  async answer({ sendCommand }, { body, trace }) {
    const { uuid, reason } = body
    return { result: await sendCommand('suppress', { trace: trace(), uuid: uuid.toLowerCase(), reason }) }
  },
})

const lift = appRoute({
  id: 'lift',
  method: 'POST',
  path: '/operator/suppressions/:uuid/lift',
  access: PROVEN,
  body: NOTHING,
  result: undefined,
  errors: ['not_found'],
  async answer({ sendCommand }, { params, trace }) {
    return { result: await sendCommand('lift', { trace: trace(), uuid: (params.uuid ?? '').toLowerCase() }) }
  },
})

const listAudit = appRoute({
  id: 'operatorAudit',
  method: 'GET',
  path: '/operator/audit',
  access: OPERATOR,
  query: operatorAuditQuery,
  result: operatorAuditResult,
  async answer(needs, { query: { before, limit } }) {
    const entries = await needs.accountReader.audit({ account: undefined, subject: undefined, before, limit })
    const older = entries.length < limit ? null : (entries.at(-1)?.number ?? null)
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
})

const listEmails = appRoute({
  id: 'operatorEmails',
  method: 'GET',
  path: '/operator/emails',
  access: OPERATOR,
  query: emailsQuery,
  result: operatorEmailsResult,
  answer: async ({ emails }, { query }) => ({
    result: { emails: (await emails.list(query.state, EMAILS_SHOWN)).map(emailWire) },
  }),
})

function emailWire({ id, kind, to, state, createdAtMs, tries, fault }: OutboxEmail) {
  return { id, kind, to, state, created_at: timeWire(createdAtMs), tries, fault: fault ?? null }
}

const sendAgain = appRoute({
  id: 'sendAgain',
  method: 'POST',
  path: '/operator/emails/:id/again',
  access: PROVEN,
  body: NOTHING,
  result: undefined,
  errors: ['not_found'],
  answer: async ({ sendCommand }, { params, trace }) => ({
    result: await sendCommand('sendAgain', { trace: trace(), id: params.id ?? '' }),
  }),
})

/** All operator routes of this file. */
export const OPERATOR_ROUTES: readonly Route[] = [
  listSuppressions,
  suppress,
  lift,
  listAudit,
  listEmails,
  sendAgain,
]
