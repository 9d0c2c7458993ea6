/** Reading a company name: its words, its legal form, its status. The same for names and for queries. */
import { expandWords } from './expand-words.ts'
import { fold } from './fold.ts'
import { findForm } from './form-reader.ts'
import type { FormCode } from './legal-form.ts'
import { type NameStatus, takeStatus } from './status-reader.ts'
import { splitWords } from './words.ts'

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
}

/**
 * Reads a name or a query. A text that is only a form word keeps it as a word; a text without letters and digits has no words.
 * Never throws.
 */
export function readName(text: string): Name {
  const { words, status } = takeStatus(expandWords(splitWords(fold(text))))
  const form = findForm(words)
  const kept: string[] = []
  const hyphens: boolean[] = []
  let joined = false
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!
    const isForm = form?.taken.has(i) === true
    if (!isForm) {
      if (kept.length > 0) hyphens.push(joined)
      kept.push(word.text)
    }
    joined = word.hyphen && !isForm
  }
  const name = { words: kept, hyphens, form: form?.code, status }
  return form?.companyForm === undefined ? name : { ...name, companyForm: form.companyForm }
}
