/** A legal form that is not fully typed yet: `Adler Automaten Gm`. */
import { fold } from '../text/fold.ts'
import { FORM_SPELLINGS, type FormCode, LEGAL_FORMS, UNKNOWN_FORM } from './legal-form.ts'

/** A text that ends in the prefix of a legal form. */
export interface IncompleteForm {
  /** The text before the form; never empty. */
  readonly rest: string
  /** All forms that the prefix can be completed to. */
  readonly forms: readonly FormCode[]
}

interface FormLetters {
  readonly code: FormCode
  /** Only letters and digits, folded. */
  readonly letters: string
}

/**
 * Words of the longest form that its first words identify: `eingetragene Genossenschaft mit beschränkter
 * Haftpflicht`.
 */
const WORDS_MAX = 6
/** The start of a word after a space or a hyphen: `Verwaltungs-Gm`. */
const WORD_STARTS = /(?<=[\s-])(?=[^\s-])/
const BLANK_OR_HYPHEN = /(?<![\s-])[\s-]+$/
const NO_LETTERS = /[^\p{L}\p{N}]+/gu

const FORM_LETTERS = formLettersByFirst()

/**
 * Returns the letters of all spellings and codes by their first letter. Codes are included because only they
 * complete `GmbH &`.
 */
function formLettersByFirst(): ReadonlyMap<string, readonly FormLetters[]> {
  const codes = LEGAL_FORMS.map(({ code }) => ({ code, text: code })).filter(
    ({ code }) => code !== UNKNOWN_FORM,
  )
  const all = [...FORM_SPELLINGS, ...codes]
  const letters = all.map(({ code, text }) => ({ code, letters: lettersOf(text) }))
  return Map.groupBy(letters, ({ letters }) => letters[0]!)
}

/** By head: the two-part forms that begin with it. */
const COMPOSED: ReadonlyMap<string, readonly FormCode[]> = Map.groupBy(
  LEGAL_FORMS.map(({ code }) => code).filter((code) => code.includes(' & ')),
  (code) => code.split(' & ', 1)[0]!,
)

/**
 * Reads as many of the last words as possible as the prefix of a form. Returns `undefined` if no form
 * continues it.
 */
export function incompleteForm(text: string): IncompleteForm | undefined {
  const words = text.split(WORD_STARTS)
  const first = Math.max(1, words.length - WORDS_MAX)
  const letters = words.slice(first).map(lettersOf)
  for (let at = 0; at < letters.length; at++) {
    const prefix = letters.slice(at).join('')
    const matching =
      FORM_LETTERS.get(prefix.slice(0, 1))?.filter((one) => one.letters.startsWith(prefix)) ?? []
    if (matching.length === 0) continue
    const codes = matching.filter((one) => one.letters !== prefix).map(({ code }) => code)
    if (codes.length === 0) return undefined
    return {
      rest: words
        .slice(0, first + at)
        .join('')
        .replace(BLANK_OR_HYPHEN, ''),
      forms: withComposed(codes),
    }
  }
  return undefined
}

/**
 * Adds the two-part forms of each head: `Gesellschaft mit beschränkter Haftung` may continue with `& Co. KG`.
 */
function withComposed(codes: readonly FormCode[]): readonly FormCode[] {
  return [...new Set(codes.flatMap((code) => [code, ...(COMPOSED.get(code) ?? [])]))]
}

function lettersOf(text: string): string {
  return fold(text).replace(NO_LETTERS, '')
}
