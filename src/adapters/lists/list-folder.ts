/** The folder of lists while they are received and read. */
import { createReadStream, mkdirSync, rmSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Failure } from '../../core/failure.ts'
import type { AccountId } from '../../core/identity/ids.ts'
import { UPLOADS_PER_ACCOUNT_MAX, type Uploads } from '../../core/matching/list-files.ts'
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
  /** Of each file that arrives, the account that sends it. */
  const storing: (AccountId | undefined)[] = []
  const discard = (path: string) => rmSync(path, { force: true })
  return {
    discard,
    async store(chunks, account) {
      refuseTooMany(storing, account)
      storing.push(account)
      try {
        return await stored(chunks, folder, secrets)
      } finally {
        storing.splice(storing.indexOf(account), 1)
      }
    },
  }
}

function refuseTooMany(storing: readonly (AccountId | undefined)[], account: AccountId | undefined): void {
  if (account !== undefined && storing.filter((one) => one === account).length >= UPLOADS_PER_ACCOUNT_MAX)
    throw new Failure(
      'conflict',
      `The account sends ${UPLOADS_PER_ACCOUNT_MAX} lists at the moment, which is the maximum.`,
    )
  // Those without an account have places of their own: they cost nothing.
  const others = storing.filter((one) => (one === undefined) === (account === undefined))
  if (others.length >= STORING_MAX)
    throw new Failure('service_unavailable', `${STORING_MAX} lists arrive at the same time.`)
}

/** The file is opened first: if that fails, nothing of the body was read. */
async function stored(chunks: AsyncIterable<Uint8Array>, folder: string, secrets: Secrets): Promise<string> {
  const path = join(folder, randomText({ secrets }, NAME_CHARACTERS))
  const file = await opened(path)
  try {
    await pipeline(Readable.from(chunks), file.createWriteStream())
    return path
  } catch (error) {
    rmSync(path, { force: true })
    throw unstored(error)
  }
}

async function opened(path: string): Promise<FileHandle> {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: FOLDER_MODE })
    return await open(path, 'wx', FILE_MODE)
  } catch (error) {
    throw unstored(error)
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

/** Converts an error of the disk, or of the process that has too many open files; others are those of the body. */
function unstored(error: unknown): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException
  if (syscall === undefined) return error
  return new Failure('service_unavailable', `A list cannot be stored in the data folder (${code}).`)
}
