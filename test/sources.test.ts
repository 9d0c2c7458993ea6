/** How sources run: what is imported when, and what is stored about it. */
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { ImportView } from '../src/control/views.ts'
import { Failure } from '../src/core/failure.ts'
import type { Clock } from '../src/core/ports.ts'
import { addSource } from '../src/core/sources/add-source.ts'
import { RETRY_MS } from '../src/core/sources/schedule.ts'
import { type ImportSource, NEVER_RUN } from '../src/core/sources/source.ts'
import { STABLE_MS } from '../src/core/sources/source-files.ts'
import type { SourceRunnerNeeds } from '../src/server/source-runner.ts'
import { sourcePorts, sourceWith } from './fixtures/source-ports.ts'

const START_MS = Date.parse('2026-11-23T10:00:00Z')
const HOUR_MS = 3_600_000
const COUNTS = {
  rows: 2,
  good: 2,
  rejected: 0,
  created: 2,
  changed: 0,
  unchanged: 0,
  joined: 0,
  renamed: 0,
  moved: 0,
  withdrawn: 0,
  deleted: 0,
  contradicted: 0,
}
const GOOD: ImportView = {
  ...{ ...COUNTS, reasons: {}, faults: [], rejects: null, rejectsDropped: 0, notWithdrawn: '' },
  ...{ formats: [], importMs: 1, indexMs: 1, lateNodes: [] },
}
const BAD: ImportView = { ...GOOD, good: 0, rejected: 2, reasons: { broken_json: 2 }, rejects: '/r.jsonl' }

function portsOf(
  t: TestContext,
  change: Partial<SourceRunnerNeeds> & {
    readonly allowed?: { kind: 'host'; host: string; port: number }[]
  } = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'sources-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const time = { ms: START_MS }
  const clock: Clock = { nowMs: () => time.ms, monotonicNs: () => BigInt(time.ms) * 1_000_000n }
  const imported: string[] = []
  const result = { view: GOOD }
  const importFile = async (path: string) => {
    imported.push(path)
    return result.view
  }
  return { ...sourcePorts(folder, importFile, { clock, ...change }), folder, time, imported, result }
}

test('a run stores when it succeeded and when the next one is due, and a failed one why', async (t) => {
  const { sources, runner, result, time } = portsOf(t)
  const source = sourceWith({ schedule: 'every 6h' })
  await sources.add(source, NEVER_RUN)
  assert.equal((await runner.run('a', () => {})).result, 'done')
  const after = await sources.find('a')
  assert.equal(after?.lastSuccessAtMs, START_MS)
  assert.equal(after?.nextRunAtMs, START_MS + 6 * HOUR_MS)
  time.ms += HOUR_MS
  result.view = BAD
  assert.equal((await runner.run('a', () => {})).result, 'failed')
  const failed = await sources.find('a')
  assert.equal(failed?.lastSuccessAtMs, START_MS)
  assert.equal(failed?.lastRunAtMs, START_MS + HOUR_MS)
  assert.equal(failed?.failures, 1)
  assert.equal(failed?.fault, '2 of 2 rows were rejected: 2 are not valid JSON (broken_json).')
  assert.equal(failed?.nextRunAtMs, START_MS + 7 * HOUR_MS, 'the same file would fail again')
})

test('a source that is due runs by itself, once at a time, and one that is not due does not', async (t) => {
  const { sources, runner, time, imported } = portsOf(t)
  await sources.add(sourceWith({ id: 'due', location: '/due', schedule: 'hourly' }), {
    ...NEVER_RUN,
    nextRunAtMs: START_MS,
  })
  await sources.add(sourceWith({ id: 'later', location: '/later', schedule: 'hourly' }), {
    ...NEVER_RUN,
    nextRunAtMs: START_MS + 1,
  })
  await sources.add(sourceWith({ id: 'manual', location: '/manual' }), NEVER_RUN)
  await runner.start()()
  assert.deepEqual(imported, ['/due'])
  time.ms += 1
  await runner.start()()
  assert.deepEqual(imported, ['/due', '/later'])
  time.ms += 2 * HOUR_MS
  await runner.start()()
  assert.deepEqual(
    imported.toSorted(),
    ['/due', '/due', '/later', '/later'],
    'a missed run is made up for once',
  )
})

