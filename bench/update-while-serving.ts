/**
 * Updates while serving: a server with all companies of OffeneRegister answers searches at a fixed rate while files with changes of
 * 1, 100 and 10,000 companies are imported: real announcements, and entries of OffeneRegister under other names.
 *
 *     node bench/update-while-serving.ts <data folder> [--store <folder with an imported register>] [--rate 200] [--quiet-s 15]
 *       [--sizes 1,100,10000] [--rounds 5] [--kinds renamed,announcements]
 *
 * The data folder has `offeneregister/*.jsonl.br` and `registerbekanntmachungen/announcements.tsv.gz`. Works on a copy of the store;
 * without `--store` it imports OffeneRegister first. Announcements name companies that a made register may have under other names, so
 * that for it only `renamed` works. The table tells, as medians of the rounds: how long the command took; the time
 * from the commit of the last change (at the earliest) until every search on a new connection finds it; then how long the normal searches
 * of all rounds together took meanwhile and while the changes were then merged into a new base, each against the seconds before each
 * update, so that other work on the machine counts little; and whether the
 * feed told each change once, in order, to a client that follows it.
 */
import { execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { setPriority, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { openCompanyWriter } from '../src/adapters/sqlite/companies/write/company-writer.ts'
import { connectControl } from '../src/control/control-client.ts'
import { dataFiles } from '../src/server/data-folder.ts'
import { realFolder } from './corpus/material.ts'
import { readTimed, type TimedSearch } from './load/open-loop.ts'
import { makeQueries } from './load/queries.ts'
import { makeKey, residentMiBOf, startService, stop } from './load/service.ts'
import { type MeasuredUpdate, printUpdates, type Span } from './load/update-table.ts'
import { type Update, type UpdateKind, Updates } from './load/updates.ts'
import { nowMs, UpdateWatcher } from './load/watch-update.ts'

const BIN = resolve(import.meta.dirname, '../bin/firmensuche.js')
const PORT = 18_091
const THREADS = 2
const POLL_MS = 50
/** Clients are on other machines. As root the measuring one goes first, so that its own waits for a processor hardly count. */
const CLIENT_NICENESS = -10
/** The server is quiet for so long before each update. */
const QUIET_BEFORE_MS = 5000
/** A search that does not find the company by then never does. */
const FOUND_MS_MAX = 120_000

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    store: { type: 'string' },
    rate: { type: 'string', default: '200' },
    'quiet-s': { type: 'string', default: '15' },
    sizes: { type: 'string', default: '1,100,10000' },
    rounds: { type: 'string', default: '4' },
    kinds: { type: 'string', default: 'renamed,announcements' },
  },
})
const data = positionals[0]
if (data === undefined) throw new Error('usage: node bench/update-while-serving.ts <data folder> [--store …]')

const folder = mkdtempSync(join(tmpdir(), 'bench-update-'))
const dataDir = join(folder, 'data')
const rounds = Number(options.rounds)
try {
  prepareStore(data)
  await measureAll(data)
} finally {
  rmSync(folder, { recursive: true })
}

function prepareStore(from: string): void {
  if (options.store === undefined) {
    const files = readdirSync(realFolder(from)).map((name) => join(realFolder(from), name))
    execFileSync(process.execPath, [BIN, 'import', ...files, '--data-dir', dataDir])
    return
  }
  mkdirSync(dataDir, { mode: 0o700 })
  for (const name of ['companies', 'index'] as const)
    cpSync(dataFiles(options.store)[name], dataFiles(dataDir)[name])
  // Migrates a store of an earlier version.
  openCompanyWriter(dataFiles(dataDir).companies, Date.now()).close()
}

async function measureAll(from: string): Promise<void> {
  const sizes = options.sizes.split(',').map(Number)
  const announcements = join(from, 'registerbekanntmachungen', 'announcements.tsv.gz')
  const count = sizes.reduce((sum, size) => sum + size * rounds, 0)
  const updates = await Updates.read(folder, announcements, dataFiles(dataDir).companies, count)
  const key = makeKey(dataDir)
  const startMs = nowMs()
  const service = await startService({ dataDir, port: PORT, threads: THREADS })
  console.log(
    `Started in ${((nowMs() - startMs) / 1000).toFixed(1)} s, ${Math.round(residentMiBOf(service))} MiB resident.`,
  )
  const bodies = join(folder, 'bodies.json')
  writeFileSync(
    bodies,
    JSON.stringify((await makeQueries(service, key)).map((name) => JSON.stringify({ name }))),
  )
  const load = startLoad(service.url, bodies, key)
  const watcher = new UpdateWatcher(service, key)
  try {
    const watching = watcher.run()
    const work = measureUpdates(sizes, updates, watcher)
    // Whichever fails first ends the run.
    const { measured, quiet } = await Promise.race([work, watching.then(() => work)])
    console.log(`Server at the end: ${Math.round(residentMiBOf(service))} MiB resident.`)
    watcher.stop()
    await watching
    printUpdates(measured, quiet, await load.end())
  } finally {
    await load.end()
    await stop(service)
  }
}

