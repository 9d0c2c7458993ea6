/** Copying all data between SQLite files and PostgreSQL, with rows in every table. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import BetterSqlite from 'better-sqlite3'
import { Client } from 'pg'
import { migrate } from '../../src/adapters/postgres/database/migrate.ts'
import { SCHEMAS } from '../../src/adapters/postgres/transfer/schemas.ts'
import { openPostgresSource } from '../../src/adapters/postgres/transfer/transfer-source.ts'
import { openPostgresTarget } from '../../src/adapters/postgres/transfer/transfer-target.ts'
import { ACCOUNT_TABLES } from '../../src/adapters/sql/transfer/account-tables.ts'
import { COMPANY_TABLES } from '../../src/adapters/sql/transfer/company-tables.ts'
import { PAGE_ROWS } from '../../src/adapters/sqlite/transfer/table-reading.ts'
import { openSqliteSource } from '../../src/adapters/sqlite/transfer/transfer-source.ts'
import { openSqliteTarget } from '../../src/adapters/sqlite/transfer/transfer-target.ts'
import { systemClock } from '../../src/adapters/system/clock.ts'
import { type TransferProgress, transferData } from '../../src/core/transfer/transfer-data.ts'
import type { TransferSource, TransferTarget } from '../../src/core/transfer/transfer-ports.ts'
import { emptyDatabase, NO_POSTGRES } from '../fixtures/postgres.ts'
import {
  FILES,
  fillFolder,
  NOT_COPIED,
  rowsOfDatabase,
  rowsOfFolder,
  tablesOf,
} from '../fixtures/transfer-rows.ts'
import { temporaryFolder, wholeFile } from '../journeys/program.ts'
import { BRIEF } from '../thorough.ts'

/** Rows of every table. */
const ROWS = 40

const folderOf = (folder: string) => ({
  folder,
  paths: {
    companies: join(folder, 'companies.sqlite'),
    accounts: join(folder, 'accounts.sqlite'),
    usage: join(folder, 'counters.sqlite'),
  },
})
const addressOf = (url: string) => ({ url, setting: '--to' })

