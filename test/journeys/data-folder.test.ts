/** Who may read and write the data folder. */
import assert from 'node:assert/strict'
import { cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { makeReadOnly, ownDisk } from './disk.ts'
import { ENTRIES, importedFolder, makeKey, run, search, startServer } from './program.ts'

const DISK_BYTES = 64e6

describe('a data folder on a read-only disk', () => {
  it('is refused by every command with a sentence that names it and says what to do', async (test) => {
    const disk = ownDisk(test, DISK_BYTES)
    if (disk === undefined) return
    const dataDir = join(disk, 'var')
    cpSync(await importedFolder(test), dataDir, { recursive: true })
    makeReadOnly(test, disk)
    for (const folder of [dataDir, join(disk, 'none')]) {
      const sentence: string = `The data folder ${folder} cannot be used: the disk under ${existsSync(folder) ? folder : disk} is read-only. Make it writable, or set DATA_DIR to a folder on another disk.`
      for (const args of [
        ['serve'],
        ['start'],
        ['import', ENTRIES],
        ['keys', 'create', '--name', 'x'],
        ['keys', 'list'],
        ['status'],
      ]) {
        const { code, out, err } = await run([...args, '--data-dir', folder], { PORT: '0' })
        assert.deepEqual([code, out, err], [6, '', `${sentence}\n`], args.join(' '))
      }
      const doctor = await run(['doctor', '--data-dir', folder])
      assert.equal(doctor.code, 1)
      assert.ok(doctor.out.includes(`fail  data folder  ${sentence}\n`), doctor.out)
    }
  })

  it('that became so under a running server is searched on, and commands reach the server', async (test) => {
    const disk = ownDisk(test, DISK_BYTES)
    if (disk === undefined) return
    const dataDir = join(disk, 'var')
    cpSync(await importedFolder(test), dataDir, { recursive: true })
    const { key } = await makeKey(dataDir)
    const server = await startServer(test, dataDir)
    makeReadOnly(test, disk)
    const status = await run(['status', '--data-dir', dataDir])
    assert.match(status.out, new RegExp(`^server +${server.url}, `, 'm'))
    assert.equal((await search(server.url, key, { name: 'Adler' })).status, 200)
  })
})
