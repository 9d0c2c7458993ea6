/**
 * Other words for initials: people write `G & K` as `GeKo` or `GHK`, and `P-S-A` as `PISA`, and correct one
 * into the other. Only short words, and only if all other letters of both names are the same.
 */
import { AND, isLetter } from './compound-splits.ts'
import { isMinorWord } from './word-weight.ts'

/** By all letters of a name that may be meant: the letters in which its initials differ from the query's. */
export type InitialSpellings = ReadonlyMap<string, number>

/** Minimum letters of the other words: initials alone are too short to be recognised with an edit. */
export const REST_LETTERS_MIN = 5
/** Maximum places of a query with initials or a short word of which other spellings are looked up. */
export const INITIAL_PLACES_MAX = 2
/** Minimum letters of a word, or of initials in a row, of which one may be missing, … */
export const RUN_LETTERS_MIN = 3
/** … and maximum letters. */
export const RUN_LETTERS_MAX = 5

const ALPHABET = [...'abcdefghijklmnopqrstuvwxyz']
const VOWELS = [...'aeiou']
/** A word of two syllables that begin with initials: `geko`. */
const SYLLABLES = /^[a-z][aeiou][a-z][aeiou]$/
const SHORT_WORD = /^[a-z]{2,5}$/
/** The words [from, to) of a query, and what they may be instead. */
interface Place {
  readonly from: number
  readonly to: number
  readonly others: ReadonlyMap<string, number>
}

/**
 * Returns the other spellings of a query: with a short word instead of two initials around an `und`, or the
 * reverse; and with a letter less, or if they are initials in a row with another one or one more.
 */
export function initialSpellings(words: readonly string[]): InitialSpellings {
  const spellings = new Map<string, number>()
  for (const { from, to, others } of placesIn(words)) {
    const [before, behind] = [words.slice(0, from).join(''), words.slice(to).join('')]
    for (const [other, edits] of others) {
      const text = before + other + behind
      spellings.set(text, Math.min(edits, spellings.get(text) ?? edits))
    }
  }
  return spellings
}

/** Returns the first places that other words may stand at, with enough letters beside each. */
function placesIn(words: readonly string[]): readonly Place[] {
  const letters = words.join('').length
  const places: Place[] = []
  for (let at = 0; at < words.length && places.length < INITIAL_PLACES_MAX; at++) {
    const place = placeAt(words, at)
    if (place === undefined) continue
    const rest = letters - words.slice(place.from, place.to).join('').length
    if (rest >= REST_LETTERS_MIN) places.push(place)
    at = place.to - 1
  }
  return places
}

function placeAt(words: readonly string[], at: number): Place | undefined {
  const [first = '', second = '', third = ''] = words.slice(at, at + 3)
  if (isInitial(first) && second === AND && isInitial(third))
    return { from: at, to: at + 3, others: wordsFor(first, third) }
  if (isInitial(first)) return runAt(words, at)
  if (!SHORT_WORD.test(first) || isMinorWord(first)) return undefined
  return { from: at, to: at + 1, others: new Map([...initialsFor(first), ...withoutLetter(first)]) }
}

/** Returns the words that two initials may stand for: one is missing, another letter, or at another place. */
function wordsFor(a: string, b: string): ReadonlyMap<string, number> {
  const words = new Map<string, number>()
  for (const x of ALPHABET) {
    for (const crossed of [b + x, x + a]) words.set(crossed, 2)
    for (const same of [a + x, x + b, a + b + x, a + x + b, x + a + b]) words.set(same, 1)
  }
  for (const x of VOWELS) for (const y of VOWELS) words.set(a + x + b + y, 2)
  // Only spaces differ, which counts as the same letters (`joinedSpellings`).
  words.delete(a + b)
  return words
}

/** Returns the initials around an `und` that a word of two to four letters may stand for. */
function initialsFor(word: string): ReadonlyMap<string, number> {
  const [a = '', b = '', c = ''] = word
  if (word.length === 2)
    return new Map([...initialsWith('', b), ...initialsWith(a, '')].filter(isOther(word)))
  if (word.length === 3) {
    const lacking = [a + AND + b, a + AND + c, b + AND + c]
    return new Map([
      ...initialsWith(a, '').map(([text]) => [text, 2] as const),
      ...lacking.map((text) => [text, 1] as const),
    ])
  }
  return new Map(SYLLABLES.test(word) ? [[a + AND + c, 2]] : [])
}

/** Returns initials around an `und` of which one is any letter, as one letter that differs. */
function initialsWith(first: string, second: string): readonly (readonly [string, number])[] {
  return ALPHABET.map((x) => [(first || x) + AND + (second || x), 1])
}

/** Only spaces and an `und` between initials differ, which counts as the same letters (`joinedSpellings`). */
function isOther(word: string): (spelling: readonly [string, number]) => boolean {
  const same = word[0] + AND + word[1]
  return ([text]) => text !== same
}

function withoutLetter(word: string): ReadonlyMap<string, number> {
  if (word.length < RUN_LETTERS_MIN) return new Map()
  return new Map(Array.from(word, (_, i) => [word.slice(0, i) + word.slice(i + 1), 1]))
}

/** Returns the initials in a row that begin here, and these with an edit. */
function runAt(words: readonly string[], at: number): Place | undefined {
  let to = at
  while (to < words.length && isInitial(words[to] as string)) to++
  const run = words.slice(at, to).join('')
  if (run.length < RUN_LETTERS_MIN || run.length > RUN_LETTERS_MAX) return undefined
  const others = new Map(withoutLetter(run))
  for (let i = 0; i <= run.length; i++)
    for (const x of ALPHABET)
      for (const rest of [run.slice(i), run.slice(i + 1)]) others.set(run.slice(0, i) + x + rest, 1)
  others.delete(run)
  return { from: at, to, others }
}

function isInitial(word: string): boolean {
  return isLetter(word) && ALPHABET.includes(word)
}
