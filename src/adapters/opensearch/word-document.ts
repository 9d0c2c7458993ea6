/** The documents of the index of words: they are found by their ids, and words also by spelling and sound. */
import { hash } from 'node:crypto'
import { isSounding, looseKey } from '../../names/likeness/word-likeness.ts'
import { cologneCode } from '../../names/text/cologne-phonetics.ts'
import { Letters } from '../../names/text/letters.ts'
import type { WordDocument } from './mappings.ts'

/** Kinds of documents, the first letters of their ids. */
export const WORD_KINDS = { word: 'w', joined: 'j', seat: 's', state: 'state' } as const
type TextKind = 'word' | 'joined' | 'seat'

/** OpenSearch refuses ids of more than 512 bytes. A letter has at most three bytes of UTF-8. */
const ID_CHARS_MAX = 160

/** Returns the id of a word, a joined word or a seat. */
export function wordId(kind: TextKind, text: string): string {
  const short = text.length <= ID_CHARS_MAX ? `=${text}` : `#${hash('sha256', text, 'hex')}`
  return WORD_KINDS[kind] + short
}

/** Returns the document of a word that so many names contain. */
export function wordDocument(word: string, count: number): WordDocument {
  const letters = new Letters().setText(word)
  if (letters.isTruncated) return { count }
  const isHeard = isSounding(letters)
  return { word, count, loose: looseKey(word), ...(isHeard && { sound: cologneCode(word) }) }
}

/** Returns the document of a joined word; `parts`: bits of the numbers of its parts. */
export function joinedDocument(letters: string, parts: number): WordDocument {
  return letters.length > JOINED_CHARS_MAX ? { parts } : { joined: letters, parts }
}

/** Longer joined words are found as a whole only. */
const JOINED_CHARS_MAX = 255
