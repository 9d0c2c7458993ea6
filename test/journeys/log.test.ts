/** The log of a server: what it says at `info`, in which form, and what it never says. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ENTRIES, importedFolder, ONE_THREAD, run, startServer } from './program.ts'

test('stderr has JSON lines alone: start, imports with counts, changes with ids but no names and secrets, and stop', async (t) => {
  const dataDir = await importedFolder(t)
  const server = await startServer(t, dataDir, { ...ONE_THREAD, LOG_LEVEL: 'info' })
  const command = async (...args: readonly string[]) => {
    const { code, out, err } = await run([...args, '--data-dir', dataDir])
    assert.equal(code, 0, err)
    return out
  }
  const made = JSON.parse(await command('keys', 'create', '--name', 'Kennwort', '--json'))
  await command('keys', 'revoke', made.id)
  await command('accounts', 'invite', 'erika@suche.example')
  await command('import', ENTRIES)
  server.process.kill('SIGTERM')
  assert.equal(await server.ended, 0)
  const lines = server
    .complained()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  const told = (msg: string) => lines.filter((line) => line.msg === msg)
  assert.equal(told('the server starts').length, 1)
  assert.equal(told('the server answers')[0]?.companies, 498)
  const changes = told('a change was made').map(({ command: name, by, ids }) => [name, by, ids])
  assert.deepEqual(changes.slice(0, 3), [
    ['createKey', 'command line', [made.id]],
    ['revokeKey', 'command line', [made.id]],
    ['invite', 'command line', []],
  ])
  const [{ rows, unchanged, rejected } = {}] = told('an import has ended')
  assert.deepEqual([told('an import begins').length, rows, unchanged, rejected], [1, 498, 498, 0])
  assert.deepEqual([told('Stopping …').length, told('the server has stopped').length], [1, 1])
  const shownKey = /fs_live_\w+/.exec(server.said())?.[0] ?? assert.fail('no first key')
  for (const secret of ['Kennwort', 'erika', made.key, shownKey])
    assert.ok(!server.complained().includes(secret), secret)
})
