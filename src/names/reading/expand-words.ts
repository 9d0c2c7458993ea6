/** Expansion of the words of a name: abbreviations are written out, attached legal forms are split off. */
import { expandAbbreviation, expandEnding, expandPlaceName } from './abbreviation.ts'
import { repairForm } from './form-repair.ts'
import { correctMisread } from './misread.ts'
import { cutWord, type Word } from './split-words.ts'

/** Returns the expanded words. Modifies the given words; use only the returned ones. */
export function expandWords(words: Word[]): Word[] {
  let hasAttachedForm = false
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!
    word.text = correctMisread(word.text, words[i - 1]?.text, words[i + 1]?.text)
    word.text = expandWord(word, words[i + 1])
    if (attachedForm(word.text) !== undefined) hasAttachedForm = true
  }
  const whole = hasAttachedForm ? words.flatMap(splitForm) : words
  return repairForm(expandPlaceName(whole) ?? whole)
}

function expandWord(word: Word, next: Word | undefined): string {
  // `Ev.` before a word is `Evangelische`; at the end it is a badly written `e.V.`. Joined initials are never
  // abbreviations.
  if (word.fromInitials) return word.text
  if (word.text === 'ev' && word.dotted && next !== undefined && next.text !== 'und') return 'evangelische'
  const text = expandAbbreviation(word.text, word.dotted)
  const isFormNext = next !== undefined && (next.text === 'mbh' || next.text === 'mit')
  return isFormNext ? expandEnding(text) : text
}

/**
 * Forms that may be attached to the word before them: `Versicherungsaktiengesellschaft`,
 * `HandelsgesellschaftmbH`, `CoKG`.
 */
const ATTACHED_FORMS = ['aktiengesellschaft', 'kommanditgesellschaft', 'gmbh', 'mbh', 'cokg']

function attachedForm(text: string): string | undefined {
  const last = text.charCodeAt(text.length - 1)
  // Cheap test first: every attached form ends in h, t or g.
  if (text.length < 4 || (last !== 104 && last !== 116 && last !== 103)) return undefined
  if (text === 'cokg') return 'kg'
  return ATTACHED_FORMS.find((ending) => text.endsWith(ending) && text.length - ending.length > 1)
}

function splitForm(word: Word): Word[] {
  const form = word.fromInitials ? undefined : attachedForm(word.text)
  if (form === undefined) return [word]
  const [stem, end] = cutWord(word, form)
  return [{ ...stem, text: expandEnding(stem.text === 'ges' ? 'gesellschaft' : stem.text) }, end]
}
