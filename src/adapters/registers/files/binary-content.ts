/** Recognises files that are no text by their first bytes. */
import { encodingOf } from './encoding.ts'

/** Files that people mistake for tables, by their first bytes in hexadecimal. */
const KINDS: readonly (readonly [start: string, what: string])[] = [
  ['255044462d', 'a PDF document'],
  ['7b5c727466', 'a document of a word processor (RTF)'],
  ['89504e470d0a1a0a', 'a PNG image'],
  ['ffd8ff', 'a JPEG image'],
  ['474946383761', 'a GIF image'],
  ['474946383961', 'a GIF image'],
  ['7f454c46', 'a program'],
  ['377abcaf271c', 'a 7z archive. Unpack it first'],
  ['526172211a07', 'a RAR archive. Unpack it first'],
  ['fd377a585a00', 'compressed by xz. Unpack it first'],
  ['28b52ffd', 'compressed by zstd. Unpack it first'],
  ['1f8b08', 'compressed twice. Unpack it first'],
]

/** Largest share of control characters in the start of a text; random bytes have 11 %. */
export const CONTROL_SHARE_MAX = 0.01

/**
 * Returns what a file that begins with these bytes is if it is no text, to complete a sentence that begins with its name and
 * "is"; `undefined` if it is a text. A text may have some control characters, which are read as blanks, but not in
 * its first line.
 */
export function binaryContent(start: Buffer): string | undefined {
  const kind = KINDS.find(([mark]) => start.toString('hex', 0, mark.length / 2) === mark)
  if (kind !== undefined) return kind[1]
  const text = new TextDecoder(encodingOf(start)).decode(start)
  const [firstLine] = text.split('\n', 1) as [string]
  const controls = text.match(CONTROLS)?.length ?? 0
  const isBinary = firstLine.includes('\0') || controls > Math.max(1, text.length * CONTROL_SHARE_MAX)
  return isBinary ? 'no text: it contains binary data' : undefined
}

/** Control characters that texts do not have: all but NUL, tab, the line ends and the form feed. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const CONTROLS = /[\u0001-\u0008\u000e-\u001f\u007f\ufffd]/g
