/** The command `restore`: fills a data folder from a backup. */
import { existsSync, realpathSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { RestoreRequest } from '../../cli/command.ts'
import { Stopped } from '../../cli/stopped.ts'
import type { Config } from '../../config/config.ts'
import type { BackupFacts, ReportBytes, WholeBackup } from '../../core/backup/backup.ts'
import { Failure } from '../../core/failure.ts'
import { systemFailure } from '../../core/system-fault.ts'
import {
  emptyRestoreFolder,
  readBackup,
  removeNewFiles,
  replaceByRestored,
} from '../../server/compose/backup.ts'
import { isInFolder } from '../../server/compose/companies.ts'
import { watchForStop } from '../../server/compose/system.ts'
import { backedUpNames, dataFiles } from '../../server/data-folder.ts'
import { holdFolder } from '../../server/hold-folder.ts'
import { giveWay } from '../../server/threads/thread-priority.ts'
import { examineDatabases, refuseNewer } from './accept-backup.ts'
import { type BackupInput, openInput } from './backup-input.ts'
import { requireSpace } from './free-space.ts'

/**
 * Restores a backup. Everything is read, checked and on the disk before a file of the folder is replaced.
 *
 * @throws {BackupRefused} if the backup is damaged, cut off, or of a newer version.
 * @throws {Failure} `conflict` if the folder is in use or has data; `not_found` if there is no such file;
 * `service_unavailable` if the disk has no room; `invalid_request` if the settings name PostgreSQL, or the backup is in the
 * folder `restore` of the data folder.
 * @throws {Stopped} if a signal interrupted it.
 */
export async function restoreBackup(
  config: Config,
  request: RestoreRequest,
  report: ReportBytes,
): Promise<WholeBackup> {
  const { dataDir } = config
  if (!isInFolder(config)) {
    throw new Failure(
      'invalid_request',
      'DATABASE_URL is set, so the data are in PostgreSQL: restore them with pg_restore. To restore a backup of a data folder, remove DATABASE_URL.',
    )
  }
  refuseOwnFolder(dataDir, request)
  giveWay()
  const isNew = !existsSync(dataDir)
  const watch = watchForStop()
  const folder = holdFolder(dataDir, 'firmensuche restore')
  try {
    refuseData(
      dataDir,
      request,
      backedUpNames().filter((name) => name !== SECRET),
    )
    const input = await openInput(request.file)
    return await restoreInto(dataDir, input, { request, report, stop: watch.stop })
  } catch (error) {
    const signal = watch.signal()
    throw signal === undefined ? error : new Stopped(signal, 'Stopped. Nothing was restored.')
  } finally {
    const { restoreMark } = dataFiles(dataDir)
    // Once the mark is set the files there are needed: the next use of the folder completes the restore.
    try {
      if (!existsSync(restoreMark)) removeNewFiles(dataDir, backedUpNames())
    } finally {
      folder.release()
    }
    if (isNew && isUnused(dataDir)) rmSync(dataDir, { recursive: true, force: true })
  }
}

/** @throws {Failure} `invalid_request` if the backup is where a restore deletes and makes files. */
function refuseOwnFolder(dataDir: string, { file }: RestoreRequest): void {
  const { restore } = dataFiles(dataDir)
  if (file === undefined || !existsSync(restore) || !existsSync(file)) return
  if (realpathSync(dirname(file)) !== realpathSync(restore)) return
  throw new Failure(
    'invalid_request',
    `${file} is in ${restore}, the folder for the files of a restore. Move it to another folder.`,
  )
}

function isUnused(dataDir: string): boolean {
  const { restoreMark } = dataFiles(dataDir)
  return [restoreMark, ...backedUpNames().map((name) => join(dataDir, name))].every(
    (path) => !existsSync(path),
  )
}

const SECRET = basename(dataFiles('.').secret)

/** @throws {Failure} `conflict` if the folder has one of the files, which would be lost. */
function refuseData(dataDir: string, { isReplaced }: RestoreRequest, names: readonly string[]): void {
  const there = names.find((name) => existsSync(join(dataDir, name)))
  if (there === undefined || isReplaced) return
  throw new Failure(
    'conflict',
    `The data folder ${dataDir} has data already (${there}). Restore into an empty folder, or replace them with --replace.`,
  )
}

interface Run {
  readonly request: RestoreRequest
  readonly report: ReportBytes
  readonly stop: AbortSignal
}

async function restoreInto(
  dataDir: string,
  { name, stream }: BackupInput,
  { request, report, stop }: Run,
): Promise<WholeBackup> {
  const into = emptyRestoreFolder(dataDir, backedUpNames())
  let [done, total] = [0, 0]
  const accept = (facts: BackupFacts) => {
    refuseNewer(facts, name)
    const names = facts.files.map((file) => file.name)
    refuseData(dataDir, request, names.includes(SECRET) ? [SECRET] : [])
    total = facts.files.reduce((sum, { bytes }) => sum + bytes, 0)
    requireSpace(dataDir, total, 'the backup needs')
  }
  const read = (bytes: number) => {
    done += bytes
    report('reading', done, total)
  }
  const backup = await readBackup(stream, { name, into, accept, read, stop }).catch((error: unknown) => {
    throw systemFailure(error, dataDir)
  })
  report('checking', 0, 1)
  examineDatabases(into, backup.facts, name, 'quick')
  stop.throwIfAborted()
  const replaced = backup.facts.files.map((file) => file.name)
  // A backup without the secret leaves the one that is there.
  const removed = backedUpNames().filter((each) => each !== SECRET && !replaced.includes(each))
  replaceByRestored(dataDir, { replaced, removed }, backedUpNames())
  return backup
}
