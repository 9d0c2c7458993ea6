import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  administer,
  databaseUrl,
  emptyDatabase,
  NO_POSTGRES,
  sharedCluster,
  startCluster,
} from '../../test/fixtures/postgres.ts'
import type { Config } from '../config/config.ts'
import { readConfig } from '../config/config.ts'
import type { DatabaseFacts } from '../server/compose/postgres-pool.ts'
import { checksOf, examineDatabaseServer } from './doctor-database.ts'

/** A database without faults. */
const GOOD: DatabaseFacts = {
  ...{ name: 'PostgreSQL database d on db.example:5432', user: 'u', version: '17.2', versionNumber: 170_002 },
  ...{ encoding: 'UTF8', isEncrypted: true, isOfThisMachine: false, roundTripMs: 0.4, clockAheadMs: 3 },
  ...{ canCreate: true, keepsLocks: true, tablesOfOthers: [], connectionsMax: 97, nodes: 1 },
  ...{ unsafeSettings: [], statementTimeoutMs: 0, isUnfinished: false },
  schemas: [{ part: 'companies', version: 1, known: 1 }],
}
const SETTINGS = { threads: 2, databasePoolMax: 4 }

/** State and words of the check whose result a fact changes. */
function judged(
  name: string,
  facts: Partial<DatabaseFacts>,
  settings: Pick<Config, 'threads' | 'databasePoolMax'> = SETTINGS,
) {
  const found = checksOf({ ...GOOD, ...facts }, settings)
  const others = found.filter((each) => each.name !== name)
  assert.deepEqual(new Set(others.map(({ state }) => state)), new Set(['ok']))
  const { state, description } = found.find((each) => each.name === name)!
  return `${state}: ${description}`
}

describe('the checks of a database', () => {
  it('are ok without faults', () => {
    for (const { name } of checksOf(GOOD, SETTINGS)) assert.match(judged(name, {}), /^ok: /)
  })

  it('fail for an older version and another encoding', () => {
    assert.match(
      judged('database', { versionNumber: 149_999, version: '14.9' }),
      /^fail: .*14\.9.* Use PostgreSQL 15/,
    )
    assert.match(judged('database', { versionNumber: 150_000 }), /^ok: /)
    assert.match(judged('database', { encoding: 'LATIN1' }), /^fail: .*LATIN1.*--encoding UTF8/)
  })

  it('warn without TLS only if the server is on another machine, and above 5 ms for a round trip', () => {
    assert.match(
      judged('database', { isEncrypted: false }),
      /^warn: .*sslmode=verify-full to DATABASE_URL\.$/,
    )
    assert.match(judged('database', { isEncrypted: false, isOfThisMachine: true }), /^ok: /)
    assert.match(judged('database', { roundTripMs: 5 }), /^ok: /)
    assert.match(judged('database', { roundTripMs: 5.1 }), /^warn: .*5\.1 ms.* move the database closer/)
  })

  it('fail without the right to create tables, with lost locks and with tables of another owner', () => {
    assert.match(judged('database rights', { canCreate: false }), /^fail: .* ALTER DATABASE … OWNER TO u$/)
    assert.match(judged('database rights', { keepsLocks: false }), /^fail: .* session mode\.$/)
    assert.match(judged('database rights', { tablesOfOthers: ['keys'] }), /^fail: .* does not own keys/)
  })

  it('warn if the servers need more connections than there are', () => {
    // 4 × (2 × 3 + 4) + 3 for each.
    assert.match(
      judged('database settings', { connectionsMax: 43 }),
      /^ok: 43 connections, one server needs at most 43$/,
    )
    assert.match(judged('database settings', { connectionsMax: 42 }), /^warn: .* Raise max_connections/)
    assert.match(
      judged('database settings', { nodes: 3 }),
      /^warn: \d+ connections, 3 servers like this one need at most 129\./,
    )
    assert.match(
      judged('database settings', {}, { threads: 8, databasePoolMax: 10 }),
      /^warn: .* at most 223\./,
    )
  })

  it('warn of settings that lose data, and of a short time-out', () => {
    const unsafe = judged('database settings', { unsafeSettings: ['fsync', 'synchronous_commit'] })
    assert.match(
      unsafe,
      /^warn: .*fsync and synchronous_commit off.*Set fsync = on, synchronous_commit = on in/,
    )
    assert.match(
      judged('database settings', { statementTimeoutMs: 59_999 }),
      /^warn: .*59999 ms.* ALTER ROLE u SET/,
    )
    assert.match(judged('database settings', { statementTimeoutMs: 60_000 }), /^ok: /)
  })

  it('warn above a second of difference between the clocks', () => {
    assert.match(judged('database clock', { clockAheadMs: -1000 }), /^ok: .*by 1000 ms$/)
    for (const clockAheadMs of [-1001, 1001])
      assert.match(judged('database clock', { clockAheadMs }), /^warn: .*by 1001 ms.* chrony\.$/)
  })

  it('say whether the tables are missing, older, newer or not complete', () => {
    const at = (version: number) =>
      judged('database tables', { schemas: [{ part: 'companies', version, known: 2 }] })
    assert.equal(at(0), 'ok: none yet; the first start creates them')
    assert.equal(at(1), 'ok: schema versions: companies 1; the next start migrates them')
    assert.equal(at(2), 'ok: schema versions: companies 2')
    assert.match(at(3), /^fail: .*Start that version\.$/)
    assert.match(
      judged('database tables', { isUnfinished: true }),
      /^fail: .*Run `firmensuche migrate` again/,
    )
  })
})

