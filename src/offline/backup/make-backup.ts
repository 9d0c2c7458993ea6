/** The command `backup`: writes what a data folder needs to one file, also while a server uses it. */
import {
  closeSync,
  createReadStream,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { BackupRequest } from '../../cli/command.ts'
import { Stopped } from '../../cli/stopped.ts'
import type { Config } from '../../config/config.ts'
import {
  BACKUP_FORMAT,
  type BackedUpDatabase,
  type MadeBackup,
  type ReportBytes,
} from '../../core/backup/backup.ts'
import { Failure } from '../../core/failure.ts'
import { type BackupContent, fixDatabases, writeBackup } from '../../server/compose/backup.ts'
import { isInFolder } from '../../server/compose/companies.ts'
import { takeFolderLock } from '../../server/compose/folder-lock.ts'
import { clock, watchForStop } from '../../server/compose/system.ts'
import { dataFiles } from '../../server/data-folder.ts'
import { giveWay } from '../../server/threads/thread-priority.ts'
import { checkOutput, leftOutputs, withOutput } from './backup-output.ts'
import { requireSpace } from './free-space.ts'
import { postgresAdvice } from './postgres-advice.ts'

/**
 * The databases in the order in which their content is fixed. What the accounts say about companies (sources: which file was
 * imported last) is never newer than the companies, and every key that is counted exists.
 */
const DATABASES: readonly BackedUpDatabase[] = ['counters', 'accounts', 'companies']
const FOLDER_MODE = 0o700
/** Bytes that are read at once. */
const CHUNK_BYTES = 1024 * 1024
/** A compressed backup is at least this share of its content. */
const SMALLEST_SHARE = 0.1

/**
 * Makes a backup. A server may use the folder meanwhile; it waits for nothing.
 *
 * @throws {Failure} `invalid_request` if the data are in PostgreSQL; `conflict` if the output exists or another backup runs;
 * `not_found` if there are no data; `service_unavailable` if the data cannot be read or the disk has no room.
 * @throws {Stopped} if a signal interrupted it.
 */
export async function makeBackup(
  config: Config,
  version: string,
  request: BackupRequest,
  report: ReportBytes,
): Promise<MadeBackup> {
  const { dataDir } = config
  if (!isInFolder(config)) throw new Failure('invalid_request', await postgresAdvice(config))
  const files = dataFiles(dataDir)
  if (!existsSync(files.accounts) && !existsSync(files.companies))
    throw new Failure('not_found', `The data folder ${dataDir} has no databases.`)
  checkOutput(request.output, request.isForced)
  giveWay()
  const watch = watchForStop()
  const lock = holdCopies(files.backup)
  try {
    return await backUp({ dataDir, version, request, report, stop: watch.stop })
  } catch (error) {
    const signal = watch.signal()
    throw signal === undefined ? error : new Stopped(signal, 'Stopped. No backup was written.')
  } finally {
    emptyCopies(files.backup)
    lock.release()
  }
}

interface Run {
  readonly dataDir: string
  readonly version: string
  readonly request: BackupRequest
  readonly report: ReportBytes
  readonly stop: AbortSignal
}

async function backUp({ dataDir, version, request, report, stop }: Run): Promise<MadeBackup> {
  const files = dataFiles(dataDir)
  // The index first: one that is older than the companies is completed at the start, a newer one would not fit.
  const index = openedFile(files.index)
  try {
    const mark = existsSync(files.sampleMark) ? [emptyFile(files.sampleMark)] : []
    const secret = request.hasSecret && existsSync(files.secret) ? [fileAt(files.secret)] : []
    const { schemas, copies } = await copyDatabases(dataDir, stop, report)
    const contents = [...copies, ...index.content, ...secret, ...mark]
    const total = contents.reduce((sum, { bytes }) => sum + bytes, 0)
    if (request.output !== undefined)
      requireSpace(dirname(request.output), total * SMALLEST_SHARE, 'the backup needs at least')
    let done = 0
    const written = (bytes: number) => {
      done += bytes
      report('writing', done, total)
    }
    const about = { format: BACKUP_FORMAT, version, madeAtMs: clock.nowMs(), schemas }
    const place = { path: request.output, isForced: request.isForced }
    const made = await withOutput(place, (output) => writeBackup(about, contents, output, { stop, written }))
    return { ...made, left: leftOutputs(request.output) }
  } finally {
    index.close()
  }
}

/** Copies the databases as they are at one moment into the folder `backup`: nothing waits for the reader of the output. */
async function copyDatabases(dataDir: string, stop: AbortSignal, report: ReportBytes) {
  const files = dataFiles(dataDir)
  const there = DATABASES.filter((name) => existsSync(files[name]))
  const fixed = fixDatabases(there.map((name) => [name, files[name]] as const))
  try {
    requireSpace(dataDir, fixed.roomBytes, 'a copy of its databases takes')
    let done = 0
    const total = fixed.bytes
    const copied = (bytes: number) => {
      done += bytes
      report('copying', done, total)
    }
    const copies: BackupContent[] = []
    for (const name of there) {
      const path = join(files.backup, basename(files[name]))
      await fixed.copy(name, path, { stop, copied })
      copies.push(fileAt(path))
    }
    return { schemas: fixed.schemas, copies }
  } finally {
    fixed.close()
  }
}

function fileAt(path: string): BackupContent {
  const open = () => createReadStream(path, { highWaterMark: CHUNK_BYTES })
  return { name: basename(path), bytes: statSync(path).size, open }
}

function emptyFile(path: string): BackupContent {
  return { name: basename(path), bytes: 0, open: async function* () {} }
}

/** Opens a file that a server may replace by another one: what was opened stays as it is. */
function openedFile(path: string): { readonly content: readonly BackupContent[]; close(): void } {
  if (!existsSync(path)) return { content: [], close: () => {} }
  const fd = openSync(path, 'r')
  const open = () => createReadStream(path, { fd, autoClose: false, start: 0, highWaterMark: CHUNK_BYTES })
  return {
    content: [{ name: basename(path), bytes: fstatSync(fd).size, open }],
    close: () => closeSync(fd),
  }
}

/** Locks the folder of the copies: one backup at a time. It stays, with the file of its lock. */
function holdCopies(folder: string) {
  mkdirSync(folder, { recursive: true, mode: FOLDER_MODE })
  const lock = takeFolderLock(folder)
  if (lock === undefined) throw new Failure('conflict', 'Another backup of this data folder is being made.')
  // A killed backup leaves its copies.
  emptyCopies(folder)
  return lock
}

/** A copy, or a file that SQLite makes beside it. Others in the folder are an operator's. */
const COPY = /^(?:counters|accounts|companies)\.sqlite(?:-whole)?(?:-journal|-wal|-shm)?$/

function emptyCopies(folder: string): void {
  for (const name of readdirSync(folder)) if (COPY.test(name)) rmSync(join(folder, name))
}
