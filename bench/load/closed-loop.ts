/**
 * A load that tells answers apart, which wrk does not: so many connections, each sends its next search when the last one is
 * answered. Run as a process of its own; prints one JSON line:
 *
 *   node bench/load/closed-loop.ts <port> <connections> <seconds> <waits: yes | no> <bodies.json> <key>
 *
 * All connections are there and were answered once before the load begins: Node takes new ones one by one, between its other work.
 * `waits`: whether a client that was refused waits as long as `Retry-After` says, or comes again at once.
 */
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { SEARCH_PATH } from './service.ts'

/** Connections that are being opened at a time. */
const OPEN_AT_ONCE = 32

/** What was seen; times of answers 200 alone. */
export interface SeenLoad {
  readonly requestsPerS: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly refusedPerS: number
  /** Answers 503 that do not say when to come again. */
  readonly withoutRetryAfter: number
  /** Requests that were not answered yet when all was over, and how long the oldest had waited. */
  readonly waiting: number
  readonly oldestMs: number
  /** Any other answer, and connections that broke. */
  readonly errors: number
}

if (import.meta.main) run(process.argv.slice(2) as [string, string, string, string, string, string])

function run([port, connections, seconds, waits, bodiesFile, key]: [
  string,
  string,
  string,
  string,
  string,
  string,
]) {
  const bodies = JSON.parse(readFileSync(bodiesFile, 'utf8')) as string[]
  const requests = bodies.map((body) =>
    Buffer.from(
      `POST ${SEARCH_PATH} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    ),
  )
  const timesMs: number[] = []
  const counts = { refused: 0, withoutRetryAfter: 0, errors: 0 }
  const sentAt = new Map<object, number>()
  let next = 0
  let isOver = false
  let begun = false
  const begins: (() => void)[] = []
  let toOpen = Number(connections)

  function open(): void {
    const socket = connect(Number(port), '127.0.0.1').setNoDelay(true)
    let sentMs = 0
    let arrived = ''
    const send = () => {
      if (isOver) return void socket.destroy()
      sentMs = performance.now()
      sentAt.set(socket, sentMs)
      socket.write(requests[next++ % requests.length]!)
    }
    socket.setEncoding('latin1').on('connect', () => {
      if (begun) send()
      else socket.write('GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n')
    })
    socket.on('data', (part: string) => {
      arrived += part
      const headEnd = arrived.indexOf('\r\n\r\n')
      if (headEnd < 0) return
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(arrived)?.[1] ?? 0)
      if (arrived.length < headEnd + 4 + length) return
      const status = arrived.slice(9, 12)
      const retryS = Number(/\r\nretry-after: (\d+)/i.exec(arrived)?.[1])
      arrived = ''
      if (!begun) return ready(send)
      sentAt.delete(socket)
      if (status === '200') timesMs.push(performance.now() - sentMs)
      else if (status === '503') counts.refused++
      else counts.errors++
      if (status === '503' && !(retryS >= 1)) counts.withoutRetryAfter++
      if (status === '503' && waits === 'yes') setTimeout(send, retryS * 1000)
      else send()
    })
    socket.on('error', () => {
      counts.errors++
    })
    // A connection that the server ended is opened anew, as a client would.
    socket.on('close', () => {
      sentAt.delete(socket)
      if (!isOver) setTimeout(open, 10)
    })
  }

  /** One that was answered waits for all others. */
  function ready(send: () => void): void {
    begins.push(send)
    if (toOpen-- > 0) open()
    if (begins.length < Number(connections)) return
    begun = true
    for (const begin of begins) begin()
    setTimeout(end, Number(seconds) * 1000)
  }

  toOpen -= Math.min(toOpen, OPEN_AT_ONCE)
  for (let i = 0; i < Math.min(Number(connections), OPEN_AT_ONCE); i++) open()

  function end(): void {
    isOver = true
    const sorted = timesMs.toSorted((a, b) => a - b)
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
    const seen: SeenLoad = {
      requestsPerS: timesMs.length / Number(seconds),
      p50Ms: at(0.5),
      p99Ms: at(0.99),
      refusedPerS: counts.refused / Number(seconds),
      withoutRetryAfter: counts.withoutRetryAfter,
      waiting: sentAt.size,
      oldestMs: sentAt.size === 0 ? 0 : performance.now() - Math.min(...sentAt.values()),
      errors: counts.errors,
    }
    console.log(JSON.stringify(seen))
    process.exit()
  }
}