describe('a real database', { skip: NO_POSTGRES }, () => {
  async function found(url: string): Promise<Record<string, string>> {
    const checks = await examineDatabaseServer(readConfig({ DATABASE_URL: url, THREADS: '2' }))
    return Object.fromEntries(
      checks.map(({ name, state, description }) => [name, `${state}: ${description}`]),
    )
  }

  it('is not looked for without DATABASE_URL', async () => {
    assert.deepEqual(await examineDatabaseServer(readConfig({})), [])
  })

  it('that cannot be reached is one failed check with a sentence and without the password', async () => {
    assert.deepEqual(await found('postgres://u:SECRET@127.0.0.1:1/x'), {
      database: 'fail: The PostgreSQL database x on 127.0.0.1:1 cannot be reached: no server listens there.',
    })
  })

  it('without tables is examined and not changed', async (test) => {
    const url = await emptyDatabase(test)
    const checks = await found(url)
    assert.match(
      checks.database!,
      /^ok: PostgreSQL database test_\w+ on 127\.0\.0\.1:\d+: version \d+.*, without TLS, round trip/,
    )
    assert.equal(checks['database rights'], 'ok: postgres may create tables and take locks')
    // The server of the tests does without the disk.
    assert.match(
      checks['database settings']!,
      /^warn: \d+ connections, one server needs at most 43\. fsync and full_page_writes off/,
    )
    assert.match(checks['database clock']!, /^ok: /)
    assert.equal(checks['database tables'], 'ok: none yet; the first start creates them')
    await administer(url, 'CREATE TABLE migrations (part text, version integer)')
    await administer(url, "INSERT INTO migrations VALUES ('accounts', 99)")
    assert.match(
      (await found(url))['database tables']!,
      /^fail: schema versions: companies 0, accounts 99, usage 0\. A newer/,
    )
    await administer(url, 'DROP TABLE migrations; CREATE TABLE unfinished_migration (x integer)')
    assert.match((await found(url))['database tables']!, /^fail: .*was not completed/)
  })

  it('whose user has too few rights, a time-out and unsafe commits, says so', async (test) => {
    const cluster = await startCluster({ settings: [] })
    const url = await emptyDatabase(test, cluster)
    await administer(url, 'CREATE TABLE keys (x integer)')
    await administer(
      cluster,
      "CREATE USER guest; ALTER ROLE guest SET statement_timeout = '30s'; ALTER ROLE guest SET synchronous_commit = off",
    )
    const checks = await found(url.replace('postgres@', 'guest@'))
    assert.match(checks['database rights']!, /^fail: .*guest may not create tables.*guest does not own keys,/)
    assert.match(
      checks['database settings']!,
      /^warn: .*synchronous_commit off.* statement_timeout is 30000 ms.* ALTER ROLE guest SET/,
    )
    assert.match((await found(databaseUrl(cluster, 'postgres')))['database settings']!, /^ok: /)
    cluster.stop()
  })

  it('is judged by the connections of all live nodes', async (test) => {
    const url = await emptyDatabase(test)
    await administer(url, 'CREATE TABLE nodes (seen_at timestamptz)')
    await administer(
      url,
      `INSERT INTO nodes SELECT clock_timestamp() - seconds * interval '1 second' FROM unnest('{0, 1, 60}'::integer[]) seconds`,
    )
    assert.match((await found(url))['database settings']!, /2 servers like this one need at most 86/)
  })

  it('with another encoding says how to make one', async (test) => {
    const cluster = await sharedCluster()
    await administer(cluster, "CREATE DATABASE latin_doctor TEMPLATE template0 ENCODING 'LATIN1' LOCALE 'C'")
    test.after(() => administer(cluster, 'DROP DATABASE latin_doctor'))
    assert.match(
      (await found(databaseUrl(cluster, 'latin_doctor'))).database!,
      /^fail: .*Its encoding is LATIN1\./,
    )
  })
})
