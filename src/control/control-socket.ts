/**
 * The server's end of the control socket: a socket in the data folder, for its owner only, by which the command line
 * reaches a running server. A line is one JSON message; the first one from the server says which version of the
 * protocol it speaks. Whatever a client sends or omits, the server goes on.
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
/** Connections at one time. One beyond takes the place of the oldest that waits for nothing. */
export const CONNECTIONS_MAX = 64
/** Commands of one connection at work at one time; the next line is read when one of them is done. */
const CALLS_MAX = 16
/** Bytes that a client has not read yet; beyond, it is not told of progress. */
const UNREAD_BYTES_MAX = 65_536
/** How long a client has to read what is written when the server closes its connection. */
const LAST_WORD_MS = 1000

export interface ControlServer {
  close(): Promise<void>
}

/** Answers calls until closed. Call it only while holding the lock of the folder: a socket that lies there is a dead one's. */
export async function listenForControl(folder: string, answer: AnswerCall): Promise<ControlServer> {
  const place = socketPlace(folder)
  const connections = new Set<Connection>()
  const server = createServer({ allowHalfOpen: true }, (socket) => admit(socket, connections, answer))
  rmSync(join(folder, SOCKET_NAME), { force: true })
  await listen(server, place.path)
  return {
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const connection of connections) connection.close()
      await closed
      place.release()
    },
  }
}

async function listen(server: Server, path: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  // It stays: a connection that the system cannot hand over (no descriptor is free) is an error of the server, too.
  server.on('error', reject)
  // The mask makes it private from its first moment on; the mode is set again for systems that ignore the mask.
  const mask = process.umask(0o777 & ~SOCKET_MODE)
  server.listen(path, resolve)
  process.umask(mask)
  await promise
  chmodSync(path, SOCKET_MODE)
}

/** Gives the client a place, that of an idle one where all are taken; refuses it where every place is at work. */
function admit(socket: Socket, connections: Set<Connection>, answer: AnswerCall): void {
  const connection = new Connection(socket, answer)
  if (connections.size >= CONNECTIONS_MAX) {
    const idle = connections.values().find(({ calls }) => calls === 0)
    if (idle === undefined) {
      const sentence = `The server works on commands of ${CONNECTIONS_MAX} others. Try again in a moment.`
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

/** One client. */
class Connection {
  readonly #socket: Socket
  readonly #answer: AnswerCall
  readonly #open = new Set<Promise<void>>()

  constructor(socket: Socket, answer: AnswerCall) {
    this.#socket = socket
    this.#answer = answer
    // A client that goes away in the middle is no fault of the server; what it asked for is done all the same.
    socket.on('error', () => {})
  }

  /** How many commands are at work. */
  get calls(): number {
    return this.#open.size
  }

  /** Answers line by line until the client goes away. Never rejects. */
  async serve(): Promise<void> {
    this.#send({ version: PROTOCOL_VERSION })
    try {
      for await (const line of linesOf(this.#socket, COMMAND_BYTES_MAX)) {
        this.#take(line)
        while (this.#open.size >= CALLS_MAX) await Promise.race(this.#open)
        await drained(this.#socket)
      }
      // Whoever says that nothing more comes may still read the answers.
      await Promise.all(this.#open)
      this.close()
    } catch (error) {
      if (error instanceof Failure) this.refuse(error)
      else this.#socket.destroy()
    }
  }

  /** Says why, and closes. */
  refuse(failure: Failure): void {
    this.#send(failureReply(NO_COMMAND, failure))
    this.close()
  }

  /** What is written is sent, if it is read soon. */
  close(): void {
    const socket = this.#socket
    socket.end(() => socket.destroy())
    const late = setTimeout(() => socket.destroy(), LAST_WORD_MS)
    socket.once('close', () => clearTimeout(late))
  }

  #take(line: Uint8Array): void {
    const call = readJson(line)
    if (!isCall(call)) {
      const sentence = 'This line is no command. A command is {"id": 1, "name": "status", "params": {}}.'
      this.#send(failureReply(NO_COMMAND, new Failure('invalid_request', sentence)))
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

/** Resolves when the client has read enough to be written to, or is gone. */
async function drained(socket: Socket): Promise<void> {
  if (!socket.writableNeedDrain || socket.destroyed) return
  const { promise, resolve } = Promise.withResolvers<void>()
  socket.once('drain', resolve).once('close', resolve)
  await promise
  socket.off('drain', resolve).off('close', resolve)
}
