/** Sources of a running server, as an operator uses them on the command line. */
import assert from 'node:assert/strict'
import { cpSync, existsSync, readdirSync, renameSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { BRIEF } from '../thorough.ts'
import { ENTRIES, importedFolder, ONE_THREAD, POLL_MS, run, sampleFile, startServer } from './program.ts'

interface Listed {
  readonly id: string
  readonly last_result: string | null
  readonly fault: string | null
}

async function listed(at: readonly string[]): Promise<ReadonlyMap<string, Listed>> {
  const { out, code, err } = await run(['sources', 'list', '--json', ...at])
  assert.equal(code, 0, err)
  return new Map((JSON.parse(out) as Listed[]).map((source) => [source.id, source]))
}

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await wait(POLL_MS)
}

test('a running server imports what is put into the folder of a source, and what has a schedule, and shows how it went', {
  timeout: 120_000,
}, async (t) => {
  const site = createServer(({ headers }, response) => {
    if (headers['if-none-match'] === '"1"') response.writeHead(304).end()
    else response.writeHead(200, { etag: '"1"' }).end('not a register file\n')
  })
  await new Promise<void>((done) => site.listen(0, '127.0.0.1', done))
  t.after(() => site.close())
  const { port } = site.address() as AddressInfo
  const dataDir = await importedFolder(t)
  const at = ['--data-dir', dataDir]
  await startServer(t, dataDir, { ...ONE_THREAD, OUTBOUND_ALLOW: `127.0.0.1:${port}` })
  const added = await run(['sources', 'add', 'folder', '--inbox', '--json', ...at])
  assert.equal(added.code, 0, added.err)
  const { folder } = JSON.parse(added.out) as { folder: string }
  cpSync(ENTRIES, join(folder, '.entries.jsonl'))
  renameSync(join(folder, '.entries.jsonl'), join(folder, 'entries.jsonl'))
  const address = `http://127.0.0.1:${port}/a.jsonl`
  await run(['sources', 'add', 'site', '--url', address, '--schedule', 'daily 03:30', ...at])
  const inside = await run(['sources', 'add', 'private', '--url', 'https://127.0.0.1/a.jsonl', ...at])
  assert.equal(inside.code, 2)
  assert.match(inside.err, /^The source is not added\. 127\.0\.0\.1 is not a public address/)
  await until(() => readdirSync(join(folder, 'done')).some((name) => name.endsWith('-entries.jsonl')))
  assert.equal(existsSync(join(folder, 'entries.jsonl')), false)
  await until(async () => [...(await listed(at)).values()].every((source) => source.last_result !== null))
  const sources = await listed(at)
  assert.equal(sources.get('folder')?.last_result, 'done')
  assert.equal(sources.get('site')?.last_result, 'failed', 'it is no register file')
  assert.equal((await run(['sources', 'run', 'none', ...at])).code, 3)
  const { out } = await run(['status', ...at])
  assert.match(out, /import source +folder: done, succeeded 0 min ago/)
  assert.equal((await run(['sources', 'remove', 'folder', ...at])).code, 0)
  assert.equal((await listed(at)).has('folder'), false)
})

test('a server that is killed while it imports a file of a watched folder imports it again at its next start', {
  skip: BRIEF,
  timeout: 120_000,
}, async (t) => {
  const dataDir = await importedFolder(t)
  const at = ['--data-dir', dataDir]
  await run(['sources', 'add', 'folder', '--inbox', ...at])
  const folder = join(dataDir, 'inbox/folder')
  cpSync(sampleFile(t, 30_000), join(folder, 'sample.jsonl'))
  const token = 'a token for the metrics'.replaceAll(' ', '-')
  const server = await startServer(t, dataDir, { ...ONE_THREAD, METRICS_TOKEN: token })
  const isDone = () => readdirSync(join(folder, 'done')).some((name) => name.endsWith('-sample.jsonl'))
  await until(async () => {
    const metrics = await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${token}` } })
    return isDone() || (await metrics.text()).includes('\nfirmensuche_import_running 1\n')
  })
  server.process.kill('SIGKILL')
  await server.ended
  assert.equal(isDone(), false, 'it was killed during the import')
  await startServer(t, dataDir, ONE_THREAD)
  await until(isDone)
  assert.equal(existsSync(join(folder, 'sample.jsonl')), false)
  const { out } = await run(['status', '--json', ...at])
  assert.ok((JSON.parse(out) as { companies: number }).companies >= 30_000)
})

test('without a server a source is added, run, listed and removed, and mistakes are told in a sentence', {
  skip: BRIEF,
}, async (t) => {
  const dataDir = await importedFolder(t)
  const at = ['--data-dir', dataDir]
  const command = (...words: string[]) => run(['sources', ...words, ...at])
  assert.equal((await command('add', 'own', '--file', ENTRIES)).code, 0)
  const ran = await command('run', 'own')
  assert.equal(ran.code, 0, ran.err)
  assert.match(ran.out, /rows read: /)
  assert.equal((await listed(at)).get('own')?.last_result, 'done')
  for (const [words, code, sentence] of [
    [['add', 'own', '--inbox'], 5, /There is a source own already/],
    [['add', 'two'], 2, /needs one of --file, --inbox and --url/],
    [['add', 'two', '--inbox', '--file', 'a'], 2, /needs one of/],
    [['add', '../two', '--inbox'], 2, /The id must have/],
    [['add', 'two', '--file', 'a', '--schedule', 'weekly'], 2, /The schedule must be `hourly`/],
    [['add', 'two', '--url', 'https://a:b@example.org/'], 2, /must not contain a user name/],
    [['remove', 'two'], 3, /There is no source "two"/],
  ] as const) {
    const { code: actual, err } = await command(...words)
    assert.equal(actual, code, err)
    assert.match(err, sentence)
  }
  assert.equal((await command('remove', 'own')).code, 0)
  assert.match((await command('list')).out, /There is no source\./)
})
