/** Reading a company name: its words, its legal form, its status. The same for names and for queries. */
import { expand } from './abbreviation.ts'
import { fold } from './fold.ts'
import { beginsForm, findForm } from './form-reader.ts'
import type { FormCode } from './legal-form.ts'
import { findStatus, type NameStatus } from './status-reader.ts'
import { splitWords, type Word } from './words.ts'

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
}

/**
 * Reads a name or a query. A text that is only a form word keeps it as a word; a text without letters and digits has no words.
 * Never throws.
 */
export function readName(text: string): Name {
  const all = expandWords(splitWords(fold(text)))
  const status = findStatus(all)
  const words = status === undefined ? all : all.toSpliced(status.start, status.end - status.start)
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
  return { words: kept, hyphens, form: form?.code, status: status?.status }
}

/** Abbreviations become words, and a form written together with a word is parted from it. */
function expandWords(words: Word[]): Word[] {
  const expanded: Word[] = []
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!
    word.text = expandEnding(expand(word.text, word.dotted), word.dotted || isFormNext(words[i + 1]))
    const parted = partForm(word)
    if (parted === undefined) expanded.push(word)
    else expanded.push(...parted)
  }
  return expanded
}

function isFormNext(word: Word | undefined): boolean {
  return word !== undefined && (word.text === 'mbh' || word.text === 'mit')
}

/** `handelsges.` and `handelsges mbh` → `handelsgesellschaft`. */
function expandEnding(text: string, certain: boolean): string {
  if (!certain || text.length < 6) return text
  if (text.endsWith('ges')) return `${text}ellschaft`
  return text.endsWith('gesellsch') ? `${text}aft` : text
}

/** Forms that are written onto the word before them: `Versicherungsaktiengesellschaft`, `HandelsgesellschaftmbH`. */
const JOINED_FORMS = ['aktiengesellschaft', 'kommanditgesellschaft', 'gmbh', 'mbh']

function partForm(word: Word): Word[] | undefined {
  const text = word.text
  if (text.length < 6 || beginsForm(text)) return undefined
  const form = JOINED_FORMS.find((ending) => text.endsWith(ending) && text.length - ending.length > 1)
  if (form === undefined) return undefined
  const rest = text.slice(0, -form.length)
  const stem = rest.endsWith('ges') ? `${rest}ellschaft` : rest
  return [
    { ...word, text: stem, hyphen: false },
    { ...word, text: form, glued: false },
  ]
}
