/**
 * The file of the root secret, next to the databases. A person who has this file and the databases can sign
 * in as any user.
 */

import { randomBytes } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { ROOT_SECRET_BYTES } from '../../core/accounts/root-secret.ts'
import { Failure } from '../../core/failure.ts'

const FILE_MODE = 0o600
const SHAPE = new RegExp(`^[0-9a-f]{${ROOT_SECRET_BYTES * 2}}$`)

/**
 * Reads the secret; creates it at the first call. Two processes that create it at the same time get the same
 * secret.
 *
 * @throws {Failure} `service_unavailable` with a sentence if the file has other content, or cannot be read or
 * created.
 */
export function readOrMakeSecret(path: string): string {
  return readSecret(path) ?? makeSecret(path)
}

/**
 * Reads the secret; returns `undefined` if there is none yet.
 *
 * @throws {Failure} as `readOrMakeSecret`.
 */
export function readSecret(path: string): string | undefined {
  const text = contentOf(path)
  if (text === undefined || SHAPE.test(text)) return text
  throw unusable(path, 'is not a secret of firmensuche. Restore it from the backup, or move it away.')
}

/** Creates the secret. It is written under a temporary name first, so that no process reads half of it. */
function makeSecret(path: string): string {
  const own = `${path}.${process.pid}-${randomBytes(4).toString('hex')}`
  try {
    writeFileSync(own, `${randomBytes(ROOT_SECRET_BYTES).toString('hex')}\n`, {
      mode: FILE_MODE,
      flag: 'wx',
      flush: true,
    })
    linkSync(own, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
      throw unusable(path, `cannot be created: ${(error as Error).message}.`)
    }
  } finally {
    rmSync(own, { force: true })
  }
  return readSecret(path)!
}

function contentOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw unusable(path, `cannot be read: ${(error as Error).message}.`)
  }
}

function unusable(path: string, why: string): Failure {
  return new Failure('service_unavailable', `${path} ${why}`)
}
