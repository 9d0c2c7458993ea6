/** A download that is not complete: its bytes, and the validators with which it can be continued. */
import { createHash } from 'node:crypto'
import { createReadStream, readFileSync, rmSync, statSync } from 'node:fs'
import { createFileWith } from '../system/private-file.ts'

/** What identifies the version of a file on its server; '' = not sent. */
export interface Validators {
  readonly etag: string
  readonly lastModified: string
}

/** What is needed to continue a download. */
export interface Resumable extends Validators {
  /** Number of bytes on the disk; at least 1. */
  readonly bytes: number
  /** The value for `If-Range`: a strong entity tag, or a date. */
  readonly ifRange: string
}

/** An unfinished download on the disk. */
export class PartialFile {
  readonly path: string
  readonly #notePath: string

  constructor(path: string) {
    this.path = path
    this.#notePath = `${path}.json`
  }

  /** Returns the number of bytes on the disk. */
  bytes(): number {
    return statSync(this.path, { throwIfNoEntry: false })?.size ?? 0
  }

  /** Returns what is needed to continue it; `undefined` if it cannot be continued. */
  resumable(address: string): Resumable | undefined {
    const note = this.#note()
    if (note?.address !== address) return undefined
    const { etag, lastModified } = note
    const bytes = this.bytes()
    // A weak tag does not promise the same bytes, and a date is not used beside one (RFC 9110, 13.1.5).
    const ifRange = etag === '' ? lastModified : etag
    return bytes > 0 && ifRange !== '' && !ifRange.startsWith('W/')
      ? { bytes, ifRange, etag, lastModified }
      : undefined
  }

  /** Returns the validators of the version whose bytes it has. */
  validators(): Validators | undefined {
    const note = this.#note()
    return note && { etag: note.etag, lastModified: note.lastModified }
  }

  /** Returns whether a download of this address has begun that can be continued, or has no byte yet. */
  isBegun(address: string): boolean {
    const isEmpty = this.#note()?.address === address && this.bytes() === 0
    return isEmpty || this.resumable(address) !== undefined
  }

  /** Begins a new download. */
  begin(address: string, validators: Validators): void {
    this.remove()
    createFileWith(this.#notePath, JSON.stringify({ address, ...validators }))
    createFileWith(this.path, '')
  }

  /** Returns the SHA-256 of the bytes, in hexadecimal. */
  async sha256(): Promise<string> {
    const hash = createHash('sha256')
    for await (const chunk of createReadStream(this.path)) hash.update(chunk)
    return hash.digest('hex')
  }

  /** Deletes the bytes and the note. */
  remove(): void {
    rmSync(this.path, { force: true })
    this.removeNote()
  }

  /** Deletes the note, after the bytes have got their final name. */
  removeNote(): void {
    rmSync(this.#notePath, { force: true })
  }

  #note(): ({ readonly address: string } & Validators) | undefined {
    try {
      const { address, etag, lastModified } = JSON.parse(readFileSync(this.#notePath, 'utf8'))
      return [address, etag, lastModified].every((value) => typeof value === 'string')
        ? { address, etag, lastModified }
        : undefined
    } catch {
      return undefined
    }
  }
}
