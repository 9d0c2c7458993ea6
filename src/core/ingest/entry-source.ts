/** The port to readers of register files. */

import type { SourceId } from '../company/company.ts'
import type { FileFaultReason } from '../company/file-fault.ts'
import type { LeiParent } from '../company/lei.ts'
import type { FileFormat, FormatName } from './file-format.ts'
import type { RegisterEntry, Reject, RejectReason } from './register-entry.ts'

/** One row of a file: an entry, a parent of a company, or the reason why there is none. */
export type Row =
  | { readonly line: number; readonly entry: RegisterEntry; readonly text: string }
  | { readonly line: number; readonly parent: LeiParent; readonly text: string }
  | {
      readonly line: number
      readonly reason: RejectReason
      readonly text: string
      /** The entry's id at the source, if it can be read. */
      readonly sourceKey?: string
      /** Whether the source says that the entry is void, so that a stored one is withdrawn. */
      readonly isVoid?: boolean
    }

/** Some rows, and the position that the reader has reached. */
export interface RowBatch {
  /** The data set of the file. */
  readonly notice: SourceNotice
  readonly rows: readonly Row[]
  /** What the file is read as. */
  readonly format: FileFormat
  /** Bytes of the file on disk, which may be compressed. */
  readonly bytesDone: number
  readonly bytesTotal: number
}

/**
 * An error that ends the reading of a file; the rows before it stay valid. The message is a sentence for
 * people.
 */
export class FileFault extends Error {
  readonly file: string
  readonly reason: FileFaultReason
  /** Line number of the last row that was read before; 0 = none. */
  readonly line: number
  /** Bytes of the (compressed) file that were read before. */
  readonly byte: number

  constructor(fault: {
    file: string
    reason: FileFaultReason
    line: number
    byte: number
    sentence: string
  }) {
    super(fault.sentence)
    this.name = 'FileFault'
    this.file = fault.file
    this.reason = fault.reason
    this.line = fault.line
    this.byte = fault.byte
  }
}

/** Description of a data set. */
export interface SourceNotice {
  readonly source: SourceId
  readonly title: string
  readonly licence: string
  readonly attribution: string
}

/** How a file is read. */
export interface ReadOptions {
  /** Path of the mapping of a table; absent = the format is recognised by the content of the file. */
  readonly mapping?: string
  /** The format of the file, if its content does not decide. */
  readonly format?: FormatName
  /** Only the ids of the entries are needed: a table has only the columns of the id. */
  readonly isOnlyKeys?: boolean
}

/** A file before it is read, with its size on the disk. */
export interface SourceFile {
  readonly path: string
  readonly bytes: number
}

/** A reader of register files. */
export interface EntrySource {
  /**
   * Returns the files that a path means: those in a folder, in the order of their paths, or the path itself.
   * A file that is missing has 0 bytes.
   *
   * @throws {FileFault} if a folder has no register files, or too many.
   */
  filesOf(path: string): Promise<readonly SourceFile[]>

  /**
   * Reads a file in one pass and bounded memory.
   *
   * @throws {FileFault} from the iteration if the file or its mapping cannot be read to its end.
   */
  read(path: string, how?: ReadOptions): AsyncIterable<RowBatch>
}

/** Receives rejected rows in the order of the file. */
export interface RejectLog {
  add(reject: Reject): void
}
