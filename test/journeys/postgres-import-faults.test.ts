/** Imports into PostgreSQL that are killed, or whose server stops at any point: nothing acknowledged is lost, and repeating completes them. */
// Thorough: kills and restarts of PostgreSQL during imports; postgres.test.ts imports into one.
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { openCompanyStore } from '../../src/adapters/postgres/companies/read/company-store.ts'
import { administer, databaseUrl, NO_POSTGRES, startCluster } from '../fixtures/postgres.ts'
import type { PostgresCluster } from '../fixtures/postgres-cluster.ts'
import { often, seed } from '../thorough.ts'
import { exported, importAndKill, killShare } from './kill-import.ts'
import {
  atEnd,
  type Lifetime,
  ONE_THREAD,
  POLL_MS,
  run,
  sampleLines,
  startServer,
  temporaryFolder,
  wholeFile,
} from './program.ts'

/** Two batches, so that a kill can fall between them. */
const ROWS = 12_000
/** Companies that are stored before a snapshot. */
const STORED = 6000
const KILLS = often(6, 3)
const RESTARTS = often(6, 2)
const FIRST_SEED = seed()
/** Time that PostgreSQL has to notice that a killed process is gone, in ms. */
const FREED_MS_MAX = 10_000
const WRITERS = `SELECT 1 FROM pg_stat_activity
  WHERE application_name = 'firmensuche writer' AND datname = current_database()`
const UNUSABLE =
  /The PostgreSQL database \w+ on 127\.0\.0\.1:\d+ cannot be (?:reached: (?:no server listens there|its server closed the connection)|used: its server starts or stops at the moment)\./

/** Where which import runs. A server that starts with an empty database first imports the sample. */
const WAYS = [
  { kind: 'first', inServer: false },
  { kind: 'snapshot', inServer: true },
  { kind: 'snapshot', inServer: false },
] as const

/** An import, and the database that it begins with. */
interface Import {
  readonly template: string
  readonly args: readonly string[]
}

/** What an import that nobody disturbs takes and stores. */
interface Undisturbed {
  readonly ms: number
  readonly companies: readonly string[]
}

/** Shows one line that differs, as showing all of them would take minutes. */
function assertSame(lines: readonly string[], wanted: readonly string[]): void {
  const at = lines.findIndex((line, i) => line !== wanted[i])
  assert.deepEqual([lines.length, lines[at]], [wanted.length, wanted[at]])
}