test('of several nodes the one that has claimed a source runs it, and none that another has run since it was due', async (t) => {
  const owned = new Set<string>()
  let afterClaim = async () => {}
  const claims = {
    async claim(id: string) {
      await afterClaim()
      if (owned.has(id)) return false
      owned.add(id)
      return true
    },
    release: async (id: string) => void owned.delete(id),
  }
  const { sources, runner, imported } = portsOf(t, { claims })
  await sources.add(sourceWith({ schedule: 'hourly' }), { ...NEVER_RUN, nextRunAtMs: START_MS })
  owned.add('a')
  await runner.start()()
  assert.deepEqual(imported, [], 'another node has it')
  await assert.rejects(
    runner.run('a', () => {}),
    /The source a runs already/,
  )
  owned.clear()
  afterClaim = async () => sources.saveState('a', { ...NEVER_RUN, nextRunAtMs: START_MS + HOUR_MS })
  await runner.start()()
  assert.deepEqual(imported, [], 'another node has just run it')
  await sources.saveState('a', { ...NEVER_RUN, nextRunAtMs: START_MS })
  afterClaim = async () => {}
  await runner.start()()
  assert.deepEqual([imported, owned.size], [['/a.jsonl'], 0])
})

test('a watched folder is imported file by file and moved; a file with faults goes to failed', async (t) => {
  const { sources, sourceFiles, runner, time, imported, result } = portsOf(t)
  await sources.add(sourceWith({ kind: 'inbox', location: '' }), NEVER_RUN)
  const inbox = sourceFiles.openInbox('a')
  writeFileSync(join(inbox, 'one'), '1')
  await runner.start()()
  assert.deepEqual(imported, [], 'it may still be written')
  time.ms += STABLE_MS
  await runner.start()()
  assert.deepEqual(imported, [join(inbox, 'one')])
  assert.equal((await sources.find('a'))?.lastResult, 'done')
  result.view = BAD
  writeFileSync(join(inbox, 'two'), '2')
  assert.equal((await runner.run('a', () => {})).result, 'failed')
  assert.equal(readdirSync(join(inbox, 'done')).filter((name) => name.endsWith('-one')).length, 1)
  assert.equal(readdirSync(join(inbox, 'failed')).filter((name) => name.endsWith('-two')).length, 1)
  const { result: nothing } = await runner.run('a', () => {})
  assert.equal(nothing, 'nothing')
  assert.equal((await sources.find('a'))?.lastResult, 'failed', 'an empty folder changes nothing')
})

test('a watched folder with a good and a bad file tells the last file of each kind, and when', async (t) => {
  const { sources, sourceFiles, runner, time } = portsOf(t, {
    importFile: async (path) => {
      if (path.endsWith('full')) throw new Error('the disk is full')
      return path.endsWith('good') ? GOOD : BAD
    },
  })
  await sources.add(sourceWith({ kind: 'inbox', location: '' }), NEVER_RUN)
  const inbox = sourceFiles.openInbox('a')
  const stateAfter = async (...names: readonly string[]) => {
    time.ms += 1000
    for (const name of names) writeFileSync(join(inbox, name), name)
    await runner.run('a', () => {})
    const { lastResult, lastSuccessAtMs, goodFile, lastFailureAtMs, badFile } = (await sources.find('a'))!
    return [lastResult, lastSuccessAtMs, goodFile, lastFailureAtMs, badFile]
  }
  assert.deepEqual(await stateAfter('1-bad', '2-good'), ['failed', time.ms, '2-good', time.ms, '1-bad'])
  const failedAtMs = time.ms
  assert.deepEqual(await stateAfter('3-good'), ['done', time.ms, '3-good', failedAtMs, '1-bad'])
  const doneAtMs = time.ms
  assert.deepEqual(await stateAfter('4-bad'), ['failed', doneAtMs, '3-good', time.ms, '4-bad'])
  assert.deepEqual(await stateAfter('5-good', '6-full'), ['failed', time.ms, '5-good', time.ms, '6-full'])
})

test('a source is not added if its file, its folder or its mapping cannot be read', async (t) => {
  const { sources, sourceFiles, clock, folder } = portsOf(t)
  const add = (change: Partial<ImportSource>) =>
    addSource({ clock, sources, files: sourceFiles }, sourceWith(change))
  const refused = (change: Partial<ImportSource>, sentence: RegExp) =>
    assert.rejects(add(change), (error: unknown) => {
      assert.ok(error instanceof Failure && error.code === 'invalid_request', String(error))
      assert.match(error.message, sentence)
      return true
    })
  const location = join(folder, 'list.csv')
  await refused({ location }, /not added\. .*list\.csv: there is no such file or folder\.$/)
  await refused({ location: join(import.meta.filename, 'x') }, /there is no such file or folder/)
  await refused({ location: '/dev/null' }, /is neither a file nor a folder/)
  writeFileSync(location, 'Nr;Firma\n')
  await refused({ location, mapping: join(folder, 'm.yaml') }, /m\.yaml: there is no such file/)
  writeFileSync(join(folder, 'm.yaml'), 'source: crm\n')
  await refused({ kind: 'inbox', location: '', mapping: join(folder, 'm.yaml') }, /title: is missing/)
  assert.deepEqual(await sources.list(), [])
  assert.equal(existsSync(sourceFiles.inboxPath('a')), false)
  await add({ location })
  await add({ id: 'b', location: folder })
  const watched = await add({ id: 'c', kind: 'inbox', location: '' })
  assert.ok(existsSync(watched!))
  assert.equal((await sources.list()).length, 3)
})

