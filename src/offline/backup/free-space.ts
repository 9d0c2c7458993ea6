import { statfsSync } from 'node:fs'
import { Failure } from '../../core/failure.ts'

const MEGA = 1e6

/**
 * Checks that a disk has room.
 *
 * @throws {Failure} `service_unavailable` with what is free and what is needed.
 */
export function requireSpace(folder: string, bytes: number, what: string): void {
  const { bavail, bsize } = statfsSync(folder)
  const free = bavail * bsize
  if (free >= bytes) return
  throw new Failure(
    'service_unavailable',
    `The disk of ${folder} has ${megabytes(free)} free, but ${what} ${megabytes(bytes)}. Free disk space, then run the command again.`,
  )
}

function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / MEGA).toLocaleString('en')} MB`
}
