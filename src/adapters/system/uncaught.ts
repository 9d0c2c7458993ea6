/**
 * The one policy for uncaught errors in the main thread of a process; docs/decisions/0021 says what it is and
 * why.
 */
import { inspect } from 'node:util'

/** An uncaught error; `isRejection` if it is that of a promise. */
export interface Uncaught {
  readonly error: unknown
  readonly isRejection: boolean
}

type Policy = (uncaught: Uncaught) => void

let policy: Policy | undefined

/**
 * Sets the policy that gets every uncaught error of the main thread, in place of the previous one. The first
 * call installs the listener.
 */
export function onUncaught(next: Policy): void {
  // Unhandled rejections arrive here as well.
  if (policy === undefined) {
    process.on('uncaughtException', (error, origin) =>
      policy?.({ error, isRejection: origin === 'unhandledRejection' }),
    )
  }
  policy = next
}

/** Returns the error with its stack and its causes, for a log or a report. */
export function describeUncaught({ error, isRejection }: Uncaught): string {
  return `${isRejection ? 'unhandled rejection' : 'uncaught exception'}: ${inspect(error)}`
}
