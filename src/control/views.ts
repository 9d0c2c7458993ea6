/** What the commands of the command line return: JSON values. */
import type { KeyCounts } from '../core/access/count-keys.ts'
import type { Key } from '../core/access/key.ts'
import type { RunningImport } from '../core/commands.ts'
import type { SourceSet } from '../core/company/company-store.ts'
import type { FileFaultReason } from '../core/company/file-fault.ts'
import type { FormatCount } from '../core/ingest/file-format.ts'
import type { ImportCounts, ImportProgress } from '../core/ingest/import-run.ts'
import type { NodeState } from '../core/nodes/node-registry.ts'
import type { EmailCounts } from '../core/notifications/outbox.ts'
import type { IndexState } from '../core/search/name-index.ts'
import type { SourceRun } from '../core/sources/run-source.ts'
import type { SourceSummary } from '../core/sources/source.ts'

/** A key without its hash. */
export type KeyView = Omit<Key, 'hash'>

/** A key in a list with keys of several accounts. */
export interface ListedKeyView extends KeyView {
  /** E-mail address of its owner; `null` = the account of the command line, or a deleted account. */
  readonly email: string | null
}

/** A new key with its secret. */
export interface NewKeyView {
  readonly key: KeyView
  readonly secret: string
}

/** A file that could not be read, or not to its end. */
export interface FaultView {
  readonly file: string
  readonly reason: FileFaultReason
  readonly line: number
  readonly byte: number
  readonly sentence: string
}

/** The result of an import. */
export interface ImportView extends ImportCounts {
  /** Number of rejected rows by reason, the most frequent reason first. */
  readonly reasons: Readonly<Record<string, number>>
  readonly faults: readonly FaultView[]
  /** What the files were read as. */
  readonly formats: readonly FormatCount[]
  /** File with the rejected rows; `null` if there are none. */
  readonly rejects: string | null
  /** Number of rejected rows that are not in that file, as it would exceed its size limit. */
  readonly rejectsDropped: number
  /** As in `ImportResult`. */
  readonly notWithdrawn: string
  readonly importMs: number
  /**
   * Time from the last stored row until every thread searches the new index, or until the index is saved if
   * no server runs.
   */
  readonly indexMs: number
  /** Nodes that do not search the result yet. They follow by themselves. */
  readonly lateNodes: readonly string[]
}

/** A source of the operator; the location of a watched folder is its path. */
export type SourceView = SourceSummary

/** How a run of a source ended. */
export type SourceRunView = SourceRun<ImportView>

/** Progress of a build of the index. */
export interface IndexingStep {
  readonly step: 'indexing'
  readonly companies: number
  /** Companies that have been read; then the index is written, which is the smaller part. */
  readonly done: number
  readonly perS: number
  /** Time for the rest at the rate so far; `undefined` while it is unknown. */
  readonly leftMs: number | undefined
}

/** Progress of an import. `indexing` occurs only if an index is built. */
export type ImportStep = ({ readonly step: 'reading' } & ImportProgress) | IndexingStep

/** State of the running server. */
export interface ServerView {
  readonly pid: number
  readonly url: string
  readonly startedAtMs: number
  /** State of each HTTP thread. */
  readonly threads: readonly string[]
  /**
   * Whether the server is building a new index in the background from the current base index and its changes.
   */
  readonly isMerging: boolean
  /** Whether it sends nothing to others (`PASSIVE`). */
  readonly isPassive: boolean
  /** The import that runs, or the index that is built; `null` = none. */
  readonly importing: RunningImport | null
  /** Whether limits are counted in Redis; `lost` = it does not answer one of the threads. */
  readonly redis: 'none' | 'reached' | 'lost'
  /** Whether the index in OpenSearch can be searched completely. */
  readonly openSearch: 'none' | 'reached' | 'lost'
  /** Faults of the server's files, as sentences. */
  readonly faults: readonly string[]
}

/** State of the data folder and of its server. */
export interface StatusView {
  readonly version: string
  readonly dataDir: string
  /** `null` = no server runs on this data folder. */
  readonly server: ServerView | null
  readonly companies: number
  readonly keys: KeyCounts
  /** Number of accounts without that of the command line. */
  readonly accounts: number
  readonly emails: EmailCounts
  readonly sources: readonly SourceSet[]
  /** The sources of the operator. */
  readonly importSources: readonly SourceView[]
  /** `null` = there is no index. */
  readonly index: IndexState | null
  /** Number of the store's last change; an index with another number is not current. */
  readonly sequence: number
  /** The nodes that share the database; none without `DATABASE_URL`. */
  readonly nodes: readonly NodeState[]
}

/** A link that gives access to an account. Without a mail server the operator passes it on. */
export interface LinkView {
  readonly email: string
  /** `null` if the link was sent by e-mail. */
  readonly link: string | null
}

/** One line of `doctor`. */
export interface Check {
  readonly name: string
  readonly state: 'ok' | 'warn' | 'fail'
  readonly description: string
}
