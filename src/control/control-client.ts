/**
 * The command line's end of the control socket. Unexpected replies and a lost server both result in a
 * `Failure`.
 */
import { createConnection, type Socket } from 'node:net'
import type { CommandSender, CommandTable } from '../core/command.ts'
import { Failure } from '../core/failure.ts'
import type { ControlCommands } from './commands.ts'
import {
  COMMAND_BYTES_MAX,
  linesOf,
  PROTOCOL_VERSION,
  REPLY_BYTES_MAX,
  readJson,
  socketPlace,
} from './control-protocol.ts'
import { Caller, failureOf, isReply, type Reply } from './rpc.ts'

const NOT_LISTENING_CODES = ['ENOENT', 'ECONNREFUSED', 'ENOTDIR']
/** Longest wait for the server's first line; other work delays it by a few seconds at most. */
const GREETING_MS = 30_000

/** A connection to a running server. */
export interface ControlConnection<Table extends CommandTable = ControlCommands> {
  /** Sends a command to the server. */
  readonly send: CommandSender<Table>
  close(): void
}

/**
 * Connects to the running server of a data folder; `undefined` if none listens.
 *
 * @throws {Failure} `conflict` if the server has another protocol version; `service_unavailable` if its
 * socket may not be opened, if it sends nothing for `greetingMs`, or if it does not follow the protocol.
 */
export async function connectControl<Table extends CommandTable = ControlCommands>(
  folder: string,
  greetingMs = GREETING_MS,
): Promise<ControlConnection<Table> | undefined> {
  const place = socketPlace(folder)
  const socket = await connect(place.path).finally(place.release)
  if (socket === undefined) return undefined
  const caller = new Caller<Table>((call) => sendCall(socket, call))
  const greeted = Promise.withResolvers<void>()
  const silent = setTimeout(() => greeted.reject(noAnswer(greetingMs)), greetingMs)
  void readReplies(socket, caller, greeted.resolve).then((end) => {
    socket.destroy()
    greeted.reject(end)
    caller.end(end.message)
  })
  try {
    await greeted.promise
    return { send: caller.send, close: () => socket.destroy() }
  } catch (error) {
    socket.destroy()
    throw error
  } finally {
    clearTimeout(silent)
  }
}

/**
 * Reads replies until the connection ends; never rejects.
 *
 * @returns The reason why it ended.
 */
async function readReplies(
  socket: Socket,
  caller: Pick<Caller<CommandTable>, 'receive'>,
  greeted: () => void,
): Promise<Failure> {
  let isGreeted = false
  let hear = (value: unknown): void => {
    checkGreeting(value)
    isGreeted = true
    hear = (reply) => caller.receive(checkReply(reply))
    greeted()
  }
  try {
    for await (const line of linesOf(socket, REPLY_BYTES_MAX)) hear(readJson(line))
  } catch (error) {
    if (error instanceof Failure) return error.code === 'payload_too_large' ? protocolViolation() : error
    // An error of the connection is handled like its end.
  }
  return isGreeted ? closed() : dropped()
}

function closed(): Failure {
  const sentence =
    'The server closed the connection before it answered; it may have stopped. What it had stored is kept. Run the command again.'
  return new Failure('service_unavailable', sentence)
}

/** A server without a free file descriptor can only accept a connection and drop it. */
function dropped(): Failure {
  const sentence =
    'The server closed the connection without an answer. It may be stopping, or have reached its limit of open files (`ulimit -n`, LimitNOFILE=). See its log, and run the command again.'
  return new Failure('service_unavailable', sentence)
}

/**
 * Returns the value as a reply.
 *
 * @throws {Failure} if it is not one.
 */
function checkReply(value: unknown): Reply {
  if (isReply(value)) return value
  throw protocolViolation()
}

/**
 * Checks the server's first line.
 *
 * @throws {Failure} if the server refuses the connection or has another protocol version, or if the line does
 * not follow the protocol.
 */
function checkGreeting(value: unknown): void {
  if (isReply(value) && value.kind === 'failure') throw failureOf(value)
  const version =
    typeof value === 'object' && value !== null && 'version' in value ? value.version : undefined
  if (typeof version !== 'number') throw protocolViolation()
  if (version === PROTOCOL_VERSION) return
  throw new Failure(
    'conflict',
    'The running server and this command are of different versions. Restart the server.',
  )
}

/** The failure for a process that listens on the socket and does not follow the protocol. */
function protocolViolation(): Failure {
  return new Failure(
    'service_unavailable',
    'The process that listens on control.sock in the data folder does not follow the protocol of firmensuche. Restart the server.',
  )
}

function noAnswer(ms: number): Failure {
  const sentence = `The server has not answered for ${ms / 1000} s. It may be suspended (SIGSTOP) or out of memory; see its log.`
  return new Failure('service_unavailable', sentence)
}

/**
 * Sends a call.
 *
 * @throws {Failure} `payload_too_large` for a command longer than the server reads.
 */
function sendCall(socket: Socket, call: unknown): void {
  const line = JSON.stringify(call)
  if (Buffer.byteLength(line) > COMMAND_BYTES_MAX) {
    const sentence = `The command has more than ${COMMAND_BYTES_MAX} bytes. Import fewer files at a time.`
    throw new Failure('payload_too_large', sentence)
  }
  if (socket.writable) socket.write(`${line}\n`)
}

function connect(path: string): Promise<Socket | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket | undefined>()
  const socket = createConnection(path, () => resolve(socket))
  // Not removed after connecting: later errors also reach the reader of the lines.
  socket.on('error', (error: NodeJS.ErrnoException) => {
    if (NOT_LISTENING_CODES.includes(error.code ?? '')) resolve(undefined)
    else
      reject(new Failure('service_unavailable', `Cannot connect to the server's socket: ${error.message}.`))
  })
  return promise
}
