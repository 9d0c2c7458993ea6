/** Stores what a batch has changed about the companies of LEIs. Call it inside a transaction. */
import type { Lei } from '../../../../names/reading/lei.ts'
import { leiEntryColumns } from '../../../company-rows/rows/lei-entry-rows.ts'
import type { Statements } from '../../database/statements.ts'
import type { LoadedLeiEntries } from './loaded-lei-entries.ts'

const WAKE = 'INSERT INTO waiting_leis'
const REMOVE = `WITH removed AS (
    DELETE FROM lei_entries e USING unnest($1::text[], $2::text[]) AS r (source, source_key)
    WHERE e.source = r.source AND e.source_key = r.source_key RETURNING e.lei)
  ${WAKE} SELECT DISTINCT lei FROM removed ON CONFLICT DO NOTHING`
const INSERT = `INSERT INTO lei_entries (source, source_key, lei, uuid, name_folded, type, digits, suffix)
  SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::uuid[], $5::text[], $6::text[], $7::bigint[], $8::text[])`
const WAKE_LEIS = `${WAKE} SELECT * FROM unnest($1::text[]) ON CONFLICT DO NOTHING`
const WAKE_TOLD = `${WAKE} SELECT DISTINCT lei FROM lei_entries WHERE lei = ANY ($1::text[]) ON CONFLICT DO NOTHING`
const WAKE_NAMES = `${WAKE} SELECT DISTINCT lei FROM lei_entries WHERE name_folded = ANY ($1::text[])
  ON CONFLICT DO NOTHING`
const TAKE =
  'DELETE FROM waiting_leis WHERE lei IN (SELECT lei FROM waiting_leis ORDER BY lei LIMIT $1) RETURNING lei'

/** Stores the changes. */
export async function storeLeiEntries(statements: Statements, changes: LoadedLeiEntries): Promise<void> {
  const removed = [...changes.removed.values()]
  if (removed.length > 0)
    await statements.run(REMOVE, [
      removed.map(({ source }) => source),
      removed.map(({ sourceKey }) => sourceKey),
    ])
  const rows = [...changes.added.values()].map(
    ({ entry, told }) => [entry.source, entry.sourceKey, ...leiEntryColumns(told)] as const,
  )
  if (rows.length > 0)
    await statements.run(
      INSERT,
      rows[0]!.map((_, column) => rows.map((row) => row[column])),
    )
  await wake(statements, WAKE_LEIS, changes.woken)
  await wake(statements, WAKE_TOLD, changes.wokenIfTold)
  await wake(statements, WAKE_NAMES, changes.wokenNames)
}

async function wake(statements: Statements, sql: string, values: ReadonlySet<string>): Promise<void> {
  if (values.size > 0) await statements.run(sql, [[...values]])
}

/** Returns the next waiting LEIs, at most `most`, which then no longer wait. */
export async function takeWaiting(statements: Statements, most: number): Promise<readonly Lei[]> {
  const rows = await statements.all<{ lei: Lei }>(TAKE, [most])
  return rows.map(({ lei }) => lei).sort()
}
