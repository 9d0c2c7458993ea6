/**
 * As much of PostgreSQL's wire protocol (version 3) as asking needs, over a Unix socket: statements without values, prepared
 * statements with text values, rows as text, COPY from this side. Thinner than any driver, so no time is lost to one.
 * Source: PostgreSQL manual, chapter "Frontend/Backend Protocol".
 */
import { connect, type Socket } from 'node:net'

const PROTOCOL = 196_608
const HEAD_BYTES = 5

type Row = readonly (string | null)[]

interface Turn {
  readonly rows: Row[]
  error: string | undefined
  readonly done: (rows: readonly Row[]) => void
  readonly failed: (error: Error) => void
}

/** A connection to PostgreSQL. */
export class PostgresClient {
  readonly #socket: Socket
  #kept: Buffer = Buffer.alloc(0)
  #turn: Turn | undefined

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.on('data', (bytes: Buffer) => this.#take(bytes))
    const end = (error?: Error) => this.#turn?.failed(error ?? new Error('The server closed the connection.'))
    socket.on('error', end)
    socket.on('close', () => end())
  }

  /** @throws what connecting throws; Error with the server's words when it refuses. */
  static async connect(socketPath: string, user: string, database: string): Promise<PostgresClient> {
    const socket = connect(socketPath)
    await new Promise<void>((done, failed) => socket.once('connect', done).once('error', failed))
    const client = new PostgresClient(socket)
    const values = Buffer.from(`user\0${user}\0database\0${database}\0\0`)
    await client.#ask([int32(values.length + 8), int32(PROTOCOL), values])
    return client
  }

  /** Runs statements parted by semicolons; answers the rows of all of them. @throws Error with the server's words. */
  query(sql: string): Promise<readonly Row[]> {
    return this.#ask([message('Q', text(sql))])
  }

  /** Names a statement with `$1`, `$2` …, so that it is read once only. */
  async prepare(name: string, sql: string): Promise<void> {
    await this.#ask([message('P', text(name), text(sql), int16(0)), message('S')])
  }

  /** Runs a prepared statement in one round trip. */
  execute(name: string, values: readonly string[]): Promise<readonly Row[]> {
    const sent = values.flatMap((value) => {
      const bytes = Buffer.from(value)
      return [int32(bytes.length), bytes]
    })
    return this.#ask([
      message('B', text(''), text(name), int16(0), int16(values.length), ...sent, int16(0)),
      message('E', text(''), int32(0)),
      message('S'),
    ])
  }

  /** Sends lines of COPY's text form to a table. */
  async copy(table: string, lines: Iterable<string>): Promise<void> {
    const copied = this.#ask([message('Q', text(`copy ${table} from stdin`))])
    for (const line of lines) {
      if (!this.#socket.write(message('d', Buffer.from(line)))) {
        await new Promise((done) => this.#socket.once('drain', done))
      }
    }
    this.#socket.write(message('c'))
    await copied
  }

  close(): void {
    this.#socket.removeAllListeners('close')
    this.#socket.end(message('X'))
  }

  #ask(messages: readonly Buffer[]): Promise<readonly Row[]> {
    return new Promise((done, failed) => {
      this.#turn = { rows: [], error: undefined, done, failed }
      this.#socket.write(Buffer.concat(messages))
    })
  }

  #take(bytes: Buffer): void {
    let rest = this.#kept.length === 0 ? bytes : Buffer.concat([this.#kept, bytes])
    while (rest.length >= HEAD_BYTES) {
      const length = rest.readInt32BE(1) + 1
      if (rest.length < length) break
      this.#hear(String.fromCharCode(rest[0] as number), rest.subarray(HEAD_BYTES, length))
      rest = rest.subarray(length)
    }
    this.#kept = rest
  }

  #hear(type: string, body: Buffer): void {
    const turn = this.#turn
    if (turn === undefined) return
    if (type === 'D') turn.rows.push(rowOf(body))
    else if (type === 'E') turn.error = body.toString('utf8').replaceAll('\0', ' ')
    else if (type === 'Z') {
      this.#turn = undefined
      if (turn.error === undefined) turn.done(turn.rows)
      else turn.failed(new Error(turn.error))
    }
  }
}

function rowOf(body: Buffer): Row {
  const columns = body.readInt16BE(0)
  const row: (string | null)[] = []
  for (let i = 0, at = 2; i < columns; i++) {
    const length = body.readInt32BE(at)
    at += 4
    row.push(length < 0 ? null : body.toString('utf8', at, at + length))
    at += Math.max(0, length)
  }
  return row
}

function message(type: string, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from(type), int32(body.length + 4), body])
}

function text(value: string): Buffer {
  return Buffer.from(`${value}\0`)
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeInt16BE(value)
  return bytes
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}
