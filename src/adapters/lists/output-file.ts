/**
 * The file that matched rows are written to. Until it is complete, the rows are in `FILE.part`, and `FILE.state` says how many of
 * them are complete and what they were made from: a run that was ended at any moment is continued by the same command.
 */
import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { basename, dirname } from 'node:path'
import { Failure } from '../../core/failure.ts'
import type { MatchedListRow, MatchedOutput } from '../../core/matching/customer-list.ts'
import type { LineFormat } from '../../core/matching/row-lines.ts'
import { systemFailure, systemSentence } from '../../core/system-fault.ts'
import { createFile, createFileWith, openOwnFile } from '../system/private-file.ts'
import { syncFolder } from '../system/sync-folder.ts'

/** Access as for every file that this user creates. */
const FILE_MODE = 0o666

/** What matched rows were made from; every value must be the same to continue. */
export type RunFacts = Readonly<Record<string, string>>

/** An output that ends. */
export interface OpenOutput extends MatchedOutput {
  /** Makes the output complete. */
  finish(): Promise<void>
  /** Closes it; incomplete, it can be continued. */
  close(): void
}

/** What the state file says. */
interface SavedState {
  readonly rowsDone: number
  readonly bytesDone: number
  readonly facts: RunFacts
}

/** How a file is made. */
export interface OutputOptions {
  readonly path: string
  readonly format: LineFormat
  /** What the rows are made from, by the words of a message: `the list`. */
  readonly facts: RunFacts
  /** Makes the file at the second path from that at the first one; absent = renames it. */
  readonly convert?: ((from: string, to: string) => Promise<void>) | undefined
}

/** Returns the files beside the output while it is incomplete. */
function besides(path: string): { readonly part: string; readonly state: string } {
  return { part: `${path}.part`, state: `${path}.state` }
}

/**
 * Opens the output, or continues it.
 *
 * @throws {Failure} `conflict` if the file exists, or was begun from something else; `invalid_request` if it
 * cannot be created.
 */
export function openOutputFile({ path, format, facts, convert }: OutputOptions): OpenOutput {
  const { part, state } = besides(path)
  if (existsSync(path))
    throw new Failure('conflict', `${path} exists already. Choose another name, or delete it.`)
  const { saved, file } = writable(path, () => openPart(path, facts))
  let { rowsDone, bytesDone } = saved ?? { rowsDone: 0, bytesDone: 0 }
  ftruncateSync(file, bytesDone)
  const add = (text: string, rows: number) => {
    const bytes = Buffer.from(text)
    writeAll(file, bytes, bytesDone)
    fsyncSync(file)
    bytesDone += bytes.length
    rowsDone += rows
    writeState(state, { rowsDone, bytesDone, facts })
  }
  if (saved === undefined) onDisk(path, () => add(format.start, 0))
  return {
    get rowsDone() {
      return rowsDone
    },
    write: (rows: readonly MatchedListRow[]) =>
      onDisk(path, () => add(rows.map(format.lineOf).join(''), rows.length)),
    async finish() {
      if (convert === undefined) renameSync(part, path)
      else {
        await convert(part, `${part}.new`)
        renameSync(`${part}.new`, path)
        rmSync(part)
      }
      rmSync(state)
      syncFolder(dirname(path))
    },
    close: () => closeSync(file),
  }
}

/**
 * Opens the rows that are complete, or begins anew.
 *
 * @throws {Failure} `conflict` if the rows were begun from something else.
 */
function openPart(path: string, facts: RunFacts): { readonly saved?: SavedState; readonly file: number } {
  const { part, state } = besides(path)
  if (!existsSync(state) || !existsSync(part)) return { file: createFile(part, FILE_MODE) }
  const saved = parsed(readOwn(state))
  const file = openOwnFile(part)
  const changed = Object.keys(facts).find((name) => saved?.facts[name] !== facts[name])
  if (saved !== undefined && changed === undefined && fstatSync(file).size >= saved.bytesDone)
    return { saved, file }
  closeSync(file)
  const why = changed === undefined ? 'its files do not fit each other' : `${changed} is another one now`
  throw new Failure(
    'conflict',
    `${path} was begun, but cannot be continued: ${why}. Choose another name, or delete ${basename(part)} and ${basename(state)} beside it.`,
  )
}

function readOwn(path: string): string {
  const file = openOwnFile(path)
  try {
    return readFileSync(file, 'utf8')
  } finally {
    closeSync(file)
  }
}

function parsed(text: string): SavedState | undefined {
  try {
    return JSON.parse(text) as SavedState
  } catch {
    return undefined
  }
}

/** Readers see the old or the new state. */
function writeState(path: string, state: SavedState): void {
  createFileWith(`${path}.new`, `${JSON.stringify(state)}\n`, FILE_MODE)
  renameSync(`${path}.new`, path)
}

/** Converts an error of opening to a failure. */
function writable<Result>(path: string, open: () => Result): Result {
  try {
    return open()
  } catch (error) {
    if (error instanceof Failure) throw error
    throw new Failure(
      'invalid_request',
      systemSentence(error, path) ?? `${path} cannot be written: ${(error as Error).message}.`,
    )
  }
}

/** Converts an error of the disk to a failure. */
function onDisk(path: string, action: () => void): void {
  try {
    action()
  } catch (error) {
    throw systemFailure(error, path)
  }
}

function writeAll(file: number, bytes: Buffer, from: number): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at, bytes.length - at, from + at)
}
