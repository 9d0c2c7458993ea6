/** Looking up words in a sorted block of texts. */

/** Sorted distinct texts: `bytes[starts[i] … starts[i + 1])` is the i-th. */
export interface Lexicon {
  readonly bytes: Uint8Array
  readonly starts: Uint32Array
}

/** Half-open range of places in a lexicon. */
export interface TermRange {
  readonly from: number
  readonly to: number
}

/** The terms that are exactly `word` (UTF-8): none, one, or neighbours where a lexicon repeats letters. */
export function termsEqualTo(lexicon: Lexicon, word: Uint8Array): TermRange {
  const from = firstNotBefore(lexicon, word)
  let to = from
  while (to < lexicon.starts.length - 1 && isTerm(lexicon, to, word)) to++
  return { from, to }
}

/** The terms that begin with `beginning` (UTF-8), itself included. */
export function termsBeginningWith(lexicon: Lexicon, beginning: Uint8Array): TermRange {
  const from = firstNotBefore(lexicon, beginning)
  let low = from
  let high = lexicon.starts.length - 1
  while (low < high) {
    const middle = (low + high) >>> 1
    if (beginsWith(lexicon, middle, beginning)) low = middle + 1
    else high = middle
  }
  return { from, to: low }
}

/** Binary search: the first term that is `word` or comes after it. */
function firstNotBefore(lexicon: Lexicon, word: Uint8Array): number {
  let low = 0
  let high = lexicon.starts.length - 1
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compareTerm(lexicon, middle, word) < 0) low = middle + 1
    else high = middle
  }
  return low
}

function compareTerm({ bytes, starts }: Lexicon, term: number, word: Uint8Array): number {
  const start = starts[term] as number
  const length = (starts[term + 1] as number) - start
  const common = length < word.length ? length : word.length
  for (let i = 0; i < common; i++) {
    const difference = (bytes[start + i] as number) - (word[i] as number)
    if (difference !== 0) return difference
  }
  return length - word.length
}

function isTerm(lexicon: Lexicon, term: number, word: Uint8Array): boolean {
  return compareTerm(lexicon, term, word) === 0
}

function beginsWith({ bytes, starts }: Lexicon, term: number, beginning: Uint8Array): boolean {
  const start = starts[term] as number
  if ((starts[term + 1] as number) - start < beginning.length) return false
  for (let i = 0; i < beginning.length; i++) if (bytes[start + i] !== beginning[i]) return false
  return true
}
