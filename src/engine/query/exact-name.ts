/**
 * Exact names: documents with the same letters as the query and compatible word boundaries. A hyphen is
 * compatible with a blank and with nothing; a blank is not compatible with nothing.
 */
import type { Name, WordChain } from '../../names/reading/read-name.ts'
import { bucketOf, HASH_START, hashBytes, idMask, taggedId } from '../format/hash-table.ts'
import { utf8Of, writeUtf8 } from '../format/utf8.ts'
import type { SearchContext } from './search-context.ts'

/** How two adjacent letters are separated. A hyphen is compatible with both others. */
const SEPARATOR = { none: 0, hyphen: 1, blank: 2 } as const

/** Returns the documents of all zones with this exact name, in order of rank within each zone. */
export function findExactNames(context: SearchContext, queryName: Name): readonly number[] {
  const found = findSpelling(context, queryName)
  if (queryName.alternative === undefined) return found
  const all = new Set([...found, ...findSpelling(context, queryName.alternative)])
  return [...all].sort((a, b) => a - b)
}

function findSpelling(context: SearchContext, queryName: WordChain): readonly number[] {
  let charsMax = 0
  for (const word of queryName.words) charsMax += word.length
  const { letters, separators } = context.scratch.queryLetters(charsMax * UTF8_BYTES_MAX)
  let end = 0
  for (let i = 0; i < queryName.words.length; i++) {
    const start = end
    end = writeUtf8(queryName.words[i] as string, letters, start)
    separators.fill(SEPARATOR.none, start + 1, end)
    separators[end] = queryName.hyphens[i] ? SEPARATOR.hyphen : SEPARATOR.blank
  }
  return findLetters(context, letters, end, separators)
}

/** Per UTF-16 unit. */
const UTF8_BYTES_MAX = 3

/**
 * `separators[i]`: how the letters (bytes) i - 1 and i of `count` are separated; the one behind the last
 * letter is not read.
 */
function findLetters(
  context: SearchContext,
  letters: Uint8Array,
  count: number,
  separators: Uint8Array,
): readonly number[] {
  const { exactNameStarts, exactNameDocuments } = context.sections
  const hash = hashBytes(HASH_START, letters, 0, count)
  const bucket = bucketOf(hash, exactNameStarts.length - 1)
  const mask = idMask(exactNameDocuments.length)
  const found: number[] = []
  const end = exactNameStarts[bucket + 1] as number
  for (let i = exactNameStarts[bucket] as number; i < end; i++) {
    const document = taggedId(exactNameDocuments[i] as number, hash, mask)
    if (document >= 0 && isExactName(context, document, letters, count, separators)) found.push(document)
  }
  return found
}

/** Returns the documents of all zones with these letters, whatever their word boundaries. */
export function documentsWithLetters(context: SearchContext, text: string): readonly number[] {
  const letters = utf8Of(text)
  const anySeparators = new Uint8Array(letters.length + 1).fill(SEPARATOR.hyphen)
  return findLetters(context, letters, letters.length, anySeparators)
}

/** Compares the document's words with the letters; every word boundary must be compatible. */
function isExactName(
  { sections }: SearchContext,
  document: number,
  letters: Uint8Array,
  count: number,
  separators: Uint8Array,
): boolean {
  const { forward, forwardStarts, wordBytes, wordStarts } = sections
  const last = (forwardStarts[document + 1] as number) - 1
  let at = 0
  for (let i = forwardStarts[document] as number; i <= last; i++) {
    const entry = forward[i] as number
    const start = wordStarts[entry >>> 1] as number
    const length = (wordStarts[(entry >>> 1) + 1] as number) - start
    if (at + length > count || !isWordAt(wordBytes, start, length, letters, at, separators)) return false
    at += length
    if (i < last && !isCompatible(separators[at] as number, entry & 1 ? SEPARATOR.hyphen : SEPARATOR.blank))
      return false
  }
  return at === count
}

/** Returns whether the word's letters stand at `at`, without a blank of the query within them. */
function isWordAt(
  wordBytes: Uint8Array,
  start: number,
  length: number,
  letters: Uint8Array,
  at: number,
  separators: Uint8Array,
): boolean {
  for (let i = 0; i < length; i++) {
    if (wordBytes[start + i] !== letters[at + i]) return false
    if (i > 0 && separators[at + i] === SEPARATOR.blank) return false
  }
  return true
}

function isCompatible(queryName: number, ofName: number): boolean {
  return queryName === ofName || queryName === SEPARATOR.hyphen || ofName === SEPARATOR.hyphen
}
