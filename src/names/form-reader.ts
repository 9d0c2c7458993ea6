/** Finding the legal form among the words of a name. */
import { fold } from './fold.ts'
import { composedForm, FORM_SPELLINGS, type FormCode, type FormSpelling } from './legal-form.ts'
import { splitWords, type Word } from './words.ts'

/** A form as written: its words, which code it stands for, and where it may stand. */
interface Phrase {
  readonly words: readonly string[]
  readonly code: FormCode
  readonly place: FormSpelling['place']
}

/** Words `start` … `end - 1` are written for `code`. */
interface Span {
  readonly start: number
  readonly end: number
  readonly code: FormCode
}

/** What was found: the code, and for every word whether it belongs to the form. */
export interface FoundForm {
  readonly code: FormCode
  readonly taken: ReadonlySet<number>
}

const PHRASES = phrasesByFirstWord()

/** First word → phrases, longest first. */
function phrasesByFirstWord(): ReadonlyMap<string, readonly Phrase[]> {
  const map = new Map<string, Phrase[]>()
  for (const { code, text, place } of FORM_SPELLINGS) {
    const words = splitWords(fold(text)).map((word) => word.text)
    map.set(words[0]!, [...(map.get(words[0]!) ?? []), { words, code, place }])
  }
  for (const phrases of map.values()) phrases.sort((a, b) => b.words.length - a.words.length)
  return map
}

/** Answers whether the word begins some form. */
export function beginsForm(text: string): boolean {
  return PHRASES.has(text)
}

/**
 * The legal form that the words tell, and which words tell it; `undefined` when none does, or when the words are nothing
 * but a form. A form word at the very start is part of the name (`AG Wohnbau`). Of several forms the last one counts; `GmbH & Co.` and
 * a later `KG` belong together even with words between them (`Müller GmbH & Co. Vermietungs KG`).
 */
export function findForm(words: readonly Word[]): FoundForm | undefined {
  const spans = findSpans(words)
  const last = spans.at(-1)
  if (last === undefined || isOnlyForm(words)) return undefined
  return composed(words, spans, last) ?? { code: last.code, taken: take([last]) }
}

function findSpans(words: readonly Word[]): Span[] {
  const spans: Span[] = []
  let i = 1
  while (i < words.length) {
    const phrase = phraseAt(words, i, true)
    if (phrase === undefined) {
      i++
      continue
    }
    spans.push({ start: i, end: i + phrase.words.length, code: phrase.code })
    i += phrase.words.length
  }
  return spans
}

function phraseAt(words: readonly Word[], at: number, minding: boolean): Phrase | undefined {
  const phrases = PHRASES.get(words[at]!.text)
  if (phrases === undefined) return undefined
  return phrases.find((phrase) => isWritten(words, at, phrase) && (!minding || mayStand(words, at, phrase)))
}

function isWritten(words: readonly Word[], at: number, phrase: Phrase): boolean {
  if (at + phrase.words.length > words.length) return false
  for (let i = 1; i < phrase.words.length; i++) {
    if (words[at + i]!.text !== phrase.words[i]) return false
  }
  return true
}

function mayStand(words: readonly Word[], at: number, phrase: Phrase): boolean {
  // `Verwaltungs-Gesellschaft mbH`: the hyphenated word is part of the name, `mbH` alone is the form.
  if (phrase.words[0] === 'gesellschaft' && words[at - 1]?.hyphen === true) return false
  const end = at + phrase.words.length
  switch (phrase.place) {
    case 'anywhere':
      return true
    case 'dotted':
      return words[at]!.dotted
    case 'head':
      return partnerLength(words, end) > 0
    case 'end':
      return end === words.length || partnerLength(words, end) > 0
    case 'dottedEnd':
      return words[at]!.dotted && (end === words.length || partnerLength(words, end) > 0)
  }
}

const PARTNERS: ReadonlySet<string> = new Set(['co', 'cie', 'comp', 'compagnie', 'kompagnie', 'company'])

/** Number of words of `& Co.` at this place, 0 when it is not there. */
function partnerLength(words: readonly Word[], at: number): number {
  const withAnd = words[at]?.text === 'und' ? 1 : 0
  return PARTNERS.has(words[at + withAnd]?.text ?? '') ? withAnd + 1 : 0
}

function composed(words: readonly Word[], spans: readonly Span[], last: Span): FoundForm | undefined {
  for (let i = spans.length - 2; i >= 0; i--) {
    const head = spans[i]!
    const partner = partnerLength(words, head.end)
    const code = partner > 0 ? composedForm(head.code, last.code) : undefined
    if (code) return { code, taken: take([head, partnerSpan(head, partner), last]) }
  }
  const partner = partnerLength(words, last.end)
  const code = partner > 0 ? composedForm(last.code, 'KG' as FormCode) : undefined
  return code && { code, taken: take([last, partnerSpan(last, partner)]) }
}

function partnerSpan(head: Span, length: number): Span {
  return { start: head.end, end: head.end + length, code: head.code }
}

function take(spans: readonly Span[]): ReadonlySet<number> {
  const taken = new Set<number>()
  for (const { start, end } of spans) for (let i = start; i < end; i++) taken.add(i)
  return taken
}

function isOnlyForm(words: readonly Word[]): boolean {
  const head = phraseAt(words, 0, false)
  if (head === undefined) return false
  const partner = head.words.length + partnerLength(words, head.words.length)
  if (partner >= words.length) return true
  const body = phraseAt(words, partner, false)
  return body !== undefined && partner + body.words.length === words.length
}
