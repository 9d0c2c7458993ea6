import { Failure } from '../../../core/failure.ts'
import { DatabaseTooNew, DatabaseTooOld } from './migrate.ts'
import { DatabaseUnusable, explained } from './open-database.ts'

const FOR_PEOPLE = [DatabaseUnusable, DatabaseTooNew, DatabaseTooOld]

/**
 * Converts an error of the storage that people can act on to a {@link Failure} `service_unavailable` with a
 * sentence; returns any other error as it is.
 */
export function storageFailure(path: string, error: unknown): unknown {
  const known = explained(path, error)
  const isForPeople = FOR_PEOPLE.some((kind) => known instanceof kind)
  return isForPeople ? new Failure('service_unavailable', (known as Error).message) : known
}

/**
 * Runs a step and converts its errors.
 *
 * @throws the result of `storageFailure` for any error that the step throws.
 */
export function onStorage<Result>(path: string, step: () => Result): Result {
  try {
    return step()
  } catch (error) {
    throw storageFailure(path, error)
  }
}
