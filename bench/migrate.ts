/**
 * Time and memory of `firmensuche migrate`, from a data folder to a PostgreSQL server of this run and back to a new folder. The
 * server has the settings of an installation, apart from what `SETTINGS` of the environment says. `--pages`: also the times of
 * pages of the list in both databases.
 *
 *   node bench/migrate.ts <data folder> [--pages]
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { openCompanyStore } from '../src/adapters/sqlite/companies/read/company-store.ts'
import { sampleOf, timePages } from './list-pages.ts'
import { postgresPlace } from './postgres-place.ts'

const BIN = resolve(import.meta.dirname, '../bin/firmensuche.js')
const FILES = ['companies.sqlite', 'accounts.sqlite', 'counters.sqlite', 'secret']

interface Done {
  readonly tables: readonly { readonly rows: number }[]
  readonly copied: number
  readonly copy_ms: number
  readonly index_ms: number
  readonly compare_ms: number
}

/** Runs the command, and prints a row of the table. */
async function measure(label: string, to: string, dataDir: string, env: NodeJS.ProcessEnv): Promise<void> {
  const startMs = performance.now()
  const args = [BIN, 'migrate', '--to', to, '--data-dir', dataDir, '--json']
  const child = spawn(process.execPath, args, {
    env: { ...process.env, DATABASE_URL: '', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  let [peakKib, last] = [0, '']
  for await (const line of createInterface({ input: child.stdout })) {
    last = line
    peakKib = Math.max(peakKib, peakOf(child.pid as number))
  }
  const [code] = await ended
  if (code !== 0) throw new Error(`The command ended with ${code}.`)
  const { copied, copy_ms, index_ms, compare_ms } = JSON.parse(last) as Done
  const s = (ms: number) => (ms / 1000).toFixed(0)
  const perS = Math.round((copied / copy_ms) * 1000)
  const cells = [label, copied, s(performance.now() - startMs), s(copy_ms), perS, s(index_ms), s(compare_ms)]
  console.log(`| ${[...cells, Math.round(peakKib / 1024)].join(' | ')} |`)
}

/** Most memory of a process so far, in KiB; 0 if it has ended. */
function peakOf(pid: number): number {
  const path = `/proc/${pid}/status`
  return existsSync(path) ? Number(/VmHWM:\s+(\d+)/.exec(readFileSync(path, 'utf8'))?.[1] ?? 0) : 0
}

/** Prints the times of pages in both databases, which are read once before to fill the caches. */
async function showPages(file: string): Promise<void> {
  const [sqlite, postgres] = [openCompanyStore(file), await place.openStore()]
  const sample = await sampleOf(sqlite)
  await timePages(postgres, sample)
  await timePages(sqlite, sample)
  const [there, here] = [await timePages(postgres, sample), await timePages(sqlite, sample)]
  console.log('\n| read | PostgreSQL ms | SQLite ms |\n|---|---|---|')
  for (const [what, ms] of there)
    console.log(`| ${what} | ${ms.toFixed(2)} | ${here.get(what)?.toFixed(2)} |`)
  console.log(`PostgreSQL on disk: ${Math.round((await place.diskBytes()) / 2 ** 20)} MiB`)
  await sqlite.close()
  await postgres.close()
}

const { positionals, values: options } = parseArgs({
  allowPositionals: true,
  options: { pages: { type: 'boolean', default: false } },
})
const folder = resolve(positionals[0] ?? './var')
const [source, target] = [1, 2].map(() => mkdtempSync(join(tmpdir(), 'firmensuche-')))
const place = await postgresPlace()
try {
  for (const name of FILES.filter((file) => existsSync(join(folder, file))))
    cpSync(join(folder, name), join(source as string, name))
  console.log('| direction | rows | s | copying s | rows/s | indexes s | comparing s | peak MiB |')
  console.log('|---|---|---|---|---|---|---|---|')
  await measure('to PostgreSQL', place.url, source as string, {})
  await measure('to SQLite', 'sqlite', target as string, { DATABASE_URL: place.url })
  if (options.pages) await showPages(join(source as string, 'companies.sqlite'))
} finally {
  place.end()
  for (const each of [source, target]) rmSync(each as string, { recursive: true, force: true })
}
