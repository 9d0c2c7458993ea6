/** Where a backup is written to: a file that appears when it is complete, or standard output. */
import { createWriteStream, existsSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Writable } from 'node:stream'
import { Failure } from '../../core/failure.ts'
import { systemFailure } from '../../core/system-fault.ts'
import { syncFolder } from '../../server/compose/backup.ts'

const FILE_MODE = 0o600

/**
 * Checks that a backup may be written there.
 *
 * @throws {Failure} `conflict` if the file exists, `not_found` if its folder does not, `invalid_request` for a terminal.
 */
export function checkOutput(path: string | undefined, isForced: boolean): void {
  if (path === undefined) {
    if (process.stdout.isTTY)
      throw new Failure(
        'invalid_request',
        'A backup is not written to a terminal. Write its output to a file or a pipe.',
      )
    return
  }
  if (!existsSync(dirname(path)))
    throw new Failure('not_found', `The folder ${dirname(path)} does not exist.`)
  if (!isForced && existsSync(path))
    throw new Failure('conflict', `${path} exists already. Choose another name, or replace it with --force.`)
}

/**
 * Calls `write` with the stream of the output. A file is written under another name (`.partial`) and is on the disk
 * when it appears under its own; if `write` fails, there is no new file, and an old one is kept.
 *
 * @throws {Failure} `service_unavailable` if the disk is full; otherwise the error of `write`.
 */
export async function withOutput<Result>(
  path: string | undefined,
  write: (output: Writable) => Promise<Result>,
): Promise<Result> {
  if (path === undefined) return toStandardOutput(write)
  const partial = `${path}.partial`
  try {
    // One that a killed backup left may have another mode.
    rmSync(partial, { force: true })
    const result = await write(createWriteStream(partial, { flags: 'wx', mode: FILE_MODE, flush: true }))
    renameSync(partial, path)
    syncFolder(dirname(path))
    return result
  } catch (error) {
    rmSync(partial, { force: true })
    throw systemFailure(error, path)
  }
}

async function toStandardOutput<Result>(write: (output: Writable) => Promise<Result>): Promise<Result> {
  try {
    return await write(process.stdout)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error
    throw new Failure('service_unavailable', 'The reader of the backup ended before all of it was written.')
  }
}
