/** Migrations that are killed at any point: the source stays as it is, the target is refused or complete, and repeating completes it. */
// Thorough: kills at many steps; migrate.test.ts copies there and back.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { emptyDatabase, NO_POSTGRES } from '../fixtures/postgres.ts'
import { type AllRows, rowsOfDatabase, rowsOfFolder } from '../fixtures/transfer-rows.ts'
import { often, seed } from '../thorough.ts'
import { BIN, cleanEnv, makeKey, run, sampleFile, temporaryFolder, wholeFile } from './program.ts'

/** Several pages of the largest tables. */
const COMPANIES = 12_000
const RUNS = often(10, 5)
const FIRST_SEED = seed()
/** A kill may come after the last step, too. */
const LATEST = 1.1

const UNFINISHED = /a migration into (it|its folder) was not completed/

/** A migration, and what is where after it. */
interface Direction {
  readonly args: readonly string[]
  readonly env: NodeJS.ProcessEnv
  readonly target: { readonly dataDir: string; readonly env: NodeJS.ProcessEnv }
  /** Changes with every change of the source. */
  sourceState(): Promise<string>
  targetRows(): Promise<AllRows>
}

describe('a migration that is killed', { skip: NO_POSTGRES }, () => {
  const file = wholeFile()
  let folder: string
  let url: string
  let rows: AllRows
  const undisturbedMs = new Map<string, number>()

  before(async () => {
    folder = temporaryFolder(file)
    const imported = await run(['import', sampleFile(file, COMPANIES), '--data-dir', folder])
    assert.equal(imported.code, 0, imported.err)
    await makeKey(folder)
    rows = { usage_hours: [], ...rowsOfFolder(folder) }
    url = await emptyDatabase(file)
    const there = await run(['migrate', '--to', url, '--data-dir', folder])
    assert.equal(there.code, 0, there.err)
  })

  async function intoPostgres(): Promise<Direction> {
    const target = await emptyDatabase(file)
    return {
      args: ['migrate', '--to', target, '--data-dir', folder],
      env: {},
      target: { dataDir: temporaryFolder(file), env: { DATABASE_URL: target } },
      sourceState: async () => digestOf(folder),
      targetRows: () => rowsOfDatabase(target),
    }
  }

  async function intoSqlite(): Promise<Direction> {
    const dataDir = temporaryFolder(file)
    const env = { DATABASE_URL: url }
    return {
      args: ['migrate', '--to', 'sqlite', '--data-dir', dataDir],
      env,
      target: { dataDir, env: {} },
      sourceState: async () => JSON.stringify(await rowsOfDatabase(url)),
      targetRows: async () => rowsOfFolder(dataDir),
    }
  }

  const DIRECTIONS = { PostgreSQL: intoPostgres, SQLite: intoSqlite }

  async function undisturbedOf(name: keyof typeof DIRECTIONS): Promise<number> {
    const known = undisturbedMs.get(name)
    if (known !== undefined) return known
    const { args, env, targetRows } = await DIRECTIONS[name]()
    const startMs = performance.now()
    const { code, err } = await run(args, env)
    assert.equal(code, 0, err)
    const ms = performance.now() - startMs
    assert.deepEqual(await targetRows(), rows)
    undisturbedMs.set(name, ms)
    return ms
  }

  for (let i = 0; i < RUNS; i++) {
    const name = i % 2 === 0 ? 'PostgreSQL' : 'SQLite'
    const share = shareOf(FIRST_SEED + i) * LATEST
    const after = `${Math.round(share * 100)} % of its time, seed ${FIRST_SEED + i}`
    it(`(into ${name}, after ${after}) leaves its source as it was and a target that is refused or complete, and is completed by repeating it`, async (test) => {
      const ms = (await undisturbedOf(name)) * share
      const { args, env, target, sourceState, targetRows } = await DIRECTIONS[name]()
      const state = await sourceState()
      await runAndKill(args, env, ms)
      assert.equal(await sourceState(), state)
      const status = await run(['status', '--json', '--data-dir', target.dataDir], target.env)
      test.diagnostic(status.code === 0 ? `${JSON.parse(status.out).companies} companies` : 'refused')
      const isComplete = status.code === 0 && JSON.parse(status.out).companies > 0
      if (status.code === 0) assert.ok([0, COMPANIES].includes(JSON.parse(status.out).companies), status.out)
      else assert.match(status.err, UNFINISHED)
      if (status.code !== 0) {
        const served = await run(['serve', '--data-dir', target.dataDir], { ...target.env, PORT: '0' })
        assert.equal(served.code, 6, served.out)
        assert.match(served.err, UNFINISHED)
      }
      const again = await run([...args, '--json'], env)
      if (isComplete) assert.equal(again.code, 5, again.err)
      else assert.equal(again.code, 0, again.err)
      assert.deepEqual(await targetRows(), rows)
      assert.equal(await sourceState(), state)
      const after = await run(['status', '--json', '--data-dir', target.dataDir], target.env)
      assert.equal(JSON.parse(after.out).companies, COMPANIES, after.err)
    })
  }
})

/** Returns a number from 0 to 1 that looks random: the fraction of a multiple of the golden ratio. */
function shareOf(number: number): number {
  return (number * 0.618_033_988_749_894_9) % 1
}

/** A digest of the databases in a folder and their logs. The memory that readers share (`-shm`) is no content. */
function digestOf(folder: string): string {
  const hash = createHash('sha256')
  for (const name of readdirSync(folder).sort()) {
    const content = /\.sqlite(-wal)?$/.test(name) ? readFileSync(join(folder, name)) : Buffer.of()
    // A reader leaves an empty log.
    if (content.length > 0) hash.update(name).update(content)
  }
  return hash.digest('hex')
}

async function runAndKill(args: readonly string[], env: NodeJS.ProcessEnv, ms: number): Promise<void> {
  const child = spawn(process.execPath, [BIN, ...args], { env: cleanEnv(env), stdio: 'ignore' })
  const killing = setTimeout(() => child.kill('SIGKILL'), ms)
  await once(child, 'close')
  clearTimeout(killing)
}
