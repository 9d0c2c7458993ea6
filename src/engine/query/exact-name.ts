/**
 * Which documents have the same name as the query: the same letters, and words parted alike, where a hyphen
 * is as good as a blank or as nothing, but a blank is not nothing.
 */
import type { Name, WordChain } from '../../names/reading/read-name.ts'
import { bucketOf, HASH_START, hashBytes, taggedThing, thingBits } from '../format/hash-table.ts'
import { utf8Of, writeUtf8 } from '../format/utf8.ts'
import type { SearchContext } from './search-context.ts'

/** How two neighbouring letters are parted; a hyphen goes with both. */
const PARTED = { not: 0, hyphen: 1, blank: 2 } as const

/** Documents of every zone, in order of rank inside each. */
export function documentsNamed(segment: SearchContext, asked: Name): readonly number[] {
  const found = documentsWritten(segment, asked)
  if (asked.alternative === undefined) return found
  const all = new Set([...found, ...documentsWritten(segment, asked.alternative)])
  return [...all].sort((a, b) => a - b)
}

function documentsWritten(segment: SearchContext, asked: WordChain): readonly number[] {
  let charsMax = 0
  for (const word of asked.words) charsMax += word.length
  const { letters, parted } = segment.marks.lettersRoom(charsMax * UTF8_BYTES_MAX)
  let end = 0
  for (let i = 0; i < asked.words.length; i++) {
    const start = end
    end = writeUtf8(asked.words[i] as string, letters, start)
    parted.fill(PARTED.not, start + 1, end)
    parted[end] = asked.hyphens[i] ? PARTED.hyphen : PARTED.blank
  }
  return documentsIn(segment, letters, end, parted)
}

/** Of one UTF-16 unit. */
const UTF8_BYTES_MAX = 3

/** `parted[i]`: how the letters (bytes) i - 1 and i of `count` are parted; what stands behind the last one does not matter. */
function documentsIn(
  segment: SearchContext,
  letters: Uint8Array,
  count: number,
  parted: Uint8Array,
): readonly number[] {
  const { sameStarts, sameDocuments } = segment.blocks
  const hash = hashBytes(HASH_START, letters, 0, count)
  const bucket = bucketOf(hash, sameStarts.length - 1)
  const bits = thingBits(sameDocuments.length)
  const found: number[] = []
  const end = sameStarts[bucket + 1] as number
  for (let i = sameStarts[bucket] as number; i < end; i++) {
    const document = taggedThing(sameDocuments[i] as number, hash, bits)
    if (document >= 0 && isSameName(segment, document, letters, count, parted)) found.push(document)
  }
  return found
}

/** Documents of every zone whose letters are these, however they are parted. */
export function documentsOfLetters(segment: SearchContext, text: string): readonly number[] {
  const letters = utf8Of(text)
  const anyhow = new Uint8Array(letters.length + 1).fill(PARTED.hyphen)
  return documentsIn(segment, letters, letters.length, anyhow)
}

/** Walks the document's words along the letters; every parting of the one must go with that of the other. */
function isSameName(
  { blocks }: SearchContext,
  document: number,
  letters: Uint8Array,
  count: number,
  parted: Uint8Array,
): boolean {
  const { forward, forwardStarts, wordBytes, wordStarts } = blocks
  const last = (forwardStarts[document + 1] as number) - 1
  let at = 0
  for (let i = forwardStarts[document] as number; i <= last; i++) {
    const entry = forward[i] as number
    const start = wordStarts[entry >>> 1] as number
    const length = (wordStarts[(entry >>> 1) + 1] as number) - start
    if (at + length > count || !isWordAt(wordBytes, start, length, letters, at, parted)) return false
    at += length
    if (i < last && !goesWith(parted[at] as number, entry & 1 ? PARTED.hyphen : PARTED.blank)) return false
  }
  return at === count
}

/** The word's letters stand at `at`, and the query has no blank within them. */
function isWordAt(
  wordBytes: Uint8Array,
  start: number,
  length: number,
  letters: Uint8Array,
  at: number,
  parted: Uint8Array,
): boolean {
  for (let i = 0; i < length; i++) {
    if (wordBytes[start + i] !== letters[at + i]) return false
    if (i > 0 && parted[at + i] === PARTED.blank) return false
  }
  return true
}

function goesWith(asked: number, ofName: number): boolean {
  return asked === ofName || asked === PARTED.hyphen || ofName === PARTED.hyphen
}