async function measureUpdates(sizes: readonly number[], updates: Updates, watcher: UpdateWatcher) {
  const measured: MeasuredUpdate[] = []
  await wait(Number(options['quiet-s']) * 500)
  const quiet = [await quietSpan()]
  for (const size of sizes)
    for (const kind of options.kinds.split(',') as UpdateKind[])
      for (let round = 0; round < rounds; round++) {
        measured.push(await measure(updates.next(kind, size), watcher))
      }
  quiet.push(await quietSpan())
  return { measured, quiet }
}

async function quietSpan(): Promise<Span> {
  const startMs = nowMs()
  await wait(Number(options['quiet-s']) * 1000)
  return [startMs, nowMs()]
}

function startLoad(url: string, bodies: string, key: string) {
  const args = [join(import.meta.dirname, 'load/open-loop.ts'), url, options.rate, bodies, key]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  if (process.getuid?.() === 0) setPriority(child.pid as number, CLIENT_NICENESS)
  const lines = text(child.stdout)
  return {
    async end(): Promise<readonly TimedSearch[]> {
      child.kill()
      return readTimed((await lines).replace(/[^\n]*$/, ''))
    },
  }
}

/** Imports the file with the command line while the load goes on. */
async function measure(update: Update, watcher: UpdateWatcher): Promise<MeasuredUpdate> {
  const awaited = await lastUnknown(update, watcher)
  const start = (await watcher.page('now')).cursor
  const seenBefore = watcher.changes.length
  watcher.await(awaited)
  await wait(QUIET_BEFORE_MS)
  const startMs = nowMs()
  const result = await command(['import', update.file, '--json'])
  const commandMs = nowMs() - startMs
  const { index_ms: indexMs } = JSON.parse(result.trim().split('\n').at(-1) as string)
  while (watcher.foundMs === undefined) {
    if (nowMs() - startMs > FOUND_MS_MAX) throw new Error(`${awaited.name} is not found.`)
    await wait(POLL_MS)
  }
  const foundMs = watcher.foundMs
  watcher.await()
  const seen = watcher.changes.slice(seenBefore)
  const searchableMs = foundMs - (seen.at(-1)?.afterMs ?? Number.NaN)
  const mergeStartMs = nowMs()
  const isMerged = await untilMerged()
  return {
    ...{
      update,
      commandMs,
      searchableMs,
      indexMs,
      before: [startMs - QUIET_BEFORE_MS, startMs],
      during: [startMs, mergeStartMs],
    },
    merging: isMerged ? [mergeStartMs, nowMs()] : undefined,
    feed: await compareFeed(update, watcher, start, seen),
  }
}

/** The last company of the file that searches do not find by its name in the file. */
async function lastUnknown({ lines }: Update, watcher: UpdateWatcher) {
  for (const line of lines.toReversed()) if (!(await watcher.finds(line))) return line
  throw new Error('All changes of the file are known.')
}

/** Waits while the server merges; resolves to whether it did. Asks in this process: a command each time would take half a core. */
async function untilMerged(): Promise<boolean> {
  const control = await connectControl(dataDir, '')
  if (control === undefined) throw new Error('The server is gone.')
  try {
    for (let hasMerged = false; ; hasMerged = true) {
      const { server } = await control.send('status', {})
      if (server?.isMerging === false) return hasMerged
      await wait(POLL_MS)
    }
  } finally {
    control.close()
  }
}

/** Compares what the following client saw with the feed read again, and with the file. */
async function compareFeed(
  { lines }: Update,
  watcher: UpdateWatcher,
  start: string,
  seen: readonly { cursor: string }[],
): Promise<string> {
  const told: { cursor: string; uuid: string }[] = []
  for (let since = start; ; ) {
    const page = await watcher.page(since)
    if (page.changes.length === 0) break
    told.push(...page.changes)
    since = page.cursor
  }
  const numbers = told.map(({ cursor }) => Number(Buffer.from(cursor, 'base64url').toString('latin1')))
  const isInOrder = numbers.every((number, i) => i === 0 || number > numbers[i - 1]!)
  const isSame = told.map(({ cursor }) => cursor).join() === seen.map(({ cursor }) => cursor).join()
  const companies = new Set(told.map(({ uuid }) => uuid))
  const missing = lines.filter(({ uuid }) => !companies.has(uuid)).length
  return `${told.length} changes, ${isInOrder ? 'in order' : 'NOT IN ORDER'}, ${isSame ? '' : 'NOT '}as followed, ${missing} missing`
}

function command(args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [BIN, ...args, '--data-dir', dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return text(child.stdout)
}

function wait(forMs: number): Promise<void> {
  return new Promise((done) => setTimeout(done, forMs))
}
