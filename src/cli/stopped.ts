/** A command that was told to stop while it worked. */
import { EXIT, type ExitCode } from './exit-codes.ts'

const CODE_OF_SIGNAL = { SIGINT: EXIT.interrupted, SIGTERM: EXIT.terminated } as const satisfies Record<
  string,
  ExitCode
>

/** Thrown by what a signal cut off; the message says what became of it. */
export class Stopped extends Error {
  readonly code: ExitCode

  constructor(signal: keyof typeof CODE_OF_SIGNAL, message: string) {
    super(message)
    this.name = 'Stopped'
    this.code = CODE_OF_SIGNAL[signal]
  }
}
