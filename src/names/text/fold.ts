/** Folding: which letters count as the same. All name comparisons use it. */

/**
 * What one character folds to: German letters by the German rule, Latin letters that Unicode does not
 * decompose by their base letter.
 */
const FOLDED_LETTERS: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  å: 'a',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ŋ: 'n',
  ŧ: 't',
  ĸ: 'k',
  ς: 'σ',
}

const NON_ASCII = /[^\0-\x7f]/
/** Texts that need normalization. German names seldom do. */
const NOT_GERMAN = /[^\0-\x7fäöüß]/
/** Combining marks on Latin base letters. Vowel signs of other scripts are not among them and stay. */
const DIACRITICS = /[\u0300-\u036f]/g
const FOLDABLE = /[^\0-\x7f]/g
/**
 * Spacing accents, which stand for apostrophes here. Unicode would decompose them into a space and a mark.
 */
const SPACING_ACCENTS = /[´ʹ-ʿ]/g
const NOT_WORD = /[^\p{L}\p{N}\p{M}]+/gu

/**
 * Folds a text: NFC, lower case, ä → ae, ö → oe, ü → ue, ß → ss, æ → ae, ø → o. Other diacritics are removed;
 * compatibility forms (full width, ligatures, superscripts) become plain. Separators stay. Folding is
 * idempotent. Never throws, not even on lone surrogates.
 */
export function fold(text: string): string {
  const plain = text.toLowerCase()
  if (!NON_ASCII.test(plain)) return plain
  if (!NOT_GERMAN.test(plain)) return plain.replace(FOLDABLE, foldLetter)
  const compatible = text.replace(SPACING_ACCENTS, "'").normalize('NFKC').replace(SPACING_ACCENTS, "'")
  const lower = compatible.toLowerCase().normalize('NFC').replace(FOLDABLE, foldLetter)
  if (!NON_ASCII.test(lower)) return lower
  return lower.normalize('NFD').replace(DIACRITICS, '').normalize('NFC').replace(FOLDABLE, foldLetter)
}

function foldLetter(letter: string): string {
  return FOLDED_LETTERS[letter] ?? letter
}

/**
 * Returns the loose form of a folded word, in which `ae`/`a`, `oe`/`o`, `ue`/`u` and `ss`/`s` are the same
 * letter, so that deep search finds a word despite a missing umlaut.
 */
export function foldLoose(foldedWord: string): string {
  return foldedWord.replace(/([aou])e|(s)s/g, '$1$2')
}

/**
 * Folds a whole value such as a city for comparison: everything except letters and digits becomes one space;
 * the result is trimmed.
 */
export function foldWhole(text: string): string {
  return fold(text).replace(NOT_WORD, ' ').trim()
}