describe('an import into PostgreSQL', { skip: NO_POSTGRES }, () => {
  const file = wholeFile()
  let cluster: PostgresCluster
  /** The first import of all, which makes the indexes at its end, and a complete snapshot, which withdraws entries. */
  let imports: Readonly<Record<'first' | 'snapshot', Import>>
  const undisturbed = new Map<Import, Undisturbed>()
  let databases = 0

  before(async () => {
    cluster = await startCluster({ settings: ['fsync=off'] })
    atEnd(file, () => cluster.stop())
    const folder = temporaryFolder(file)
    const put = (name: string, lines: readonly string[]) => {
      writeFileSync(join(folder, name), lines.join('\n'))
      return join(folder, name)
    }
    const lines = sampleLines(2 * ROWS)
    const env = { DATABASE_URL: await newDatabase('template0', 'stored') }
    const stored = put('stored.jsonl', lines.slice(0, STORED))
    const { code, err } = await run(['import', stored, '--data-dir', join(folder, 'data')], env)
    assert.equal(code, 0, err)
    const twoThirds = lines.filter((_, i) => i % 3 !== 0).slice(0, ROWS)
    imports = {
      first: { template: 'template0', args: [put('first.jsonl', lines.slice(0, ROWS))] },
      snapshot: {
        template: 'stored',
        args: [put('snapshot.jsonl', twoThirds), '--full-snapshot', '--yes-really'],
      },
    }
  })

  async function newDatabase(template: string, name = `imported_${++databases}`): Promise<string> {
    await administer(cluster, `CREATE DATABASE ${name} TEMPLATE ${template}`)
    return databaseUrl(cluster, name)
  }

  async function undisturbedOf(test: Lifetime, { template, args }: Import): Promise<Undisturbed> {
    const url = await newDatabase(template)
    const startMs = performance.now()
    const { code, err } = await run(['import', ...args, '--data-dir', temporaryFolder(test)], {
      DATABASE_URL: url,
    })
    assert.equal(code, 0, err)
    return { ms: performance.now() - startMs, companies: await companiesIn(url) }
  }

  async function wholeOf(test: Lifetime, one: Import): Promise<Undisturbed> {
    const whole = undisturbed.get(one) ?? (await undisturbedOf(test, one))
    undisturbed.set(one, whole)
    return whole
  }

  /** Resolves when no killed writer has a connection, and with it the lock. */
  async function freed(url: string): Promise<void> {
    const client = new Client({ connectionString: url })
    await client.connect()
    const untilMs = Date.now() + FREED_MS_MAX
    while ((await client.query(WRITERS)).rowCount !== 0) {
      assert.ok(Date.now() < untilMs, 'the lock is not freed')
      await wait(POLL_MS)
    }
    await client.end()
  }

  async function companiesIn(url: string): Promise<readonly string[]> {
    const store = await openCompanyStore({ url, connectionsMax: 1 })
    const companies = (await Array.fromAsync(store.readAll(5000))).flat()
    const lines = exported(companies, await store.sources())
    const changes = (await store.changes(0, 100_000)).map(({ sequence }) => sequence)
    assert.deepEqual(
      changes,
      changes.map((_, i) => i + 1),
    )
    await store.close()
    return lines
  }

  /** Repeats an import and compares what is stored with what it stores undisturbed. */
  async function assertCompletes(
    one: Import,
    { url, dataDir }: { readonly url: string; readonly dataDir: string },
    whole: Undisturbed,
  ): Promise<number> {
    const again = await run(['import', ...one.args, '--json', '--data-dir', dataDir], { DATABASE_URL: url })
    assert.equal(again.code, 0, again.err)
    assertSame(await companiesIn(url), whole.companies)
    return JSON.parse(again.out.trim().split('\n').at(-1)!).unchanged
  }

  for (let i = 0; i < KILLS; i++) {
    const { kind, inServer } = WAYS[i % WAYS.length]!
    const share = killShare(FIRST_SEED + i)
    const after = `${Math.round(share * 100)} % of its time, seed ${FIRST_SEED + i}`
    it(`(${kind}, in the ${inServer ? 'server' : 'command'}) that is killed after ${after} frees its lock and is completed by repeating it`, async (test) => {
      const one = imports[kind]
      const whole = await wholeOf(test, one)
      const url = await newDatabase(one.template)
      const dataDir = temporaryFolder(test)
      const killing = { inServer, ms: whole.ms * share, env: { DATABASE_URL: url } }
      const acknowledged = await importAndKill(test, one.args, dataDir, killing)
      test.diagnostic(`${acknowledged} rows acknowledged`)
      await freed(url)
      const unchanged = await assertCompletes(one, { url, dataDir }, whole)
      assert.ok(unchanged >= acknowledged, `${unchanged} of ${acknowledged} acknowledged rows were there`)
    })
  }

  for (let i = 0; i < RESTARTS; i++) {
    const { kind, inServer } = WAYS[(i + 1) % WAYS.length]!
    const share = killShare(FIRST_SEED + 7 + i)
    const after = `${Math.round(share * 100)} % of its time, seed ${FIRST_SEED + 7 + i}`
    it(`(${kind}, in the ${inServer ? 'server' : 'command'}) during which PostgreSQL stops after ${after} ends in a sentence and is completed by repeating it`, async (test) => {
      const one = imports[kind]
      const whole = await wholeOf(test, one)
      const url = await newDatabase(one.template)
      const dataDir = temporaryFolder(test)
      const env = { DATABASE_URL: url }
      if (inServer) await startServer(test, dataDir, { ...ONE_THREAD, ...env })
      const importing = run(['import', ...one.args, '--data-dir', dataDir], env)
      await Promise.race([wait(whole.ms * share), importing])
      cluster.stop('immediate')
      const { code, err } = await importing
      cluster.start()
      if (code !== 0) {
        assert.equal(code, 6, err)
        assert.match(err, UNUSABLE)
        assert.doesNotMatch(err, /\n {4}at /)
      }
      await assertCompletes(one, { url, dataDir }, whole)
    })
  }
})
