/** The commands of docs/operating.md for backup and restore do what they promise. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { copyFileSync, cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { importedFolder, makeKey, ROOT, run, search, startServer, temporaryFolder } from './program.ts'

const DATABASES = ['accounts', 'companies', 'counters']
const COMMANDS = [
  ...readFileSync(join(ROOT, 'docs/operating.md'), 'utf8').matchAll(
    /```sh\n([^`]*\.(backup|restore) [^`]*)```/g,
  ),
]
const isMissing = spawnSync('sqlite3', ['--version']).status !== 0

test('what was backed up while a server ran is there again after a restore over what was killed, and nothing else', {
  skip: isMissing && 'the program sqlite3 is not here',
}, async (t) => {
  const dataDir = await importedFolder(t)
  const backup = temporaryFolder(t)
  const sh = (script: string) => {
    const { status, stderr } = spawnSync('sh', ['-ec', script], {
      env: { ...process.env, DATA_DIR: dataDir, BACKUP: backup },
      encoding: 'utf8',
    })
    assert.equal(status, 0, stderr)
  }
  assert.deepEqual(
    COMMANDS.map(([, , what]) => what),
    ['backup', 'restore'],
  )
  const server = await startServer(t, dataDir)
  const kept = await makeKey(dataDir)
  sh(COMMANDS[0]![1]!)
  copyFileSync(join(dataDir, 'secret'), join(backup, 'secret'))
  const later = await makeKey(dataDir)
  assert.equal((await search(server.url, later.key, { name: 'Adler' })).status, 200)
  server.process.kill('SIGKILL')
  await server.ended

  const emptied = temporaryFolder(t)
  cpSync(backup, emptied, { recursive: true })
  sh(COMMANDS[1]![1]!)
  for (const folder of [dataDir, emptied]) {
    const doctor = await run(['doctor', '--data-dir', folder])
    for (const name of DATABASES.slice(0, 2)) assert.match(doctor.out, new RegExp(`^ok +${name} `, 'm'))
    const again = await startServer(t, folder)
    assert.equal((await search(again.url, kept.key, { name: 'Adler' })).status, 200)
    assert.equal((await search(again.url, later.key, { name: 'Adler' })).status, 401)
    again.process.kill('SIGTERM')
    assert.equal(await again.ended, 0)
  }
})
