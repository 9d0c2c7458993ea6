// Thorough: disks that are full at every size; backup-refused.test.ts fills one.
/** A full disk: one sentence, one exit code, and no loss of stored data. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { growDisk, ownDisk } from './disk.ts'
import {
  ENTRIES,
  importedFolder,
  makeKey,
  ONE_THREAD,
  run,
  search,
  startServer,
  temporaryFolder,
} from './program.ts'

/** Always full, where the system has it. */
const FULL = '/dev/full'
/** From a disk that has room for the lock only to one that is full when the index is saved. */
const SIZES_KB = [4, 8, 20, 40, 100, 160, 240, 400, 700, 1000]
const ENOUGH_KB = 16_000
/** Few enough for less than a minute. */
const REFUSED = 8

describe('an import on a full disk', () => {
  it('ends with 6 and a sentence at whatever point the disk fills, and is completed by the same command when there is room', async (test) => {
    for (const kb of SIZES_KB) {
      const disk = ownDisk(test, kb * 1024)
      if (disk === undefined) return
      const args = ['import', ENTRIES, '--rejects', join(disk, 'rejects'), '--data-dir', join(disk, 'var')]
      const { code, err } = await run(args)
      const freeKb = spawnSync('df', ['-k', '--output=avail', disk]).stdout.toString()
      assert.equal(code, 6, `${kb} kB: ${err} ${freeKb}`)
      assert.match(err, /the disk is full/, `${kb} kB: ${err}`)
      assert.doesNotMatch(err, /\n\s+at |Error:/, 'a stack trace')
      growDisk(disk, ENOUGH_KB * 1024)
      const again = await run(args)
      assert.equal(again.code, 0, again.err)
    }
  })

  it('without room for the rejected rows ends with 6 and a sentence, and the rows before are kept', async (test) => {
    if (!existsSync(FULL)) return test.skip(`there is no ${FULL} here`)
    const folder = temporaryFolder(test)
    const bad = join(folder, 'bad.jsonl')
    const [entry] = readFileSync(ENTRIES, 'utf8').split('\n')
    writeFileSync(bad, `${entry}\nno entry\n`)
    const dataDir = join(folder, 'var')
    const { code, err } = await run(['import', ENTRIES, bad, '--rejects', FULL, '--data-dir', dataDir])
    assert.equal(code, 6)
    assert.match(err, /^\/dev\/full cannot be written: the disk is full\.$/m)
    assert.match((await run(['status', '--data-dir', dataDir])).out, /^companies +498$/m)
  })
})

describe('a server on a full disk', () => {
  it('continues to search, refuses changes, and logs one line a minute with their number', async (test) => {
    const disk = ownDisk(test, ENOUGH_KB * 1024)
    if (disk === undefined) return
    const dataDir = join(disk, 'var')
    cpSync(await importedFolder(test), dataDir, { recursive: true })
    const { key } = await makeKey(dataDir)
    const server = await startServer(test, dataDir, ONE_THREAD)
    const filler = join(disk, 'filler')
    spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=4k'])
    const refused = []
    for (let i = 0; i < REFUSED; i++) refused.push(await makeKey(dataDir).catch(String))
    for (const said of refused) {
      assert.match(String(said), /accounts\.sqlite cannot be written: the disk is full\./)
    }
    const imported = await run(['import', ENTRIES, '--data-dir', dataDir])
    assert.equal(imported.code, 6, imported.err)
    assert.equal((await search(server.url, key, { name: 'Adler' })).status, 200)
    rmSync(filler)
    await makeKey(dataDir)
    server.process.kill('SIGTERM')
    assert.equal(await server.ended, 0)
    const lines = server
      .complained()
      .split('\n')
      .filter((line) => /accounts\.sqlite cannot be written/.test(line) && /"times"/.test(line))
    const times = lines.map((line) => (JSON.parse(line) as { times: number }).times)
    assert.deepEqual(times, [1, REFUSED - 1])
  })
})
