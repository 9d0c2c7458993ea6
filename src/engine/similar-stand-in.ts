import { Letters } from '../names/letters.ts'
import { looseKey } from '../names/loose-key.ts'
import type { WordLikeness } from '../names/word-likeness.ts'
import { UNLIKE, unpackLikeness, WordComparison } from '../names/word-likeness.ts'
import type { SimilarWord, SimilarWords } from './asked-words.ts'
import type { Segment } from './segment.ts'

export class BruteSimilarWords implements SimilarWords {
  readonly #segment: Segment
  #byKey: Map<string, number[]> | undefined
  readonly #cache = new Map<string, readonly SimilarWord[]>()
  constructor(segment: Segment) {
    this.#segment = segment
  }
  find(asked: string): readonly SimilarWord[] {
    const known = this.#cache.get(asked)
    if (known !== undefined) return known
    const { wordBytes, wordStarts } = this.#segment.blocks
    const comparison = new WordComparison().take(asked)
    const letters = new Letters()
    const found: SimilarWord[] = []
    for (let word = 0; word < wordStarts.length - 1; word++) {
      letters.readUtf8(wordBytes, wordStarts[word] as number, wordStarts[word + 1] as number)
      const packed = comparison.compare(letters)
      if (packed !== UNLIKE) found.push({ word, ...(unpackLikeness(packed) as WordLikeness) })
    }
    this.#cache.set(asked, found)
    return found
  }
  looselySame(asked: string): readonly number[] {
    this.#byKey ??= this.#keys()
    return this.#byKey.get(looseKey(asked)) ?? []
  }
  #keys(): Map<string, number[]> {
    const map = new Map<string, number[]>()
    const { wordBytes, wordStarts } = this.#segment.blocks
    for (let word = 0; word < wordStarts.length - 1; word++) {
      const key = looseKey(Buffer.from(wordBytes.subarray(wordStarts[word], wordStarts[word + 1])).toString())
      const list = map.get(key)
      if (list) list.push(word)
      else map.set(key, [word])
    }
    return map
  }
}
