/** Folding: which letters count as the same. Every comparison of names goes through here. */

/** What one character becomes. German letters by German rule; Latin letters that Unicode does not decompose, by base letter. */
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
/** What needs more than a look at single letters; German names seldom do. */
const NOT_GERMAN = /[^\0-\x7fäöüß]/
/** Marks that sit on a base letter; other scripts' vowel signs are not among them and stay. */
const DIACRITICS = /[\u0300-\u036f]/g
const FOLDABLE = /[^\0-\x7f]/g
/** Accents that stand alone are written for apostrophes; Unicode would make a blank and a mark of them. */
const SPACING_ACCENTS = /[´ʹ-ʿ]/g
const NOT_WORD = /[^\p{L}\p{N}\p{M}]+/gu

/**
 * NFC, case-folded, ä → ae, ö → oe, ü → ue, ß → ss, æ → ae, ø → o; other diacritics go to the base letter, compatibility
 * forms (full width, ligatures, superscripts) to the plain one. Separators stay. Folding twice is folding once.
 * Never throws, on lone surrogates neither.
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
 * Of a folded word: the form in which `ae`/`a`, `oe`/`o`, `ue`/`u` and `ss`/`s` are the same letter too, so that a missing
 * umlaut still finds its word (deep search).
 */
export function foldLoose(foldedWord: string): string {
  return foldedWord.replace(/([aou])e|(s)s/g, '$1$2')
}

/** For comparing a whole value such as a city: folded, everything but letters and digits collapsed to one blank, trimmed. */
export function foldWhole(text: string): string {
  return fold(text).replace(NOT_WORD, ' ').trim()
}