/** Opens both sides, copies, and closes them. `report` may throw, which cuts the transfer off. */
async function transfer(
  openSource: () => TransferSource | Promise<TransferSource>,
  openTarget: () => TransferTarget | Promise<TransferTarget>,
  report: (progress: TransferProgress) => void = () => {},
) {
  const source = await openSource()
  try {
    const target = await openTarget()
    try {
      const stop = new AbortController().signal
      return await transferData({ source, target, clock: systemClock }, { stop, report })
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

const intoPostgres = (folder: string, url: string, report?: (progress: TransferProgress) => void) =>
  transfer(
    () => openSqliteSource(folderOf(folder)),
    () => openPostgresTarget(addressOf(url), 2),
    report,
  )
const intoSqlite = (url: string, folder: string, report?: (progress: TransferProgress) => void) =>
  transfer(
    () => openPostgresSource(addressOf(url)),
    () => openSqliteTarget(folderOf(folder), 2),
    report,
  )

const digests = (folder: string) =>
  FILES.map((file) =>
    createHash('sha256')
      .update(readFileSync(join(folder, file)))
      .digest('hex'),
  )

async function ask(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(sql)
  await client.end()
  return rows
}

function change(folder: string, file: (typeof FILES)[number], sql: string): void {
  const db = new BetterSqlite(join(folder, file))
  db.exec(sql)
  db.close()
}

/** Cuts a transfer off when it has reported that often. */
function cutAfter(reports: number) {
  let left = reports
  return () => {
    left -= 1
    if (left < 0) throw new Error('cut off')
  }
}

describe('a transfer', { skip: NO_POSTGRES }, () => {
  const file = wholeFile()
  let filled: string

  before(async () => {
    filled = temporaryFolder(file)
    await fillFolder(filled, ROWS)
  })

  it('knows every table and column of both databases, and the key of each', async (test) => {
    const url = await emptyDatabase(test)
    for (const schema of Object.values(SCHEMAS)) await migrate(url, schema, 1)
    const sorted = (columns: readonly string[]) => columns.toSorted().join(' ')
    const known = new Map([...COMPANY_TABLES, ...ACCOUNT_TABLES].map((table) => [table.name, table]))
    const stored = await ask(
      url,
      `SELECT table_name AS name, array_agg(column_name::text) AS columns,
         json_object_agg(column_name, data_type) AS types
       FROM information_schema.columns
       WHERE table_schema = 'public' AND table_name <> ALL ('{${NOT_COPIED}}') GROUP BY table_name`,
    )
    assert.deepEqual([...known.keys()].sort(), stored.map(({ name }) => name).sort())
    const KINDS: Record<string, string> = { bytea: 'bytes', uuid: 'uuid', boolean: 'flag' }
    for (const { name, columns, types } of stored) {
      const table = known.get(name as string)!
      assert.equal(sorted(table.columns), sorted(columns as string[]), table.name)
      for (const [column, type] of Object.entries(types as object))
        assert.equal(table.kinds[column], KINDS[type], `${name}.${column}`)
    }
    const inFiles: string[] = []
    for (const name of FILES) {
      const db = new BetterSqlite(join(filled, name), { readonly: true })
      for (const table of tablesOf(db)) {
        inFiles.push(table)
        const columns = db.pragma(`table_info(${table})`) as { name: string; pk: number }[]
        const { columns: own, key } = known.get(table)!
        assert.equal(sorted(own.filter((column) => column !== 'rowid')), sorted(columns.map((c) => c.name)))
        const keys = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk)
        if (!['links', 'shortened_log'].includes(table))
          assert.deepEqual(
            key,
            keys.map((c) => c.name),
            table,
          )
      }
      db.close()
    }
    assert.deepEqual(inFiles.sort(), [...known.keys()].sort())
  })

  it('copies every row of every table to PostgreSQL and back, and changes no byte of the source', async (test) => {
    const [url, back] = [await emptyDatabase(test), temporaryFolder(test)]
    const before = digests(filled)
    const there = await intoPostgres(filled, url)
    assert.deepEqual(digests(filled), before)
    const rows = rowsOfFolder(filled)
    for (const [table, all] of Object.entries(rows))
      assert.equal(all.length, table === 'shortened_log' ? 1 : ROWS, table)
    const stored = await rowsOfDatabase(url)
    assert.deepEqual(stored, rows)
    const again = await intoSqlite(url, back)
    assert.deepEqual(rowsOfFolder(back), rows)
    assert.deepEqual(await rowsOfDatabase(url), stored)
    assert.deepEqual(again.tables, there.tables)
    assert.equal(there.copied, Object.values(rows).flat().length)
  })

  it('keeps the order of links, and gives no number again that a deleted row had', {
    skip: BRIEF,
  }, async (test) => {
    const [folder, url, back] = [temporaryFolder(test), await emptyDatabase(test), temporaryFolder(test)]
    await fillFolder(folder, ROWS)
    change(
      folder,
      'accounts.sqlite',
      `DELETE FROM audit WHERE number > 30; DELETE FROM emails; DELETE FROM links WHERE rowid = 7`,
    )
    await intoPostgres(folder, url)
    const AUDIT = `INSERT INTO audit (at_ms, actor, event, subject, detail, address, device) VALUES (1, '', '', '', '', '', '')`
    const LINK = `INSERT INTO links (id, kind, token_hash, nonce, email, name, language, made_by, created_at_ms, expires_at_ms) VALUES ('new', '', '\\x00', '\\x00', '', '', '', '', 1, 1)`
    assert.deepEqual(await ask(url, `${AUDIT} RETURNING number`), [{ number: '41' }])
    assert.deepEqual(await ask(url, `${LINK} RETURNING rowid`), [{ rowid: '41' }])
    const inOrder = 'SELECT id FROM links ORDER BY rowid'
    const db = new BetterSqlite(join(folder, 'accounts.sqlite'), { readonly: true })
    const ids = db.prepare(inOrder).pluck().all()
    db.close()
    assert.deepEqual(
      (await ask(url, inOrder)).map(({ id }) => id),
      [...ids, 'new'],
    )
    await ask(url, 'DELETE FROM audit WHERE number = 41')

    await intoSqlite(url, back)
    const returned = new BetterSqlite(join(back, 'accounts.sqlite'))
    assert.deepEqual(returned.prepare(inOrder).pluck().all(), [...ids, 'new'])
    assert.equal(returned.prepare(`${AUDIT} RETURNING number`).pluck().get(), 42)
    const EMAIL = `INSERT INTO emails (id, once, kind, recipient, language, data, created_at_ms, due_at_ms, expires_at_ms, state) VALUES ('', '', '', '', '', '', 1, 1, 1, '') RETURNING number`
    assert.equal(returned.prepare(EMAIL).pluck().get(), ROWS + 1)
    returned.close()
  })

  for (const count of [PAGE_ROWS - 1, PAGE_ROWS, PAGE_ROWS + 1, 2 * PAGE_ROWS])
    it(`copies ${count} rows of a table whose pages have ${PAGE_ROWS}`, async (test) => {
      const [folder, url, back] = [temporaryFolder(test), await emptyDatabase(test), temporaryFolder(test)]
      await fillFolder(folder, 1)
      change(
        folder,
        'companies.sqlite',
        `DELETE FROM company_sources;
         WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
         INSERT INTO company_sources SELECT 1, 's' || i % 3, 'k' || i, '', x'00ff' FROM n`,
      )
      const { tables } = await intoPostgres(folder, url)
      assert.equal(tables.find(({ table }) => table === 'company_sources')?.rows, count)
      await intoSqlite(url, back)
      assert.deepEqual(rowsOfFolder(back), rowsOfFolder(folder))
    })

  it('stores U+FFFD in place of the character 0, which PostgreSQL does not take, also where a page ends there', {
    skip: BRIEF,
  }, async (test) => {
    const [folder, url] = [temporaryFolder(test), await emptyDatabase(test)]
    await fillFolder(folder, 1)
    change(
      folder,
      'companies.sqlite',
      `DELETE FROM company_sources;
       WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${2 * PAGE_ROWS})
       INSERT INTO company_sources SELECT 1, 's', 'k' || char(0) || printf('%06d', i), '', x'' FROM n`,
    )
    // Cut off right behind the page that ends in the middle of the keys with the character 0.
    let isCut = false
    await assert.rejects(
      intoPostgres(folder, url, ({ table }) => {
        if (table !== 'company_sources') return
        isCut = true
        throw new Error('cut off')
      }),
      /cut off/,
    )
    assert.ok(isCut)
    await intoPostgres(folder, url)
    const [counted] = await ask(
      url,
      `SELECT count(DISTINCT source_key)::integer AS count, min(source_key) AS first FROM company_sources`,
    )
    assert.deepEqual(counted, { count: 2 * PAGE_ROWS, first: 'k\ufffd000001' })
  })

  it('that is cut off at any page is continued there, in both directions, and until then nothing else uses the target', {
    skip: BRIEF,
  }, async (test) => {
    const steps = 2 * Object.keys(rowsOfFolder(filled)).length
    for (let after = 0; after < steps; after += 9) {
      const [url, back] = [await emptyDatabase(test), temporaryFolder(test)]
      await assert.rejects(intoPostgres(filled, url, cutAfter(after)), /cut off/)
      for (const schema of Object.values(SCHEMAS))
        await assert.rejects(migrate(url, schema, 1), /a migration into it was not completed/)
      await assert.rejects(
        transfer(
          () => openPostgresSource(addressOf(url)),
          () => assert.fail(),
        ),
        /a migration into it was not completed/,
      )
      const { copied } = await intoPostgres(filled, url)
      assert.ok(copied <= Object.values(rowsOfFolder(filled)).flat().length - Math.min(after, 1), `${copied}`)
      await assert.rejects(intoSqlite(url, back, cutAfter(after)), /cut off/)
      assert.throws(() => openSqliteSource(folderOf(back)), /a migration into its folder was not completed/)
      await intoSqlite(url, back)
      assert.deepEqual(rowsOfFolder(back), rowsOfFolder(filled))
    }
  })

  it('that is continued from a source that was changed since says so, and the target stays unusable', {
    skip: BRIEF,
  }, async (test) => {
    const [folder, url] = [temporaryFolder(test), await emptyDatabase(test)]
    await fillFolder(folder, ROWS)
    await assert.rejects(intoPostgres(folder, url, cutAfter(3)), /cut off/)
    change(folder, 'companies.sqlite', "UPDATE companies SET name = 'X' WHERE id = 1")
    const differs =
      /The table companies of the PostgreSQL database \S+ on \S+ differs from that of the data folder/
    await assert.rejects(intoPostgres(folder, url), differs)
    await assert.rejects(intoPostgres(folder, url), differs)
    await assert.rejects(migrate(url, SCHEMAS.companies, 1), /a migration into it was not completed/)
  })

  it('into a database or a folder with data is refused, and changes nothing', async (test) => {
    const [url, other] = [await emptyDatabase(test), await emptyDatabase(test)]
    await intoPostgres(filled, url)
    const before = await rowsOfDatabase(url)
    await assert.rejects(intoPostgres(filled, url), { code: 'conflict', message: /has data already/ })
    assert.deepEqual(await rowsOfDatabase(url), before)
    const digest = digests(filled)
    await assert.rejects(intoSqlite(url, filled), { code: 'conflict', message: /has databases already/ })
    assert.deepEqual(digests(filled), digest)
    await ask(other, 'CREATE TABLE companies (own text)')
    await assert.rejects(intoPostgres(filled, other), /has tables of another program/)
    assert.deepEqual(await rowsOfDatabase(other), { companies: [] })
    await ask(other, 'DROP TABLE companies')
    for (const schema of Object.values(SCHEMAS)) await migrate(other, schema, 1)
    await intoPostgres(filled, other)
  })

  it('from or into a database with which another process works is refused with its name', {
    skip: BRIEF,
  }, async (test) => {
    const [url, back] = [await emptyDatabase(test), temporaryFolder(test)]
    await intoPostgres(filled, url)
    const server = new Client({ connectionString: url, application_name: 'firmensuche server' })
    await server.connect()
    await assert.rejects(intoSqlite(url, back), {
      code: 'conflict',
      message: /is in use by firmensuche server on 127\.0\.0\.1\S*\. Stop all servers/,
    })
    await server.end()
  })

  it('from files of an older or a newer schema is refused in a sentence', async (test) => {
    const [folder, url] = [temporaryFolder(test), await emptyDatabase(test)]
    await fillFolder(folder, 1)
    change(folder, 'counters.sqlite', 'PRAGMA user_version = 0')
    await assert.rejects(intoPostgres(folder, url), {
      code: 'service_unavailable',
      message: /has schema version 0, but \d+ is required\. Start the server once/,
    })
    change(folder, 'counters.sqlite', 'PRAGMA user_version = 99')
    await assert.rejects(intoPostgres(folder, url), /was written by a newer version of firmensuche/)
  })
})
