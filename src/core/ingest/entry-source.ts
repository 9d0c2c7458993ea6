/** The port to register files: whatever can read one answers it. */

import type { SourceId } from '../company/company.ts'
import type { FileFaultReason } from '../company/file-fault.ts'
import type { RegisterEntry, Reject, RejectReason } from './register-entry.ts'

/** One row of a file: an entry, or why there is none. */
export type Row =
  | { readonly line: number; readonly entry: RegisterEntry; readonly text: string }
  | { readonly line: number; readonly reason: RejectReason; readonly text: string }

/** Some rows, and how far the reading came. */
export interface RowBatch {
  readonly rows: readonly Row[]
  /** Of the file as it lies on the disk (packed). */
  readonly bytesDone: number
  readonly bytesTotal: number
}

/** Ends the reading of a file; the rows before it stay good. The message is a sentence for people. */
export class FileFault extends Error {
  readonly file: string
  readonly reason: FileFaultReason
  /** Rows of the file that were read before, as a line number; 0 = none. */
  readonly line: number
  /** Bytes of the (packed) file that were read before. */
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

/** What is known of a data set before reading it. */
export interface SourceNotice {
  readonly source: SourceId
  readonly title: string
  readonly licence: string
  readonly attribution: string
}

export interface EntrySource {
  readonly notice: SourceNotice
  /**
   * Reads a file in one pass and bounded memory.
   *
   * @throws FileFault from the iteration when the file cannot be read to its end.
   */
  read(path: string): AsyncIterable<RowBatch>
}

/** Takes rejected rows, in the order in which they are found. */
export interface RejectLog {
  add(reject: Reject): void
}
