/** Backups and restores that are killed at any point: a file is whole or not there, and a folder has its old data or the new ones. */
// Thorough: kills at every step; backup.test.ts restores a backup of a running server.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { often, seed } from '../thorough.ts'
import { BIN, cleanEnv, importedFolder, run, sampleFile, temporaryFolder, wholeFile } from './program.ts'

const COMPANIES = 8000
const RUNS = often(20, 4)
/** A kill may come after the last step, too. */
const LATEST = 1.1

describe('a program that is killed', () => {
  const file = wholeFile()
  let dataDir: string
  let backup: string
  let backupMs = 0
  let restoreMs = 0
  let rows: Record<'old' | 'new', string>

  before(async () => {
    const folder = temporaryFolder(file)
    dataDir = await importedFolder(file)
    const old = await exported(dataDir)
    assert.equal((await run(['import', sampleFile(file, COMPANIES), '--data-dir', dataDir])).code, 0)
    rows = { old, new: await exported(dataDir) }
    assert.notEqual(rows.old, rows.new)
    backup = join(folder, 'a.fsb')
    backupMs = await timed(['backup', backup, '--data-dir', dataDir])
    restoreMs = await timed(['restore', backup, '--data-dir', join(folder, 'new')])
  })

  for (let i = 0; i < RUNS; i++) {
    const share = shareOf(seed() + i) * LATEST
    const when = `after ${Math.round(share * 100)} % of its time`

    it(`while it makes a backup, ${when}, leaves a whole file or none, and the next backup works`, async (t) => {
      const folder = temporaryFolder(t)
      const path = join(folder, 'b.fsb')
      await runAndKill(['backup', path, '--data-dir', dataDir], backupMs * share)
      const left = readdirSync(folder).filter((name) => name !== 'b.fsb')
      t.diagnostic(left.join(', ') || 'no incomplete file')
      if (existsSync(path)) assert.equal((await run(['verify', path])).code, 0)
      const again = await run(['backup', path, '--force', '--data-dir', dataDir])
      assert.equal(again.code, 0, again.err)
      assert.equal((await run(['verify', path])).code, 0)
      assert.deepEqual(readdirSync(folder).toSorted(), ['b.fsb', ...left].toSorted())
      for (const name of left)
        assert.ok(again.err.includes(`${name} is of a backup that was interrupted`), again.err)
      assert.deepEqual(readdirSync(join(dataDir, 'backup')), ['lock.sqlite'])
    })

    it(`while it replaces data, ${when}, leaves the old data or the new ones, and restoring again works`, async (t) => {
      const folder = join(temporaryFolder(t), 'data')
      cpSync(await importedFolder(t), folder, { recursive: true })
      await runAndKill(['restore', backup, '--replace', '--data-dir', folder], restoreMs * share)
      // A command that changes something completes what was interrupted.
      const key = await run(['keys', 'create', '--name', 'after', '--data-dir', folder])
      assert.equal(key.code, 0, key.err)
      const found = await exported(folder)
      t.diagnostic(found === rows.new ? 'the new data' : 'the old data')
      assert.ok(found === rows.old || found === rows.new)
      assert.equal(existsSync(join(folder, 'restore')), false)
      const again = await run(['restore', backup, '--replace', '--data-dir', folder])
      assert.equal(again.code, 0, again.err)
      assert.equal(await exported(folder), rows.new)
    })
  }
})

/** Returns a number from 0 to 1 that looks random: the fraction of a multiple of the golden ratio. */
function shareOf(number: number): number {
  return (number * 0.618_033_988_749_894_9) % 1
}

async function exported(dataDir: string): Promise<string> {
  const { code, out, err } = await run(['export', '--format', 'ndjson', '--data-dir', dataDir])
  assert.equal(code, 0, err)
  return out
}

async function timed(args: readonly string[]): Promise<number> {
  const startMs = performance.now()
  const { code, err } = await run(args)
  assert.equal(code, 0, err)
  return performance.now() - startMs
}

async function runAndKill(args: readonly string[], ms: number): Promise<void> {
  const child = spawn(process.execPath, [BIN, ...args], { env: cleanEnv(), stdio: 'ignore' })
  const killing = setTimeout(() => child.kill('SIGKILL'), ms)
  await once(child, 'close')
  clearTimeout(killing)
}
