/** Where a backup is written to: a file that appears when it is complete, or standard output. */
import {
  closeSync,
  createWriteStream,
  existsSync,
  linkSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Writable } from 'node:stream'
import type { BackupRequest } from '../../cli/command.ts'
import { Failure } from '../../core/failure.ts'
import { randomText } from '../../core/random-text.ts'
import { systemFailure } from '../../core/system-fault.ts'
import { secrets, syncFolder } from '../../server/compose/system.ts'

const FILE_MODE = 0o600
const PARTIAL_CHARACTERS = 10
/** Errors of file systems that have no links. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'])

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
  if (!isForced && existsSync(path)) throw existsAlready(path)
}

/** Where a backup is written to. */
export type OutputPlace = Pick<BackupRequest, 'isForced'> & { readonly path: string | undefined }

/**
 * Calls `write` with the stream of the output. A file is written under a name that no other run has (`partialOf`) and is on
 * the disk when it appears under its own; if `write` fails, there is no new file, and an old one is kept.
 *
 * @throws {Failure} `conflict` if the file has appeared meanwhile and may not be replaced; `service_unavailable` if the disk
 * is full; otherwise the error of `write`.
 */
export async function withOutput<Result>(
  { path, isForced }: OutputPlace,
  write: (output: Writable) => Promise<Result>,
): Promise<Result> {
  if (path === undefined) return toStandardOutput(write)
  const partial = partialOf(path)
  const output = openOutput(partial, path)
  try {
    const result = await write(output)
    if (isForced) renameSync(partial, path)
    else appear(partial, path)
    syncFolder(dirname(path))
    return result
  } catch (error) {
    throw systemFailure(error, path)
  } finally {
    output.destroy()
    rmSync(partial, { force: true })
  }
}

function openOutput(partial: string, path: string): Writable {
  try {
    const fd = openSync(partial, 'wx', FILE_MODE)
    // Its errors are those of `write`, which may end before it listens for them.
    return createWriteStream(partial, { fd, flush: true }).on('error', () => {})
  } catch (error) {
    throw systemFailure(error, path)
  }
}

/** Returns the files that interrupted backups with this output have left, or others are writing at the moment. */
export function leftOutputs(path: string | undefined): readonly string[] {
  if (path === undefined) return []
  const [folder, start] = [dirname(path), `${basename(path)}.`]
  const isLeft = (name: string) => name.startsWith(start) && PARTIAL.test(name.slice(start.length))
  return readdirSync(folder)
    .filter(isLeft)
    .map((name) => join(folder, name))
}

/** `FILE.0123456789.partial`; versions before had `FILE.partial`. */
const PARTIAL = /^(?:[0-9A-Za-z]{10}\.)?partial$/

function partialOf(path: string): string {
  return `${path}.${randomText({ secrets }, PARTIAL_CHARACTERS)}.partial`
}

/** Gives a file its name if no file has it, in one step: of several that try only one succeeds. */
function appear(partial: string, path: string): void {
  try {
    linkSync(partial, path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') throw existsAlready(path)
    if (!NO_LINKS.has(code ?? '')) throw error
    appearWithoutLink(partial, path)
  }
}

/** For file systems without links (FAT, some of networks): a kill in between leaves an empty file. */
function appearWithoutLink(partial: string, path: string): void {
  try {
    closeSync(openSync(path, 'wx', FILE_MODE))
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'EEXIST' ? existsAlready(path) : error
  }
  renameSync(partial, path)
}

function existsAlready(path: string): Failure {
  return new Failure('conflict', `${path} exists already. Choose another name, or replace it with --force.`)
}

async function toStandardOutput<Result>(write: (output: Writable) => Promise<Result>): Promise<Result> {
  try {
    return await write(process.stdout)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error
    throw new Failure('service_unavailable', 'The reader of the backup ended before all of it was written.')
  }
}
