/** Checks that the files that a process has open are still the ones at their paths. */
import { statSync } from 'node:fs'
import { Failure } from '../../core/failure.ts'

/**
 * Remembers opened files and detects deleted or replaced ones. What is written to such a file is lost when
 * the process ends.
 */
export class OpenedFiles {
  /** Device and inode of the file, by path. The system does not reuse an inode while the file is open. */
  readonly #known = new Map<string, string>()

  /** Remembers a file. Call it after the file was opened. */
  remember(path: string): void {
    const identity = identityOf(path)
    if (identity !== undefined) this.#known.set(path, identity)
  }

  /** Returns a sentence for each file that is no longer at its path. */
  faults(): readonly string[] {
    return [...this.#known].flatMap(([path, identity]) => {
      const present = identityOf(path)
      if (present === identity) return []
      const what = present === undefined ? 'was deleted or moved away' : 'was replaced by another file'
      return `${path} ${what} while the server was running. Nothing is stored until you stop the server, put the right file in its place and start the server again.`
    })
  }

  /** @throws {Failure} `service_unavailable` with the first of the faults. */
  check(): void {
    const [fault] = this.faults()
    if (fault !== undefined) throw new Failure('service_unavailable', fault)
  }
}

function identityOf(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return found && `${found.dev}:${found.ino}`
}
