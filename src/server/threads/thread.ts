/**
 * A worker thread that answers calls and may make calls itself, and the functions for the code inside the
 * thread.
 */

import { parentPort, Worker } from 'node:worker_threads'
import { type AnswerCall, answerCall, answerWith, type Call, Caller, type Reply } from '../../control/rpc.ts'
import type { CommandSender, CommandTable, Handlers } from '../../core/command.ts'
import type { Commands } from '../../core/commands.ts'
import { systemSentence } from '../../core/system-fault.ts'

/** A message over a thread's port, in either direction. A beat is sent back as soon as the event loop turns. */
type Message = { readonly call: Call } | { readonly reply: Reply } | typeof BEAT

const BEAT = { beat: true } as const
/** How a thread is watched. */
export interface BeatLimits {
  /** Interval of beats, in ms. */
  everyMs: number
  /** Beats that the thread may leave unanswered. */
  missedMax: number
}

/**
 * A watched thread is ended after two minutes without progress, unless it has limits of its own. Beats are counted instead of time:
 * a machine that was suspended ends no thread.
 */
const BEATS: BeatLimits = { everyMs: 1000, missedMax: 120 }

const NO_HANDLERS = answerWith({})

/** Options of a thread. */
export interface ThreadOptions {
  /**
   * Size of the old generation in MB: a thread that needs more ends, and only that thread. Buffers and shared memory do not
   * count, and a single value that is some 16 MB larger than the room that is left still ends the process.
   */
  readonly oldMbMax: number
  /** Size of the young generation in MB. */
  readonly youngMbMax?: number
  /** Other limits of beats than `BEATS`. */
  readonly beats?: BeatLimits
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
  /**
   * Ends the thread with a {@link ThreadExhausted} if its event loop does not turn for the time of `BEATS`, until the returned
   * function is called. It is not ended while it starts. Steps that may take longer without a turn, as building an index, are not watched.
   */
  watch(): () => void
  /** Terminates the thread immediately. */
  kill(): Promise<void>
  /** The error that has ended the thread; `undefined` while it runs, and after a normal end or `kill`. */
  readonly fault: Error | undefined
  /**
   * Resolves when the thread has ended: to the error that ended it, or to `undefined` after a normal end or
   * `kill`.
   */
  readonly ended: Promise<Error | undefined>
}

/** The end of a thread that needed more memory than it may have, or made no progress. */
export class ThreadExhausted extends Error {
  override readonly name = 'ThreadExhausted'
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
  options: ThreadOptions,
): Thread<Table> {
  const { oldMbMax, youngMbMax, answer = NO_HANDLERS as CommandSender<Commands> } = options
  const resourceLimits = {
    maxOldGenerationSizeMb: oldMbMax,
    ...(youngMbMax !== undefined && { maxYoungGenerationSizeMb: youngMbMax }),
  }
  const worker = new Worker(file, { workerData: data, resourceLimits, env: threadEnv() })
  const caller = new Caller<Table>((call) => worker.postMessage({ call } satisfies Message))
  const { promise: ended, resolve } = Promise.withResolvers<Error | undefined>()
  const beats = new Beats(options.beats ?? BEATS, () => worker.postMessage(BEAT))
  let fault: Error | undefined
  let isKilled = false
  const end = () => {
    beats.end()
    caller.end(systemSentence(fault) ?? fault?.message ?? 'The thread that handled the command has ended.')
    resolve(fault)
  }
  worker.on('message', (message: Message) => {
    if ('reply' in message) caller.receive(message.reply)
    else if ('beat' in message) beats.heard()
    else
      void answerCall(message.call, answer as AnswerCall, (reply) =>
        worker.postMessage({ reply } satisfies Message),
      )
  })
  worker.on('error', (error) => {
    fault ??= faultOf(error, oldMbMax)
  })
  worker.once('exit', (code) => {
    if (code !== 0 && !isKilled) fault ??= new Error(`the thread ended with code ${code}`)
    end()
  })
  return {
    send: caller.send,
    watch: () =>
      beats.watch((sentence) => {
        fault ??= new ThreadExhausted(sentence)
        // Code that is not JavaScript cannot be interrupted: it would keep the calls open to its end.
        end()
        void worker.terminate()
      }),
    kill: async () => {
      isKilled = true
      await worker.terminate()
    },
    get fault() {
      return fault
    },
    ended,
  }
}

function faultOf(error: unknown, oldMbMax: number): Error {
  if (!(error instanceof Error)) return new Error(String(error))
  const isMemory = (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
  return isMemory ? new ThreadExhausted(`The thread needed more than ${oldMbMax} MB of memory.`) : error
}

/** Counts the beats that a thread has not answered since it answered one. */
class Beats {
  readonly #limits: BeatLimits
  readonly #send: () => void
  #missed = 0
  #hasStarted = false
  #timer: NodeJS.Timeout | undefined

  constructor(limits: BeatLimits, send: () => void) {
    this.#limits = limits
    this.#send = send
  }

  watch(stalled: (sentence: string) => void): () => void {
    this.end()
    this.#missed = 0
    this.#send()
    this.#timer = setInterval(() => {
      const { everyMs, missedMax } = this.#limits
      if (!this.#hasStarted) return
      if (this.#missed++ < missedMax) this.#send()
      else stalled(`The thread made no progress for ${(missedMax * everyMs) / 1000} seconds.`)
    }, this.#limits.everyMs)
    return () => this.end()
  }

  heard(): void {
    this.#hasStarted = true
    this.#missed = 0
  }

  end(): void {
    clearInterval(this.#timer)
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
    else if ('beat' in message) port.postMessage(BEAT)
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
