/** The beginning of a name, as far as someone has typed it. */
import type { Noise, NoiseFamily } from '../noise.ts'
import { lettersIn } from '../tokens.ts'

/** So many names may remain that begin so; with more nobody could tell which one is meant. */
const NAMES_MAX = 10
const LETTERS_MIN = 3

const begun: Noise = ({ company, random, known }) => {
  const { name } = company
  const cuts: number[] = []
  for (let cut = name.length - 1; cut > 0; cut--) {
    const text = name.slice(0, cut)
    if (lettersIn(text) < LETTERS_MIN || known.namesBeginning(text, NAMES_MAX) > NAMES_MAX) break
    if (/[\p{L}\p{N}]/u.test(name[cut - 1] as string)) cuts.push(cut)
  }
  return cuts.length === 0 ? undefined : name.slice(0, random.oneOf(cuts))
}

export const PREFIX_NOISE: NoiseFamily = { prefix: begun }
