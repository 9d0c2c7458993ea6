// Thorough: folders that are read-only or open to others; faults.test.ts has those with damaged files.
/** The permissions of the data folder. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { makeReadOnly, ownDisk } from './disk.ts'
import { Member, PASSWORD } from './member.ts'
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

const DISK_BYTES = 64e6

describe('a data folder on a read-only disk', () => {
  it('is refused by every command with a sentence that names the folder and the remedy', async (test) => {
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

  it('that becomes read-only under a running server is still searched, and commands reach the server', async (test) => {
    const disk = ownDisk(test, DISK_BYTES)
    if (disk === undefined) return
    const dataDir = join(disk, 'var')
    cpSync(await importedFolder(test), dataDir, { recursive: true })
    const { key } = await makeKey(dataDir)
    const server = await startServer(test, dataDir, ONE_THREAD)
    makeReadOnly(test, disk)
    const status = await run(['status', '--data-dir', dataDir])
    assert.match(status.out, new RegExp(`^server +${server.url}, `, 'm'))
    assert.equal((await search(server.url, key, { name: 'Adler' })).status, 200)
  })
})

describe('a data folder that others may read', () => {
  it('causes a warning at the start and a failure of the doctor, until the suggested command is run', {
    skip: process.platform === 'win32' && 'this system has no such modes',
  }, async (test) => {
    const dataDir = join(temporaryFolder(test), 'with blank')
    cpSync(await importedFolder(test), dataDir, { recursive: true })
    chmodSync(dataDir, 0o755)
    const command = `chmod -R go= '${dataDir}'`
    const sentence = `Other users of this machine have access to ${dataDir}. Run: ${command}`
    const server = await startServer(test, dataDir, ONE_THREAD)
    assert.equal(JSON.parse(server.complained()).msg, sentence)
    assert.deepEqual(await access(dataDir), ['fail', sentence])
    execFileSync('sh', ['-c', command])
    assert.deepEqual(await access(dataDir), ['ok', 'for the owner only'])
    for (const name of ['accounts.sqlite', 'counters.sqlite-wal', 'companies.index', 'control.sock']) {
      chmodSync(join(dataDir, name), 0o640)
      const [state, says] = await access(dataDir)
      assert.deepEqual([state, says], ['fail', sentence.replace(`${dataDir}.`, `${join(dataDir, name)}.`)])
      execFileSync('sh', ['-c', command])
    }
    server.process.kill('SIGTERM')
    assert.equal(await server.ended, 0)
    const again = await startServer(test, dataDir, ONE_THREAD)
    assert.equal(again.complained(), '')
  })
})

/** State and words of the check, which decides the exit code when all else is in order. */
async function access(dataDir: string): Promise<readonly [string, string]> {
  const { code, out } = await run(['doctor', '--json', '--data-dir', dataDir])
  const checks = JSON.parse(out) as { name: string; state: string; description: string }[]
  const found = checks.find(({ name }) => name === 'access')
  assert.ok(found, out)
  assert.equal(code, found.state === 'ok' ? 0 : 1, out)
  return [found.state, found.description]
}

describe('the log of a server without a mail server', () => {
  it('contains the place of an e-mail, and its recipient only at level debug', async (test) => {
    for (const [level, isNamed] of [
      ['info', false],
      ['debug', true],
    ] as const) {
      const dataDir = await importedFolder(test)
      const server = await startServer(test, dataDir, { ...ONE_THREAD, LOG_LEVEL: level })
      const email = 'ida.mustermann@example.org'
      const asked = await new Member(server.url).post('/auth/sign-up', {
        email,
        password: PASSWORD,
        name: '',
      })
      assert.equal(asked.status, 202)
      const places = /"msg":"An e-mail was written to ([^"]+)"/
      while (!places.test(server.complained())) await new Promise(setImmediate)
      server.process.kill('SIGTERM')
      assert.equal(await server.ended, 0)
      const path = places.exec(server.complained())![1]!
      assert.deepEqual(readdirSync(join(dataDir, 'mail')), [path.split('/').at(-1)])
      assert.equal(server.complained().includes('ida.mustermann'), isNamed, server.complained())
    }
  })
})
