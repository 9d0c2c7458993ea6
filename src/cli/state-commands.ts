/** `firmensuche serve`, `start`, `status` and `doctor`. */

import type { Check, StatusView } from '../control/views.ts'
import type { RunningImport } from '../core/commands.ts'
import type { NodeState } from '../core/nodes/node-registry.ts'
import { type Command, JSON_OPTION } from './command.ts'
import { counted } from './counted.ts'
import { EXIT } from './exit-codes.ts'
import { duration } from './import-views.ts'
import { isoTime } from './option-values.ts'
import { since } from './since.ts'
import { sourceJson, sourceLine } from './source-commands.ts'
import { table } from './table.ts'

function serving(publicSearch: 'on' | 'off'): Omit<Command, 'path' | 'description'> {
  return {
    options: [],
    run: async ({ serve }) => {
      await serve({ publicSearch })
      return EXIT.done
    },
  }
}

/** The commands for the server and its state. */
export const STATE_COMMANDS: readonly Command[] = [
  {
    path: 'serve',
    description:
      'Run the server. If the data folder is empty, it first imports the sample and creates a key.',
    ...serving('off'),
  },
  {
    path: 'start',
    description: 'Run the server as serve does, with the search page open to everybody.',
    ...serving('on'),
  },
  {
    path: 'status',
    description: 'Show whether a server runs, and what the data folder contains.',
    options: [JSON_OPTION],
    run: async ({ screen, withClient, nowMs }, _args, options) => {
      const status = await withClient((send) => send('status', {}))
      if (options.json) screen.json(statusJson(status))
      else for (const line of statusLines(status, nowMs())) screen.line(line)
      return EXIT.done
    },
  },
  {
    path: 'doctor',
    description:
      'Check settings, data folder, databases, index, disk, PostgreSQL, Redis, OpenSearch, address, secret, mail and pages, and print how to fix each problem.',
    options: [JSON_OPTION],
    run: async ({ screen, check }, _args, options) => {
      const checks = await check()
      if (options.json) screen.json(checks)
      else for (const line of checkLines(checks)) screen.line(line)
      return checks.some(({ state }) => state === 'fail') ? EXIT.failed : EXIT.done
    },
  },
]

/** Where limits are counted, for people. */
const LIMIT_TEXTS = {
  reached: 'counted in Redis',
  lost: 'Redis does not answer, so they are counted on this server alone. Run: firmensuche doctor',
}

function statusJson(status: StatusView) {
  const { server, index } = status
  return {
    version: status.version,
    data_dir: status.dataDir,
    server: server && {
      pid: server.pid,
      url: server.url,
      started_at: new Date(server.startedAtMs).toISOString(),
      threads: server.threads,
      is_merging: server.isMerging,
      is_passive: server.isPassive,
      importing: server.importing && importingJson(server.importing),
      redis: server.redis === 'none' ? null : server.redis,
      opensearch: server.openSearch === 'none' ? null : server.openSearch,
      faults: server.faults,
    },
    companies: status.companies,
    keys: status.keys.live,
    keys_of_accounts: status.keys.ofAccounts,
    accounts: status.accounts,
    emails: {
      waiting: status.emails.waiting,
      failed: status.emails.failed,
      oldest_waiting_at: isoTime(status.emails.oldestWaitingAtMs),
      fault: status.emails.fault ?? null,
    },
    sequence: status.sequence,
    index: index && {
      snapshot: index.snapshot,
      companies: index.companies,
      delta_companies: index.deltaCompanies,
      bytes: index.bytes,
      built_at: new Date(index.builtAtMs).toISOString(),
      sequence: index.sequence,
      is_current: index.sequence === status.sequence,
    },
    sources: status.sources.map(({ source, title, licence, attribution, rows, asOf }) => ({
      ...{ source, title, licence, attribution, rows },
      as_of: asOf === '' ? null : asOf,
    })),
    import_sources: status.importSources.map(sourceJson),
    nodes: status.nodes.map(nodeJson),
  }
}

