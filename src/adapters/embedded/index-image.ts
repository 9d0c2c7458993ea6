/** The index on disk: written whole or not at all, read straight into shared memory, never trusted unchecked. */
import { closeSync, fstatSync, fsyncSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { systemFailure } from '../../core/system-fault.ts'
import type { IndexImage } from '../../engine/format/image.ts'
import { readImage } from '../../engine/format/image.ts'

export { buildIndexImage } from '../../engine/build/index-builder.ts'
export type { IndexImage } from '../../engine/format/image.ts'
export {
  baseSnapshot,
  type IndexSnapshot,
  isMergeDue,
  isSameBase,
  mergeSnapshot,
} from '../../engine/snapshot.ts'

/** One read or write call takes no more than this. */
const CHUNK_BYTES = 256 * 1024 * 1024

export type LoadedImage = { readonly image: IndexImage } | { readonly refused: string }

/**
 * Writes the image beside its place, makes it durable, and renames it: whoever reads sees the old or the new
 * file. @throws Failure `service_unavailable` where the disk is full, else what the file system throws; then the old
 * file is as it was.
 */
export function saveIndexImage(path: string, image: IndexImage): void {
  // One name: what a save that was killed has left is written over by the next one.
  const beside = `${path}.new`
  try {
    const file = openSync(beside, 'w', 0o600)
    try {
      const bytes = new Uint8Array(image.bytes)
      for (let at = 0; at < bytes.length; )
        at += writeSync(file, bytes, at, Math.min(CHUNK_BYTES, bytes.length - at), at)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(beside, path)
  } catch (error) {
    rmSync(beside, { force: true })
    throw systemFailure(error, path)
  }
  syncFolder(dirname(path))
}

/** The rename itself is durable only with its folder. */
function syncFolder(path: string): void {
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

/**
 * Reads and checks a saved image. Refused, with a sentence saying why, when there is none, when it is cut off,
 * damaged or of another format, or, where a `sequence` is given, when it was made from another state of the store.
 */
export function loadIndexImage(path: string, asked: { readonly sequence?: number } = {}): LoadedImage {
  const bytes = readShared(path)
  if (bytes === undefined) return { refused: 'There is no readable index file.' }
  const read = readImage(bytes)
  if (read.kind === 'refused') return { refused: read.reason }
  const { sequence } = read.header
  if (asked.sequence !== undefined && asked.sequence !== sequence) {
    return { refused: `The index file is of change ${sequence}, the store is at ${asked.sequence}.` }
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

/** A file that shrinks while it is read leaves zeros behind, which the checksums find. */
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
