import type { AccountId, KeyId } from '../../../core/identity/ids.ts'
import { LATENCY_BUCKETS } from '../../../core/usage/latency-buckets.ts'
import { addUsage, type UsageRow } from '../../../core/usage/usage.ts'
import type { UsageQuestion, UsageStore } from '../../../core/usage/usage-store.ts'
import type { SqlDatabase } from '../database/sql-database.ts'
import type { Counters, CountersTables, UsageHoursTable } from './counters-tables.ts'

/** Number of rows that one statement reads or writes. */
const ROWS_PER_STATEMENT = 100

/** The usage store. It owns the database and closes it. */
export class SqlUsageStore implements UsageStore {
  readonly #database: SqlDatabase<CountersTables>

  constructor(database: SqlDatabase<CountersTables>) {
    this.#database = database
  }

  add(rows: readonly UsageRow[]): Promise<void> {
    const summed = summedRows(rows)
    return this.#database.alone(async (tables) => {
      for (let from = 0; from < summed.length; from += ROWS_PER_STATEMENT) {
        await addRows(tables, summed.slice(from, from + ROWS_PER_STATEMENT))
      }
    })
  }

  async rows({ account, key, fromHour, toHour }: UsageQuestion): Promise<readonly UsageRow[]> {
    const rows = await this.#database.tables
      .selectFrom('usage_hours')
      .selectAll()
      .where('account', '=', account)
      .where('hour', '>=', fromHour)
      .where('hour', '<', toHour)
      .$if(key !== undefined, (query) => query.where('key', '=', key!))
      .orderBy('hour')
      .orderBy('key')
      .execute()
    return rows.map(fromRow)
  }

  async prune(beforeHour: number): Promise<void> {
    await this.#database.tables.deleteFrom('usage_hours').where('hour', '<', beforeHour).execute()
  }

  close(): Promise<void> {
    return this.#database.close()
  }
}

/** Adds up the rows of the same key and hour: one statement cannot change a row twice. */
function summedRows(rows: readonly UsageRow[]): readonly UsageRow[] {
  const sums = new Map<string, UsageRow>()
  for (const row of rows) {
    const place = placeOf(row)
    const known = sums.get(place)
    sums.set(place, known === undefined ? row : { ...row, ...addUsage(known, row) })
  }
  return [...sums.values()]
}

function placeOf({ key, hour }: { readonly key: string; readonly hour: number }): string {
  return `${key} ${hour}`
}

/** Adds rows to the stored ones. Call it in a transaction that no other one runs beside. */
async function addRows(tables: Counters, rows: readonly UsageRow[]): Promise<void> {
  const stored = await tables
    .selectFrom('usage_hours')
    .selectAll()
    .where('key', 'in', [...new Set(rows.map(({ key }) => key))])
    .where('hour', 'in', [...new Set(rows.map(({ hour }) => hour))])
    .execute()
  const known = new Map(stored.map((row) => [placeOf(row), fromRow(row)]))
  const sums = rows.map((row) => {
    const before = known.get(placeOf(row))
    return toRow(before === undefined ? row : { ...row, ...addUsage(before, row) })
  })
  await tables
    .insertInto('usage_hours')
    .values(sums)
    .onConflict((conflict) =>
      conflict.columns(['key', 'hour']).doUpdateSet(({ ref }) => ({
        account: ref('excluded.account'),
        requests: ref('excluded.requests'),
        errors: ref('excluded.errors'),
        limited: ref('excluded.limited'),
        deep: ref('excluded.deep'),
        latencies: ref('excluded.latencies'),
      })),
    )
    .execute()
}

function toRow({
  key,
  hour,
  account,
  requests,
  errors,
  limited,
  deep,
  latencies,
}: UsageRow): UsageHoursTable {
  const bytes = new DataView(new ArrayBuffer(LATENCY_BUCKETS * 4))
  for (const [i, count] of latencies.entries()) bytes.setUint32(i * 4, count, true)
  const counts = { requests, errors, limited, deep, latencies: new Uint8Array(bytes.buffer) }
  return { key, hour, account, ...counts }
}

function fromRow(row: UsageHoursTable): UsageRow {
  const { buffer, byteOffset, byteLength } = row.latencies
  const bytes = new DataView(buffer, byteOffset, byteLength)
  return {
    ...row,
    key: row.key as KeyId,
    account: row.account as AccountId,
    latencies: Array.from({ length: LATENCY_BUCKETS }, (_, i) => bytes.getUint32(i * 4, true)),
  }
}
