/** Opens the file of a backup, or standard input. */
import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
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
    const file = await openRegular(path)
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

async function openRegular(path: string): Promise<FileHandle> {
  // Opening a pipe would wait for somebody who writes into it, and a process cannot even end meanwhile.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
  const stat = await file.stat()
  if (stat.isFile()) return file
  await file.close()
  const what = stat.isDirectory()
    ? 'a folder, not a backup.'
    : `a pipe or a device. Read it from standard input: - < ${path}`
  throw new Failure('not_found', `${path} is ${what}`)
}
