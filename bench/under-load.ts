/**
 * Searching while data comes in: one thread asks the fixed mix without a pause, while the import thread and the merge
 * thread of the same process do their work.
 *
 *     node bench/under-load.ts <data folder with an imported register> [--changes 20000] [--quiet-s 10]
 *
 * Works on a copy of the folder. Prints how long searches take when nothing else happens, during an import and during a
 * merge; how soon one changed company is found; and how much memory the change of index takes.
 */

import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { EmbeddedNameIndex } from '../src/adapters/embedded/name-index.ts'
import { openCompanyStore } from '../src/adapters/sqlite/companies/read/company-store.ts'
import type { ImportView } from '../src/control/views.ts'
import type { Company } from '../src/core/company/company.ts'
import { openIndex } from '../src/engine/format/index-reader.ts'
import { embedded, mergeRule } from '../src/server/compose/embedded-index.ts'
import { clock } from '../src/server/compose/system.ts'
import { dataFiles } from '../src/server/data-folder.ts'
import { inDataFolder } from '../src/server/store-place.ts'
import { Importer } from '../src/server/threads/import-queue.ts'
import { changedEntries, entryOf } from './load/changed-entries.ts'
import { mixOf, timeOf } from './query-mix.ts'

const QUERIES = 20_000
/** Searches in a row before messages of other threads are heard. */
const TURN_MS = 2
const ONE_CHANGED = 5
const MEGA = 1e6

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    changes: { type: 'string', default: '20000' },
    'quiet-s': { type: 'string', default: '10' },
    /** Only writes the changed entries to this file: what that takes of memory is not this process's then. */
    write: { type: 'string' },
  },
})
const from = positionals[0]
if (from === undefined) throw new Error('usage: node bench/under-load.ts <data folder> [--changes 20000]')

if (options.write !== undefined) {
  writeChanged(from, options.write, Number(options.changes))
  process.exit()
}

const folder = mkdtempSync(join(tmpdir(), 'bench-under-load-'))
const files = dataFiles(folder)
for (const name of ['companies', 'index'] as const) cpSync(dataFiles(from)[name], files[name])
const changedFile = join(folder, 'changed.jsonl')
const args = [import.meta.filename, from, '--changes', options.changes, '--write', changedFile]
execFileSync(process.execPath, args)
const index = new EmbeddedNameIndex()
const importer = new Importer({ clock, mergeRule }, inDataFolder(folder), {
  publish: async (snapshot) => index.publish(embedded(snapshot)),
  searched: () => index.snapshot(),
  notSaved: (error) => {
    throw error
  },
  rebuilt: (because) => console.log(because),
})
const bareMb = rssMb()
const startMs = performance.now()
await importer.open()
const openedMs = performance.now()
await importer.index()
console.log(
  `start: ${Math.round(openedMs - startMs)} ms for the store, ${Math.round(performance.now() - openedMs)} ms for the index`,
)
const indexMb = (index.state()?.bytes ?? 0) / MEGA
const queries = mixOf(openIndex(index.snapshot()!.base), QUERIES)
let next = 0
let peakMb = 0

try {
  const quietMs = Number(options['quiet-s']) * 1000
  await measure('warming up', wait(quietMs / 4))
  const quiet = await measure('quiet', wait(quietMs))
  for (let i = 0; i < ONE_CHANGED; i++) await findChanged(i)
  const beside = await measure('quiet, some companies beside', wait(quietMs))
  peakMb = 0
  const imported = await measure(`importing ${options.changes} changed`, importFile(changedFile))
  const importPeakMb = peakMb
  peakMb = 0
  const merged = await measure('merging', importer.merged())
  const mergePeakMb = peakMb
  await measure('quiet again', wait(quietMs))
  console.log(
    `p99 against quiet: ${ratio(beside, quiet)} with some beside, ${ratio(imported, quiet)} importing, ${ratio(merged, quiet)} merging`,
  )
  console.log(
    `index ${Math.round(indexMb)} MB; process ${Math.round(bareMb)} MB before it, at most ${Math.round(importPeakMb)} MB importing, ${Math.round(mergePeakMb)} MB merging`,
  )
  console.log(
    `index memory while swapping: ${((mergePeakMb - bareMb) / indexMb).toFixed(2)} times the index, everything else of the process included`,
  )
} finally {
  await importer.close()
  rmSync(folder, { recursive: true })
}

/** Asks the mix until `work` is done. */
async function measure(what: string, work: Promise<unknown>): Promise<Float64Array> {
  const times: number[] = []
  let isDone = false
  const startMs = performance.now()
  void work.then(() => {
    isDone = true
  })
  while (!isDone) {
    const end = performance.now() + TURN_MS
    while (performance.now() < end) times.push(timeOf(index, queries[next++ % QUERIES]!, false))
    peakMb = Math.max(peakMb, rssMb())
    await turn()
  }
  await work
  const sorted = Float64Array.from(times).sort()
  const at = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] as number)
  const seconds = ((performance.now() - startMs) / 1000).toFixed(1)
  console.log(
    `${what}: ${sorted.length} searches in ${seconds} s, p50 ${at(0.5)} µs, p99 ${at(0.99)} µs, p99.9 ${at(0.999)} µs, longest ${at(1 - 1e-9)} µs`,
  )
  return sorted
}

/** Imports one changed company beside a thread that searches, and asks for it until it is found. */
async function findChanged(i: number): Promise<void> {
  const name = `Zwölferhaus ${'abcdefgh'[i]} Probelauf GmbH`
  const file = join(folder, 'one.jsonl')
  writeFileSync(file, `${entryOf(companyAt(i), name)}\n`)
  const startMs = performance.now()
  let foundMs: number | undefined
  const done = importFile(file)
  while (foundMs === undefined) {
    if (index.search({ name, deep: false, limit: 1 }).hits[0]?.record.name === name)
      foundMs = performance.now()
    timeOf(index, queries[next++ % QUERIES]!, false)
    await turn()
  }
  const { importMs, indexMs } = await done
  console.log(
    `one changed company: found ${Math.round(foundMs - startMs)} ms after the import was asked for (import ${importMs} ms, index ${indexMs} ms)`,
  )
}

function importFile(file: string): Promise<ImportView> {
  return importer.import({ files: [file], mapping: null, rejects: join(folder, 'rejects') }, () => {})
}

function writeChanged(dataDir: string, path: string, count: number): void {
  const store = openCompanyStore(dataFiles(dataDir).companies)
  const entries = changedEntries(store, count)
  store.close()
  writeFileSync(path, `${entries.join('\n')}\n`)
}

function companyAt(i: number): Company {
  const store = openCompanyStore(files.companies)
  const [company] = store
    .list({ sort: 'uuid', limit: i + 1, status: ['active'], registerType: ['HRB'] })
    .companies.slice(-1)
  store.close()
  return company!
}

function ratio(times: Float64Array, quiet: Float64Array): string {
  const p99 = (sorted: Float64Array) => sorted[Math.floor(sorted.length * 0.99)] as number
  return `${(p99(times) / p99(quiet)).toFixed(2)} ×`
}

function rssMb(): number {
  return process.memoryUsage.rss() / MEGA
}

function wait(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms))
}
