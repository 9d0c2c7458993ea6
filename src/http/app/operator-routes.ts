/**
 * Operator routes for the server: its state, suppressions, keys of all accounts, history, e-mails. Those for
 * accounts are in `operator-account-routes.ts`.
 */
import type { Limit } from '../../core/access/key.ts'
import type { RunningImport, ServerState } from '../../core/commands.ts'
import type { ImportRecord, SourceSet } from '../../core/company/company-store.ts'
import type { AccountId, KeyId } from '../../core/identity/ids.ts'
import { isMostlyRejected } from '../../core/ingest/import-files.ts'
import type { EmailCounts, OutboxEmail } from '../../core/notifications/outbox.ts'
import type { IndexState } from '../../core/search/name-index.ts'
import type { HttpNeeds, Route } from '../request/route.ts'
import { appRoute } from './app-route.ts'
import { NOTHING } from './app-schemas.ts'
import { timeOrNull, timeWire } from './app-wire.ts'
import { keyResult } from './keys-schemas.ts'
import { keyWire } from './keys-wire.ts'
import {
  emailsQuery,
  limitBody,
  operatorAuditQuery,
  operatorAuditResult,
  operatorEmailsResult,
  operatorKeysQuery,
  operatorKeysResult,
  stateResult,
  suppressBody,
  suppressionsResult,
} from './operator-schemas.ts'

const OPERATOR = { app: 'operator' } as const
const PROVEN = { app: 'operator', isProofNeeded: true } as const
const IMPORTS_SHOWN = 20
const KEYS_SHOWN = 100
const EMAILS_SHOWN = 100
const MS_PER_S = 1000

/** Creates the route of the server's state. `version` is that of the product. */
function showState(version: string): Route {
  return appRoute({
    id: 'operatorState',
    method: 'GET',
    path: '/operator/state',
    access: OPERATOR,
    result: stateResult,
    async answer({ ask, companies, accountReader, emails }) {
      const state = await ask('serverState', {})
      return {
        result: {
          version,
          started_at: timeWire(state.startedAtMs),
          threads: [...state.threads],
          companies: await companies.count(),
          index: state.index === undefined ? null : indexWire(state.index, state),
          sources: (await companies.sources()).map(sourceWire),
          importing: state.importing === undefined ? null : runningWire(state.importing),
          imports: (await companies.imports(IMPORTS_SHOWN)).map(importWire),
          emails: emailCountsWire(await emails.counts()),
          accounts: await accountReader.countAccounts(),
        },
      }
    },
  })
}

function indexWire({ companies, besides, bytes, builtAtMs }: IndexState, { isMerging }: ServerState) {
  return { companies, besides, bytes, built_at: timeWire(builtAtMs), is_merging: isMerging }
}

function sourceWire({ source, title, licence, attribution, rows, asOf }: SourceSet) {
  return { source, title, licence, attribution, rows, as_of: asOf }
}

function runningWire({ step, file, share, rows, rowsPerS, leftMs }: RunningImport) {
  const left = leftMs === undefined ? null : Math.round(leftMs / MS_PER_S)
  return { step, file, share: Math.min(1, share), rows, rows_per_s: Math.round(rowsPerS), left_s: left }
}

function importWire({ startedAtMs, endedAtMs, files, faults, ...record }: ImportRecord) {
  const { rows = 0, rejected = 0 } = record.counts
  return {
    ...record,
    files: [...files],
    faults: [...faults],
    mostly_rejected: isMostlyRejected({ rows, rejected }),
    started_at: timeWire(startedAtMs),
    ended_at: timeOrNull(endedAtMs),
  }
}

function emailCountsWire({ waiting, failed, oldestWaitingAtMs, fault }: EmailCounts) {
  return { waiting, failed, oldest_waiting_at: timeOrNull(oldestWaitingAtMs), fault: fault ?? null }
}

const searchKeys = appRoute({
  id: 'operatorKeys',
  method: 'GET',
  path: '/operator/keys',
  access: OPERATOR,
  query: operatorKeysQuery,
  result: operatorKeysResult,
  async answer(needs, { query }) {
    const nowMs = needs.clock.nowMs()
    const keys = await needs.keyReader.search(query.q, KEYS_SHOWN)
    const owners = keys.map(({ account }) => account)
    const emails = await emailsOf(needs, owners)
    return {
      result: {
        keys: keys.map((key) => ({
          ...keyWire(key, keys, nowMs),
          account: key.account,
          email: emails.get(key.account) ?? null,
        })),
      },
    }
  },
})

/** Returns the e-mail addresses of accounts, by id; an actor that is no account has none. */
async function emailsOf(
  { accountReader }: Pick<HttpNeeds, 'accountReader'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string | undefined>> {
  const known = new Map<string, string | undefined>()
  for (const id of new Set(ids)) known.set(id, (await accountReader.account(id as AccountId))?.email)
  return known
}

const setLimit = appRoute({
  id: 'operatorLimit',
  method: 'POST',
  path: '/operator/keys/:id/limit',
  access: PROVEN,
  body: limitBody,
  result: keyResult,
  errors: ['not_found'],
  async answer(needs, { params, body, trace }) {
    const id = (params.id ?? '') as KeyId
    const key = await needs.ask('overrideLimit', { trace: trace(), id, limit: limitOf(body.limit) })
    return { result: { key: keyWire(key, [], needs.clock.nowMs()) } }
  },
})

function limitOf(sent: { readonly quota: number; readonly window_s: number } | null): Limit | undefined {
  return sent === null ? undefined : { quota: sent.quota, windowMs: sent.window_s * MS_PER_S }
}

const revokeKey = appRoute({
  id: 'operatorRevokeKey',
  method: 'POST',
  path: '/operator/keys/:id/revoke',
  access: PROVEN,
  body: NOTHING,
  result: keyResult,
  errors: ['not_found'],
  async answer(needs, { params, trace }) {
    const key = await needs.ask('revokeAnyKey', { trace: trace(), id: (params.id ?? '') as KeyId })
    return { result: { key: keyWire(key, [], needs.clock.nowMs()) } }
  },
})

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
  async answer({ ask }, { body, trace }) {
    const { uuid, reason } = body
    return { result: await ask('suppress', { trace: trace(), uuid: uuid.toLowerCase(), reason }) }
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
  async answer({ ask }, { params, trace }) {
    return { result: await ask('lift', { trace: trace(), uuid: (params.uuid ?? '').toLowerCase() }) }
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
  answer: async ({ ask }, { params, trace }) => ({
    result: await ask('sendAgain', { trace: trace(), id: params.id ?? '' }),
  }),
})

/** Returns all operator routes of this file. `version` is that of the product. */
export function operatorRoutes(version: string): readonly Route[] {
  return [
    showState(version),
    searchKeys,
    setLimit,
    revokeKey,
    listSuppressions,
    suppress,
    lift,
    listAudit,
    listEmails,
    sendAgain,
  ]
}
