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
    'Done. An import that rejected rows ends so too: the count is in its report, and it warns when they were the most.',
  [EXIT.failed]: 'A fault of the program itself, or a check of `doctor` that failed.',
  [EXIT.usage]: 'Wrong arguments, options or settings.',
  [EXIT.notFound]: 'There is no such key, account or company.',
  [EXIT.inputFile]: 'A file could not be read, or not to its end; what came before is stored.',
  [EXIT.busy]:
    'Another process has the data folder or the port, or the state of a key or an account forbids it.',
  [EXIT.unavailable]: 'The server or the database could not do it now; the sentence says why.',
  [EXIT.interrupted]: 'An import, or another command but `serve`, was ended by Ctrl-C (SIGINT).',
  [EXIT.terminated]: 'The same by SIGTERM.',
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
