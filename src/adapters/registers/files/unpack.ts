/** The bytes of a register file, unpacked on the way, in bounded memory. */
import { createReadStream, type ReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import type { Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, type ZlibOptions } from 'node:zlib'
import { FileFault } from '../../../core/ingest/entry-source.ts'
import { FILE_START, faultOfError, fileFault } from './file-faults.ts'
import { MARK_BYTES, PackingFault, packingOf } from './packing.ts'
import { unbzip2 } from './unbzip2.ts'

/** Bytes read from the disk, and unpacked, at a time. */
const CHUNK_BYTES = 256 * 1024

/** With no room to lay bytes aside, an unpacker that fails has told all that it unpacked before. */
const UNPACKER: ZlibOptions & { readableHighWaterMark: number } = {
  chunkSize: CHUNK_BYTES,
  readableHighWaterMark: 1,
}

/** A file while it is read. */
export interface UnpackedFile {
  readonly bytesTotal: number
  /** Bytes read so far of the file as it lies on the disk. */
  bytesDone(): number
  /** Throws `PackingFault` or an error of the file system. */
  readonly chunks: AsyncIterable<Buffer>
}

/**
 * Opens a file and looks how it is packed.
 *
 * @throws FileFault when it is missing, a folder, empty, or may not be read.
 */
export async function openUnpacked(path: string, bzip2Programs?: readonly string[]): Promise<UnpackedFile> {
  let handle: FileHandle | undefined
  try {
    handle = await open(path)
    const stat = await handle.stat()
    // A folder opens without complaint and only fails at the first read, in different ways per system.
    if (stat.isDirectory()) throw fileFault(path, 'folder')
    const start = Buffer.alloc(MARK_BYTES)
    const { bytesRead } = await handle.read(start, 0, MARK_BYTES, 0)
    if (bytesRead === 0) throw fileFault(path, 'empty')
    const packing = packingOf(path, start.subarray(0, bytesRead))
    let packed = handle.createReadStream({ start: 0, highWaterMark: CHUNK_BYTES })
    const again = () => {
      packed = createReadStream(path, { highWaterMark: CHUNK_BYTES })
      return packed
    }
    return {
      bytesTotal: stat.size,
      bytesDone: () => packed.bytesRead,
      chunks: CHUNKS_OF[packing](packed, again, bzip2Programs),
    }
  } catch (error) {
    await handle?.close()
    throw error instanceof FileFault ? error : faultOfError(path, error, FILE_START)
  }
}

const CHUNKS_OF = {
  plain: (packed: ReadStream) => packed as AsyncIterable<Buffer>,
  gzip: (packed: ReadStream) => through(packed, createGunzip(UNPACKER)),
  brotli: (packed: ReadStream) => through(packed, createBrotliDecompress(UNPACKER)),
  bzip2: (packed: ReadStream, again: () => ReadStream, programs?: readonly string[]) =>
    unbzip2(packed, again, programs),
}

async function* through(packed: ReadStream, unpacker: Transform): AsyncGenerator<Buffer> {
  // An error of the disk must end the unpacker too, and stays recognisable as one.
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
