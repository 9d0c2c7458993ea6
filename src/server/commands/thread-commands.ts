/** The commands that the supervisor sends to its threads: one table for each kind of thread. */
import type { ControlCommands } from '../../control/commands.ts'
import type { ImportStep, ImportView } from '../../control/views.ts'
import type { Command } from '../../core/command.ts'
import type { Commands, CommandsOf } from '../../core/commands.ts'
import type { Suppression } from '../../core/company/company-store.ts'
import type { Trace } from '../../core/identity/audit.ts'
import type { AccountId } from '../../core/identity/ids.ts'
import type { ListPreview, PreviewedList } from '../../core/matching/list-preview.ts'
import type { MatchJob } from '../../core/matching/match-job.ts'
import type { CustomerRow } from '../../core/matching/match-row.ts'
import type { FoundRow } from '../../core/matching/row-matcher.ts'
import type { MatchRunEnd } from '../../core/matching/run-match.ts'
import type { PublishedIndex } from '../../core/search/published-index.ts'
import type { AttemptResult } from '../../core/watching/deliver-events.ts'

/** Params of a command that has none. */
type Nothing = Record<string, never>

/** The table that every thread has: `close` ends the thread after the work in progress. */
export type ClosableCommands = { readonly close: Command<Nothing, void> }

/** The commands of an HTTP thread. */
export type HttpThreadCommands = ClosableCommands & {
  /** Listens on the port; with `isShared` together with other threads. */
  readonly listen: Command<{ readonly port: number; readonly isShared: boolean }, void>
  /** Answers 503 to `/health/ready` and ends each connection after its next response from now on. */
  readonly drain: Command<Nothing, void>
  /** Searches the snapshot from now on. */
  readonly publish: Command<{ readonly snapshot: PublishedIndex }, void>
}

/** The commands of the accounts thread that are sent on behalf of a person. */
export type PassedCommands = CommandsOf<'accounts'> &
  // The supervisor's handlers of these two send them on and then update the keys in shared memory.
  Pick<Commands, 'disableAccount' | 'enableAccount'> & {
    /** Deletes the data of an account. The supervisor sends it for `deleteAccount` and then revokes the keys. */
    readonly emptyAccount: Command<
      { readonly trace: Trace; readonly account: AccountId },
      null,
      'not_found' | 'conflict'
    >
  }

/** The commands of the accounts thread. */
export type AccountsThreadCommands = PassedCommands &
  ClosableCommands & {
    /** Does nothing; the reply shows that the thread is ready. */
    readonly open: Command<Nothing, void>
    /** Returns the address where the first operator account is created; `undefined` if there is an operator. */
    readonly offerSetUp: Command<Nothing, string | undefined>
    /** Makes the mail sender look for e-mails at once. */
    readonly wake: Command<Nothing, void>
  }

/** The result of an import without what follows in the index and on other nodes. */
export type ImportAnswer = Omit<ImportView, 'indexMs' | 'lateNodes'>

/** The result of an index update. */
export type IndexAnswer =
  /** The searched snapshot is up to date. */
  | { readonly kind: 'current' }
  /** The snapshot has the base image that was there before. */
  | { readonly kind: 'followed'; readonly snapshot: PublishedIndex }
  /** A whole index was built. `because` says why a saved index could not be used, if there was one. */
  | { readonly kind: 'built'; readonly snapshot: PublishedIndex; readonly reason: string | undefined }

/** The result of a suppression. */
export interface SuppressAnswer {
  /** Whether the company was shown until now. */
  readonly isNew: boolean
  readonly snapshot: PublishedIndex | undefined
}

/** The params of an index update. */
export interface IndexParams {
  /** Number of the new snapshot. */
  readonly number: number
  /** The snapshot that is searched now; if there is none, the saved index is the starting point. */
  readonly present: PublishedIndex | undefined
}

/** The params of a suppression. */
export interface SuppressParams {
  readonly suppression: Suppression
  /**
   * Set while an import runs: the searched snapshot, and the number of the snapshot without the suppressed
   * companies.
   */
  readonly searched?: { readonly present: PublishedIndex; readonly number: number }
}

/** The command of the two threads that write the index file. */
type SavingCommands = { readonly save: Command<{ readonly snapshot: PublishedIndex }, void> }

/** The commands of the import thread. `conflict`: another process imports into PostgreSQL. */
export type ImportThreadCommands = ClosableCommands &
  SavingCommands & {
    /** Does nothing; the reply shows that the companies file is open and migrated. */
    readonly open: Command<Nothing, void>
    readonly import: Command<ControlCommands['import']['params'], ImportAnswer, 'conflict', ImportStep>
    readonly index: Command<IndexParams, IndexAnswer, never, ImportStep>
    readonly suppress: Command<SuppressParams, SuppressAnswer>
    /** Ends a suppression and returns whether there was one. */
    readonly lift: Command<{ readonly uuid: string }, boolean>
  }

/** The commands of the merge thread. */
export type MergeThreadCommands = ClosableCommands &
  SavingCommands & {
    /** Merges a snapshot into a new base image with this number. */
    readonly merge: Command<{ readonly number: number; readonly from: PublishedIndex }, PublishedIndex>
  }

/** The commands of a thread that matches rows of lists. */
export type MatchThreadCommands = ClosableCommands & {
  /** Searches the snapshot from now on; `undefined` = the index that several nodes share. */
  readonly publish: Command<{ readonly snapshot: PublishedIndex | undefined }, void>
  readonly match: Command<{ readonly rows: readonly CustomerRow[] }, readonly FoundRow[]>
}

/** The commands of a thread that reads a list, or runs a job. */
export type ListThreadCommands = ClosableCommands & {
  /** Searches the snapshot from now on. */
  readonly publish: Command<{ readonly snapshot: PublishedIndex }, void>
  /** Reads a list and queues it; reports the id of the job before anything is stored. */
  readonly start: Command<
    Commands['startMatch']['params'],
    MatchJob,
    'invalid_request' | 'payload_too_large' | 'conflict',
    string
  >
  readonly preview: Command<PreviewedList, ListPreview, 'invalid_request' | 'payload_too_large'>
  /** Runs a claimed job; reports how many rows it has stored each time. */
  readonly run: Command<{ readonly job: MatchJob; readonly node: string }, MatchRunEnd, never, number>
  /** Ends the run after the rows that are being matched. */
  readonly pause: Command<Nothing, void>
}

/** The commands of the thread that makes events of changes and sends them. */
export type WatchThreadCommands = ClosableCommands & {
  /** Does nothing; the reply shows that the thread is ready. */
  readonly open: Command<Nothing, void>
  /** Makes and sends events until `close`; reports the result of each attempt. */
  readonly run: Command<{ readonly node: string }, void, never, AttemptResult>
  /** Makes it look for changes at once. */
  readonly wake: Command<Nothing, void>
}
