/** Reads the file in a ZIP archive. The name of the file in the archive is never used as a path. */
import type { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { PackingFault } from './packing.ts'

/** Largest size of an unpacked file, in bytes: five times the largest file of a known source. */
export const UNPACKED_BYTES_MAX = 64 * 1024 ** 3
/** Largest ratio of unpacked to packed bytes. Register data has about 30; a file of zeros has 1,000. */
export const UNPACKED_RATIO_MAX = 200
/** Size up to which any ratio is accepted, in bytes. */
const SMALL_BYTES = 16 * 1024 * 1024
/** Most entries of an archive that are looked at; folders are no files. */
const ENTRIES_MAX = 100

/** Returns the bytes of the only file in an archive. They throw `PackingFault` if there is none, or too much. */
export function unzip(path: string): { bytesDone: () => number; chunks: AsyncIterable<Buffer> } {
  const place = { share: 0, packed: 0 }
  return { bytesDone: () => Math.round(place.share * place.packed), chunks: chunksOf(path, place) }
}

/** How much of the packed bytes was read. */
interface Place {
  share: number
  packed: number
}

async function* chunksOf(path: string, place: Place): AsyncGenerator<Buffer> {
  const archive = await opened(path)
  try {
    const entry = await onlyFile(archive)
    if (!entry.canDecodeFileData()) throw new PackingFault('archive_encrypted')
    place.packed = entry.compressedSize
    checkSize(entry.uncompressedSize, entry.compressedSize)
    let [bytes, sum] = [0, 0]
    for await (const chunk of await streamOf(archive, entry)) {
      bytes += chunk.length
      sum = crc32(chunk, sum)
      place.share = Math.min(1, bytes / Math.max(1, entry.uncompressedSize))
      yield chunk
    }
    if (sum !== entry.crc32) throw new PackingFault('damaged')
  } finally {
    archive.close()
  }
}

/** A stream ends with an error if it has more bytes than the archive says, so the said size can be trusted. */
function checkSize(unpackedBytes: number, packedBytes: number): void {
  const isDense = unpackedBytes > SMALL_BYTES && unpackedBytes > packedBytes * UNPACKED_RATIO_MAX
  if (unpackedBytes > UNPACKED_BYTES_MAX || isDense) throw new PackingFault('unpacks_too_large')
}

async function opened(path: string): Promise<ZipFile> {
  try {
    // Names are not checked: a file `../x` is read like any other, as nothing is written.
    return await openPromise(path, { lazyEntries: true, autoClose: false, decodeStrings: false })
  } catch (error) {
    throw faultOf(error)
  }
}

async function onlyFile(archive: ZipFile): Promise<Entry> {
  const files: Entry[] = []
  let count = 0
  try {
    for await (const entry of archive.eachEntry()) {
      if (!nameOf(entry).endsWith('/')) files.push(entry)
      if (files.length > 1 || ++count > ENTRIES_MAX) break
    }
  } catch (error) {
    throw faultOf(error)
  }
  const [file] = files
  if (file === undefined || files.length > 1) throw new PackingFault('archive_files')
  return file
}

function nameOf({ fileNameRaw }: Entry): string {
  return fileNameRaw.toString('latin1')
}

async function* streamOf(archive: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  let stream: Readable | undefined
  try {
    stream = await archive.openReadStreamPromise(entry)
    yield* stream as AsyncIterable<Buffer>
  } catch (error) {
    throw faultOf(error)
  } finally {
    stream?.destroy()
  }
}

/** Errors of the disk stay as they are; all others tell that the archive is damaged. */
function faultOf(error: unknown): unknown {
  const { syscall, message } = error as NodeJS.ErrnoException
  if (syscall !== undefined) return error
  return new PackingFault(/end of central directory/i.test(message) ? 'truncated' : 'damaged', error)
}
