/** A legal form that somebody has begun to type: `Adler Automaten Gm`. */
import { fold } from '../text/fold.ts'
import { FORM_SPELLINGS, type FormCode, LEGAL_FORMS, UNKNOWN_FORM } from './legal-form.ts'

/** A text that ends in the beginning of a legal form. */
export interface IncompleteForm {
  /** What stands before the form; never empty. */
  readonly rest: string
  /** Every form that begins so and goes on. */
  readonly forms: readonly FormCode[]
}

interface FormLetters {
  readonly code: FormCode
  /** Nothing but letters and digits, folded. */
  readonly letters: string
}

/** Words of the longest forms that are begun at their first one: `eingetragene Genossenschaft mit beschränkter Haftpflicht`. */
const WORDS_MAX = 6
/** Before a word, behind a blank or a hyphen: `Verwaltungs-Gm`. */
const WORD_STARTS = /(?<=[\s-])(?=[^\s-])/
const BLANK_OR_HYPHEN = /[\s-]+$/
const NO_LETTERS = /[^\p{L}\p{N}]+/gu

const FORM_LETTERS = formLettersByFirst()

/** The codes, too: only they tell how `GmbH &` goes on. */
function formLettersByFirst(): ReadonlyMap<string, readonly FormLetters[]> {
  const codes = LEGAL_FORMS.map(({ code }) => ({ code, text: code })).filter(
    ({ code }) => code !== UNKNOWN_FORM,
  )
  const all = [...FORM_SPELLINGS, ...codes]
  const written = all.map(({ code, text }) => ({ code, letters: lettersOf(text) }))
  return Map.groupBy(written, ({ letters }) => letters[0]!)
}

/** Head → the forms of two parts that begin with it. */
const COMPOSED: ReadonlyMap<string, readonly FormCode[]> = Map.groupBy(
  LEGAL_FORMS.map(({ code }) => code).filter((code) => code.includes(' & ')),
  (code) => code.split(' & ', 1)[0]!,
)

/** Reads as many of the last words as there can be as the beginning of a form; `undefined` when no form goes on behind them. */
export function incompleteForm(text: string): IncompleteForm | undefined {
  const words = text.split(WORD_STARTS)
  const first = Math.max(1, words.length - WORDS_MAX)
  const letters = words.slice(first).map(lettersOf)
  for (let at = 0; at < letters.length; at++) {
    const begun = letters.slice(at).join('')
    const written = FORM_LETTERS.get(begun.slice(0, 1))?.filter((one) => one.letters.startsWith(begun)) ?? []
    if (written.length === 0) continue
    const codes = written.filter((one) => one.letters !== begun).map(({ code }) => code)
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

/** Whoever is about to write `Gesellschaft mit beschränkter Haftung` may go on with `& Co. KG`. */
function withComposed(codes: readonly FormCode[]): readonly FormCode[] {
  return [...new Set(codes.flatMap((code) => [code, ...(COMPOSED.get(code) ?? [])]))]
}

function lettersOf(text: string): string {
  return fold(text).replace(NO_LETTERS, '')
}
