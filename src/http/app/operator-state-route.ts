/** The operator route for the state of the server: threads, index, sources, imports, e-mails. */
import type { RunningImport, ServerState } from '../../core/commands.ts'
import type { ImportRecord, SourceSet } from '../../core/company/company-store.ts'
import { isMostlyRejected } from '../../core/ingest/import-run.ts'
import type { NodeState } from '../../core/nodes/node-registry.ts'
import type { EmailCounts } from '../../core/notifications/outbox.ts'
import type { IndexState } from '../../core/search/name-index.ts'
import type { SourceSummary } from '../../core/sources/source.ts'
import type { Route } from '../request/route.ts'
import { appRoute, OPERATOR } from './app-route.ts'
import { timeOrNull, timeWire } from './app-wire.ts'
import { stateResult } from './operator-schemas.ts'

const IMPORTS_SHOWN = 20
const MS_PER_S = 1000

/** Creates the route of the server's state. `version` is that of the product. */
export function operatorState(version: string): Route {
  return appRoute({
    id: 'operatorState',
    path: '/operator/state',
    access: OPERATOR,
    result: stateResult,
    async answer({ sendCommand, companies, accountReader, emails, clock }) {
      const state = await sendCommand('serverState', {})
      const sequence = await companies.lastSequence()
      return {
        result: {
          version,
          started_at: timeWire(state.startedAtMs),
          threads: [...state.threads],
          is_passive: state.isPassive,
          companies: await companies.count(),
          index: state.index === undefined ? null : indexWire(state.index, state),
          opensearch: state.openSearch === 'none' ? null : state.openSearch,
          sources: (await companies.sources()).map(sourceWire),
          import_sources: state.importSources.map(importSourceWire),
          importing: state.importing === undefined ? null : runningWire(state.importing),
          imports: (await companies.imports(IMPORTS_SHOWN)).map(importWire),
          emails: emailCountsWire(await emails.counts()),
          accounts: await accountReader.countAccounts(),
          nodes: state.nodes.map((node) => nodeWire(node, sequence, clock.nowMs())),
        },
      }
    },
  })
}

function indexWire({ companies, deltaCompanies, bytes, builtAtMs }: IndexState, { isMerging }: ServerState) {
  return {
    companies,
    delta_companies: deltaCompanies,
    bytes,
    built_at: timeWire(builtAtMs),
    is_merging: isMerging,
  }
}

function sourceWire({ source, title, licence, attribution, rows, asOf }: SourceSet) {
  return { source, title, licence, attribution, rows, as_of: asOf }
}

function importSourceWire({ id, kind, location, schedule, fault, failures, ...runs }: SourceSummary) {
  return {
    ...{ id, kind, location, schedule, fault, failures },
    last_run_at: timeOrNull(runs.lastRunAtMs ?? undefined),
    last_success_at: timeOrNull(runs.lastSuccessAtMs ?? undefined),
    good_file: runs.goodFile,
    last_failure_at: timeOrNull(runs.lastFailureAtMs ?? undefined),
    bad_file: runs.badFile,
    last_result: runs.lastResult,
    next_run_at: timeOrNull(runs.nextRunAtMs ?? undefined),
  }
}

function nodeWire(
  { id, name, version, startedAtMs, ageMs, isLive, companySequence }: NodeState,
  sequence: number,
  nowMs: number,
) {
  return {
    ...{ id, name, version, is_live: isLive },
    started_at: timeWire(startedAtMs),
    seen_at: timeWire(nowMs - ageMs),
    behind: companySequence === undefined ? null : Math.max(0, sequence - companySequence),
  }
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
