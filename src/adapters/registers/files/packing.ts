/**
 * The compression of a file, recognized by its first bytes. Brotli has no magic number; there the file
 * extension decides.
 */
import type { FileFaultReason } from '../../../core/company/file-fault.ts'

/** The known compressions. */
export type Packing = 'plain' | 'gzip' | 'bzip2' | 'brotli' | 'zip'

/** Number of first bytes needed to recognize the compression. */
export const MARK_BYTES = 10

/**
 * Matches the start of a bzip2 file: the three letters, a digit, then the magic of a block or (in an empty
 * file) of the end.
 */
const BZIP2_START = /^BZh[1-9](?:314159265359|177245385090)/

/** The bytes after `PK` at the start of an archive: of a file in it, or of its end if it is empty. */
const ZIP_STARTS: ReadonlySet<number> = new Set([0x0304, 0x0506])

/** Returns the compression of a file. */
export function packingOf(path: string, firstBytes: Buffer): Packing {
  if (firstBytes[0] === 0x1f && firstBytes[1] === 0x8b) return 'gzip'
  if (firstBytes.toString('latin1', 0, 2) === 'PK' && ZIP_STARTS.has(firstBytes.readUInt16BE(2))) return 'zip'
  if (BZIP2_START.test(firstBytes.toString('latin1', 0, 4) + firstBytes.toString('hex', 4))) return 'bzip2'
  // A plain file whose name ends in .br starts with a brace; a brotli stream of JSON lines never does.
  return path.endsWith('.br') && firstBytes[0] !== 0x7b ? 'brotli' : 'plain'
}

/** What can be wrong with compressed bytes. */
type PackingFaultReason = Extract<
  FileFaultReason,
  'truncated' | 'damaged' | 'archive_files' | 'archive_encrypted' | 'unpacks_too_large'
>

/** The compressed bytes are invalid, end too early, or are not those of one file of sensible size. */
export class PackingFault extends Error {
  readonly reason: PackingFaultReason

  constructor(reason: PackingFaultReason, cause?: unknown) {
    super(`the packed bytes are refused: ${reason}`, { cause })
    this.name = 'PackingFault'
    this.reason = reason
  }
}
