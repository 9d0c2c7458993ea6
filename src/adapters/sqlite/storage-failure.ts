import { Failure } from '../../core/failure.ts'

/** SQLite's code, or its beginning → what to tell. */
const SENTENCES: readonly (readonly [string, string])[] = [
  ['SQLITE_FULL', 'the disk is full. Nothing was changed; make room and try again'],
  ['SQLITE_READONLY', 'the file or its folder may not be written'],
  ['SQLITE_CANTOPEN', 'the file cannot be opened; is its folder there, and may this user write in it?'],
  ['SQLITE_NOTADB', 'the file is no database. Bring it back from a backup, or move it away and begin anew'],
  ['SQLITE_CORRUPT', 'the file is damaged. Bring it back from a backup, or move it away and begin anew'],
  ['SQLITE_BUSY', 'another process holds the file'],
  ['SQLITE_IOERR', 'the disk cannot be read or written'],
]

/** Of an error of SQLite that people can do something about, a Failure `service_unavailable` with a sentence; any other error as it is. */
export function storageFailure(path: string, error: unknown): unknown {
  const code = (error as { code?: unknown } | undefined)?.code
  const found = SENTENCES.find(([start]) => typeof code === 'string' && code.startsWith(start))
  return found === undefined ? error : new Failure('service_unavailable', `${path}: ${found[1]}.`)
}

/** @throws `storageFailure` of whatever the step throws. */
export function onStorage<Result>(path: string, step: () => Result): Result {
  try {
    return step()
  } catch (error) {
    throw storageFailure(path, error)
  }
}
