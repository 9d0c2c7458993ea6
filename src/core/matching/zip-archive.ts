/** A ZIP archive that is made while it is read (APPNOTE 6.3, without Zip64). Pure. */
import { Buffer } from 'node:buffer'
import { constants, crc32, deflateRaw } from 'node:zlib'
import { Failure } from '../failure.ts'

/** Largest file in an archive, packed or not, in bytes. */
export const ZIPPED_BYTES_MAX = 0xffffffff
/** Version 2.0: deflate. */
const VERSION = 20
/** Sizes and check sum follow the file. */
const SIZES_FOLLOW = 8
const DEFLATE = 8
/** 1 January 1980: the same files give the same archive. */
const DATE = 0x21
const [LOCAL, DESCRIPTOR, CENTRAL, END] = [0x04034b50, 0x08074b50, 0x02014b50, 0x06054b50]
/** A last block without content: every part before ends with an open block. */
const LAST_BLOCK = Uint8Array.of(3, 0)

/** A file of an archive, in parts. */
export interface ZippedFile {
  readonly name: string
  readonly parts: Iterable<Uint8Array> | AsyncIterable<Uint8Array>
}

/** A file that was written. */
interface Written {
  readonly name: Buffer
  readonly offset: number
  crc: number
  packed: number
  size: number
}

/**
 * Yields the archive. Memory is that of one part of a file.
 *
 * @throws {Failure} `payload_too_large` for a file of more than `ZIPPED_BYTES_MAX`.
 */
export async function* zipArchive(files: readonly ZippedFile[]): AsyncGenerator<Uint8Array> {
  const all: Written[] = []
  let offset = 0
  for (const { name, parts } of files) {
    const file: Written = { name: Buffer.from(name), offset, crc: 0, packed: 0, size: 0 }
    for await (const bytes of zipped(file, parts)) {
      offset += bytes.length
      yield bytes
    }
    all.push(file)
  }
  const directory = Buffer.concat(all.map(entryOf))
  yield Buffer.concat([
    directory,
    fields([END, 4], [0, 4], [all.length, 2], [all.length, 2]),
    fields([directory.length, 4], [offset, 4], [0, 2]),
  ])
}

async function* zipped(file: Written, parts: ZippedFile['parts']): AsyncGenerator<Uint8Array> {
  yield Buffer.concat([
    fields([LOCAL, 4], ...common(), [0, 4], [0, 4], [0, 4], [file.name.length, 2], [0, 2]),
    file.name,
  ])
  for await (const part of parts) {
    const packed = await deflated(part)
    file.crc = crc32(part, file.crc)
    file.size += part.length
    file.packed += packed.length
    if (Math.max(file.size, file.packed) > ZIPPED_BYTES_MAX - LAST_BLOCK.length)
      throw new Failure('payload_too_large', `${file.name} has more than 4 GiB.`)
    yield packed
  }
  file.packed += LAST_BLOCK.length
  yield LAST_BLOCK
  yield fields([DESCRIPTOR, 4], ...sums(file))
}

/** Compresses a part by itself, in a thread of Node: parts of a file can be joined. */
function deflated(part: Uint8Array): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  deflateRaw(part, { finishFlush: constants.Z_SYNC_FLUSH }, (error, packed) =>
    error === null ? resolve(packed) : reject(error),
  )
  return promise
}

function entryOf(file: Written): Buffer {
  const rest = [
    [0, 2],
    [0, 2],
    [0, 2],
    [0, 2],
    [0, 4],
    [file.offset, 4],
  ] as const
  return Buffer.concat([
    fields([CENTRAL, 4], [VERSION, 2], ...common(), ...sums(file), [file.name.length, 2], ...rest),
    file.name,
  ])
}

/** A value and its bytes. */
type Field = readonly [value: number, bytes: 2 | 4]

function common(): readonly Field[] {
  return [
    [VERSION, 2],
    [SIZES_FOLLOW, 2],
    [DEFLATE, 2],
    [0, 2],
    [DATE, 2],
  ]
}

function sums({ crc, packed, size }: Written): readonly Field[] {
  return [
    [crc, 4],
    [packed, 4],
    [size, 4],
  ]
}

function fields(...all: readonly Field[]): Buffer {
  const buffer = Buffer.alloc(all.reduce((length, [, bytes]) => length + bytes, 0))
  let at = 0
  for (const [value, bytes] of all) at = buffer.writeUIntLE(value, at, bytes)
  return buffer
}
