/**
 * The compression of a file, recognized by its first bytes. Brotli has no magic number; there the file
 * extension decides.
 */
import type { FileFaultReason } from '../../../core/company/file-fault.ts'

/** The known compressions. */
export type Packing = 'plain' | 'gzip' | 'bzip2' | 'brotli' | 'zip' | 'workbook97'

/** Number of first bytes needed to recognize the compression. */
export const MARK_BYTES = 10

/**
 * Matches the start of a bzip2 file: the three letters, a digit, then the magic of a block or (in an empty
 * file) of the end.
 */
const BZIP2_START = /^BZh[1-9](?:314159265359|177245385090)/

/** The bytes after `PK` at the start of an archive: of a file in it, or of its end if it is empty. */
const ZIP_STARTS: ReadonlySet<number> = new Set([0x0304, 0x0506])

/** The first bytes of a compound file: a workbook of Excel up to 2003 (.xls), or one with a password. */
const COMPOUND_START = 'd0cf11e0a1b11ae1'

/** Returns the compression of a file. */
export function packingOf(path: string, firstBytes: Buffer): Packing {
  if (firstBytes[0] === 0x1f && firstBytes[1] === 0x8b) return 'gzip'
  if (isZip(firstBytes)) return 'zip'
  if (firstBytes.toString('hex', 0, COMPOUND_START.length / 2) === COMPOUND_START) return 'workbook97'
  if (BZIP2_START.test(firstBytes.toString('latin1', 0, 4) + firstBytes.toString('hex', 4))) return 'bzip2'
  // A plain file whose name ends in .br starts with a brace; a brotli stream of JSON lines never does.
  return path.endsWith('.br') && firstBytes[0] !== 0x7b ? 'brotli' : 'plain'
}

/** Returns whether a file begins as a ZIP archive. */
export function isZip(firstBytes: Buffer): boolean {
  const isMarked = firstBytes.length >= 4 && firstBytes.toString('latin1', 0, 2) === 'PK'
  return isMarked && ZIP_STARTS.has(firstBytes.readUInt16BE(2))
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
