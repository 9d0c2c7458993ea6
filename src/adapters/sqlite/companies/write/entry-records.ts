/**
 * What each entry of a company tells on its own. Only companies with several entries have records: without the others,
 * an entry is the company itself.
 */
import type { Company, SourceId } from '../../../../core/company/company.ts'
import type { EntryKey } from '../../../../core/company/company-writer.ts'
import { mergeRecords } from '../../../../core/company/merge-company.ts'
import type { Lei } from '../../../../names/reading/lei.ts'
import type { Database } from '../../database/open-database.ts'

/** What an entry tells: the company that it is on its own, and its LEIs. */
export type EntryRecord = Omit<Company, 'leis' | 'subsidiaries'> & { readonly leiCodes: readonly Lei[] }

/** Stores records; call its methods inside a transaction. */
export interface EntryRecords {
  /** Stores the record of the only entry of a company, before it gets another one. */
  keepOnly(companyId: number, company: Company): void
  /** Merges a version of an entry into the record of this entry. */
  add(companyId: number, entry: EntryKey, version: EntryRecord): void
  /** Returns the records of a company. `now`: the company. */
  of(companyId: number, now: Company): readonly EntryRecord[]
  /** Moves the records of a company to another one. */
  move(from: number, into: number, now: Company): void
  remove(companyId: number, entry: EntryKey): void
  removeAll(companyId: number): void
}

interface RecordRow {
  readonly source: SourceId
  readonly source_key: string
  readonly record: string
}

/** Prepares the statements. */
export function entryRecords(db: Database): EntryRecords {
  const all = db.prepare('SELECT source, source_key, record FROM entry_records WHERE company_id = ?')
  const one = db
    .prepare('SELECT record FROM entry_records WHERE company_id = ? AND source = ? AND source_key = ?')
    .pluck()
  const upsert = db.prepare(
    `INSERT INTO entry_records (company_id, source, source_key, record) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET record = excluded.record`,
  )
  const remove = db.prepare(
    'DELETE FROM entry_records WHERE company_id = ? AND source = ? AND source_key = ?',
  )
  const removeAll = db.prepare('DELETE FROM entry_records WHERE company_id = ?')
  const add: EntryRecords['add'] = (companyId, { source, sourceKey }, version) => {
    const text = one.get(companyId, source, sourceKey) as string | undefined
    const record = text === undefined ? version : mergeVersions(recordOfText(text, version), version)
    upsert.run(companyId, source, sourceKey, textOfRecord(record))
  }
  const of: EntryRecords['of'] = (companyId, now) =>
    (all.all(companyId) as RecordRow[]).map(({ record }) => recordOfText(record, now))
  return {
    keepOnly(companyId, company) {
      const [entry, ...others] = company.sources
      if (entry !== undefined && others.length === 0) add(companyId, entry, recordOf(company))
    },
    add,
    of,
    move(from, into, now) {
      for (const row of all.all(from) as RecordRow[])
        add(into, { source: row.source, sourceKey: row.source_key }, recordOfText(row.record, now))
      removeAll.run(from)
    },
    remove: (companyId, { source, sourceKey }) => remove.run(companyId, source, sourceKey),
    removeAll: (companyId) => removeAll.run(companyId),
  }
}

/** Returns the company that these entries make, without LEIs, or `undefined` if there is no entry. */
export function mergeEntries(records: readonly EntryRecord[]): EntryRecord | undefined {
  const [first, ...others] = records
  return first && others.reduce(mergeTwo, first)
}

/** Merges two versions of one entry. If neither has a number, it has the key of the later one. */
function mergeVersions(a: EntryRecord, b: EntryRecord): EntryRecord {
  const merged = mergeTwo(a, b)
  if (merged.register.type !== 'list') return merged
  const [dayOfA, dayOfB] = [a, b].map(({ sources }) => sources[0]?.asOf ?? '') as [string, string]
  return { ...merged, register: dayOfA <= dayOfB ? b.register : a.register }
}

function mergeTwo(a: EntryRecord, b: EntryRecord): EntryRecord {
  const merged = mergeRecords(withoutLeis(a), withoutLeis(b))
  return { ...recordOf(merged), leiCodes: [...new Set([...a.leiCodes, ...b.leiCodes])] }
}

function withoutLeis({ leiCodes: _, ...record }: EntryRecord): Company {
  return { ...record, leis: [], subsidiaries: 0 }
}

/** Returns a company as the record of its only entry. */
export function recordOf({ leis, subsidiaries: _, ...company }: Company): EntryRecord {
  return { ...company, leiCodes: leis.map(({ lei }) => lei) }
}

/** The fields that nearly every record lacks. */
const EMPTY = {
  ...{ court: '', statusWord: '', seat: '', address: null, registeredOn: null, factSources: {} },
  ...{ formerNames: [], formerNumbers: [], otherNames: [], events: [], leiCodes: [] },
}

function textOfRecord({ uuid: _, updatedAtMs: __, ...record }: EntryRecord): string {
  const told = Object.entries(record).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(EMPTY[field as keyof typeof EMPTY]),
  )
  return JSON.stringify(Object.fromEntries(told))
}

function recordOfText(
  text: string,
  { uuid, updatedAtMs }: Pick<Company, 'uuid' | 'updatedAtMs'>,
): EntryRecord {
  return { ...EMPTY, ...(JSON.parse(text) as Omit<EntryRecord, 'uuid' | 'updatedAtMs'>), uuid, updatedAtMs }
}
