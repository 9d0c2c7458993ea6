/** The port to the files of sources: watched folders and downloads. */
import type { ImportCounts } from '../ingest/import-run.ts'

/** Time for which size and time of change of a watched file must stay the same before it is read, in ms. */
export const STABLE_MS = 5000

/** The result of one imported file, as far as sources use it. */
export interface FileImport extends ImportCounts {
  readonly reasons: Readonly<Record<string, number>>
  readonly faults: readonly { readonly sentence: string }[]
  readonly notWithdrawn: string
  /** Path of the file with the rejected rows; `null` if there are none. */
  readonly rejects: string | null
}

/** What is downloaded. */
export interface DownloadRequest {
  readonly id: string
  readonly address: string
  /** Expected SHA-256 in hexadecimal, or the address of a file with it; `null` = not checked. */
  readonly sha256: string | null
  /** Validators of the file that was imported last; '' = none. */
  readonly etag: string
  readonly lastModified: string
}

/** The result of a download. */
export type Download =
  /** The address has the file with the validators of the request. */
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'file'; readonly path: string; readonly etag: string; readonly lastModified: string }

/** A download that failed. The message is a sentence for people. */
export class DownloadFault extends Error {
  constructor(sentence: string) {
    super(sentence)
    this.name = 'DownloadFault'
  }
}

/** Reads and moves the files of sources. */
export interface SourceFiles {
  /** Returns why a file, or a folder of files, cannot be read, as a sentence; `undefined` if it can. */
  pathFault(path: string): string | undefined
  /** Returns why nothing may be downloaded from an address, as far as that is known without a connection. */
  addressFault(address: string): string | undefined
  /** Returns why a mapping cannot be used, as a sentence; `undefined` if it can. */
  mappingFault(path: string): Promise<string | undefined>
  /** Returns the path where files of a watched source are put. */
  inboxPath(id: string): string
  /** Creates the folders of a watched source and returns that path. */
  openInbox(id: string): string
  /**
   * Returns the files of a watched folder, the oldest first. With `onlyStable` only those whose size and time
   * of change have been the same for `STABLE_MS`.
   */
  inboxFiles(id: string, onlyStable: boolean): readonly string[]
  /** Moves an imported file to the folder of good or failed files, with a report beside it. */
  settle(id: string, path: string, isGood: boolean, report: object): void
  /**
   * Downloads a file; continues a download that was interrupted.
   *
   * @throws {DownloadFault} if it fails.
   */
  download(request: DownloadRequest): Promise<Download>
  /** Deletes a downloaded file. */
  discard(path: string): void
  /** Deletes the downloads of a source. */
  forget(id: string): void
}
