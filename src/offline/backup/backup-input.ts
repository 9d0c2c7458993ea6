/** Opens the file of a backup, or standard input. */
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { Failure } from '../../core/failure.ts'
import { systemSentence } from '../../core/system-fault.ts'

/** Bytes that are read at once. */
const CHUNK_BYTES = 1024 * 1024

/** A backup that is read. */
export interface BackupInput {
  /** For messages. */
  readonly name: string
  readonly stream: Readable
}

/** @throws {Failure} `not_found` if there is no such file; `service_unavailable` if it cannot be read. */
export async function openInput(path: string | undefined): Promise<BackupInput> {
  if (path === undefined) return { name: 'The backup', stream: process.stdin }
  try {
    const file = await open(path)
    if ((await file.stat()).isDirectory()) {
      await file.close()
      throw new Failure('not_found', `${path} is a folder, not a backup.`)
    }
    return { name: path, stream: file.createReadStream({ highWaterMark: CHUNK_BYTES }) }
  } catch (error) {
    if (error instanceof Failure) throw error
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new Failure('not_found', `The file ${path} does not exist.`)
    throw new Failure(
      'service_unavailable',
      systemSentence(error, path) ?? `${path} cannot be read: ${(error as Error).message}.`,
    )
  }
}
