/** Finds stored entries without changing anything: implements the port `EntryFinder`. */
import type { PoolClient } from 'pg'
import type { EntryFinder } from '../../../../core/company/company-writer.ts'
import { databaseFailure } from '../../database/database-failure.ts'
import { openPool } from '../../database/open-pool.ts'
import { type Statements, statementsOf } from '../../database/statements.ts'
import { EntryNotes } from './entry-notes.ts'

/**
 * Opens the companies beside a server and a writer. The notes are in temporary tables of one connection.
 *
 * @throws {Failure} `service_unavailable` if PostgreSQL cannot be used.
 */
export async function openEntryFinder(url: string): Promise<EntryFinder> {
  const { pool, place } = openPool({ url, connectionsMax: 1, purpose: 'preview', statementTimeoutMs: 0 })
  let client: PoolClient
  try {
    client = await pool.connect()
  } catch (error) {
    await pool.end()
    throw databaseFailure(place, error)
  }
  const statements: Statements = statementsOf(client, place)
  const notes = new EntryNotes()
  return {
    noteEntries: (entries) => notes.note(statements, entries),
    findEntries: (which) => notes.find(statements, which),
    async close() {
      client.release(true)
      await pool.end()
    },
  }
}
