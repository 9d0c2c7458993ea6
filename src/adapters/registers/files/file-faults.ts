/** The sentences about files that cannot be read. */
import { tmpdir } from 'node:os'
import type { FileFaultReason } from '../../../core/company/file-fault.ts'
import { FileFault } from '../../../core/ingest/entry-source.ts'

/** The position up to which a file was read. */
export interface ReadPlace {
  readonly line: number
  readonly byte: number
}

/** The start of a file. */
export const FILE_START: ReadPlace = { line: 0, byte: 0 }

const SENTENCES: Record<FileFaultReason, (file: string, place: ReadPlace) => string> = {
  missing: (file) => `${file}: there is no such file.`,
  folder: (file) => `${file} is a folder. Name one of its files.`,
  not_a_file: (file) => `${file} is a pipe or a device. Write its content to a file first.`,
  no_permission: (file) => `${file}: this user may not read the file.`,
  empty: (file) => `${file} is empty.`,
  unknown_format: (file) =>
    `${file} has an unknown format. Expected: a file of OffeneRegister (one JSON object per line), register announcements, GLEIF or XJustiz, plain or compressed as .gz, .bz2, .br or .zip. Other tables need a mapping of their columns (--mapping); "firmensuche import --inspect FILE" proposes one.`,
  malformed: (file, { line }) =>
    `${file} is malformed after line ${line}: a quote is never closed, or a row has too many cells or characters. The rows before are valid.`,
  bad_mapping: (file) => `${file}: the mapping does not fit.`,
  truncated: (file, { line, byte }) =>
    `${file} ends too early, after byte ${byte} (line ${line}): the compressed file is truncated. The rows before are valid.`,
  damaged: (file, { line, byte }) =>
    `${file} is damaged near byte ${byte} (after line ${line}): it cannot be decompressed. The rows before are valid.`,
  unreadable: (file, { line, byte }) => `${file} could not be read beyond byte ${byte} (after line ${line}).`,
  no_companies: (file) =>
    `${file} was skipped: it contains reporting exceptions of GLEIF, which tell nothing that is stored.`,
  archive_files: (file) =>
    `${file} is an archive that does not contain exactly one file, or contains another archive. Unpack it first.`,
  archive_encrypted: (file) =>
    `${file} is encrypted, or compressed in a way that is not supported. Unpack it first.`,
  old_workbook: (file) =>
    `${file} is a workbook of an old Excel (.xls), another old Office document (.doc) or has a password. Save it as .xlsx without a password, or as CSV.`,
  binary: (file) => `${file} is no text: it contains binary data.`,
  foreign_database: (file) =>
    `${file} is an SQLite database, but not one of OffeneRegister: it lacks their tables. Export what you need as CSV.`,
  database_damaged: (file, { line }) =>
    `${file} is damaged after row ${line}: SQLite cannot read it. The rows before are valid.`,
  no_space: (file) =>
    `${file} cannot be unpacked or read: the folder for temporary files, ${tmpdir()}, is full. TMPDIR names another one.`,
  mapping_missing: (file) =>
    `${file} is a table, which needs a mapping of its columns (--mapping). "firmensuche import --inspect FILE" proposes one.`,
  unpacks_too_large: (file, { line }) =>
    `${file} was not read after line ${line}: it unpacks to much more than register data of its size. The rows before are valid.`,
}

/** Creates the fault for a file, with its sentence. */
export function fileFault(file: string, reason: FileFaultReason, place: ReadPlace = FILE_START): FileFault {
  return new FileFault({ file, reason, ...place, sentence: SENTENCES[reason](file, place) })
}

const REASON_OF_ERRNO: Readonly<Record<string, FileFaultReason>> = {
  ENOENT: 'missing',
  ENOTDIR: 'missing',
  EISDIR: 'folder',
  ENXIO: 'not_a_file',
  EACCES: 'no_permission',
  EPERM: 'no_permission',
  ENOSPC: 'no_space',
  SQLITE_FULL: 'no_space',
  SQLITE_CORRUPT: 'database_damaged',
  SQLITE_NOTADB: 'database_damaged',
}

/** Creates the fault for an error of the file system. */
export function faultOfError(file: string, error: unknown, place: ReadPlace): FileFault {
  const code = (error as NodeJS.ErrnoException).code ?? ''
  // Extended codes (SQLITE_CORRUPT_INDEX) begin with the plain one.
  const plain = /^SQLITE_[A-Z]+/.exec(code)?.[0] ?? code
  return fileFault(file, REASON_OF_ERRNO[plain] ?? 'unreadable', place)
}
