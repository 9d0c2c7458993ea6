/**
 * The server's end of the control socket: a socket in the data folder, accessible to its owner only, over
 * which the command line reaches a running server. Each line is one JSON message; the server's first line
 * contains the version of the protocol and that of the program. Invalid or missing input of a client does not affect the server.
 */
import { chmodSync, rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { Failure } from '../core/failure.ts'
import {
  COMMAND_BYTES_MAX,
  linesOf,
  NO_COMMAND,
  PROTOCOL_VERSION,
  readJson,
  SOCKET_NAME,
  socketPlace,
} from './control-protocol.ts'
import { type AnswerCall, answerCall, failureReply, isCall, type Reply } from './rpc.ts'

const SOCKET_MODE = 0o600
/** Connections at one time. A further one replaces the oldest idle one. */
export const CONNECTIONS_MAX = 64
/** Commands of one connection in progress at one time; the next line is read when one of them is done. */
const CALLS_MAX = 16
/** Limit of bytes that a client has not read; beyond it, progress is not sent. */
const UNREAD_BYTES_MAX = 65_536
/** How long a client has to read the last replies when the server closes its connection. */
const CLOSE_MS = 1000

/** A listening control socket. */
export interface ControlServer {
  /** Stops listening; resolves when every command in progress is done and every connection is closed. */
  close(): Promise<void>
}

/**
 * Handles calls until closed, as a server of the version `program`. `failed` is called with later errors of the socket, after which it goes on
 * listening. The caller must hold the lock of the folder: an existing socket then belongs to a dead server and
 * is removed.
 */
export async function listenForControl(
  folder: string,
  program: string,
  answer: AnswerCall,
  failed: (error: Error) => void,
): Promise<ControlServer> {
  const place = socketPlace(folder)
  const connections = new Set<Connection>()
  const running = new Set<Promise<unknown>>()
  // Also commands whose client has disconnected are completed.
  const noted: AnswerCall = (...call) => noteRunning(running, answer(...call))
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    admit(new Connection(socket, program, noted), socket, connections)
  })
  rmSync(join(folder, SOCKET_NAME), { force: true })
  await listen(server, place.path, failed)
  return {
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      await Promise.all([...connections].map((connection) => connection.finish()))
      await Promise.allSettled(running)
      await closed
      place.release()
    },
  }
}

/** Adds a command to the running ones until it is done; returns it. */
function noteRunning<Result>(running: Set<Promise<unknown>>, command: Promise<Result>): Promise<Result> {
  const noted = command.finally(() => running.delete(noted))
  running.add(noted)
  return noted
}

async function listen(server: Server, path: string, failed: (error: Error) => void): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  // A connection that the operating system cannot hand over (no free descriptor) is an error of the server, too.
  server.on('error', (error) => (server.listening ? failed(error) : reject(error)))
  // The mask makes the socket private from the start; the mode is set again for systems that ignore the mask.
  const mask = process.umask(0o777 & ~SOCKET_MODE)
  server.listen(path, resolve)
  process.umask(mask)
  await promise
  chmodSync(path, SOCKET_MODE)
}

/**
 * Accepts a connection. If all places are taken, an idle connection is closed for it; if none is idle, the
 * new one is refused.
 */
function admit(connection: Connection, socket: Socket, connections: Set<Connection>): void {
  if (connections.size >= CONNECTIONS_MAX) {
    const idle = connections.values().find(({ calls }) => calls === 0)
    if (idle === undefined) {
      const sentence = `The server is busy with the commands of ${CONNECTIONS_MAX} other connections. Try again in a moment.`
      connection.refuse(new Failure('service_unavailable', sentence))
      return
    }
    connections.delete(idle)
    idle.close()
  }
  connections.add(connection)
  socket.once('close', () => connections.delete(connection))
  void connection.serve()
}

/** The connection of one client. */
class Connection {
  readonly #socket: Socket
  readonly #program: string
  readonly #answer: AnswerCall
  readonly #open = new Set<Promise<void>>()
  #isFinishing = false

  constructor(socket: Socket, program: string, answer: AnswerCall) {
    this.#socket = socket
    this.#program = program
    this.#answer = answer
    // A client that disconnects early is not a fault of the server; its commands are still completed.
    socket.on('error', () => {})
  }

  /** Number of commands in progress. */
  get calls(): number {
    return this.#open.size
  }

  /** Handles line by line until the client disconnects. Never rejects. */
  async serve(): Promise<void> {
    this.#send({ version: PROTOCOL_VERSION, program: this.#program })
    try {
      for await (const line of linesOf(this.#socket, COMMAND_BYTES_MAX)) {
        this.#take(line)
        while (this.#open.size >= CALLS_MAX) await Promise.race(this.#open)
        await drained(this.#socket)
      }
      // A client that closed its sending side may still read the replies.
      await Promise.all(this.#open)
      this.close()
    } catch (error) {
      if (error instanceof Failure) this.refuse(error)
      else this.#socket.destroy()
    }
  }

  /** Sends a failure and closes the connection. */
  refuse(failure: Failure): void {
    this.#send(failureReply(NO_COMMAND, failure))
    this.close()
  }

  /** Closes the connection when the replies to its commands are sent. Further commands are refused. */
  async finish(): Promise<void> {
    this.#isFinishing = true
    await Promise.all(this.#open)
    this.close()
  }

  /** Closes the connection after sending what is written, but no later than `LAST_WORD_MS`. */
  close(): void {
    const socket = this.#socket
    socket.end(() => socket.destroy())
    const late = setTimeout(() => socket.destroy(), CLOSE_MS)
    socket.once('close', () => clearTimeout(late))
  }

  #take(line: Uint8Array): void {
    const call = readJson(line)
    if (!isCall(call)) {
      const sentence = 'This line is not a command. Example: {"id": 1, "name": "status", "params": {}}.'
      this.#send(failureReply(NO_COMMAND, new Failure('invalid_request', sentence)))
      return
    }
    if (this.#isFinishing) {
      this.#send(failureReply(call.id, new Failure('service_unavailable', 'The server is being stopped.')))
      return
    }
    const done = answerCall(call, this.#answer, (reply) => this.#reply(reply)).finally(() =>
      this.#open.delete(done),
    )
    this.#open.add(done)
  }

  #reply(reply: Reply): void {
    if (reply.kind === 'progress' && this.#socket.writableLength > UNREAD_BYTES_MAX) return
    this.#send(reply)
  }

  #send(message: unknown): void {
    const text = `${JSON.stringify(message)}\n`
    if (this.#socket.writable) this.#socket.write(text)
  }
}

/** Resolves when the client has read enough for more to be written, or has disconnected. */
async function drained(socket: Socket): Promise<void> {
  if (!socket.writableNeedDrain || socket.destroyed) return
  const { promise, resolve } = Promise.withResolvers<void>()
  socket.once('drain', resolve).once('close', resolve)
  await promise
  socket.off('drain', resolve).off('close', resolve)
}
