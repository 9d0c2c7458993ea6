/** The format of a backup file: a tar archive, compressed with Zstandard, and a mark at its end with the checksum of all before it. */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { BACKUP_FORMAT, type BackupFacts, BackupRefused, type CheckedFile } from '../../core/backup/backup.ts'

/** Name of the first file of the archive, which says what the others are. */
export const FACTS_NAME = 'backup.json'
/** Name of the last file of the archive: the checksums of all others, as `sha256sum --check` reads them. */
export const CHECKSUMS_NAME = 'SHA256SUMS'
/** Most bytes of the first and of the last file. */
export const TEXT_BYTES_MAX = 65_536
/** Most bytes that Zstandard gives at once: the 16 KiB of Node would take a change of threads for each. */
export const OUTPUT_BYTES = 256 * 1024
/** Access for the owner only. */
export const FILE_MODE = 0o600

/** The first bytes of a file that Zstandard compressed (RFC 8878, 3.1.1). */
export const ZSTANDARD_START = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])
/** A frame that decompressors skip (RFC 8878, 3.1.2), with 32 bytes: so `tar --zstd` reads a backup, too. */
const END_MARK_START = Buffer.from([0x5e, 0x2a, 0x4d, 0x18, 32, 0, 0, 0])
/** Length of the mark at the end. */
export const END_MARK_BYTES = END_MARK_START.length + 32

/** Returns whether these last bytes of a file begin like the mark. */
export function hasMarkStart(bytes: Buffer): boolean {
  return bytes.subarray(0, END_MARK_START.length).equals(END_MARK_START)
}

/** Adds up the checksum of everything before the end mark. */
export class EndMark {
  readonly #hash = createHash('sha256')
  bytes = 0

  add(chunk: Uint8Array): void {
    this.#hash.update(chunk)
    this.bytes += chunk.length
  }

  /** Returns the mark. Call it once, at the end. */
  get(): Buffer {
    return Buffer.concat([END_MARK_START, this.#hash.digest()])
  }
}

const FACTS = z.object({
  format: z.int().min(1),
  version: z.string().max(100),
  made_at: z.iso.datetime(),
  schemas: z.object({
    accounts: z.int().optional(),
    companies: z.int().optional(),
    counters: z.int().optional(),
  }),
  files: z
    .array(z.object({ name: z.string().regex(/^[a-z][a-z.-]{0,99}$/), bytes: z.int().min(0) }))
    .max(100),
})

/** Returns the first file of the archive. */
export function factsText({ format, version, madeAtMs, schemas, files }: BackupFacts): string {
  const made_at = new Date(madeAtMs).toISOString()
  return `${JSON.stringify({ format, version, made_at, schemas, files }, null, 2)}\n`
}

/**
 * Reads the first file of the archive.
 *
 * @throws {BackupRefused} if a newer version wrote it, or it is damaged.
 */
export function readFacts(text: string, name: string): BackupFacts {
  const value = parsed(text)
  const { format, version } = (value ?? {}) as { format?: unknown; version?: unknown }
  if (typeof format === 'number' && format > BACKUP_FORMAT) {
    throw new BackupRefused(
      `${name} was made by a newer version of firmensuche (${String(version)}; format ${format}, this version reads ${BACKUP_FORMAT}). Restore it with that version.`,
    )
  }
  const read = FACTS.safeParse(value)
  if (!read.success) throw damaged(name)
  const { made_at, ...facts } = read.data
  return { ...facts, madeAtMs: Date.parse(made_at) } as BackupFacts
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** Returns the last file of the archive. */
export function checksumsText(files: readonly Omit<CheckedFile, 'bytes'>[]): string {
  return files.map(({ sha256, name }) => `${sha256}  ${name}\n`).join('')
}

/** Returns the error for a file whose checksums are wrong. */
export function damaged(name: string): BackupRefused {
  return new BackupRefused(`${name} is damaged: its checksums do not match. Use another backup.`)
}

/** Returns the error for a file that lacks its end. */
export function cut(name: string): BackupRefused {
  return new BackupRefused(
    `${name} is not complete: its end is missing. Copy it again, or use another backup.`,
  )
}

/** Returns the error for a file of another kind. */
export function foreign(name: string): BackupRefused {
  return new BackupRefused(`${name} is not a backup of firmensuche.`)
}
