/**
 * Scanner errors in words. Misread function words and legal forms are corrected when a name is read: `uncl`,
 * `fiir`, `6mbH`, `0HG`. Register data contains them (`Keil & Mundt 0HG`, `Import- urid Export`), and no name
 * has such a word of its own. For other words with two misread places, such as `5chrnitt`, the possible
 * originals are returned as additional candidates.
 */

/** One or two letters, and what a scanner reads instead. */
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
/** Maximum misread letters that are corrected in one word. */
const MISREADINGS_MAX = 2

/** Words of forms. A misreading of them cannot be another word. */
const FORM_WORDS =
  'gmbh mbh ohg kgaa gbr kfm gesellschaft genossenschaft aktiengesellschaft kommanditgesellschaft haftung haftpflicht beschraenkter'
/** Function words, which stand between two other words. */
const FUNCTION_WORDS = 'und fuer der die des mit im'

const FORM_WORD_OF = misreadings(FORM_WORDS)
const FUNCTION_WORD_OF = misreadings(FUNCTION_WORDS)
/** `& C0.` */
const PARTNER_OF = misreadings('co')

/** Returns the original word by misreading. */
function misreadings(words: string): ReadonlyMap<string, string> {
  const map = new Map<string, string>()
  for (const word of words.split(' ')) {
    let texts = [word]
    for (let i = 0; i < MISREADINGS_MAX; i++) {
      texts = texts.flatMap(misreadingsOf)
      for (const text of texts) map.set(text, word)
    }
  }
  return map
}

function misreadingsOf(word: string): string[] {
  return OCR_CONFUSIONS.flatMap(([letters, misread]) =>
    [...word.matchAll(new RegExp(letters, 'g'))].map(
      ({ index }) => word.slice(0, index) + misread + word.slice(index + letters.length),
    ),
  )
}

/**
 * Returns the word that a scanner misread as `text`, or `text` itself if that is not certain. `before` and
 * `next` are the words around it, if any.
 */
export function correctMisread(text: string, before: string | undefined, next: string | undefined): string {
  if (before === undefined) return text
  const word = FORM_WORD_OF.get(text) ?? (before === 'und' ? PARTNER_OF.get(text) : undefined)
  return word ?? (next === undefined ? text : (FUNCTION_WORD_OF.get(text) ?? text))
}

/**
 * Letters where a scanner reads two for one or one for two: what it read, and what was printed. Origin: own
 * list of letters that look alike in print.
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
/** Letters or digits that a scanner reads for another one. Origin as above. */
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
/** Minimum length of a misread word. Shorter words are similar to too many others. */
const MISREAD_LETTERS_MIN = 5
/** Maximum length of a misread word. The number of candidates grows with the length. */
export const MISREAD_LETTERS_MAX = 24
/** Maximum confused pairs considered in one word; the first ones count. */
const PAIRS_MAX = 4
/** Maximum alternatives of one letter. */
const ALTERNATIVES_MAX = 2
/**
 * Maximum candidates that `printedCandidates` returns: each pair with another pair or with a single letter.
 */
export const PRINTED_CANDIDATES_MAX = PAIRS_MAX * (PAIRS_MAX + ALTERNATIVES_MAX * MISREAD_LETTERS_MAX)
const NOTHING: readonly string[] = []

/**
 * Returns the possible originals of a folded word that a scanner misread in two places, at least one of them
 * a pair of letters: more edits than a word may have. Each text is returned once; none for a word of fewer
 * than 5 or more than `MISREAD_LETTERS_MAX` letters.
 */
export function printedCandidates(text: string): readonly string[] {
  if (text.length < MISREAD_LETTERS_MIN || text.length > MISREAD_LETTERS_MAX) return NOTHING
  const pairs = replacementsIn(text, PAIR_CONFUSIONS).slice(0, PAIRS_MAX)
  if (pairs.length === 0) return NOTHING
  const all = [...pairs, ...replacementsIn(text, LETTER_CONFUSIONS)]
  const candidates = pairs.flatMap((one) => all.map((other) => replaceBoth(text, one, other)))
  return [...new Set(candidates.filter((one) => one !== undefined))]
}

/** Applies both replacements. Returns `undefined` if they overlap. */
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

/** Returns the possible replacements in the order of their position. */
function replacementsIn(
  text: string,
  confusions: readonly (readonly [string, string])[],
): readonly Replacement[] {
  const replacements = confusions.flatMap(([read, as]) => {
    const found: Replacement[] = []
    for (let from = text.indexOf(read); from >= 0; from = text.indexOf(read, from + 1))
      found.push({ from, to: from + read.length, as })
    return found
  })
  return replacements.sort((a, b) => a.from - b.from)
}
