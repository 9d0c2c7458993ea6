/**
 * What scanners make of words. Of the small words and the legal forms of a name, which are put right when it is read: `uncl`, `fiir`,
 * `6mbH`, `0HG`; register data has them (`Keil & Mundt 0HG`, `Import- urid Export`), and no name has such a word of its own. And of any
 * word in two places, `5chrnitt`, where the other words that it may be are looked for beside it.
 */

/** A letter, or two, and what a scanner takes it for. */
const OCR_CONFUSIONS: readonly (readonly [string, string])[] = [
  ['g', '6'],
  ['o', '0'],
  ['b', '8'],
  ['s', '5'],
  ['l', '1'],
  ['m', 'rn'],
  ['d', 'cl'],
  ['n', 'ri'],
  ['ue', 'ii'],
  ['u', 'ii'],
]
/** Misread letters that are looked for in one word. */
const MISREADINGS_MAX = 2

/** Words of forms; where one is misread, nothing else can be meant. */
const FORM_WORDS =
  'gmbh mbh ohg kgaa gbr kfm gesellschaft genossenschaft aktiengesellschaft kommanditgesellschaft haftung haftpflicht beschraenkter'
/** Words between two others. */
const FUNCTION_WORDS = 'und fuer der die des mit im'

const FORM_WORD_OF = misreadings(FORM_WORDS)
const FUNCTION_WORD_OF = misreadings(FUNCTION_WORDS)
/** `& C0.` */
const PARTNER_OF = misreadings('co')

/** Misread word → the word. */
function misreadings(words: string): ReadonlyMap<string, string> {
  const map = new Map<string, string>()
  for (const word of words.split(' ')) {
    let ways = [word]
    for (let i = 0; i < MISREADINGS_MAX; i++) {
      ways = ways.flatMap(misreadingsOf)
      for (const way of ways) map.set(way, word)
    }
  }
  return map
}

function misreadingsOf(word: string): string[] {
  return OCR_CONFUSIONS.flatMap(([letters, picture]) =>
    [...word.matchAll(new RegExp(letters, 'g'))].map(
      ({ index }) => word.slice(0, index) + picture + word.slice(index + letters.length),
    ),
  )
}

/** The word that a scanner has misread as `text`; `text` itself where that is not certain. `before` and `next`: the words around it, if any. */
export function correctMisread(text: string, before: string | undefined, next: string | undefined): string {
  if (before === undefined) return text
  const word = FORM_WORD_OF.get(text) ?? (before === 'und' ? PARTNER_OF.get(text) : undefined)
  return word ?? (next === undefined ? text : (FUNCTION_WORD_OF.get(text) ?? text))
}

/**
 * Two letters that a scanner makes of one, or one of two, and what was printed. Origin: own list
 * of letters that look alike in print.
 */
const PAIR_CONFUSIONS: readonly (readonly [string, string])[] = [
  ['rn', 'm'],
  ['ri', 'n'],
  ['ii', 'u'],
  ['ii', 'ue'],
  ['cl', 'd'],
  ['vv', 'w'],
  ['nn', 'm'],
  ['m', 'rn'],
]
/** One letter or digit for another; origin as above. */
const LETTER_CONFUSIONS: readonly (readonly [string, string])[] = [
  ['0', 'o'],
  ['1', 'l'],
  ['1', 'i'],
  ['5', 's'],
  ['6', 'g'],
  ['8', 'b'],
  ['2', 'z'],
  ['c', 'e'],
  ['e', 'c'],
  ['b', 'h'],
  ['h', 'b'],
  ['q', 'g'],
  ['l', 'i'],
  ['i', 'l'],
  ['t', 'f'],
  ['f', 't'],
]
/** Shorter words are like too many others. */
const MISREAD_LETTERS_MIN = 5
/** No longer word is looked at: the texts that it may be grow with its letters. */
export const MISREAD_LETTERS_MAX = 24
/** Pairs looked for in one word at most, the first ones. */
const PAIRS_MAX = 4
/** What one letter may be instead, at most. */
const ALTERNATIVES_MAX = 2
/** Texts that `misreadTwice` gives at most: each pair with another pair or with a single letter. */
export const PRINTED_CANDIDATES_MAX = PAIRS_MAX * (PAIRS_MAX + ALTERNATIVES_MAX * MISREAD_LETTERS_MAX)
const NOTHING: readonly string[] = []

/**
 * What was printed where a scanner misread a folded word in two places, a pair of letters at least in one: more than the edits that are forgiven
 * in a word. Each text once; none for a word of fewer than 5 or more than `MISREAD_LETTERS_MAX` letters.
 */
export function printedCandidates(text: string): readonly string[] {
  if (text.length < MISREAD_LETTERS_MIN || text.length > MISREAD_LETTERS_MAX) return NOTHING
  const pairs = replacementsIn(text, PAIR_CONFUSIONS).slice(0, PAIRS_MAX)
  if (pairs.length === 0) return NOTHING
  const places = [...pairs, ...replacementsIn(text, LETTER_CONFUSIONS)]
  const printed = pairs.flatMap((one) => places.map((other) => replaceBoth(text, one, other)))
  return [...new Set(printed.filter((one) => one !== undefined))]
}

/** `undefined` where the two places share a letter. */
function replaceBoth(text: string, one: Replacement, other: Replacement): string | undefined {
  const [first, second] = one.from < other.from ? [one, other] : [other, one]
  if (first.to > second.from) return undefined
  return (
    text.slice(0, first.from) +
    first.as +
    text.slice(first.to, second.from) +
    second.as +
    text.slice(second.to)
  )
}

interface Replacement {
  readonly from: number
  readonly to: number
  readonly as: string
}

/** In the order of the word. */
function replacementsIn(
  text: string,
  pictures: readonly (readonly [string, string])[],
): readonly Replacement[] {
  const places = pictures.flatMap(([read, as]) => {
    const found: Replacement[] = []
    for (let from = text.indexOf(read); from >= 0; from = text.indexOf(read, from + 1))
      found.push({ from, to: from + read.length, as })
    return found
  })
  return places.sort((a, b) => a.from - b.from)
}
