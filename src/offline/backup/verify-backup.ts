/** The command `verify` for the file of a backup. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { VerifyRequest } from '../../cli/command.ts'
import { Stopped } from '../../cli/stopped.ts'
import type { BackupFacts, DatabaseContent, ReportBytes, WholeBackup } from '../../core/backup/backup.ts'
import { systemFailure } from '../../core/system-fault.ts'
import { readBackup } from '../../server/compose/backup.ts'
import { watchForStop } from '../../server/compose/system.ts'
import { giveWay } from '../../server/threads/thread-priority.ts'
import { examineDatabases, refuseNewer } from './accept-backup.ts'
import { openInput } from './backup-input.ts'
import { requireSpace } from './free-space.ts'

/**
 * Reads a backup to its end and checks it. Its files are in a temporary folder meanwhile, unless the databases are not
 * checked.
 *
 * @throws {BackupRefused} if it cannot be restored.
 * @throws {Failure} `not_found` if there is no such file; `service_unavailable` if the disk has no room.
 * @throws {Stopped} if a signal interrupted it.
 */
export async function verifyBackup(
  { file, check }: VerifyRequest,
  report: ReportBytes,
): Promise<WholeBackup & { readonly databases: readonly DatabaseContent[] }> {
  giveWay()
  const { name, stream } = await openInput(file)
  const watch = watchForStop()
  const into = check === 'none' ? undefined : mkdtempSync(join(tmpdir(), 'firmensuche-verify-'))
  let [done, total] = [0, 0]
  const accept = (facts: BackupFacts) => {
    refuseNewer(facts, name)
    total = facts.files.reduce((sum, { bytes }) => sum + bytes, 0)
    if (into !== undefined)
      requireSpace(into, total, 'unpacking the backup needs (TMPDIR names another folder)')
  }
  const read = (bytes: number) => {
    done += bytes
    report('reading', done, total)
  }
  try {
    const whole = await readBackup(stream, { name, into, accept, read, stop: watch.stop })
    report('checking', 0, 1)
    const databases = into === undefined ? [] : examineDatabases(into, whole.facts, name, check)
    return { ...whole, databases }
  } catch (error) {
    const signal = watch.signal()
    throw signal === undefined
      ? systemFailure(error, into)
      : new Stopped(signal, 'Stopped. The backup was not checked to its end.')
  } finally {
    if (into !== undefined) rmSync(into, { recursive: true, force: true })
  }
}
