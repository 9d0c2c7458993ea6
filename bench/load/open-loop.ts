/**
 * A load at a fixed rate: the next search is sent whether the last one is answered or not, so that a server that pauses is measured
 * with all searches that wait meanwhile. Run as a process of its own, until it is ended; prints a line for each search: when it was
 * sent (ms since 1970), how many ms its answer took, and the status.
 *
 *   node bench/load/open-loop.ts <url> <searches a second> <bodies.json> <key>
 */
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { SEARCH_PATH } from './service.ts'

/** How often it is checked which searches are due. */
const TICK_MS = 2
/** Output is collected for so long, as each write takes a system call. */
const WRITE_EVERY_MS = 100

/** A search of the load. */
export interface TimedSearch {
  readonly sentMs: number
  readonly ms: number
  readonly status: number
}

/** Reads lines of this process. */
export function readTimed(lines: string): TimedSearch[] {
  return lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [sentMs, ms, status] = line.split(' ').map(Number) as [number, number, number]
      return { sentMs, ms, status }
    })
}

if (import.meta.main) run(process.argv.slice(2) as [string, string, string, string])

function run([url, rate, bodiesFile, key]: [string, string, string, string]): void {
  const bodies = JSON.parse(readFileSync(bodiesFile, 'utf8')) as string[]
  const agent = new Agent({ keepAlive: true })
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
  const startMs = performance.now()
  let lines = ''
  let sent = 0

  function send(body: string): void {
    const sentMs = performance.now()
    const note = (status: number) => {
      lines += `${performance.timeOrigin + sentMs} ${performance.now() - sentMs} ${status}\n`
    }
    const asked = request(url + SEARCH_PATH, { method: 'POST', headers, agent }, (answer) => {
      answer.resume().once('end', () => note(answer.statusCode ?? 0))
    })
    asked.once('error', () => note(0)).end(body)
  }

  setInterval(() => {
    for (const due = ((performance.now() - startMs) / 1000) * Number(rate); sent < due; sent++)
      send(bodies[sent % bodies.length] as string)
  }, TICK_MS)
  setInterval(() => {
    process.stdout.write(lines)
    lines = ''
  }, WRITE_EVERY_MS)
}
