/** Reading a company name: its words, its legal form, its status. The same for names and for queries. */

import { fold } from '../text/fold.ts'
import { expandWords } from './expand-words.ts'
import { findForm } from './find-form.ts'
import type { FormCode } from './legal-form.ts'
import { extractStatus, type NameStatus } from './name-status.ts'
import { splitWords, type Word } from './split-words.ts'

export interface Name {
  /**
   * Folded words in order, legal form and status words taken off; `&`, `+`, `u.` and `and` are `und`; abbreviations are the word
   * that they stand for; digits are words.
   */
  readonly words: readonly string[]
  /** `hyphens[i]`: `words[i]` and `words[i + 1]` were joined by a hyphen, so they also equal their joined form. */
  readonly hyphens: readonly boolean[]
  /** `undefined`: the text tells none. */
  readonly form: FormCode | undefined
  readonly status: NameStatus | undefined
  /**
   * Where `form` is one that only the registers of associations, cooperatives and partnerships keep: the company's form that the text
   * tells before it, `GmbH` in `Raiffeisen-Service GmbH Tochter der Raiffeisenbank eG`. The register decides between the two.
   */
  readonly companyForm?: FormCode
  /** The words as the same name is written too: `Verwaltungs-GmbH` is `Verwaltungs-Gesellschaft mbH`, and the other way round. */
  readonly alternative?: WordChain
}

/** Words and what is between them, as in `Name`. */
export interface WordChain {
  readonly words: readonly string[]
  readonly hyphens: readonly boolean[]
}

/**
 * Reads a name or a query. A text that is only a form word keeps it as a word; a text without letters and digits has no words.
 * Never throws.
 */
export function readName(text: string): Name {
  const { words, status } = extractStatus(expandWords(splitWords(fold(text))))
  const form = findForm(words)
  const taken = form?.wordIndexes ?? NO_FORM_WORDS
  const name = { ...wordsWithoutForm(words, taken), form: form?.code, status }
  const alternative = form && alternativeOf(words, taken)
  return {
    ...name,
    ...(form?.companyForm === undefined ? {} : { companyForm: form.companyForm }),
    ...(alternative === undefined ? {} : { alternative }),
  }
}

const NO_FORM_WORDS: ReadonlySet<number> = new Set()

/** The words that are not taken, and the hyphens between them. */
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

/** Puts `Gesellschaft` in before `GmbH`, or takes it off before `mbH`, where a hyphen joins it to the word before. */
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
