/** The signals by which people and service managers stop a process in an orderly way. */

export type StopSignal = 'SIGINT' | 'SIGTERM'

const STOP_SIGNALS: readonly StopSignal[] = ['SIGINT', 'SIGTERM']

export interface StopWatch {
  /** Aborted by the first signal or by `end`; later ones change nothing. */
  readonly stop: AbortSignal
  /** Which one it was; `undefined` before. */
  readonly signal: () => StopSignal | undefined
  /** Aborts as a signal would, without one. */
  readonly end: () => void
}

/** From now on SIGINT and SIGTERM do not end the process: whoever watches does, within a bounded time. */
export function watchForStop(): StopWatch {
  const controller = new AbortController()
  let first: StopSignal | undefined
  const hear = (signal: NodeJS.Signals) => {
    first ??= signal as StopSignal
    controller.abort()
  }
  for (const signal of STOP_SIGNALS) process.on(signal, hear)
  return {
    stop: controller.signal,
    signal: () => first,
    end: () => controller.abort(),
  }
}
