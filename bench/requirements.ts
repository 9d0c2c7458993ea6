/**
 * What a server needs on one machine, as `npm start` runs it: memory, disk and the first import. The table of docs/install.md.
 *
 *   node bench/requirements.ts <file of OffeneRegister>… [--seconds 60]
 *
 * Imports the files into an empty folder, starts a server with default settings, sends normal and deep searches in turn, and then,
 * while the searches go on, imports the last file again with another name of each company, so that a new index is built beside
 * the old one. Peaks are `VmHWM` of the process. Needs Linux.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { brotliDecompressSync } from 'node:zlib'
import { makeKey, type Running, SEARCH_PATH, startService, stop } from './load/service.ts'

const BIN = resolve(import.meta.dirname, '../bin/firmensuche.js')
const PORT = 18_441
const CLIENTS = 16
/** Every so many searches is a deep one. */
const DEEP_EVERY = 10
const POLL_MS = 50
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: 'string', default: '60' } },
})
const files = positionals.map((file) => resolve(file))
const lines = brotliDecompressSync(readFileSync(files.at(-1)!))
  .toString()
  .trim()
  .split('\n')
const names = lines.slice(0, 10_000).map((line) => (JSON.parse(line) as { readonly name: string }).name)

const folder = mkdtempSync(join(tmpdir(), 'firmensuche-bench-'))
const dataDir = join(folder, 'data')
try {
  await measure()
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function measure(): Promise<void> {
  tell('first import', await runCommand(['import', ...files]))
  tell('data folder after it', { mb: bytesOf(dataDir) / 1e6 })
  const key = makeKey(dataDir)
  const beganMs = performance.now()
  const server = await startService({ dataDir, port: PORT, threads: 2 })
  try {
    tell('start', { mb: statusMb(server.process, 'VmRSS'), s: (performance.now() - beganMs) / 1000 })
    const searched = await search(server, key, sleep(Number(options.seconds) * 1000))
    tell(`${searched} searches`, { mb: statusMb(server.process, 'VmRSS') })
    const changed = join(folder, 'changed.jsonl')
    writeFileSync(changed, lines.map((line) => line.replace(/"name": ?"/, '$&Neue ')).join('\n'))
    const importing = runCommand(['import', changed])
    const meanwhile = await search(server, key, importing)
    const { s } = await importing
    tell(`peak, ${lines.length} companies imported beside ${meanwhile} searches`, {
      mb: statusMb(server.process, 'VmHWM'),
      s,
    })
    tell('data folder after it', { mb: bytesOf(dataDir) / 1e6 })
    tell('backup, its own process', await runCommand(['backup', join(folder, 'backup.fsb')]))
    tell('file of the backup', { mb: statSync(join(folder, 'backup.fsb')).size / 1e6 })
  } finally {
    await stop(server)
  }
  console.log(`load ${loadavg()[0]?.toFixed(1)} at the end, this run included`)
}

function tell(what: string, { mb, s }: { readonly mb: number; readonly s?: number }): void {
  console.log(`| ${what} | ${Math.round(mb)} MB | ${s === undefined ? '' : `${s.toFixed(1)} s`} |`)
}

/** Searches by all clients until something has ended. Returns how many were answered. */
async function search(server: Running, key: string, until: Promise<unknown>): Promise<number> {
  let isOver = false
  const over = () => {
    isOver = true
  }
  until.then(over, over)
  let sent = 0
  const client = async () => {
    while (!isOver) {
      const name = names[(sent * 7919) % names.length]
      const body = JSON.stringify({ name, ...(++sent % DEEP_EVERY === 0 && { deep: true }) })
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
      // On a busy machine a connection may be closed while a request waits: that one is not counted.
      const status = await fetch(server.url + SEARCH_PATH, { method: 'POST', headers, body })
        .then((response) => response.text().then(() => response.status))
        .catch(() => 0)
      if (status === 0) sent--
      else if (status !== 200) throw new Error(`A search was answered with ${status}.`)
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  return sent
}

/** Runs a command to its end. Returns its peak memory and its time. */
async function runCommand(args: readonly string[]): Promise<{ readonly mb: number; readonly s: number }> {
  const beganMs = performance.now()
  const child = spawn(process.execPath, [BIN, ...args, '--data-dir', dataDir], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  let mb = 0
  const timer = setInterval(() => {
    mb = Math.max(mb, statusMb(child, 'VmHWM'))
  }, POLL_MS)
  const [code] = await once(child, 'exit')
  clearInterval(timer)
  if (code !== 0) throw new Error(`${args[0]} ended with ${code}.`)
  return { mb, s: (performance.now() - beganMs) / 1000 }
}

/** A memory figure of a process in MB; 0 when it has ended. */
function statusMb({ pid }: ChildProcess, field: 'VmRSS' | 'VmHWM'): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return (Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0) * 1024) / 1e6
  } catch {
    return 0
  }
}

function bytesOf(path: string): number {
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { name }) => sum + statSync(join(path, name)).size, 0)
}

function sleep(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms))
}
