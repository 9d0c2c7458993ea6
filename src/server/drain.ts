/** The time between the signal to stop and the stop, in which a load balancer takes this server out. */

/**
 * Time after the signal, or after the drain, until the process is ended, in ms. Requests in flight are answered
 * well before.
 */
export const STOP_MS = 9500

/** A stop with a drain before it. */
export interface DrainedStop {
  /** Aborted when the server is to stop: after the drain. */
  readonly stop: AbortSignal
  /** Stops without a drain, or ends the one in progress. */
  readonly end: () => void
  /** Calls `begin` at the start of a drain. Before this call there is no drain: nothing is sent to this server yet. */
  readonly onDrain: (begin: () => void) => void
}

/**
 * Returns the stop that follows a signal. `asked` is aborted by the signal; `drainMs` is the time of the drain in
 * ms, 0 for none.
 */
export function stopAfterDrain(asked: AbortSignal, drainMs: number): DrainedStop {
  const controller = new AbortController()
  const end = () => controller.abort()
  let begin: (() => void) | undefined
  asked.addEventListener('abort', () => {
    if (begin === undefined || drainMs === 0) {
      end()
      return
    }
    const timer = setTimeout(end, drainMs)
    controller.signal.addEventListener('abort', () => clearTimeout(timer))
    begin()
  })
  return {
    stop: controller.signal,
    end,
    onDrain: (step) => {
      begin = step
    },
  }
}
