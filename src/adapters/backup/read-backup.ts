/** Reads a backup as a stream, and checks all of it. */
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { type Readable, Transform, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { createTarDecoder, type ParsedTarEntry } from 'modern-tar'
import {
  type BackedUpFile,
  type BackupFacts,
  BackupRefused,
  type CheckedFile,
  type WholeBackup,
} from '../../core/backup/backup.ts'
import { Failure } from '../../core/failure.ts'
import {
  CHECKSUMS_NAME,
  checksumsText,
  cut,
  damaged,
  END_MARK_BYTES,
  EndMark,
  FACTS_NAME,
  FILE_MODE,
  foreign,
  hasMarkStart,
  OUTPUT_BYTES,
  readFacts,
  TEXT_BYTES_MAX,
  ZSTANDARD_START,
} from './backup-file.ts'

/** How a backup is read. */
export interface ReadingOptions {
  /** For messages. */
  readonly name: string
  /** An empty folder that its files are written to; `undefined`: it is only checked. */
  readonly into: string | undefined
  /** Called before any file is written; what it throws ends the reading. */
  readonly accept: (facts: BackupFacts) => void
  readonly read: (bytes: number) => void
  readonly stop: AbortSignal
}

/**
 * Reads a backup to its end. Memory does not grow with it.
 *
 * @throws {BackupRefused} if it is cut off, damaged, of a newer version, or something else.
 * @throws the error of `accept`, of the input or of the folder, or the reason of `stop`.
 */
export async function readBackup(input: Readable, options: ReadingOptions): Promise<WholeBackup> {
  const decoder = createTarDecoder({ strict: true })
  const end = new CheckedEnd(options.name)
  const ending = new AbortController()
  const reading = readEntries(decoder.readable, options).catch((error: unknown) => {
    ending.abort(error)
    throw error
  })
  const flow = pipeline(
    input,
    end,
    createZstdDecompress({ chunkSize: OUTPUT_BYTES }),
    Writable.fromWeb(decoder.writable),
    {
      signal: AbortSignal.any([ending.signal, options.stop]),
    },
  )
  const [flowed, entries] = await Promise.allSettled([flow, reading])
  options.stop.throwIfAborted()
  const faults = [entries, flowed].flatMap((one) =>
    one.status === 'rejected' ? [one.reason as unknown] : [],
  )
  const fault = faults.find(isOwn) ?? faults[0]
  if (fault !== undefined) throw isOwn(fault) ? fault : damaged(options.name)
  const { facts, files } = (entries as PromiseFulfilledResult<Pick<WholeBackup, 'facts' | 'files'>>).value
  return { facts, files, bytes: end.bytes }
}

/** Errors that say more than that something does not fit: our own, and those of the system. */
function isOwn(error: unknown): boolean {
  if (!(error instanceof Error) || error.name === 'AbortError') return false
  return error instanceof BackupRefused || error instanceof Failure || 'syscall' in error
}

/** Lets a backup through without its end mark, and compares that. */
class CheckedEnd extends Transform {
  readonly #name: string
  readonly #mark = new EndMark()
  #held: Buffer = Buffer.alloc(0)
  #isBegun = false

  constructor(name: string) {
    super()
    this.#name = name
  }

  get bytes(): number {
    return this.#mark.bytes + END_MARK_BYTES
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    done(this.#pass(chunk) ?? null)
  }

  #pass(chunk: Buffer): BackupRefused | undefined {
    const all = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk])
    const ready = Math.max(0, all.length - END_MARK_BYTES)
    this.#held = all.subarray(ready)
    if (ready === 0) return undefined
    const passed = all.subarray(0, ready)
    if (!this.#isBegun && !startsLikeZstandard(passed)) return foreign(this.#name)
    this.#isBegun = true
    this.#mark.add(passed)
    this.push(passed)
    return undefined
  }

  override _flush(done: (error?: Error | null) => void): void {
    done(this.#fault() ?? null)
  }

  #fault(): BackupRefused | undefined {
    if (!this.#isBegun) return startsLikeZstandard(this.#held) ? cut(this.#name) : foreign(this.#name)
    const mark = this.#mark.get()
    if (this.#held.equals(mark)) return undefined
    return hasMarkStart(this.#held) ? damaged(this.#name) : cut(this.#name)
  }
}

function startsLikeZstandard(bytes: Buffer): boolean {
  const length = Math.min(bytes.length, ZSTANDARD_START.length)
  return length > 0 && bytes.subarray(0, length).equals(ZSTANDARD_START.subarray(0, length))
}

type Entries = AsyncIterator<ParsedTarEntry>

async function readEntries(
  readable: AsyncIterable<ParsedTarEntry>,
  options: ReadingOptions,
): Promise<Pick<WholeBackup, 'facts' | 'files'>> {
  const entries = readable[Symbol.asyncIterator]()
  const first = await textOf(entries, FACTS_NAME, options.name)
  const facts = readFacts(first.text, options.name)
  options.accept(facts)
  const files: CheckedFile[] = []
  for (const file of facts.files) files.push(await readFile(entries, file, options))
  const last = await textOf(entries, CHECKSUMS_NAME, options.name)
  const sums = [{ name: FACTS_NAME, sha256: first.sha256 }, ...files]
  if (last.text !== checksumsText(sums) || !(await entries.next()).done) throw damaged(options.name)
  return { facts, files }
}

async function nextEntry(entries: Entries, name: string, backup: string): Promise<ParsedTarEntry> {
  const { done, value } = await entries.next()
  if (done || value.header.name !== name || value.header.type !== 'file') throw damaged(backup)
  return value
}

async function textOf(entries: Entries, name: string, backup: string) {
  const { header, body } = await nextEntry(entries, name, backup)
  if (header.size > TEXT_BYTES_MAX) throw damaged(backup)
  const bytes = Buffer.concat(await Array.fromAsync(body))
  return { text: bytes.toString(), sha256: createHash('sha256').update(bytes).digest('hex') }
}

async function readFile(
  entries: Entries,
  { name, bytes }: BackedUpFile,
  { name: backup, into, read }: ReadingOptions,
): Promise<CheckedFile> {
  const { header, body } = await nextEntry(entries, name, backup)
  if (header.size !== bytes) throw damaged(backup)
  const hash = createHash('sha256')
  const checked = async function* () {
    for await (const chunk of body) {
      hash.update(chunk)
      read(chunk.length)
      yield chunk
    }
  }
  if (into === undefined) for await (const _ of checked());
  else {
    const file = createWriteStream(join(into, name), { flags: 'wx', mode: FILE_MODE, flush: true })
    await pipeline(checked, file)
  }
  return { name, bytes, sha256: hash.digest('hex') }
}
