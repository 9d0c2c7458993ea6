/** The two sides of a migration of data: files of a data folder, and a database of PostgreSQL. */
import type { TransferSource, TransferTarget } from '../../core/transfer/transfer-ports.ts'
import { dataFiles } from '../data-folder.ts'
import { clock } from './system.ts'

/** A side: a data folder, or the address of a database with the setting or option that has it. */
export type TransferSide = { readonly dataDir: string } | { readonly url: string; readonly setting: string }

/**
 * Opens what is read. Nothing else may use a data folder meanwhile; a database is locked.
 *
 * @throws {Failure} if it cannot be used; `conflict` if another process uses the database.
 */
export async function openTransferSource(side: TransferSide): Promise<TransferSource> {
  if ('dataDir' in side) {
    const { openSqliteSource } = await import('../../adapters/sqlite/transfer/transfer-source.ts')
    return openSqliteSource(folderOf(side.dataDir))
  }
  const { openPostgresSource } = await import('../../adapters/postgres/transfer/transfer-source.ts')
  return openPostgresSource(side)
}

/**
 * Opens what is filled.
 *
 * @throws {Failure} if it cannot be used; `conflict` if it has data, or another process uses it.
 */
export async function openTransferTarget(side: TransferSide): Promise<TransferTarget> {
  if ('dataDir' in side) {
    const { openSqliteTarget } = await import('../../adapters/sqlite/transfer/transfer-target.ts')
    return openSqliteTarget(folderOf(side.dataDir), clock.nowMs())
  }
  const { openPostgresTarget } = await import('../../adapters/postgres/transfer/transfer-target.ts')
  return openPostgresTarget(side, clock.nowMs())
}

function folderOf(dataDir: string) {
  const { companies, accounts, counters } = dataFiles(dataDir)
  return { folder: dataDir, paths: { companies, accounts, usage: counters } }
}
