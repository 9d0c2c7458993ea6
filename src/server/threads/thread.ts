/** A worker thread that is asked for things and may ask back, and the side inside it. */

import { parentPort, Worker } from 'node:worker_threads'
import { type AnswerThread, answerCall, type Call, Caller, type Reply } from '../../control/rpc.ts'
import { systemSentence } from '../../core/system-fault.ts'

/** What goes over a thread's port, in both directions. */
type Message = { readonly ask: Call } | { readonly reply: Reply }

const NOTHING_TO_ASK: AnswerThread = async (name) => {
  throw new Error(`a thread asked for ${name}, and nobody answers it`)
}

export interface ThreadPlan {
  /** Room for young objects, in MB. */
  readonly youngMbMax?: number
  readonly answer?: AnswerThread
}

export interface Thread {
  /** @throws Failure of the asked side; `service_unavailable` when the thread ended. */
  ask(name: string, params: unknown, tell?: (progress: unknown) => void): Promise<unknown>
  /** Ends it wherever it stands. */
  kill(): Promise<void>
  /** Resolves when it ended, with what it died of, if it died of something; of `kill` it does not die. */
  readonly ended: Promise<Error | undefined>
}

/** Starts `file` as a thread; `data` arrives there as `workerData`. */
export function startThread(file: URL, data: unknown, { youngMbMax, answer }: ThreadPlan = {}): Thread {
  const resourceLimits = youngMbMax === undefined ? {} : { maxYoungGenerationSizeMb: youngMbMax }
  const worker = new Worker(file, { workerData: data, resourceLimits })
  const caller = new Caller((call) => worker.postMessage({ ask: call } satisfies Message))
  const { promise: ended, resolve } = Promise.withResolvers<Error | undefined>()
  let fault: Error | undefined
  let isKilled = false
  worker.on('message', (message: Message) => {
    if ('reply' in message) caller.hear(message.reply)
    else
      void answerCall(message.ask, answer ?? NOTHING_TO_ASK, (reply) =>
        worker.postMessage({ reply } satisfies Message),
      )
  })
  worker.on('error', (error) => {
    fault = error instanceof Error ? error : new Error(String(error))
  })
  worker.once('exit', (code) => {
    caller.end(systemSentence(fault) ?? fault?.message ?? 'The thread that was asked has ended.')
    resolve(fault ?? (code === 0 || isKilled ? undefined : new Error(`the thread ended with code ${code}`)))
  })
  return {
    ask: (name, params, tell) => caller.ask(name, params, tell),
    kill: async () => {
      isKilled = true
      await worker.terminate()
    },
    ended,
  }
}

type Handler = (params: never, tell: (progress: unknown) => void) => unknown

/** Of this thread to whoever started it; made by the first that needs it. */
let parent: Caller | undefined

/** Inside a thread: answers calls by name, several at once where the handlers wait for something. */
export function answerAsThread(handlers: Readonly<Record<string, Handler>>): void {
  const port = ownPort()
  port.on('message', (message: Message) => {
    if ('reply' in message) parent?.hear(message.reply)
    else
      void answerCall(
        message.ask,
        async (name, params, tell) => handlers[name]!(params as never, tell),
        (reply) => port.postMessage({ reply } satisfies Message),
      )
  })
}

/**
 * Inside a thread that answers: asks whoever started it.
 *
 * @throws Failure that the other side threw.
 */
export function askParent(name: string, params: unknown): Promise<unknown> {
  const port = ownPort()
  parent ??= new Caller((call) => port.postMessage({ ask: call } satisfies Message))
  return parent.ask(name, params)
}

/** Inside a thread: hears no more calls, so that the thread ends when its own work is done. */
export function stopAnswering(): void {
  parentPort?.close()
}

function ownPort() {
  if (parentPort === null) throw new Error('this file runs as a thread only')
  return parentPort
}
