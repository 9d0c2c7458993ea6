import type { TransferSource } from '../../../core/transfer/transfer-ports.ts'
import { checkMigratedBy } from '../database/migrate.ts'
import { SCHEMAS } from './schemas.ts'
import { PostgresTables, tableOf } from './table-reading.ts'
import { connectForTransfer, lockAll, type TransferAddress } from './transfer-session.ts'

/**
 * Opens a database as the source of a transfer. Until it is closed, nothing else changes the database.
 *
 * @throws {Failure} `service_unavailable` if the database cannot be used, or has the schema of another version;
 * `conflict` if another process works with it.
 */
export async function openPostgresSource(address: TransferAddress): Promise<TransferSource> {
  const { database, client } = await connectForTransfer(address)
  const { place } = database
  const source = new PostgresSource(database, client)
  try {
    for (const schema of Object.values(SCHEMAS)) await checkMigratedBy(source.statements, place, schema)
    await lockAll(client, place)
    return source
  } catch (error) {
    await source.close()
    throw error
  }
}

class PostgresSource extends PostgresTables implements TransferSource {
  async lastNumber(name: string): Promise<number | undefined> {
    const { numbered } = tableOf(name)
    if (numbered === undefined) return undefined
    const row = await this.statements.first<{ last: number }>(
      `SELECT greatest(
         (SELECT coalesce(max(${numbered}), 0) FROM ${name}),
         coalesce(pg_sequence_last_value(pg_get_serial_sequence('${name}', '${numbered}')::regclass), 0)) AS last`,
    )
    return row!.last
  }
}
