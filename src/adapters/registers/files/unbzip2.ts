/** Unpacks bzip2: by a program of the machine where there is one, else in JavaScript. */
import { type ChildProcess, spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import unbzip2Stream from 'unbzip2-stream'
import { END_BYTES, endsStream } from './bzip2-end.ts'
import { PackingFault } from './packing.ts'

/** Programs that do it faster than JavaScript can (lbzip2 on all cores); the first that starts is used. */
export const BZIP2_PROGRAMS: readonly string[] = ['lbzip2', 'bzip2']

/** Bytes given to the JavaScript unpacker at a time: the less, the less a hostile file can blow up at once. */
const PIECE_BYTES = 4096

/** Several bzip2 streams one after the other are one file. Everything before a fault is told before it is thrown. */
export async function* unbzip2(packed: Readable, programs = BZIP2_PROGRAMS): AsyncGenerator<Buffer> {
  const child = await startFirst(programs)
  yield* child === undefined ? inJavaScript(packed) : inChild(packed, child)
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
  let last: Buffer = Buffer.alloc(0)
  packed.on('data', (bytes: Buffer) => {
    last = Buffer.concat([last, bytes.subarray(-END_BYTES)]).subarray(-END_BYTES)
  })
  packed.pipe(child.stdin!)
  try {
    yield* child.stdout as AsyncIterable<Buffer>
    const code = await exit
    if (diskError !== undefined) throw diskError
    // Programs complain differently of a file that was cut off; its last bytes do not.
    if (code !== 0) throw new PackingFault(endsStream(last) ? 'damaged' : 'truncated', complaint)
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
