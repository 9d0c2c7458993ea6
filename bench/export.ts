/**
 * Time, memory and size of `firmensuche export` of a whole register, in each format.
 *
 *   node bench/export.ts <data folder> [--rounds 1]
 *
 * Only reads the folder. Of several rounds the shortest is shown. Processor time counts all threads of the command; it
 * varies less with other work on the machine.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { EXPORT_FORMATS } from '../src/core/company/export-format.ts'

const BIN = resolve(import.meta.dirname, '../bin/firmensuche.js')
const POLL_MS = 20
/** Ticks of a second of processor time in `/proc`. */
const TICKS_PER_S = 100
const MEGA = 1e6

interface Measured {
  readonly seconds: number
  readonly cpuS: number
  readonly peakMib: number
  readonly bytes: number
  readonly companies: number
}

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '1' } },
})
const dataDir = positionals[0]
if (dataDir === undefined) throw new Error('usage: node bench/export.ts <data folder> [--rounds 1]')

const folder = mkdtempSync(join(tmpdir(), 'bench-export-'))
try {
  console.log('| format | s | companies/s | processor s | peak MiB | MB | load |')
  console.log('|---|---|---|---|---|---|---|')
  for (const format of EXPORT_FORMATS) await measureFormat(dataDir, format)
} finally {
  rmSync(folder, { recursive: true })
}

async function measureFormat(from: string, format: string): Promise<void> {
  const rounds: Measured[] = []
  for (let round = 0; round < Number(options.rounds); round++) rounds.push(await exported(from, format))
  const { seconds, cpuS, peakMib, bytes, companies } = rounds.toSorted((a, b) => a.seconds - b.seconds)[0]!
  const cells = [format, seconds.toFixed(1), Math.round(companies / seconds), cpuS.toFixed(1)]
  const rest = [Math.round(peakMib), Math.round(bytes / MEGA), loadavg()[0]!.toFixed(1)]
  console.log(`| ${[...cells, ...rest].join(' | ')} |`)
}

/** Runs the command. */
async function exported(from: string, format: string): Promise<Measured> {
  const file = join(folder, `companies.${format}`)
  const args = [BIN, 'export', '--format', format, '--output', file, '--data-dir', from]
  const startMs = performance.now()
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  let [said, cpuS, peakMib] = ['', 0, 0]
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const timer = setInterval(() => {
    cpuS = Math.max(cpuS, cpuOf(child.pid!))
    peakMib = Math.max(peakMib, peakOf(child.pid!))
  }, POLL_MS)
  const [code] = (await once(child, 'close')) as [number | null]
  clearInterval(timer)
  if (code !== 0) throw new Error(`the command ended with ${code}: ${said}`)
  const seconds = (performance.now() - startMs) / 1000
  const companies = Number(/([\d,]+) companies exported/.exec(said)?.[1]?.replaceAll(',', ''))
  const { size: bytes } = statSync(file)
  rmSync(file)
  return { seconds, cpuS, peakMib, bytes, companies }
}

/** Processor time of a process, in seconds; 0 if it has ended. */
function cpuOf(pid: number): number {
  const fields = readProc(pid, 'stat').split(') ')[1]?.split(' ') ?? []
  // The fields 14 and 15 of proc(5): in the program, and in the kernel.
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / TICKS_PER_S
}

/** Most memory of a process, in MiB; 0 if it has ended. */
function peakOf(pid: number): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readProc(pid, 'status'))?.[1] ?? 0) / 1024
}

function readProc(pid: number, name: string): string {
  const path = `/proc/${pid}/${name}`
  try {
    return existsSync(path) ? readFileSync(path, 'utf8') : ''
  } catch {
    // It ended between the two calls.
    return ''
  }
}
