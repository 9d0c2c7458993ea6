/** The index file: written whole or not at all, read into shared memory, and checked before it is used. */
import { closeSync, fstatSync, fsyncSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { systemFailure } from '../../core/system-fault.ts'
import type { IndexImage } from '../../engine/format/image.ts'
import { readImage } from '../../engine/format/image.ts'
import { createFile } from '../system/private-file.ts'
import { syncFolder } from '../system/sync-folder.ts'

export { buildIndexImage } from '../../engine/build/index-builder.ts'
/** The bytes of an index. */
export type { IndexImage } from '../../engine/format/image.ts'
export {
  baseSnapshot,
  type IndexSnapshot,
  isMergeDue,
  isSameBase,
  mergeSnapshot,
} from '../../engine/snapshot.ts'

/** Maximum size of one read or write call. */
const CHUNK_BYTES = 256 * 1024 * 1024

/** A loaded image, or the reason why there is none. */
export type LoadedImage = { readonly image: IndexImage } | { readonly refused: string }

/**
 * Writes the image to a temporary file, makes it durable and renames it: readers see the old or the new file.
 *
 * @throws {Failure} `service_unavailable` if the disk is full; otherwise the error of the file system. The
 * old file is unchanged then.
 */
export function saveIndexImage(path: string, image: IndexImage): void {
  // A fixed name: the next save overwrites what a killed save left.
  const temporary = `${path}.new`
  try {
    const file = createFile(temporary)
    try {
      const bytes = new Uint8Array(image.bytes)
      for (let at = 0; at < bytes.length; )
        at += writeSync(file, bytes, at, Math.min(CHUNK_BYTES, bytes.length - at), at)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(temporary, path)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw systemFailure(error, path)
  }
  syncFolder(dirname(path))
}

/**
 * Reads and checks a saved image. Refused, with a sentence that says why, if there is none, if it is
 * truncated, damaged or of another format, or if a `sequence` is given and the image was built from another
 * state of the store.
 */
export function loadIndexImage(path: string, asked: { readonly sequence?: number } = {}): LoadedImage {
  const bytes = readShared(path)
  if (bytes === undefined) return { refused: 'There is no readable index file.' }
  const read = readImage(bytes)
  if (read.kind === 'refused') return { refused: read.reason }
  const { sequence } = read.header
  if (asked.sequence !== undefined && asked.sequence !== sequence) {
    return { refused: `The index file is at change ${sequence}, the store at ${asked.sequence}.` }
  }
  return { image: read.image }
}

function readShared(path: string): SharedArrayBuffer | undefined {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch {
    return undefined
  }
  try {
    return readAll(file)
  } catch {
    return undefined
  } finally {
    closeSync(file)
  }
}

/**
 * Reads the whole file. A file that shrinks meanwhile leaves zeros at the end, which the checksums detect.
 */
function readAll(file: number): SharedArrayBuffer {
  const shared = new SharedArrayBuffer(fstatSync(file).size)
  const bytes = new Uint8Array(shared)
  let at = 0
  while (at < bytes.length) {
    const read = readSync(file, bytes, at, Math.min(CHUNK_BYTES, bytes.length - at), at)
    if (read === 0) break
    at += read
  }
  return shared
}
