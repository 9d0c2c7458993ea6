/**
 * Clients that are slow on purpose: half of them send their headers a byte a second, half their body; some more read nothing of
 * what they asked for. Run as a process of its own; prints `open` when all are, and a JSON line when the server has ended all of them, or after `WATCH_MS`:
 *
 *   node bench/load/slow-sockets.ts <port> <count> <count of those that read nothing> <key>
 */
import { connect, type Socket } from 'node:net'
import { SEARCH_PATH } from './service.ts'

const KINDS = ['headers', 'body', 'reading'] as const
type Kind = (typeof KINDS)[number]
/** Lists of 100 companies, some 40 KB each, in lots: 12 MB, more than a system keeps for a client that does not read. */
const LISTS = 25
const LOTS = 12
const LOT_EVERY_MS = 100
/** One after the other, so that what they ask for is no overload. */
const NEXT_DEAF_MS = 400
/** Not before that does one that reads nothing write again, to hear of its end: it would be taken for awake. */
const DEAF_MS = 38_000
const BYTE_EVERY_MS = 1000
const WATCH_MS = 85_000

/** Of one kind: how many the server ended, after how long, and how many received 408 before. */
export interface SlowEnds {
  readonly kind: Kind
  readonly ended: number
  /** Those that are still there. */
  readonly left: number
  readonly firstS: number
  readonly lastS: number
  readonly answered408: number
}

if (import.meta.main) {
  const [port, count, deaf, key] = process.argv.slice(2) as [string, string, string, string]
  const half = Math.floor(Number(count) / 2)
  const each = KINDS.map((kind) => ({ kind, many: kind === 'reading' ? Number(deaf) : half }))
  const all = each.map(({ kind, many }) => openMany(Number(port), key, kind, many))
  await Promise.all(all.map(({ opened }) => opened))
  console.log('open')
  console.log(JSON.stringify(await Promise.all(all.map(({ ends }) => ends))))
  process.exit()
}

function openMany(port: number, key: string, kind: Kind, many: number) {
  const sockets = Array.from({ length: many }, (_, at) =>
    openOne(port, key, kind, kind === 'reading' ? at * NEXT_DEAF_MS : 0),
  )
  const ends = Promise.all(sockets.map(({ ended }) => ended)).then((seen): SlowEnds => {
    const seconds = seen.flatMap(({ s }) => s ?? []).toSorted((a, b) => a - b)
    const answered408 = seen.filter(({ said }) => said.startsWith('HTTP/1.1 408')).length
    const left = seen.length - seconds.length
    return {
      kind,
      ended: seconds.length,
      left,
      firstS: seconds[0] ?? 0,
      lastS: seconds.at(-1) ?? 0,
      answered408,
    }
  })
  return { opened: Promise.all(sockets.map(({ opened }) => opened)), ends }
}

function openOne(port: number, key: string, kind: Kind, waitMs: number) {
  const opened = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<{ s: number | undefined; said: string }>()
  const socket: Socket = connect(port, '127.0.0.1')
  let startMs = 0
  let said = ''
  let dripping: NodeJS.Timeout | undefined
  const end = () => {
    clearInterval(dripping)
    socket.destroy()
    opened.resolve()
    ended.resolve({ s: (performance.now() - startMs) / 1000, said })
  }
  setTimeout(() => ended.resolve({ s: undefined, said }), WATCH_MS)
  socket.on('connect', () => {
    startMs = performance.now()
    const head = `Host: localhost\r\nAuthorization: Bearer ${key}\r\n`
    if (kind === 'headers') socket.write(`POST ${SEARCH_PATH} HTTP/1.1\r\n${head}A: `)
    if (kind === 'body')
      socket.write(
        `POST ${SEARCH_PATH} HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"name": "`,
      )
    if (kind !== 'reading') {
      dripping = setInterval(() => socket.write('a'), BYTE_EVERY_MS)
      return void opened.resolve()
    }
    socket.pause()
    let lots = 0
    const ask = () => {
      socket.write(`GET /api/v1/companies?limit=100 HTTP/1.1\r\n${head}\r\n`.repeat(LISTS))
      if (++lots < LOTS) setTimeout(ask, LOT_EVERY_MS)
      else opened.resolve()
    }
    setTimeout(() => {
      startMs = performance.now()
      ask()
    }, waitMs)
    setTimeout(() => {
      dripping = setInterval(() => socket.write('\r\n'), BYTE_EVERY_MS)
    }, waitMs + DEAF_MS)
  })
  if (kind !== 'reading')
    socket.on('data', (part) => {
      said += part
    })
  socket.on('error', end).on('close', end)
  return { opened: opened.promise, ended: ended.promise }
}
