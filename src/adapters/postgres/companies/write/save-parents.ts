/** Stores the statements about parents of LEIs. Call it inside a transaction. */
import type { SaveCount } from '../../../../core/company/company-writer.ts'
import type { LeiParent } from '../../../../core/company/lei.ts'
import type { Lei } from '../../../../names/reading/lei.ts'
import { isNewStatement } from '../../../company-rows/save/save-lei.ts'
import type { Statements } from '../../database/statements.ts'

const NOTES = `SELECT p.child, p.kind, p.parent, p.is_valid AS "isValid", p.as_of AS "asOf" FROM lei_parents p
  JOIN (SELECT DISTINCT * FROM unnest($1::text[], $2::text[], $3::text[]) AS a (child, kind, parent)) asked
    ON p.child = asked.child AND p.kind = asked.kind AND p.parent = asked.parent`
const UPSERT = `INSERT INTO lei_parents (child, kind, parent, is_valid, as_of)
  SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::boolean[], $5::text[])
  ON CONFLICT (child, kind, parent) DO UPDATE SET is_valid = excluded.is_valid, as_of = excluded.as_of`
const RECOUNT = `UPDATE leis SET subsidiaries = counted.subsidiaries
  FROM (SELECT parent, (SELECT count(DISTINCT child) FROM lei_parents l WHERE l.parent = asked.parent AND is_valid) AS subsidiaries
    FROM unnest($1::text[]) AS asked (parent)) counted
  WHERE leis.lei = counted.parent AND leis.subsidiaries <> counted.subsidiaries
  RETURNING leis.lei`
const TOUCH = `UPDATE companies SET updated_at_ms = $2
  WHERE id IN (SELECT company_id FROM leis WHERE lei = ANY ($1::text[]))`
/** In the order of the LEIs; those of suppressed companies are not logged. */
const LOG = `INSERT INTO changes (sequence, uuid, kind, at_ms, fields)
  SELECT (SELECT coalesce(max(sequence), 0) FROM changes) + row_number() OVER (ORDER BY asked.place, companies.id),
    companies.uuid, 'changed', $2, $3
  FROM unnest($1::text[]) WITH ORDINALITY AS asked (lei, place)
  JOIN leis ON leis.lei = asked.lei JOIN companies ON companies.id = leis.company_id
  WHERE NOT EXISTS (SELECT 1 FROM suppressions WHERE suppressions.uuid = companies.uuid)`

/** Stores parents, and logs the companies whose parents or number of subsidiaries changed. */
export async function saveParents(
  statements: Statements,
  batch: readonly LeiParent[],
  nowMs: number,
): Promise<SaveCount> {
  const changed = await newStatements(statements, batch)
  const unchanged = batch.length - changed.length
  if (changed.length === 0) return { created: 0, changed: 0, unchanged }
  const last = [...new Map(changed.map((statement) => [keyOf(statement), statement])).values()]
  await statements.run(UPSERT, [
    ...columnsOf(last),
    last.map(({ isValid }) => isValid),
    last.map(({ asOf }) => asOf),
  ])
  await log(statements, distinct(changed.map(({ child }) => child)), 'parents', nowMs)
  const parents = distinct(changed.map(({ parent }) => parent))
  const recounted = await statements.all<{ lei: Lei }>(RECOUNT, [parents])
  const grown = new Set(recounted.map(({ lei }) => lei))
  await log(
    statements,
    parents.filter((lei) => grown.has(lei)),
    'subsidiaries',
    nowMs,
  )
  return { created: 0, changed: changed.length, unchanged }
}

/** Returns the statements that change what is stored when they are stored in their order. */
async function newStatements(
  statements: Statements,
  batch: readonly LeiParent[],
): Promise<readonly LeiParent[]> {
  const rows = await statements.all<LeiParent>(NOTES, columnsOf(batch))
  const notes = new Map(rows.map((row) => [keyOf(row), row]))
  return batch.filter((statement) => {
    const isNew = isNewStatement(notes.get(keyOf(statement)), statement)
    if (isNew) notes.set(keyOf(statement), statement)
    return isNew
  })
}

function columnsOf(batch: readonly LeiParent[]): readonly (readonly string[])[] {
  return [batch.map(({ child }) => child), batch.map(({ kind }) => kind), batch.map(({ parent }) => parent)]
}

function keyOf({ child, kind, parent }: LeiParent): string {
  return `${child} ${kind} ${parent}`
}

function distinct(leis: readonly Lei[]): readonly Lei[] {
  return [...new Set(leis)]
}

async function log(
  statements: Statements,
  leis: readonly Lei[],
  field: 'parents' | 'subsidiaries',
  nowMs: number,
): Promise<void> {
  if (leis.length === 0) return
  await statements.run(TOUCH, [leis, nowMs])
  await statements.run(LOG, [leis, nowMs, field])
}
