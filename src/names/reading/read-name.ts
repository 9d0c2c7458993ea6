/**
 * Reading of a company name: its words, its legal form, its status. Names and queries are read in the same
 * way.
 */

import { fold } from '../text/fold.ts'
import { expandWords } from './expand-words.ts'
import { findForm } from './find-form.ts'
import type { FormCode } from './legal-form.ts'
import { extractStatus, type NameStatus } from './name-status.ts'
import { splitWords, type Word } from './split-words.ts'

/** A name or query that has been read. */
export interface Name {
  /**
   * Folded words in order, without legal form and status words. `&`, `+`, `u.` and `and` are `und`;
   * abbreviations are written out; digits are words.
   */
  readonly words: readonly string[]
  /** `hyphens[i]`: a hyphen joins `words[i]` and `words[i + 1]`, so they also equal their joined form. */
  readonly hyphens: readonly boolean[]
  /** The code of the legal form; `undefined` if the text has none. */
  readonly form: FormCode | undefined
  readonly status: NameStatus | undefined
  /**
   * Set if `form` belongs only in the registers of associations, cooperatives and partnerships: the company's
   * form that stands before it, e.g. `GmbH` in `Raiffeisen-Service GmbH Tochter der Raiffeisenbank eG`. The
   * register decides between the two.
   */
  readonly companyForm?: FormCode
  /**
   * The words of another spelling of the same name: `Verwaltungs-GmbH` is also `Verwaltungs-Gesellschaft
   * mbH`, and vice versa.
   */
  readonly alternative?: WordChain
}

/** Words and the hyphens between them, as in `Name`. */
export interface WordChain {
  readonly words: readonly string[]
  readonly hyphens: readonly boolean[]
}

/**
 * Reads a name or a query. A text that is only a form keeps its words; a text without letters and digits has
 * no words. Never throws.
 */
export function readName(text: string): Name {
  const { words, status } = extractStatus(expandWords(splitWords(fold(text))))
  const form = findForm(words)
  const formIndexes = form?.wordIndexes ?? NO_FORM_WORDS
  const name = { ...wordsWithoutForm(words, formIndexes), form: form?.code, status }
  const alternative = form && alternativeOf(words, formIndexes)
  return {
    ...name,
    ...(form?.companyForm === undefined ? {} : { companyForm: form.companyForm }),
    ...(alternative === undefined ? {} : { alternative }),
  }
}

const NO_FORM_WORDS: ReadonlySet<number> = new Set()

/** Returns the words that are not part of the form, and the hyphens between them. */
function wordsWithoutForm(words: readonly Word[], formIndexes: ReadonlySet<number>): WordChain {
  const kept: string[] = []
  const hyphens: boolean[] = []
  let joined = false
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!
    const isForm = formIndexes.has(i)
    if (!isForm) {
      if (kept.length > 0) hyphens.push(joined)
      kept.push(word.text)
    }
    joined = word.hyphen && !isForm
  }
  return { words: kept, hyphens }
}

/**
 * Returns the alternative spelling where a hyphen joins `Gesellschaft` or the form to the word before:
 * inserts `Gesellschaft` before `GmbH`, or removes it before `mbH`.
 */
function alternativeOf(words: readonly Word[], formIndexes: ReadonlySet<number>): WordChain | undefined {
  const at = words.findIndex((_, i) => formIndexes.has(i))
  const text = words[at]?.text
  if (text === 'gmbh' && words[at - 1]?.hyphen) {
    const company = { ...words[at]!, text: COMPANY, hyphen: false }
    const shifted = new Set([...formIndexes].map((i) => i + 1))
    return wordsWithoutForm(words.toSpliced(at, 0, company), shifted)
  }
  const isShort = text === 'mbh' || text === 'mit'
  if (!isShort || words[at - 1]?.text !== COMPANY || !words[at - 2]?.hyphen) return undefined
  return wordsWithoutForm(words, new Set([...formIndexes, at - 1]))
}

const COMPANY = 'gesellschaft'
