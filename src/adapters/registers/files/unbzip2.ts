/** Unpacks bzip2: by a program of the machine where there is one, else in JavaScript. */
import { type ChildProcess, spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import unbzip2Stream from 'unbzip2-stream'
import { PackingFault } from './packing.ts'

/** Programs that do it faster than JavaScript can (lbzip2 on all cores); the first that starts is used. */
export const BZIP2_PROGRAMS: readonly string[] = ['lbzip2', 'bzip2']

/** Bytes given to the JavaScript unpacker at a time: the less, the less a hostile file can blow up at once. */
const PIECE_BYTES = 4096

/** At a fault it ends without the blocks before it that it has unpacked but not written. */
const PARALLEL_PROGRAM = 'lbzip2'

/**
 * Unpacks bzip2; several streams one after the other are one file. Yields everything before a fault, then throws it.
 * `again` opens the file anew: a fault that the parallel program finds is looked for once more by another way.
 *
 * @throws PackingFault, or an error of the file system.
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
    const child = spawn(program, ['-dc'], { stdio: ['pipe', 'pipe', 'pipe'] })
    // They stay: a program that cannot be killed, or a pipe that breaks, tells so in this way; its exit is waited for all the same.
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
  // The child closes its input when it has seen enough (a damaged file): its exit code tells, not the pipe.
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
  }
}

async function* inJavaScript(packed: Readable): AsyncGenerator<Buffer> {
  const unpacker = unbzip2Stream()
  const out: Buffer[] = []
  let failure: Error | undefined
  unpacker.on('data', (bytes) => out.push(bytes))
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

/** Where the file is cut off, the unpacker reads beyond the end of its buffer and stumbles over `undefined`. */
function faultOf(error: Error): PackingFault {
  const endsEarly = error instanceof TypeError || /ended prematurely/.test(error.message)
  return new PackingFault(endsEarly ? 'truncated' : 'damaged', error)
}