test('an import that ends with an error leaves its file in the folder, and is repeated with growing delays', async (t) => {
  let isBroken = true
  const { sources, sourceFiles, runner, time } = portsOf(t, {
    importFile: async () => {
      if (isBroken) throw new Error('the disk is full')
      return GOOD
    },
  })
  await sources.add(sourceWith({ kind: 'inbox', location: '' }), NEVER_RUN)
  const path = join(sourceFiles.openInbox('a'), 'one')
  writeFileSync(path, '1')
  await runner.start()()
  time.ms += STABLE_MS
  await runner.start()()
  const failed = await sources.find('a')
  assert.deepEqual([failed?.lastResult, failed?.fault], ['failed', 'the disk is full'])
  assert.equal(failed?.nextRunAtMs, time.ms + RETRY_MS / 2)
  assert.ok(existsSync(path))
  isBroken = false
  await runner.start()()
  assert.ok(existsSync(path), 'it is not tried all the time')
  time.ms += RETRY_MS
  await runner.start()()
  assert.equal(existsSync(path), false)
  assert.equal((await sources.find('a'))?.nextRunAtMs, null)
})

test('a run that the end of the server interrupts leaves its file and its state, so that it is repeated', async (t) => {
  const stop = new AbortController()
  const { sources, sourceFiles, runner } = portsOf(t, {
    stop: stop.signal,
    importFile: async () => {
      stop.abort()
      throw new Error('The server is stopping.')
    },
  })
  await sources.add(sourceWith({ kind: 'inbox', location: '' }), NEVER_RUN)
  const path = join(sourceFiles.openInbox('a'), 'one')
  writeFileSync(path, '1')
  await assert.rejects(
    runner.run('a', () => {}),
    /stopping/,
  )
  assert.ok(existsSync(path))
  assert.deepEqual(await sources.find('a'), { ...sourceWith({ kind: 'inbox', location: '' }), ...NEVER_RUN })
})

test('an address is imported once for each version, and a failed download is retried before the schedule', async (t) => {
  let etag = '"1"'
  let status = 200
  const server = createServer(({ headers }, response) => {
    if (status !== 200) response.writeHead(status).end()
    else if (headers['if-none-match'] === etag) response.writeHead(304).end()
    else response.writeHead(200, { etag }).end(`file ${etag}`)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  t.after(() => server.close())
  const { port } = server.address() as AddressInfo
  const { sources, runner, folder, imported } = portsOf(t, {
    allowed: [{ kind: 'host', host: '127.0.0.1', port }],
  })
  const location = `http://127.0.0.1:${port}/a.jsonl`
  await sources.add(sourceWith({ kind: 'https', location, schedule: 'hourly' }), NEVER_RUN)
  const run = async () => (await runner.run('a', () => {})).result
  assert.equal(await run(), 'done')
  assert.equal(await run(), 'unchanged')
  etag = '"2"'
  assert.equal(await run(), 'done')
  assert.equal(imported.length, 2)
  assert.deepEqual(readdirSync(join(folder, 'downloads/a')), [], 'the imported file is deleted')
  status = 503
  assert.equal(await run(), 'failed')
  const state = await sources.find('a')
  assert.equal(state?.nextRunAtMs, START_MS + RETRY_MS / 2)
  assert.match(state?.fault ?? '', /answered with status 503/)
  status = 200
  assert.equal(await run(), 'unchanged')
  assert.equal((await sources.find('a'))?.failures, 0)
})

test('a download whose import failed is downloaded again, because its version is not stored', async (t) => {
  const server = createServer(({ headers }, response) => {
    if (headers['if-none-match'] !== undefined) response.writeHead(304).end()
    else response.writeHead(200, { etag: '"1"' }).end('file')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  t.after(() => server.close())
  const { port } = server.address() as AddressInfo
  const { sources, runner, imported, result } = portsOf(t, {
    allowed: [{ kind: 'host', host: '127.0.0.1', port }],
  })
  await sources.add(sourceWith({ kind: 'https', location: `http://127.0.0.1:${port}/` }), NEVER_RUN)
  result.view = BAD
  assert.equal((await runner.run('a', () => {})).result, 'failed')
  result.view = GOOD
  assert.equal((await runner.run('a', () => {})).result, 'done')
  assert.equal(imported.length, 2)
})

test('an import that took nothing counts as failed', async (t) => {
  const { sources, runner, result } = portsOf(t)
  await sources.add(sourceWith({}), NEVER_RUN)
  result.view = { ...GOOD, rows: 0, good: 0, created: 0 }
  const { result: how, fault } = await runner.run('a', () => {})
  assert.deepEqual([how, fault], ['failed', 'There were no rows.'])
})
