/** A worker thread that is asked for things, and the side inside it that answers. */
import { parentPort, Worker } from 'node:worker_threads'
import { answerCall, type Call, Caller, type Reply } from './calls.ts'

export interface Thread {
  /** @throws Failure of the asked side; `service_unavailable` when the thread ended. */
  ask(name: string, takes: unknown, tell?: (progress: unknown) => void): Promise<unknown>
  /** Ends it wherever it stands. */
  kill(): Promise<void>
  /** Resolves when it ended, with what it died of, if it died of something. */
  readonly ended: Promise<Error | undefined>
}

/** Starts `file` as a thread; `data` arrives there as `workerData`; `youngMbMax` is its room for young objects, in MB. */
export function startThread(file: URL, data: unknown, youngMbMax?: number): Thread {
  const resourceLimits = youngMbMax === undefined ? {} : { maxYoungGenerationSizeMb: youngMbMax }
  const worker = new Worker(file, { workerData: data, resourceLimits })
  const caller = new Caller((call) => worker.postMessage(call))
  const { promise: ended, resolve } = Promise.withResolvers<Error | undefined>()
  let fault: Error | undefined
  worker.on('message', (reply: Reply) => caller.hear(reply))
  worker.on('error', (error) => {
    fault = error instanceof Error ? error : new Error(String(error))
  })
  worker.once('exit', (code) => {
    caller.end(fault?.message ?? 'The thread that was asked has ended.')
    resolve(fault ?? (code === 0 ? undefined : new Error(`the thread ended with code ${code}`)))
  })
  return {
    ask: (name, takes, tell) => caller.ask(name, takes, tell),
    kill: async () => {
      await worker.terminate()
    },
    ended,
  }
}

type Handler = (takes: never, tell: (progress: unknown) => void) => unknown

/** Inside a thread: answers calls by name, several at once where the handlers wait for something. */
export function answerAsThread(handlers: Readonly<Record<string, Handler>>): void {
  const port = parentPort
  if (port === null) throw new Error('this file runs as a thread only')
  port.on('message', (call: Call) => {
    void answerCall(
      call,
      async (name, takes, tell) => handlers[name]!(takes as never, tell),
      (reply) => port.postMessage(reply),
    )
  })
}

/** Inside a thread: hears no more calls, so that the thread ends when its own work is done. */
export function stopAnswering(): void {
  parentPort?.close()
}
