/** Makes two stored companies one. Call it inside a transaction. */
import { mergeRecords } from '../../../../core/company/merge-company.ts'
import { bytesOfUuid } from '../tables/company-rows.ts'
import type { SaveContext } from './save-context.ts'
import { storedCompany, updateCompany } from './write-company.ts'

/** Tables with rows of a company that are written anew for the joined one. */
const REWRITTEN = ['former_names', 'former_numbers', 'other_names', 'company_events', 'fact_sources']

/**
 * Joins the company `from` with the company `into`, which keeps its uuid. Of an entry that both have, the later
 * version stays. A suppression of either covers both.
 */
export function joinCompanies(context: SaveContext, from: number, into: number, nowMs: number): void {
  const { db, statements } = context
  const [other, before] = [storedCompany(context, from), storedCompany(context, into)]
  const [otherUuid, uuid] = [bytesOfUuid(other.uuid), bytesOfUuid(before.uuid)]
  context.leiEntries.wakeByName(other)
  for (const joined of [other, before]) context.leiEntries.wakeJoined(joined)
  moveSources(context, from, into)
  context.entryRecords.keepOnly(from, other)
  context.entryRecords.keepOnly(into, before)
  context.entryRecords.move(from, into, before)
  context.leis.moveLeis(from, into, nowMs)
  for (const table of REWRITTEN) db.prepare(`DELETE FROM ${table} WHERE company_id = ?`).run(from)
  db.prepare('UPDATE aliases SET company_id = ? WHERE company_id = ?').run(into, from)
  db.prepare('DELETE FROM companies WHERE id = ?').run(from)
  db.prepare('DELETE FROM aliases WHERE uuid = ?').run(uuid)
  statements.upsertSame.run(otherUuid, into)
  db.prepare(
    'INSERT OR IGNORE INTO suppressions (uuid, reason, at_ms, actor) SELECT ?, reason, at_ms, actor FROM suppressions WHERE uuid = ?',
  ).run(uuid, otherUuid)
  db.prepare("INSERT INTO changes (uuid, kind, at_ms, fields, into_uuid) VALUES (?, 'merged', ?, '', ?)").run(
    otherUuid,
    nowMs,
    uuid,
  )
  updateCompany(context, into, { before, after: mergeRecords(before, other), nowMs })
}

/** Moves the entries of a company, apart from those of which the other company has a later version. */
function moveSources({ db }: SaveContext, from: number, into: number): void {
  db.prepare(
    `INSERT INTO company_sources (company_id, source, source_key, as_of, content)
     SELECT ?, source, source_key, as_of, content FROM company_sources WHERE company_id = ?
     ON CONFLICT DO UPDATE SET as_of = excluded.as_of, content = excluded.content
       WHERE excluded.as_of > company_sources.as_of`,
  ).run(into, from)
  db.prepare('DELETE FROM company_sources WHERE company_id = ?').run(from)
}
