/** The command `migrate`: copies the data from SQLite files to PostgreSQL, or back. */
import { existsSync } from 'node:fs'
import type { Migration } from '../cli/command.ts'
import { Stopped } from '../cli/stopped.ts'
import type { Config } from '../config/config.ts'
import { DATABASE } from '../config/value-types.ts'
import { Failure } from '../core/failure.ts'
import { type TransferProgress, transferData } from '../core/transfer/transfer-data.ts'
import { clock, watchForStop } from '../server/compose/system.ts'
import { openTransferSource, openTransferTarget, type TransferSide } from '../server/compose/transfer.ts'
import { holdFolder } from '../server/hold-folder.ts'

/** The name of the files of the data folder as a target. */
const SQLITE = 'sqlite'

/**
 * Migrates the data of the settings' database into another one, or continues that.
 *
 * @throws {Failure} if one of them cannot be used; `conflict` if another process uses one, or if the target has data.
 * @throws {Stopped} if a signal interrupted it.
 */
export async function migrateData(
  config: Config,
  to: string,
  report: (progress: TransferProgress) => void,
): Promise<Migration> {
  const { from, into } = sidesOf(config, to)
  if ('dataDir' in from && !existsSync(from.dataDir))
    throw new Failure('not_found', `The data folder ${from.dataDir} does not exist.`)
  const folder = holdFolder(config.dataDir, 'firmensuche migrate')
  try {
    return await migrateBetween(from, into, report)
  } finally {
    folder.release()
  }
}

/** @throws {Failure} `invalid_request`, which never contains an address. */
function sidesOf({ databaseUrl, dataDir }: Config, to: string): Record<'from' | 'into', TransferSide> {
  if (to === SQLITE) {
    if (databaseUrl !== '') return { from: { url: databaseUrl, setting: 'DATABASE_URL' }, into: { dataDir } }
    throw new Failure(
      'invalid_request',
      'The data are in SQLite files already. Set DATABASE_URL to the database whose data are to be migrated.',
    )
  }
  if (to === '' || !DATABASE.schema.safeParse(to).success)
    throw new Failure('invalid_request', `--to must be ${SQLITE}, or ${DATABASE.accepted}.`)
  if (databaseUrl === '') return { from: { dataDir }, into: { url: to, setting: '--to' } }
  throw new Failure(
    'invalid_request',
    `DATABASE_URL is set, so the data are in PostgreSQL. Remove it to migrate the files of the data folder, or write --to ${SQLITE}.`,
  )
}

async function migrateBetween(
  from: TransferSide,
  into: TransferSide,
  report: (progress: TransferProgress) => void,
): Promise<Migration> {
  const stop = stopBySignal()
  const source = await openTransferSource(from)
  try {
    const target = await openTransferTarget(into)
    try {
      const transfer = transferData({ source, target, clock }, { stop, report })
      const result = await Promise.race([transfer, rejectedBy(stop)])
      return { ...result, source: source.name, target: target.name, isIntoPostgres: 'url' in into }
    } finally {
      // After a signal, this ends a statement that would take minutes.
      await target.close()
    }
  } finally {
    await source.close()
  }
}

function stopBySignal(): AbortSignal {
  const watch = watchForStop()
  const stop = new AbortController()
  watch.stop.addEventListener('abort', () => {
    const message = 'Stopped. What was copied is kept; run the same command again to complete the migration.'
    stop.abort(new Stopped(watch.signal()!, message))
  })
  return stop.signal
}

function rejectedBy(stop: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  stop.addEventListener('abort', () => reject(stop.reason))
  return promise
}
