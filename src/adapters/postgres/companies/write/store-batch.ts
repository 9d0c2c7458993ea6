/** Stores what a batch has changed. Call it inside a transaction. */
import type { PoolClient } from 'pg'
import { COMPANY_COLUMNS, valuesOf } from '../../../company-rows/rows/company-rows.ts'
import { registerColumns } from '../../../company-rows/rows/register-columns.ts'
import type { Part } from '../../../company-rows/save/stored-companies.ts'
import type { Statements } from '../../database/statements.ts'
import { type CopyValue, copyRows } from './copy-rows.ts'
import type { LoadedCompanies } from './loaded-companies.ts'
import { storeLeiEntries } from './store-lei-entries.ts'

type Company = NonNullable<ReturnType<LoadedCompanies['factsOf']>>
type Row = readonly CopyValue[]

/** The columns of the table of each part after the company, and its rows. */
const PARTS: Readonly<
  Record<Part, readonly [columns: readonly string[], rowsOf: (company: Company) => readonly Row[]]>
> = {
  former_names: [
    ['position', 'name', 'until'],
    ({ formerNames }) => formerNames.map(({ name, until }, i) => [i, name, until]),
  ],
  former_numbers: [
    ['position', 'country', 'court', 'type', 'digits', 'suffix', 'until'],
    ({ formerNumbers }) =>
      formerNumbers.map(({ register, until }, i) => [i, ...registerColumns(register), until]),
  ],
  other_names: [
    ['position', 'name', 'source', 'source_key', 'kind'],
    ({ otherNames }) =>
      otherNames.map(({ name, source, sourceKey, kind }, i) => [i, name, source, sourceKey, kind]),
  ],
  company_events: [
    ['position', 'kind', 'date', 'source'],
    ({ events }) => events.map(({ kind, date, source }, i) => [i, kind, date, source]),
  ],
  fact_sources: [
    ['fact', 'source', 'source_key', 'as_of'],
    ({ factSources }) =>
      Object.entries(factSources).map(([fact, { source, sourceKey, asOf }]) => [
        fact,
        source,
        sourceKey,
        asOf,
      ]),
  ],
}

const INSERT_LEIS = `INSERT INTO leis (company_id, lei, status, as_of, subsidiaries)
  SELECT id, l.lei, status, as_of, (SELECT count(DISTINCT child) FROM lei_parents WHERE parent = l.lei AND is_valid)
  FROM unnest($1::integer[], $2::text[], $3::text[], $4::text[]) AS l (id, lei, status, as_of)`

/** Stores the companies, then the changes in the log. */
export async function storeBatch(
  client: PoolClient,
  statements: Statements,
  loaded: LoadedCompanies,
): Promise<void> {
  await storeFacts(client, statements, loaded)
  await storeEntries(client, statements, loaded)
  await storeLeis(statements, loaded)
  await storeAliases(client, statements, loaded)
  await storeLeiEntries(statements, loaded.leiEntries)
  await storeSuppressions(statements, loaded)
  await storeChanges(client, statements, loaded)
}

/** Rows that changed are deleted and inserted again: PostgreSQL would write an updated row anew, too. */
async function storeFacts(
  client: PoolClient,
  statements: Statements,
  loaded: LoadedCompanies,
): Promise<void> {
  const { changedRows, changedParts, deleted, inserted } = loaded
  const isStored = (id: number) => !inserted.has(id)
  await deleteRows(statements, 'companies', 'id', both(changedRows, deleted).filter(isStored))
  const companies = companiesOf(loaded, changedRows)
  const rows = companies.map(([id, company]) => [id, ...valuesOf(company, company.uuid)])
  await copyRows(client, 'companies', ['id', ...COMPANY_COLUMNS], rows)
  for (const [part, ids] of changedParts) {
    await deleteRows(statements, part, 'company_id', both(ids, deleted).filter(isStored))
    const [columns, rowsOf] = PARTS[part]
    const partRows = companiesOf(loaded, ids).flatMap(([id, company]) =>
      rowsOf(company).map((row) => [id, ...row]),
    )
    await copyRows(client, part, ['company_id', ...columns], partRows)
  }
}

