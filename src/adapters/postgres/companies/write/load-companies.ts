/** Loads the companies that a batch needs, in a few statements for all of them. Call these inside a transaction. */
import type { CompanySource } from '../../../../core/company/company.ts'
import type { EntryKey } from '../../../../core/company/company-writer.ts'
import { entryText } from '../../../../core/company/merge-names.ts'
import { companyUuid } from '../../../../names/reading/company-uuid.ts'
import type { Lei } from '../../../../names/reading/lei.ts'
import type { FormerNumberRow } from '../../../company-rows/rows/company-rows.ts'
import { digitsOf } from '../../../company-rows/save/aliases.ts'
import { type Entry, isKnown } from '../../../company-rows/save/save-company.ts'
import type { Statements } from '../../database/statements.ts'
import { readWhole } from '../read/company-reading.ts'
import type { IdFinder } from './find-ids.ts'
import { LoadedCompanies } from './loaded-companies.ts'

/** Returns an empty set of companies for a batch. */
export async function beginLoading(statements: Statements): Promise<LoadedCompanies> {
  const state = await statements.first<{ last_id: number; has_lei_entries: boolean; suppressed: string[] }>(
    `SELECT (SELECT coalesce(max(id), 0) FROM companies) AS last_id,
       EXISTS (SELECT 1 FROM lei_entries) AS has_lei_entries,
       ARRAY(SELECT uuid::text FROM suppressions) AS suppressed`,
  )
  const { last_id: lastId, has_lei_entries: hasLeiEntries, suppressed } = state!
  return new LoadedCompanies({ lastId, hasLeiEntries, suppressed: new Set(suppressed) })
}

/** Loads what saving the entries needs. */
export async function loadForSaving(
  statements: Statements,
  loaded: LoadedCompanies,
  entries: readonly Entry[],
  finder: IdFinder,
): Promise<void> {
  await resolveUuids(statements, loaded, entries.flatMap(uuidsOf), finder)
  const idOf = (uuid: string) => loaded.idOf(uuid) ?? loaded.aliases.idOfSame(uuid)
  const ids = entries.flatMap((entry) => [entry.uuid, ...sameUuids(entry)].map(idOf))
  await loadEntries(statements, loaded, known(ids))
  const changed = entries.filter((entry) => {
    const id = idOf(entry.uuid)
    if (id === undefined || sameUuids(entry).length > 0) return true
    const note = loaded.entries.noteOf(id, entry.incoming.source)
    return !isKnown(entry, note)
  })
  const needed = known(changed.flatMap((entry) => [entry.uuid, ...sameUuids(entry)].map(idOf)))
  await loadWhole(statements, loaded, needed, finder)
  // Aliases move only with a company that is joined.
  const joined = entries.filter((entry) => sameUuids(entry).length > 0)
  await loadAliasesOf(
    statements,
    loaded,
    known(joined.flatMap((entry) => [entry.uuid, ...sameUuids(entry)].map(idOf))),
  )
}

/**
 * Loads whole companies with their entries, records and LEIs, and which companies have their ids and numbers. These are all
 * numbers of their records, too, as a company is what its records tell together; but its id may be that of none of them.
 */
export async function loadWhole(
  statements: Statements,
  loaded: LoadedCompanies,
  ids: readonly number[],
  finder: IdFinder,
): Promise<void> {
  const missing = ids.filter((id) => !loaded.isLoaded(id))
  if (missing.length === 0) return
  await loadEntries(statements, loaded, missing)
  const query = { sql: 'SELECT * FROM companies WHERE id = ANY ($1::integer[])', parameters: [missing] }
  const { rows, companies } = await readWhole(statements, query)
  companies.forEach((company, i) => void loaded.add(rows[i]!.id, company))
  for (const id of missing) loaded.addUuid(id, undefined)
  await loadRecords(statements, loaded, missing)
  await loadLeis(statements, loaded, missing)
  const uuids = companies.flatMap(({ uuid, register, formerNumbers }) => [
    ...[uuid, companyUuid(register)],
    ...formerNumbers.map((former) => companyUuid(former.register)),
  ])
  await resolveUuids(statements, loaded, uuids, finder)
}

/** Loads all aliases of companies. */
export async function loadAliasesOf(
  statements: Statements,
  loaded: LoadedCompanies,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return
  const rows = await statements.all<AliasRow>(
    'SELECT uuid, company_id, is_same, NULL AS holder FROM aliases WHERE company_id = ANY ($1::integer[])',
    [ids],
  )
  for (const { uuid, company_id, is_same } of rows)
    loaded.aliases.add(uuid, { companyId: company_id, isSame: is_same })
}

