/** The folder of lists while they are received and read. */
import { createReadStream, createWriteStream, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Failure } from '../../core/failure.ts'
import type { Uploads } from '../../core/matching/list-files.ts'
import { FILE_PART_BYTES } from '../../core/matching/match-job-store.ts'
import { randomText } from '../../core/random-text.ts'
import type { Secrets } from '../../core/secrets.ts'

/** Files that one thread stores at the same time, at most. */
export const STORING_MAX = 8
const NAME_CHARACTERS = 16
const FOLDER_MODE = 0o700
const FILE_MODE = 0o600

/** Opens the folder; it is created with the first file. */
export function openListFolder(folder: string, secrets: Secrets): Uploads {
  let storing = 0
  const discard = (path: string) => rmSync(path, { force: true })
  return {
    discard,
    async store(chunks) {
      if (storing >= STORING_MAX)
        throw new Failure('service_unavailable', `${STORING_MAX} lists arrive at the same time.`)
      storing++
      const path = join(folder, randomText({ secrets }, NAME_CHARACTERS))
      try {
        mkdirSync(folder, { recursive: true, mode: FOLDER_MODE })
        await pipeline(Readable.from(chunks), createWriteStream(path, { flags: 'wx', mode: FILE_MODE }))
        return path
      } catch (error) {
        discard(path)
        throw unstored(error)
      } finally {
        storing--
      }
    },
  }
}

/** Deletes the folder with what a process that was killed has left in it. */
export function emptyListFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
}

/** Yields the bytes of a file. */
export async function* partsOfFile(path: string): AsyncGenerator<Uint8Array> {
  for await (const part of createReadStream(path, { highWaterMark: FILE_PART_BYTES })) yield part as Buffer
}

function unstored(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code !== 'ENOSPC' && code !== 'EROFS' && code !== 'EACCES' && code !== 'EDQUOT') return error
  return new Failure('service_unavailable', `A list cannot be stored in the data folder (${code}).`)
}
