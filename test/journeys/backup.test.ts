/** The backup and restore commands of docs/operating.md. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { copyFileSync, cpSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import {
  importedFolder,
  makeKey,
  ONE_THREAD,
  ROOT,
  run,
  search,
  startServer,
  temporaryFolder,
} from './program.ts'

const DATABASES = ['accounts', 'companies', 'counters']
const COMMANDS = [
  ...readFileSync(join(ROOT, 'docs/operating.md'), 'utf8').matchAll(
    /```sh\n([^`]*\.(backup|restore) [^`]*)```/g,
  ),
]
/** Where it is CI the tests are not left out, but fail. */
const isThere = spawnSync('sqlite3', ['--version']).error === undefined
const skip = !isThere && process.env.CI !== 'true' && 'the program sqlite3 is missing'

test('a backup of a running server is restored completely and exactly over the data of a killed one', {
  skip,
}, async (t) => {
  const dataDir = await importedFolder(t)
  const backup = temporaryFolder(t)
  assert.deepEqual(
    COMMANDS.map(([, , what]) => what),
    ['backup', 'restore'],
  )
  const server = await startServer(t, dataDir, ONE_THREAD)
  const kept = await makeKey(dataDir)
  assert.deepEqual(sh('backup', dataDir, backup), { status: 0, says: '' })
  copyFileSync(join(dataDir, 'secret'), join(backup, 'secret'))
  const later = await makeKey(dataDir)
  assert.equal((await search(server.url, later.key, { name: 'Adler' })).status, 200)
  server.process.kill('SIGKILL')
  await server.ended

  const emptied = temporaryFolder(t)
  cpSync(backup, emptied, { recursive: true })
  assert.deepEqual(sh('restore', dataDir, backup), { status: 0, says: '' })
  for (const folder of [dataDir, emptied]) {
    const doctor = await run(['doctor', '--data-dir', folder])
    for (const name of DATABASES.slice(0, 2)) assert.match(doctor.out, new RegExp(`^ok +${name} `, 'm'))
    const url = await served(t, folder, kept.key)
    assert.equal((await search(url, later.key, { name: 'Adler' })).status, 401)
  }
})

test('a folder without one of the databases is neither backed up nor restored, and the error says so', {
  skip,
}, async (t) => {
  const dataDir = await importedFolder(t)
  const { key } = await makeKey(dataDir)
  const empty = temporaryFolder(t)
  assert.deepEqual(sh('restore', dataDir, empty), { status: 1, says: 'accounts is not restored\n' })
  assert.deepEqual(sh('backup', empty, dataDir), { status: 1, says: 'accounts is not saved\n' })
  assert.deepEqual(sh('restore', dataDir, join(empty, 'none')), {
    status: 1,
    says: 'accounts is not restored\n',
  })
  for (const what of ['backup', 'restore']) {
    assert.notEqual(sh(what, dataDir, '').status, 0)
    assert.notEqual(sh(what, '', empty).status, 0)
  }
  assert.equal(existsSync(join(empty, 'accounts.sqlite')), false)
  await served(t, dataDir, key)
})

/** Runs a block of commands as if pasted into a shell: only its own commands end it. */
function sh(what: string, dataDir: string, backup: string) {
  const script = COMMANDS.find(([, , name]) => name === what)![1]!
  const env = { ...process.env, DATA_DIR: dataDir, BACKUP: backup }
  const { status, stdout } = spawnSync('sh', ['-c', script], { env, encoding: 'utf8' })
  return { status, says: stdout }
}

/** Starts a server that takes the key. */
async function served(t: TestContext, dataDir: string, key: string): Promise<string> {
  const { url } = await startServer(t, dataDir, ONE_THREAD)
  assert.equal((await search(url, key, { name: 'Adler' })).status, 200)
  return url
}
