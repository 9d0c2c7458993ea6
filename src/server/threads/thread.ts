/**
 * A worker thread that answers calls and may make calls itself, and the functions for the code inside the
 * thread.
 */

import { parentPort, Worker } from 'node:worker_threads'
import { type AnswerCall, answerCall, answerWith, type Call, Caller, type Reply } from '../../control/rpc.ts'
import type { CommandSender, CommandTable, Handlers } from '../../core/command.ts'
import type { Commands } from '../../core/commands.ts'
import { systemSentence } from '../../core/system-fault.ts'

/** A message over a thread's port, in either direction. */
type Message = { readonly call: Call } | { readonly reply: Reply }

const NO_HANDLERS = answerWith({})

/** Options of a thread. */
export interface ThreadOptions {
  /** Size of the young generation in MB. */
  readonly youngMbMax?: number
  /** Answers the commands that the thread sends. */
  readonly answer?: CommandSender<Commands>
}

/** A running thread, which answers the commands of a table, as its starter sees it. */
export interface Thread<Table extends CommandTable> {
  /**
   * Sends a command to the thread.
   *
   * @throws {Failure} the failure that the handler threw; `service_unavailable` if the thread ended.
   */
  readonly send: CommandSender<Table>
  /** Terminates the thread immediately. */
  kill(): Promise<void>
  /**
   * Resolves when the thread has ended: to the error that ended it, or to `undefined` after a normal end or
   * `kill`.
   */
  readonly ended: Promise<Error | undefined>
}

/** Variables of better-auth, which would take precedence over the secret that the product passes to it. */
const AUTH_VARIABLE = /^BETTER_AUTH_/

function threadEnv(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !AUTH_VARIABLE.test(name)))
}

/**
 * Starts `file` as a worker thread with `data` as its `workerData`. The file must answer the commands of the
 * table, which the caller names: without it nothing can be sent.
 */
export function startThread<Table extends CommandTable = never>(
  file: URL,
  data: unknown,
  { youngMbMax, answer }: ThreadOptions = {},
): Thread<Table> {
  const resourceLimits = youngMbMax === undefined ? {} : { maxYoungGenerationSizeMb: youngMbMax }
  const worker = new Worker(file, { workerData: data, resourceLimits, env: threadEnv() })
  const caller = new Caller<Table>((call) => worker.postMessage({ call } satisfies Message))
  const { promise: ended, resolve } = Promise.withResolvers<Error | undefined>()
  let fault: Error | undefined
  let isKilled = false
  worker.on('message', (message: Message) => {
    if ('reply' in message) caller.receive(message.reply)
    else
      void answerCall(message.call, (answer as AnswerCall | undefined) ?? NO_HANDLERS, (reply) =>
        worker.postMessage({ reply } satisfies Message),
      )
  })
  worker.on('error', (error) => {
    fault = error instanceof Error ? error : new Error(String(error))
  })
  worker.once('exit', (code) => {
    caller.end(systemSentence(fault) ?? fault?.message ?? 'The thread that handled the command has ended.')
    resolve(fault ?? (code === 0 || isKilled ? undefined : new Error(`the thread ended with code ${code}`)))
  })
  return {
    send: caller.send,
    kill: async () => {
      isKilled = true
      await worker.terminate()
    },
    ended,
  }
}

/** The calls of this thread to its starter; created at the first use. */
let parent: Caller<Commands> | undefined

/**
 * Answers the commands of a table, which the caller names, with its handlers. Used inside a thread. Asynchronous
 * handlers run concurrently.
 */
export function answerAsThread<Table extends CommandTable = never>(handlers: Handlers<NoInfer<Table>>): void {
  const port = ownPort()
  const answer = answerWith<Table>(handlers)
  port.on('message', (message: Message) => {
    if ('reply' in message) parent?.receive(message.reply)
    else void answerCall(message.call, answer, (reply) => port.postMessage({ reply } satisfies Message))
  })
}

/**
 * Sends a command to the starter of this thread. Used inside a thread that answers calls.
 *
 * @throws {Failure} the failure that the other side threw.
 */
export const sendToParent: CommandSender<Commands> = (name, params) => {
  const port = ownPort()
  parent ??= new Caller((call) => port.postMessage({ call } satisfies Message))
  return parent.send(name, params)
}

/** Stops listening for calls, so that the thread ends when its own work is done. Used inside a thread. */
export function stopAnswering(): void {
  parentPort?.close()
}

function ownPort() {
  if (parentPort === null) throw new Error('this file runs as a thread only')
  return parentPort
}
