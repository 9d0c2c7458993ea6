/** The members of a ZIP archive. Their names are never used as paths. */
import type { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { PackingFault } from './packing.ts'

/** Largest size of an unpacked file, in bytes: five times the largest file of a known source. */
export const UNPACKED_BYTES_MAX = 64 * 1024 ** 3
/** Largest ratio of unpacked to packed bytes. Register data has about 30; a file of zeros has 1,000. */
export const UNPACKED_RATIO_MAX = 200
/** Size up to which any ratio is accepted, in bytes. */
export const SMALL_BYTES = 16 * 1024 * 1024

/** Most entries of an archive, folders included. */
export const ENTRIES_MAX = 10_000

/** Most bytes of the names, extra fields and comments of all entries, of which a large archive has some hundred each. */
export const DIRECTORY_BYTES_MAX = 16 * 1024 * 1024

/** A file of an archive. */
export interface ArchiveMember {
  readonly name: string
  readonly packedBytes: number
  readonly unpackedBytes: number
  /** Its bytes. Throws {@link PackingFault} if it is encrypted, damaged or unpacks to too much. */
  bytes(): AsyncIterable<Buffer>
}

/** An open archive. */
export interface Archive {
  /** Yields its files without its folders, in their order. Throws {@link PackingFault}. */
  members(): AsyncIterable<ArchiveMember>
  close(): void
}

/** Opens an archive. Throws {@link PackingFault}. */
export async function openArchive(path: string): Promise<Archive> {
  try {
    // Names are not checked: a file `../x` is read like any other, as nothing is written.
    const zip = await openPromise(path, { lazyEntries: true, autoClose: false, decodeStrings: false })
    // Errors of members end their iteration; one while the file is closed concerns nobody.
    zip.on('error', () => {})
    return { members: () => membersOf(zip), close: () => zip.close() }
  } catch (error) {
    throw faultOf(error)
  }
}

async function* membersOf(zip: ZipFile): AsyncGenerator<ArchiveMember> {
  let [count, bytes] = [0, 0]
  try {
    for await (const entry of zip.eachEntry()) {
      bytes += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength
      if (++count > ENTRIES_MAX || bytes > DIRECTORY_BYTES_MAX) throw new PackingFault('archive_files')
      const name = entry.fileNameRaw.toString('latin1')
      // What was read of it is not needed again; 64 KiB of extra fields may be 16,000 objects.
      Object.assign(entry, NOTHING_READ)
      if (name.endsWith('/')) continue
      const { compressedSize: packedBytes, uncompressedSize: unpackedBytes } = entry
      yield { name, packedBytes, unpackedBytes, bytes: () => bytesOf(zip, entry) }
    }
  } catch (error) {
    throw faultOf(error)
  }
}

const NOTHING_READ = {
  ...{ fileNameRaw: undefined, fileName: undefined, extraFieldRaw: undefined, extraFields: [] },
  ...{ fileCommentRaw: undefined, fileComment: undefined, comment: undefined },
}

async function* bytesOf(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  if (!entry.canDecodeFileData()) throw new PackingFault('archive_encrypted')
  checkSize(entry.uncompressedSize, entry.compressedSize)
  let sum = 0
  for await (const chunk of streamOf(zip, entry)) {
    sum = crc32(chunk, sum)
    yield chunk
  }
  if (sum !== entry.crc32) throw new PackingFault('damaged')
}

/** A stream ends with an error if it has more bytes than the archive says, so the said size can be trusted. */
function checkSize(unpackedBytes: number, packedBytes: number): void {
  const isDense = unpackedBytes > SMALL_BYTES && unpackedBytes > packedBytes * UNPACKED_RATIO_MAX
  if (unpackedBytes > UNPACKED_BYTES_MAX || isDense) throw new PackingFault('unpacks_too_large')
}

async function* streamOf(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  let stream: Readable | undefined
  try {
    stream = await zip.openReadStreamPromise(entry)
    yield* stream as AsyncIterable<Buffer>
  } catch (error) {
    throw faultOf(error)
  } finally {
    stream?.destroy()
  }
}

/** Errors of the disk stay as they are; all others tell that the archive is damaged. */
function faultOf(error: unknown): unknown {
  if (error instanceof PackingFault) return error
  const { syscall, message } = error as NodeJS.ErrnoException
  if (syscall !== undefined) return error
  return new PackingFault(/end of central directory/i.test(message) ? 'truncated' : 'damaged', error)
}
