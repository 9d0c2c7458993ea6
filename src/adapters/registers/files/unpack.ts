/** The bytes of a register file, decompressed while it is read, in bounded memory. */
import { createReadStream, type ReadStream } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { Readable, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, type ZlibOptions } from 'node:zlib'
import { FileFault } from '../../../core/ingest/entry-source.ts'
import { FILE_START, faultOfError, fileFault } from './file-faults.ts'
import { openRegular } from './open-regular.ts'
import { MARK_BYTES, PackingFault, packingOf } from './packing.ts'
import { unbzip2 } from './unbzip2.ts'
import { unzip } from './unzip.ts'
import { openWorkbook, type WorkbookFile } from './workbook-file.ts'

/** Chunk size for reading and for decompressing, in bytes. */
export const CHUNK_BYTES = 256 * 1024

/**
 * With a read buffer of one byte, a failing decompressor has already emitted everything that it decompressed
 * before.
 */
const UNPACKER: ZlibOptions & { readableHighWaterMark: number } = {
  chunkSize: CHUNK_BYTES,
  readableHighWaterMark: 1,
}

/** A file that is being read. */
export interface UnpackedFile {
  readonly bytesTotal: number
  /** Returns the number of bytes read so far from the file on disk. */
  bytesDone(): number
  /** The decompressed bytes. Throws {@link PackingFault} or an error of the file system. */
  readonly chunks: AsyncIterable<Buffer>
  /** Whether these are the bytes on disk. */
  readonly isPlain: boolean
  /** Set if the file is a workbook, which has several parts instead of `chunks`. */
  readonly workbook?: WorkbookFile
}

/**
 * Opens a file and recognizes its compression.
 *
 * @throws {FileFault} if the file is missing, a folder, empty, or cannot be read.
 */
export async function openUnpacked(path: string, bzip2Programs?: readonly string[]): Promise<UnpackedFile> {
  let handle: FileHandle | undefined
  try {
    handle = await openRegular(path)
    const stat = await handle.stat()
    const start = Buffer.alloc(MARK_BYTES)
    const { bytesRead } = await handle.read(start, 0, MARK_BYTES, 0)
    if (bytesRead === 0) throw fileFault(path, 'empty')
    const packing = packingOf(path, start.subarray(0, bytesRead))
    if (packing === 'workbook97') throw fileFault(path, 'old_workbook')
    if (packing === 'zip') {
      await handle.close()
      return openArchived(path, stat.size)
    }
    let packed = handle.createReadStream({ start: 0, highWaterMark: CHUNK_BYTES })
    const again = () => {
      packed = createReadStream(path, { highWaterMark: CHUNK_BYTES })
      return packed
    }
    return {
      bytesTotal: stat.size,
      isPlain: packing === 'plain',
      bytesDone: () => packed.bytesRead,
      chunks: CHUNKS_OF[packing](packed, again, bzip2Programs),
    }
  } catch (error) {
    await handle?.close()
    throw error instanceof FileFault ? error : faultOfError(path, error, FILE_START)
  }
}

/** A damaged archive is reported when its bytes are read. */
async function openArchived(path: string, bytesTotal: number): Promise<UnpackedFile> {
  const workbook = await openWorkbook(path).catch(() => undefined)
  if (workbook === undefined) return { bytesTotal, isPlain: false, ...unzip(path) }
  const bytesDone = () => Math.round(workbook.share() * bytesTotal)
  return { bytesTotal, isPlain: false, bytesDone, chunks: Readable.from([]), workbook }
}

const CHUNKS_OF = {
  plain: (packed: ReadStream) => packed as AsyncIterable<Buffer>,
  gzip: (packed: ReadStream) => through(packed, createGunzip(UNPACKER)),
  brotli: (packed: ReadStream) => through(packed, createBrotliDecompress(UNPACKER)),
  bzip2: (packed: ReadStream, again: () => ReadStream, programs?: readonly string[]) =>
    unbzip2(packed, again, programs),
}

async function* through(packed: ReadStream, unpacker: Transform): AsyncGenerator<Buffer> {
  // An error of the disk must end the decompressor too, and keeps its `syscall`, which tells it from a fault
  // in the data.
  packed.on('error', (error) => unpacker.destroy(error))
  packed.pipe(unpacker)
  try {
    yield* unpacker as AsyncIterable<Buffer>
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException
    if (syscall !== undefined) throw error
    throw new PackingFault(code === 'Z_BUF_ERROR' ? 'truncated' : 'damaged', error)
  } finally {
    packed.destroy()
  }
}
