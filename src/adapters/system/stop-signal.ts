/** The signals by which people and service managers stop a process in an orderly way. */

/** The signals that stop the process. */
export type StopSignal = 'SIGINT' | 'SIGTERM'

const STOP_SIGNALS: readonly StopSignal[] = ['SIGINT', 'SIGTERM']

/** The state of a stop request. */
export interface StopWatch {
  /** Aborted by the first signal; later ones change nothing. */
  readonly stop: AbortSignal
  /** Returns the first signal; `undefined` before it. */
  readonly signal: () => StopSignal | undefined
}

/**
 * Replaces the default effect of SIGINT and SIGTERM: they no longer end the process, so the caller must end
 * it within a bounded time.
 */
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
  }
}
