/** The error of a command that was stopped by a signal. */
import { EXIT, type ExitCode } from './exit-codes.ts'

const CODE_OF_SIGNAL = { SIGINT: EXIT.interrupted, SIGTERM: EXIT.terminated } as const satisfies Record<
  string,
  ExitCode
>

/** Thrown by a command that a signal interrupted; the message describes what was completed. */
export class Stopped extends Error {
  readonly code: ExitCode

  constructor(signal: keyof typeof CODE_OF_SIGNAL, message: string) {
    super(message)
    this.name = 'Stopped'
    this.code = CODE_OF_SIGNAL[signal]
  }
}
