/** Weights of words; deep search weighs all words of every name that it compares. */
import { wordWeight } from '../../names/likeness/word-weight.ts'
import type { Sections } from '../format/layout.ts'
import { weightsOf } from '../format/term-weights.ts'

type Named = Pick<Sections, 'wordBytes' | 'wordStarts' | 'postingStarts' | 'forwardStarts'>

/**
 * Writes `wordWeight` of every word, by the number of documents that contain it, as the bits of a 32-bit
 * float.
 */
export function writeTermWeights(named: Named): Pick<Sections, 'wordWeights'> {
  const { wordBytes, wordStarts, postingStarts } = named
  const names = named.forwardStarts.length - 1
  const letters = Buffer.from(wordBytes.buffer, wordBytes.byteOffset, wordBytes.byteLength)
  const wordWeights = new Uint32Array(wordStarts.length - 1)
  const weights = weightsOf(wordWeights)
  for (let word = 0; word < wordWeights.length; word++) {
    const text = letters.toString('utf8', wordStarts[word], wordStarts[word + 1])
    const count = (postingStarts[word + 1] as number) - (postingStarts[word] as number)
    weights[word] = wordWeight(text, count, names)
  }
  return { wordWeights }
}
