/** Decompresses bzip2, with a program of the machine if there is one, otherwise in JavaScript. */
import { type ChildProcess, spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import unbzip2Stream from 'unbzip2-stream'
import { PackingFault } from './packing.ts'

/** Programs that are faster than JavaScript (lbzip2 uses all cores); the first that starts is used. */
export const BZIP2_PROGRAMS: readonly string[] = ['lbzip2', 'bzip2']

/**
 * Bytes given to the JavaScript decompressor at a time. Small pieces bound the output of a malicious file.
 */
const PIECE_BYTES = 4096

/**
 * Most bytes that a piece unpacks to. A block has at most 46 MB, register data some 3 MB; the last pieces are kept until the end
 * and unpacked together.
 */
export const UNPACKED_AT_ONCE_BYTES_MAX = 128 * 1024 * 1024

/**
 * The program that works in parallel. At a fault it ends without writing blocks before the fault that it has
 * already decompressed.
 */
const PARALLEL_PROGRAM = 'lbzip2'

/**
 * Decompresses a stream; several bzip2 streams in a row count as one file. Yields everything before a fault,
 * then throws it. `again` opens the file once more: if the parallel program finds a fault, the file is
 * decompressed a second time in another way.
 *
 * @throws {PackingFault} if the file is truncated or damaged, or, without a program, unpacks to too much; otherwise the error of the file system.
 */
export async function* unbzip2(
  packed: Readable,
  again: () => Readable,
  programs = BZIP2_PROGRAMS,
): AsyncGenerator<Buffer> {
  const child = await startFirst(programs)
  if (child === undefined) {
    yield* inJavaScript(packed)
    return
  }
  let yielded = 0
  try {
    for await (const chunk of inChild(packed, child)) {
      yielded += chunk.length
      yield chunk
    }
  } catch (error) {
    if (!(error instanceof PackingFault) || child.spawnfile !== PARALLEL_PROGRAM) throw error
    const others = programs.filter((program) => program !== PARALLEL_PROGRAM)
    yield* withoutFirst(yielded, unbzip2(again(), again, others))
  }
}

async function* withoutFirst(count: number, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let left = count
  for await (const chunk of chunks) {
    const skipped = Math.min(left, chunk.length)
    left -= skipped
    if (skipped < chunk.length) yield chunk.subarray(skipped)
  }
}

async function startFirst(programs: readonly string[]): Promise<ChildProcess | undefined> {
  for (const program of programs) {
    const child = spawn(program, ['-dc'], {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { ...process.env, LC_ALL: 'C' },
    })
    // These listeners stay: a program that cannot be killed and a pipe that breaks emit errors too; the exit
    // is awaited in any case.
    for (const source of [child, child.stdin, child.stdout, child.stderr]) source.on('error', () => {})
    const started = await new Promise<boolean>((resolve) => {
      child.once('spawn', () => resolve(true))
      child.once('error', () => resolve(false))
    })
    if (started) return child
  }
  return undefined
}

async function* inChild(packed: Readable, child: ChildProcess): AsyncGenerator<Buffer> {
  let complaint = ''
  let diskError: Error | undefined
  child.stderr!.on('data', (text) => {
    complaint = (complaint + text).slice(0, 2000)
  })
  // The program closes its input after a fault in the file; its exit code decides, not the error of the pipe.
  child.stdin!.on('error', () => {})
  packed.on('error', (error) => {
    diskError = error
    child.kill()
  })
  const exit = new Promise<number | null>((resolve) => child.once('close', resolve))
  packed.pipe(child.stdin!)
  try {
    yield* child.stdout as AsyncIterable<Buffer>
    const code = await exit
    if (diskError !== undefined) throw diskError
    if (code !== 0)
      throw new PackingFault(/unexpected|premature/i.test(complaint) ? 'truncated' : 'damaged', complaint)
  } finally {
    child.kill()
    packed.destroy()
  }
}

async function* inJavaScript(packed: Readable): AsyncGenerator<Buffer> {
  const unpacker = unbzip2Stream()
  const out: Buffer[] = []
  let failure: Error | undefined
  unpacker.on('data', (bytes) => {
    out.push(bytes)
    // It cannot be paused. What its listener throws ends it.
    const sum = out.reduce((total, one) => total + one.length, 0)
    if (sum > UNPACKED_AT_ONCE_BYTES_MAX) throw new PackingFault('unpacks_too_large')
  })
  unpacker.on('error', (error) => {
    failure ??= error
  })
  for await (const chunk of packed as AsyncIterable<Buffer>) {
    for (let start = 0; start < chunk.length && failure === undefined; start += PIECE_BYTES) {
      unpacker.write(chunk.subarray(start, start + PIECE_BYTES))
      yield* out.splice(0)
    }
    if (failure !== undefined) throw faultOf(failure)
  }
  unpacker.end()
  yield* out
  if (failure !== undefined) throw faultOf(failure)
}

/**
 * Converts an error of the JavaScript decompressor. At the end of a truncated file it reads beyond its buffer
 * and throws a TypeError.
 */
function faultOf(error: Error): PackingFault {
  if (error instanceof PackingFault) return error
  const endsEarly = error instanceof TypeError || /ended prematurely/.test(error.message)
  return new PackingFault(endsEarly ? 'truncated' : 'damaged', error)
}
