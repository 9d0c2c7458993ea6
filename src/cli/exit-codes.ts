/** The exit codes of the program. */
import type { FailureKind } from '../core/failure.ts'

/** Exit codes by name. */
export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  notFound: 3,
  inputFile: 4,
  busy: 5,
  unavailable: 6,
  interrupted: 130,
  terminated: 143,
} as const
/** One of `EXIT`. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** The meaning of each code, for docs/operating.md. */
export const EXIT_MEANINGS: Readonly<Record<ExitCode, string>> = {
  [EXIT.done]:
    'Success. Also for an import that rejected up to half of its rows: its report has their number and reasons.',
  [EXIT.failed]: 'Internal error, or a failed check of `doctor`.',
  [EXIT.usage]: 'Invalid arguments, options or settings.',
  [EXIT.notFound]:
    'The key, account, company, source, backup or data folder does not exist, or there are no data to back up.',
  [EXIT.inputFile]:
    'A file could not be read completely, had no rows, or more than half of them were rejected; the valid rows are stored. Or a complete snapshot or a deletion list withdrew nothing. Or the run of a source failed. Or `match` found more than half of the rows of a list invalid; all are written. Or a backup is damaged, cut off or of a newer version; nothing was changed.',
  [EXIT.busy]:
    'Another process uses the data folder or the port or imports into PostgreSQL, or the target of a migration has data already, or the state of a key, an account or a company does not allow the command, or the output of `match` exists or was begun from another list, or the file of `backup` exists, or the folder of `restore` has data.',
  [EXIT.unavailable]:
    'The server or the database cannot execute the command now; the message gives the reason.',
  [EXIT.interrupted]: 'A command other than `serve` and `start` was interrupted by Ctrl-C (SIGINT).',
  [EXIT.terminated]: 'The same, by SIGTERM.',
}

/** The exit code of each kind of failure. The type makes a new kind without a code a compile error. */
export const EXIT_OF_KIND: Readonly<Record<FailureKind, ExitCode>> = {
  invalid: EXIT.usage,
  unauthenticated: EXIT.failed,
  forbidden: EXIT.failed,
  not_found: EXIT.notFound,
  method: EXIT.failed,
  not_acceptable: EXIT.failed,
  timeout: EXIT.unavailable,
  conflict: EXIT.busy,
  too_large: EXIT.usage,
  uri_too_long: EXIT.usage,
  media_type: EXIT.usage,
  expectation: EXIT.failed,
  limited: EXIT.busy,
  headers_too_large: EXIT.usage,
  bug: EXIT.failed,
  unavailable: EXIT.unavailable,
}
