/** How a file is packed, told by its first bytes; brotli has no mark of its own, there the ending tells. */

export type Packing = 'plain' | 'gzip' | 'bzip2' | 'brotli'

/** Bytes needed to tell. */
export const MARK_BYTES = 10

/** The first three letters of bzip2, a digit, then the mark of a block or (for an empty file) of the end. */
const BZIP2_START = /^BZh[1-9](?:314159265359|177245385090)/

export function packingOf(path: string, firstBytes: Buffer): Packing {
  if (firstBytes[0] === 0x1f && firstBytes[1] === 0x8b) return 'gzip'
  if (BZIP2_START.test(firstBytes.toString('latin1', 0, 4) + firstBytes.toString('hex', 4))) return 'bzip2'
  // A plain file that only ends in .br begins with a bracket; a brotli stream of JSON lines never does.
  return path.endsWith('.br') && firstBytes[0] !== 0x7b ? 'brotli' : 'plain'
}

/** The packed bytes do not make sense, or end too early. */
export class PackingFault extends Error {
  readonly reason: 'truncated' | 'damaged'

  constructor(reason: 'truncated' | 'damaged', cause: unknown) {
    super(`the packed bytes are ${reason}`, { cause })
    this.name = 'PackingFault'
    this.reason = reason
  }
}
