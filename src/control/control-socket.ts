/**
 * How the command line reaches a running server: a socket in the data folder, for its owner only. A line is one
 * JSON message; the first one from the server says which version of the protocol it speaks.
 */
import { chmodSync, closeSync, openSync, rmSync } from 'node:fs'
import { createConnection, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Failure } from '../core/failure.ts'
import { answerCall, type Call, Caller, type Reply } from './rpc.ts'

const PROTOCOL_VERSION = 1
const SOCKET_NAME = 'control.sock'
const SOCKET_MODE = 0o600
/** Longest path of a socket that every system takes; Linux has 108 bytes, macOS 104. */
const PATH_BYTES_MAX = 100
const NOBODY_THERE = ['ENOENT', 'ECONNREFUSED', 'ENOTDIR']

export type AnswerCall = (name: string, takes: unknown, tell: (progress: unknown) => void) => Promise<unknown>

export interface ControlServer {
  close(): Promise<void>
}

/** Answers calls until closed. Call it only while holding the lock of the folder: a socket that lies there is a dead one's. */
export async function listenForControl(folder: string, answer: AnswerCall): Promise<ControlServer> {
  const place = socketPlace(folder)
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    serveSocket(socket, answer)
  })
  rmSync(join(folder, SOCKET_NAME), { force: true })
  await listen(server, place.path)
  return {
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of sockets) socket.end()
      await closed
      place.release()
    },
  }
}

async function listen(server: ReturnType<typeof createServer>, path: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  // The mask makes it private from its first moment on; the mode is set again for systems that ignore the mask.
  const mask = process.umask(0o777 & ~SOCKET_MODE)
  server.listen(path, resolve)
  process.umask(mask)
  await promise
  chmodSync(path, SOCKET_MODE)
}

function serveSocket(socket: Socket, answer: AnswerCall): void {
  const send = (message: unknown) => {
    if (socket.writable) socket.write(`${JSON.stringify(message)}\n`)
  }
  // A client that goes away in the middle is no fault of the server; what it asked for is done all the same.
  socket.on('error', () => {})
  send({ version: PROTOCOL_VERSION })
  createInterface({ input: socket }).on('line', (line) => {
    void answerCall(JSON.parse(line) as Call, answer, send)
  })
}

export interface ControlConnection {
  readonly caller: Caller
  close(): void
}

/**
 * The running server of this folder; `undefined` when none listens.
 *
 * @throws Failure `conflict` when it speaks another version, `service_unavailable` when its socket may not be opened.
 */
export async function connectControl(folder: string): Promise<ControlConnection | undefined> {
  const place = socketPlace(folder)
  const socket = await connect(place.path).finally(place.release)
  if (socket === undefined) return undefined
  const caller = new Caller((call) => socket.write(`${JSON.stringify(call)}\n`))
  const greeted = Promise.withResolvers<{ version: number }>()
  let hear = (message: unknown): void => {
    hear = (reply) => caller.hear(reply as Reply)
    greeted.resolve(message as { version: number })
  }
  createInterface({ input: socket }).on('line', (line) => hear(JSON.parse(line)))
  socket.on('error', () => {})
  socket.once('close', () => {
    const sentence = 'The server ended before it answered. What it had stored is kept; ask again.'
    greeted.reject(new Failure('service_unavailable', sentence))
    caller.end(sentence)
  })
  const { version } = await greeted.promise
  if (version === PROTOCOL_VERSION) return { caller, close: () => socket.destroy() }
  socket.destroy()
  throw new Failure(
    'conflict',
    'The running server is of another version than this command. Restart the server.',
  )
}

function connect(path: string): Promise<Socket | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket | undefined>()
  const socket = createConnection(path, () => resolve(socket))
  socket.once('error', (error: NodeJS.ErrnoException) => {
    if (NOBODY_THERE.includes(error.code ?? '')) resolve(undefined)
    else
      reject(new Failure('service_unavailable', `The server's socket cannot be reached: ${error.message}.`))
  })
  return promise
}

/**
 * The socket's path. Where the folder's own is too long for a socket, Linux reaches it through the opened folder.
 *
 * @throws Failure `invalid_request` when the path is too long and there is no such way.
 */
function socketPlace(folder: string): { readonly path: string; readonly release: () => void } {
  const path = join(folder, SOCKET_NAME)
  if (Buffer.byteLength(path) <= PATH_BYTES_MAX) return { path, release: () => {} }
  if (process.platform !== 'linux') {
    throw new Failure(
      'invalid_request',
      `The path of the data folder is too long for a socket in it: at most ${PATH_BYTES_MAX} bytes with the socket's name.`,
    )
  }
  const opened = openSync(folder, 'r')
  return { path: `/proc/self/fd/${opened}/${SOCKET_NAME}`, release: () => closeSync(opened) }
}