function both(a: ReadonlySet<number>, b: ReadonlySet<number>): number[] {
  return [...new Set([...a, ...b])]
}

function companiesOf(loaded: LoadedCompanies, ids: ReadonlySet<number>): (readonly [number, Company])[] {
  return [...ids].flatMap((id) => {
    const company = loaded.factsOf(id)
    return company === undefined ? [] : [[id, company] as const]
  })
}

async function storeEntries(
  client: PoolClient,
  statements: Statements,
  loaded: LoadedCompanies,
): Promise<void> {
  const { entryRows, recordRows, inserted } = loaded
  const stored = (ids: ReadonlySet<number>) => [...ids].filter((id) => !inserted.has(id))
  await deleteRows(statements, 'company_sources', 'company_id', stored(entryRows.changed))
  await copyRows(
    client,
    'company_sources',
    ['company_id', 'source', 'source_key', 'as_of', 'content'],
    Array.from(entryRows.changedRows(), ([id, { source, content }]) => [
      id,
      source.source,
      source.sourceKey,
      source.asOf,
      content,
    ]),
  )
  await deleteRows(statements, 'entry_records', 'company_id', stored(recordRows.changed))
  await copyRows(
    client,
    'entry_records',
    ['company_id', 'source', 'source_key', 'record'],
    Array.from(recordRows.changedRows(), ([id, { entry, text }]) => [
      id,
      entry.source,
      entry.sourceKey,
      text,
    ]),
  )
}

async function storeLeis(statements: Statements, { leiRows }: LoadedCompanies): Promise<void> {
  await deleteRows(statements, 'leis', 'company_id', [...leiRows.changed])
  const rows = [...leiRows.changedRows()]
  if (rows.length === 0) return
  await statements.run(INSERT_LEIS, [
    rows.map(([id]) => id),
    rows.map(([, { lei }]) => lei),
    rows.map(([, { status }]) => status),
    rows.map(([, { asOf }]) => asOf),
  ])
}

async function storeAliases(
  client: PoolClient,
  statements: Statements,
  { aliases }: LoadedCompanies,
): Promise<void> {
  const changed = [...aliases.changed]
  if (changed.length === 0) return
  await statements.run('DELETE FROM aliases WHERE uuid = ANY ($1::uuid[])', [changed])
  const rows = changed.flatMap((alias) => {
    const value = aliases.get(alias)
    return value === undefined ? [] : [[alias, value.companyId, value.isSame]]
  })
  await copyRows(client, 'aliases', ['uuid', 'company_id', 'is_same'], rows)
}

async function storeSuppressions(
  statements: Statements,
  { copiedSuppressions }: LoadedCompanies,
): Promise<void> {
  // One after the other: a copy may itself be copied.
  for (const [from, into] of copiedSuppressions) {
    await statements.run(
      'INSERT INTO suppressions (uuid, reason, at_ms, actor) SELECT $1, reason, at_ms, actor FROM suppressions WHERE uuid = $2',
      [into, from],
    )
  }
}

/** Adds the changes to the log. There is one writer, so that the numbers have no gaps and grow with the time of their commits. */
async function storeChanges(
  client: PoolClient,
  statements: Statements,
  { changes }: LoadedCompanies,
): Promise<void> {
  if (changes.length === 0) return
  const row = await statements.first<{ last: number }>(
    'SELECT coalesce(max(sequence), 0) AS last FROM changes',
  )
  const { last } = row!
  const rows = changes.map(({ uuid, kind, atMs, fields, into }, i) => [
    ...[last + 1 + i, uuid, kind, atMs],
    ...[fields.join(','), into ?? null],
  ])
  await copyRows(client, 'changes', ['sequence', 'uuid', 'kind', 'at_ms', 'fields', 'into_uuid'], rows)
}

async function deleteRows(
  statements: Statements,
  table: string,
  column: string,
  ids: readonly number[],
): Promise<void> {
  if (ids.length > 0)
    await statements.run(`DELETE FROM ${table} WHERE ${column} = ANY ($1::integer[])`, [ids])
}