function statusLines(status: StatusView, nowMs: number): readonly string[] {
  const { server } = status
  return table([
    ['version', status.version],
    ['data folder', status.dataDir],
    [
      'server',
      server === null
        ? 'not running'
        : `${server.url}, pid ${server.pid}, ${since(server.startedAtMs, nowMs)}`,
    ],
    ...(server === null ? [] : [['threads', server.threads.join(', ')]]),
    ...(server?.isPassive ? [['passive', 'e-mails stay queued, no webhooks, no sources (PASSIVE)']] : []),
    ...(server === null || server.redis === 'none' ? [] : [['limits', LIMIT_TEXTS[server.redis]]]),
    ...(server?.importing ? [['import', importingText(server.importing)]] : []),
    ...(server?.faults ?? []).map((fault) => ['fault', fault]),
    ['companies', status.companies.toLocaleString('en')],
    [
      'keys',
      `${status.keys.live.toLocaleString('en')}, ${status.keys.ofAccounts.toLocaleString('en')} of them of accounts`,
    ],
    ['accounts', String(status.accounts)],
    ['e-mails', emailsText(status, nowMs)],
    ['index', indexText(status, nowMs)],
    ...status.sources.map((set) => [
      'source',
      `${set.title}: ${[sourceText(set), licenceText(set)].filter((text) => text !== '').join(', ')}`,
    ]),
    ...status.importSources.map((source) => ['import source', sourceLine(source, nowMs)]),
    ...status.nodes.map((node) => ['node', nodeText(node, status, nowMs)]),
  ])
}

function importingJson({ step, file, share, rows, rowsPerS, leftMs }: RunningImport) {
  return { step, file, share, rows, rows_per_s: rowsPerS, left_ms: leftMs ?? null }
}

function importingText({ step, file, share, rows, leftMs }: RunningImport): string {
  const left = leftMs ? `, ${duration(leftMs)} left` : ''
  const what = step === 'reading' ? `reads ${file}, ${counted(rows, 'row', 'rows')}` : 'builds the index'
  return `${what}: ${Math.floor(share * 100)} %${left}`
}

function nodeJson({ id, name, version, startedAtMs, isLive, ageMs, companySequence }: NodeState) {
  return {
    ...{ id, name, version, started_at: isoTime(startedAtMs), is_live: isLive },
    ...{ seen_ms_ago: Math.round(ageMs), sequence: companySequence ?? null },
  }
}

function nodeText(node: NodeState, { sequence }: StatusView, nowMs: number): string {
  const { name, version, startedAtMs, isLive, ageMs, companySequence } = node
  const facts = [`${name}, ${version}`]
  if (isLive) facts.push(`up ${since(startedAtMs, nowMs)}`)
  else facts.push(`lost: last seen ${since(nowMs - ageMs, nowMs)} ago`)
  if (companySequence === undefined) facts.push('starting')
  else if (companySequence < sequence)
    facts.push(`${counted(sequence - companySequence, 'change', 'changes')} behind`)
  return facts.join(', ')
}

/**
 * Returns rows and date of a source. Both are counted at the end of an import; if the first import was
 * interrupted, neither exists.
 */
function sourceText({ rows, asOf }: StatusView['sources'][number]): string {
  if (asOf === '') return 'import not finished'
  return `${rows.toLocaleString('en')} ${rows === 1 ? 'row' : 'rows'}, the oldest from ${asOf}`
}

/** Returns licence and attribution as far as the source has them; a list of the operator may have neither. */
function licenceText({ licence, attribution }: StatusView['sources'][number]): string {
  return attribution === '' ? licence : `${licence} (${attribution})`.trim()
}

function emailsText({ emails }: StatusView, nowMs: number): string {
  const { waiting, failed, oldestWaitingAtMs, fault } = emails
  const age = oldestWaitingAtMs === undefined ? '' : `, the oldest for ${since(oldestWaitingAtMs, nowMs)}`
  const why = fault === undefined ? '' : `; last error: ${fault}`
  return `${waiting} waiting${age}, ${failed} failed${why}`
}

function indexText({ index, server, sequence }: StatusView, nowMs: number): string {
  if (server?.openSearch === 'lost')
    return 'OpenSearch does not answer, or lacks a part of it, so searches fail. Run: firmensuche doctor'
  if (index === null) return 'none; the next start of a server builds it'
  const megabytes = Math.round(index.bytes / 1e6).toLocaleString('en')
  const parts = [
    `snapshot ${index.snapshot}`,
    `${index.companies.toLocaleString('en')} companies`,
    `${megabytes} MB`,
    `built ${since(index.builtAtMs, nowMs)} ago`,
  ]
  if (index.deltaCompanies > 0)
    parts.push(`${index.deltaCompanies.toLocaleString('en')} of them changed since`)
  if (server?.isMerging) parts.push('being merged')
  if (index.sequence !== sequence) parts.push('older than the companies')
  return parts.join(', ')
}

function checkLines(checks: readonly Check[]): readonly string[] {
  return table(checks.map(({ state, name, description }) => [state, name, description]))
}
