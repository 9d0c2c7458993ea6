/** The one policy for what nothing catches in the main thread of a process; docs/decisions/0021 says what it is and why. */
import { inspect } from 'node:util'

/** An error that nothing caught: `isRejection` when it is that of a promise. */
export interface Uncaught {
  readonly error: unknown
  readonly isRejection: boolean
}

type Policy = (uncaught: Uncaught) => void

let policy: Policy | undefined

/** Every uncaught error of the main thread goes to the policy that was set last. The first call begins to listen. */
export function onUncaught(next: Policy): void {
  // A rejection without a handler arrives here as well.
  if (policy === undefined) {
    process.on('uncaughtException', (error, origin) =>
      policy?.({ error, isRejection: origin === 'unhandledRejection' }),
    )
  }
  policy = next
}

/** The error with its stack and its causes, for a log or a report. */
export function describeUncaught({ error, isRejection }: Uncaught): string {
  return `${isRejection ? 'a rejection without a handler' : 'an exception that nothing caught'}: ${inspect(error)}`
}
