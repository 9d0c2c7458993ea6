/**
 * The compression of a file, recognized by its first bytes. Brotli has no magic number; there the file
 * extension decides.
 */

/** The known compressions. */
export type Packing = 'plain' | 'gzip' | 'bzip2' | 'brotli'

/** Number of first bytes needed to recognize the compression. */
export const MARK_BYTES = 10

/**
 * Matches the start of a bzip2 file: the three letters, a digit, then the magic of a block or (in an empty
 * file) of the end.
 */
const BZIP2_START = /^BZh[1-9](?:314159265359|177245385090)/

/** Returns the compression of a file. */
export function packingOf(path: string, firstBytes: Buffer): Packing {
  if (firstBytes[0] === 0x1f && firstBytes[1] === 0x8b) return 'gzip'
  if (BZIP2_START.test(firstBytes.toString('latin1', 0, 4) + firstBytes.toString('hex', 4))) return 'bzip2'
  // A plain file whose name ends in .br starts with a brace; a brotli stream of JSON lines never does.
  return path.endsWith('.br') && firstBytes[0] !== 0x7b ? 'brotli' : 'plain'
}

/** The compressed bytes are invalid or end too early. */
export class PackingFault extends Error {
  readonly reason: 'truncated' | 'damaged'

  constructor(reason: 'truncated' | 'damaged', cause: unknown) {
    super(`the packed bytes are ${reason}`, { cause })
    this.name = 'PackingFault'
    this.reason = reason
  }
}
