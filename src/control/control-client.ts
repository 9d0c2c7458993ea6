/**
 * The command line's end of the control socket. Unexpected replies and a lost server both result in a
 * `Failure`.
 */
import { createConnection, type Socket } from 'node:net'
import type { CommandSender, CommandTable } from '../core/command.ts'
import { Failure } from '../core/failure.ts'
import type { ControlClient, ControlCommands } from './commands.ts'
import {
  COMMAND_BYTES_MAX,
  linesOf,
  PROTOCOL_VERSION,
  REPLY_BYTES_MAX,
  readJson,
  socketPlace,
} from './control-protocol.ts'
import { Caller, failureOf, isReply, type Reply } from './rpc.ts'
import type { ImportStep } from './views.ts'

const NOT_LISTENING_CODES = ['ENOENT', 'ECONNREFUSED', 'ENOTDIR']
/** Longest wait for the server's first line; other work delays it by a few seconds at most. */
const GREETING_MS = 30_000

/** A connection to a running server. */
export interface ControlConnection<Table extends CommandTable = ControlCommands> {
  /** The version of the server's program. */
  readonly program: string
  /** Sends a command to the server. */
  readonly send: CommandSender<Table>
  close(): void
}

/**
 * Connects to the running server of a data folder; `undefined` if none listens. `own`: the version of this program.
 *
 * @throws {Failure} `conflict` if the server has another protocol version; `service_unavailable` if its
 * socket may not be opened, if it sends nothing for `greetingMs`, or if it does not follow the protocol.
 */
export async function connectControl<Table extends CommandTable = ControlCommands>(
  folder: string,
  own: string,
  greetingMs = GREETING_MS,
): Promise<ControlConnection<Table> | undefined> {
  const place = socketPlace(folder)
  const socket = await connect(place.path).finally(place.release)
  if (socket === undefined) return undefined
  const caller = new Caller<Table>((call) => sendCall(socket, call))
  const greeted = Promise.withResolvers<string>()
  const silent = setTimeout(() => greeted.reject(noAnswer(greetingMs)), greetingMs)
  void readReplies(socket, caller, own, greeted.resolve).then((end) => {
    socket.destroy()
    greeted.reject(end)
    caller.end(end.message)
  })
  try {
    const program = await greeted.promise
    return { program, send: caller.send, close: () => socket.destroy() }
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
  own: string,
  greeted: (program: string) => void,
): Promise<Failure> {
  let isGreeted = false
  let hear = (value: unknown): void => {
    const program = readGreeting(value, own)
    isGreeted = true
    hear = (reply) => caller.receive(checkReply(reply))
    greeted(program)
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
 * Returns the version of the server's program from its first line.
 *
 * @throws {Failure} if the server refuses the connection or has another protocol version, or if the line does
 * not follow the protocol.
 */
function readGreeting(value: unknown, own: string): string {
  if (isReply(value) && value.kind === 'failure') throw failureOf(value)
  const { version, program } = (value ?? {}) as { readonly version?: unknown; readonly program?: unknown }
  if (typeof version !== 'number') throw protocolViolation()
  if (version === PROTOCOL_VERSION && typeof program === 'string') return program
  const theirs = typeof program === 'string' ? `version ${program}` : 'an older version'
  throw new Failure(
    'conflict',
    `The running server is of ${theirs}, which does not understand this command of version ${own}. ${RESTART}`,
  )
}

const RESTART = 'Restart the server, so that both are of the same version.'

/**
 * Returns a client over the connection that reads no answer before it is checked.
 *
 * @throws {Failure} `conflict` if the server answers something that this version cannot read; as the command otherwise.
 */
export function checkedClient(connection: ControlConnection, own: string): ControlClient {
  const { program, send } = connection
  const apart = `The running server is firmensuche ${program}, this command is firmensuche ${own}`
  return async (name, params, report) => {
    // Loaded here: a command that opens the databases itself needs no schemas.
    const { answerFault, isReadableStep } = await import('./answer-schemas.ts')
    const checked = (step: ImportStep) => {
      if (isReadableStep(step)) (report as ((step: ImportStep) => void) | undefined)?.(step)
    }
    const answer = await send(name, params, checked as typeof report).catch((error: unknown) => {
      if (!(error instanceof Failure) || program === own || error.code !== 'invalid_request') throw error
      // A command or a param that only one of them knows is invalid for the other.
      throw new Failure(error.code, `${error.message} (${apart}.)`, error.details, error.reason)
    })
    const fault = answerFault(name, answer)
    if (fault === '') return answer
    const sentence = `${apart}, which cannot read the answer to ${name} (${fault}). ${RESTART}`
    throw new Failure('conflict', sentence)
  }
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
