import type { AccountId, KeyId } from '../../../core/identity/ids.ts'
import { LATENCY_BUCKETS } from '../../../core/usage/latency-buckets.ts'
import { addUsage, type UsageRow } from '../../../core/usage/usage.ts'
import type { UsageQuestion, UsageStore } from '../../../core/usage/usage-store.ts'
import type { Database } from '../database/open-database.ts'
import { onStorage } from '../database/storage-failure.ts'

/** A row of `usage_hours`. */
interface HourRow {
  readonly key: string
  readonly hour: number
  readonly account: string
  readonly requests: number
  readonly errors: number
  readonly limited: number
  readonly deep: number
  readonly latencies: Uint8Array
}

/** The usage store over the counters file; see `counters-database.ts`. It owns the database and closes it. */
export class SqliteUsageStore implements UsageStore {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  add(rows: readonly UsageRow[]): void {
    this.#on((db) => {
      const find = db.prepare('SELECT * FROM usage_hours WHERE key = ? AND hour = ?')
      const put = db.prepare(`
        INSERT OR REPLACE INTO usage_hours (key, hour, account, requests, errors, limited, deep, latencies)
        VALUES (@key, @hour, @account, @requests, @errors, @limited, @deep, @latencies)`)
      const addAll = db.transaction(() => {
        for (const row of rows) {
          const known = find.get(row.key, row.hour) as HourRow | undefined
          put.run(toRow(known === undefined ? row : { ...row, ...addUsage(fromRow(known), row) }))
        }
      })
      addAll.immediate()
    })
  }

  rows({ account, key, fromHour, toHour }: UsageQuestion): readonly UsageRow[] {
    const rows = this.#on((db) =>
      db
        .prepare(`
          SELECT * FROM usage_hours WHERE account = @account AND hour >= @fromHour AND hour < @toHour
          AND (@key IS NULL OR key = @key) ORDER BY hour, key`)
        .all({ account, fromHour, toHour, key: key ?? null }),
    )
    return (rows as HourRow[]).map(fromRow)
  }

  prune(beforeHour: number): void {
    this.#on((db) => db.prepare('DELETE FROM usage_hours WHERE hour < ?').run(beforeHour))
  }

  close(): void {
    this.#db.close()
  }

  #on<Result>(step: (db: Database) => Result): Result {
    return onStorage(this.#db.name, () => step(this.#db))
  }
}

function toRow({ latencies, ...row }: UsageRow): HourRow {
  const bytes = new DataView(new ArrayBuffer(LATENCY_BUCKETS * 4))
  for (const [i, count] of latencies.entries()) bytes.setUint32(i * 4, count, true)
  return { ...row, latencies: new Uint8Array(bytes.buffer) }
}

function fromRow(row: HourRow): UsageRow {
  const { buffer, byteOffset, byteLength } = row.latencies
  const bytes = new DataView(buffer, byteOffset, byteLength)
  return {
    ...row,
    key: row.key as KeyId,
    account: row.account as AccountId,
    latencies: Array.from({ length: LATENCY_BUCKETS }, (_, i) => bytes.getUint32(i * 4, true)),
  }
}