/** Loads the former numbers of other companies that may claim the numbers of these companies, and their uuids. */
export async function loadClaimants(
  statements: Statements,
  loaded: LoadedCompanies,
  ids: readonly number[],
): Promise<void> {
  const registers = ids.flatMap((id) => {
    const company = loaded.factsOf(id)
    return company ? [company.register, ...company.formerNumbers.map((former) => former.register)] : []
  })
  const digits = [...new Set(registers.map(digitsOf))]
  const rows = await statements.all<FormerNumberRow & { readonly uuid: string }>(
    `SELECT n.*, c.uuid FROM former_numbers n JOIN companies c ON c.id = n.company_id
     WHERE n.digits = ANY ($1::bigint[]) ORDER BY n.company_id, n.position`,
    [digits],
  )
  const byDigits = Map.groupBy(rows, (row) => row.digits)
  for (const each of digits) loaded.otherNumbers.set(each, byDigits.get(each) ?? [])
  for (const { company_id, uuid } of rows) loaded.addUuid(company_id, uuid)
}

/** Looks up which companies and aliases there are under these uuids. */
export async function resolveUuids(
  statements: Statements,
  loaded: LoadedCompanies,
  uuids: readonly string[],
  finder: IdFinder,
): Promise<void> {
  const unknown = [...new Set(uuids)].filter((uuid) => !loaded.isResolved(uuid))
  if (unknown.length > 0) {
    const found = new Map((await finder.find(statements, unknown)).map(({ uuid, id }) => [uuid, id]))
    for (const uuid of unknown) loaded.addId(uuid, found.get(uuid))
  }
  const unknownAliases = [...new Set(uuids)].filter((uuid) => !loaded.aliases.isLoaded(uuid))
  if (unknownAliases.length === 0) return
  const rows = await statements.all<AliasRow>(
    `SELECT a.uuid, a.company_id, a.is_same, c.uuid AS holder FROM aliases a LEFT JOIN companies c ON c.id = a.company_id
     WHERE a.uuid = ANY ($1::uuid[])`,
    [unknownAliases],
  )
  const aliases = new Map(rows.map((row) => [row.uuid, row]))
  for (const uuid of unknownAliases) {
    const row = aliases.get(uuid)
    loaded.aliases.add(uuid, row && { companyId: row.company_id, isSame: row.is_same })
    if (row !== undefined) loaded.addUuid(row.company_id, row.holder ?? undefined)
  }
}

interface AliasRow {
  readonly uuid: string
  readonly company_id: number
  readonly is_same: boolean
  readonly holder: string | null
}

/** Returns all uuids that saving the entry looks up. */
function uuidsOf(entry: Entry): readonly string[] {
  const { formerNumbers } = entry.incoming
  return [entry.uuid, ...sameUuids(entry), ...formerNumbers.map(({ register }) => companyUuid(register))]
}

function sameUuids({ incoming: { sameAs = [] } }: Entry): readonly string[] {
  return sameAs.map(companyUuid)
}

function known(ids: readonly (number | undefined)[]): readonly number[] {
  return [...new Set(ids.filter((id) => id !== undefined))]
}

async function loadEntries(
  statements: Statements,
  { entryRows }: LoadedCompanies,
  ids: readonly number[],
): Promise<void> {
  const missing = ids.filter((id) => !entryRows.isLoaded(id))
  if (missing.length === 0) return
  const rows = await statements.all<CompanySource & { readonly id: number; readonly content: Buffer }>(
    `SELECT company_id AS id, source, source_key AS "sourceKey", as_of AS "asOf", content
     FROM company_sources WHERE company_id = ANY ($1::integer[])`,
    [missing],
  )
  for (const id of missing) entryRows.begin(id)
  for (const { id, content, source, sourceKey, asOf } of rows) {
    const entry = { source, sourceKey, asOf }
    entryRows.add(id, entryText(entry), { source: entry, content })
  }
}

async function loadRecords(
  statements: Statements,
  { recordRows }: LoadedCompanies,
  ids: readonly number[],
): Promise<void> {
  const rows = await statements.all<EntryKey & { readonly id: number; readonly record: string }>(
    `SELECT company_id AS id, source, source_key AS "sourceKey", record
     FROM entry_records WHERE company_id = ANY ($1::integer[])`,
    [ids],
  )
  for (const id of ids) recordRows.begin(id)
  for (const { id, record, source, sourceKey } of rows) {
    const entry = { source, sourceKey }
    recordRows.add(id, entryText(entry), { entry, text: record })
  }
}

async function loadLeis(
  statements: Statements,
  { leiRows }: LoadedCompanies,
  ids: readonly number[],
): Promise<void> {
  const rows = await statements.all<{ id: number; lei: Lei; status: string; asOf: string }>(
    'SELECT company_id AS id, lei, status, as_of AS "asOf" FROM leis WHERE company_id = ANY ($1::integer[])',
    [ids],
  )
  for (const id of ids) leiRows.begin(id)
  for (const { id, ...row } of rows) leiRows.add(id, row.lei, row)
}
