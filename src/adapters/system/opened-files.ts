/** Whether the files that a process has open are still the ones that lie at their paths. */
import { statSync } from 'node:fs'
import { Failure } from '../../core/failure.ts'

/** What is written into a file that was deleted or replaced is lost when the process ends. */
export class OpenedFiles {
  /** Path → device and number of the file there. While it is open, the system gives that number to no other file. */
  readonly #known = new Map<string, string>()

  /** Call it when the file was opened. */
  remember(path: string): void {
    const identity = identityOf(path)
    if (identity !== undefined) this.#known.set(path, identity)
  }

  /** A sentence for each file that is not at its path any more. */
  faults(): readonly string[] {
    return [...this.#known].flatMap(([path, identity]) => {
      const present = identityOf(path)
      if (present === identity) return []
      const what = present === undefined ? 'was deleted or moved away' : 'was replaced by another file'
      return `${path} ${what} while the server runs. Nothing is stored until the server is stopped, the right file is in its place, and the server is started again.`
    })
  }

  /** @throws Failure `service_unavailable` with the first of the faults. */
  check(): void {
    const [fault] = this.faults()
    if (fault !== undefined) throw new Failure('service_unavailable', fault)
  }
}

function identityOf(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return found && `${found.dev}:${found.ino}`
}
