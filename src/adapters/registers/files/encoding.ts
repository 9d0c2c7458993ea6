/** The encoding of a text file: recognised by its first bytes, and decoded in a stream. */
import { isUtf8 } from 'node:buffer'

/** The encodings that are read, by their WHATWG labels. */
export const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const
/** One of `ENCODINGS`. */
export type Encoding = (typeof ENCODINGS)[number]

/** Longest UTF-8 sequence that the end of a start may cut, in bytes. */
const CUT_BYTES_MAX = 3

/**
 * Returns the encoding of a file that begins with these bytes: by its byte order mark, by zero bytes at every second
 * place (UTF-16 of mostly Latin letters), UTF-8 if it is valid, else Windows-1252.
 */
export function encodingOf(start: Buffer): Encoding {
  const wide = wideEncodingOf(start)
  if (wide !== undefined) return wide
  for (let cut = 0; cut <= CUT_BYTES_MAX; cut++)
    if (isUtf8(start.subarray(0, start.length - cut))) return 'utf-8'
  return 'windows-1252'
}

function wideEncodingOf(start: Buffer): Encoding | undefined {
  const mark = start.toString('hex', 0, 2)
  if (mark === 'fffe') return 'utf-16le'
  if (mark === 'feff') return 'utf-16be'
  const { even, odd } = zerosOf(start)
  if (Math.min(even, odd) > 0 || Math.max(even, odd) <= start.length / 8) return undefined
  return odd > even ? 'utf-16le' : 'utf-16be'
}

function zerosOf(bytes: Buffer): { readonly even: number; readonly odd: number } {
  const count = [0, 0]
  for (let i = 0; i < bytes.length; i++) if (bytes[i] === 0) count[i & 1] = (count[i & 1] as number) + 1
  return { even: count[0] as number, odd: count[1] as number }
}

/** Returns the same text without the longer one that it was cut from, which V8 keeps as long as the part. */
export function ownText(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le')
}

/**
 * Yields the text of the chunks without a byte order mark. Bytes that are invalid in the encoding become U+FFFD.
 */
export async function* decoded(chunks: AsyncIterable<Buffer>, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}
