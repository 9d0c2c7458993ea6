/** A download that is not complete: its bytes, and the validators with which it can be continued. */
import { createHash } from 'node:crypto'
import { createReadStream, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'

const FILE_MODE = 0o600

/** What identifies the version of a file on its server; '' = not sent. */
export interface Validators {
  readonly etag: string
  readonly lastModified: string
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

  /** Returns the number of bytes and the value for `If-Range`; `undefined` if it cannot be continued. */
  resumable(address: string): { readonly bytes: number; readonly ifRange: string } | undefined {
    const note = this.#note()
    if (note?.address !== address) return undefined
    const bytes = this.bytes()
    // A weak tag does not promise the same bytes (RFC 9110, 13.1.5).
    const ifRange = note.etag !== '' && !note.etag.startsWith('W/') ? note.etag : note.lastModified
    return bytes > 0 && ifRange !== '' ? { bytes, ifRange } : undefined
  }

  /** Returns whether a download of this address has begun that can be continued, or has no byte yet. */
  isBegun(address: string): boolean {
    const isEmpty = this.#note()?.address === address && this.bytes() === 0
    return isEmpty || this.resumable(address) !== undefined
  }

  /** Begins a new download. */
  begin(address: string, validators: Validators): void {
    this.remove()
    writeFileSync(this.#notePath, JSON.stringify({ address, ...validators }), { mode: FILE_MODE })
    writeFileSync(this.path, '', { mode: FILE_MODE })
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
