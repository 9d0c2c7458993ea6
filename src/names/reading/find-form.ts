/** Detection of the legal form among the words of a name. */

import { fold } from '../text/fold.ts'
import { expandWords } from './expand-words.ts'
import {
  composedForm,
  FORM_SPELLINGS,
  type FormCode,
  type FormSpelling,
  hasOwnRegister,
} from './legal-form.ts'
import { splitWords, type Word } from './split-words.ts'

/** A spelling of a form: its words, its code, and where it may stand. */
interface Phrase {
  readonly words: readonly string[]
  readonly code: FormCode
  readonly place: FormSpelling['place']
}

/** The words `[start, end)` that spell `code`. */
interface Span {
  readonly start: number
  readonly end: number
  readonly code: FormCode
  /** The span begins with `haftungsbeschränkt`, without `UG`. */
  readonly isBareAddition: boolean
}

/** The detected form and the indexes of its words. */
interface FoundForm {
  readonly code: FormCode
  readonly wordIndexes: ReadonlySet<number>
  /** The company's own form before a form of another kind of register: see `Name`. */
  readonly companyForm?: FormCode
}

/**
 * Minimum letters of a form of several words that is a form without its spaces, too:
 * `eingetrageneGenossenschaft`. Shorter ones may be words, as `mitHaftung`.
 */
const JOINED_LENGTH_MIN = 12
const PHRASES = phrasesByFirstWord()

/** Returns the phrases by their first word, longest first. */
function phrasesByFirstWord(): ReadonlyMap<string, readonly Phrase[]> {
  const map = new Map<string, Phrase[]>()
  for (const { code, text, place } of FORM_SPELLINGS) {
    const words = expandWords(splitWords(fold(text))).map((word) => word.text)
    const joined = words.join('')
    const spellings = joined.length < JOINED_LENGTH_MIN ? [words] : [words, [joined]]
    for (const spelling of spellings)
      map.set(spelling[0]!, [...(map.get(spelling[0]!) ?? []), { words: spelling, code, place }])
  }
  for (const phrases of map.values()) phrases.sort((a, b) => b.words.length - a.words.length)
  return map
}

/** Returns whether the word begins a form. */
export function startsForm(text: string): boolean {
  return PHRASES.has(text)
}

/**
 * Returns the legal form of a name and its words; `undefined` if there is none or if the words are nothing
 * but a form. A form at the very start is part of the name (`AG Wohnbau`). Of several forms the last one
 * counts, unless the rest belongs to another company (`X GmbH vormals Y KG`, `X GmbH der Y AG`); all mentions
 * of the form that counts are included. `GmbH`, `& Co.` and a later `KG` belong together even with words
 * between them (`Müller GmbH & Co. Vermietungs KG`).
 */
export function findForm(words: readonly Word[]): FoundForm | undefined {
  const spans = findSpans(words)
  if (words.length === 0 || isOnlyForm(words)) return undefined
  if (spans.length === 0) return leadingForm(words)
  const cut = spans.findIndex((span) => OTHER_COMPANY.has(words[span.end]?.text ?? ''))
  const own = cut < 0 ? spans : spans.slice(0, cut + 1)
  const last = own.at(-1)!
  const found = formOfSpans(words, own)
  if (!hasOwnRegister(last.code)) return found
  const companies = own.filter(({ code }) => !hasOwnRegister(code))
  return companies.length === 0 ? found : { ...found, companyForm: formOfSpans(words, companies).code }
}

/** Returns the form of one or more spans. */
function formOfSpans(words: readonly Word[], spans: readonly Span[]): FoundForm {
  const own = [...spans]
  const addition = own.length > 1 && isAddition(own.at(-1)!) ? own.pop() : undefined
  const last = own.at(-1)!
  const found = composed(words, own, last) ?? {
    code: last.code,
    wordIndexes: indexesOf(own.filter(({ code }) => code === last.code)),
  }
  return addition
    ? { code: found.code, wordIndexes: new Set([...found.wordIndexes, ...indexesOf([addition])]) }
    : found
}

/**
 * Returns the form of a name that starts with it: `Aktiengesellschaft Zoologischer Garten` is certain and
 * keeps the word in the name; `AG Wohnbau` is not certain.
 */
function leadingForm(words: readonly Word[]): FoundForm | undefined {
  const phrase = phraseAt(words, 0, false)
  const first = words[0]!
  if (phrase?.place !== 'anywhere' || first.hyphen) return undefined
  const isCertain = first.text.length >= LEADING_LENGTH_MIN || first.text === 'kg' || first.text === 'ohg'
  return isCertain ? { code: phrase.code, wordIndexes: NO_INDEXES } : undefined
}

/** Minimum length of a leading form. Shorter words at the start are more often initials than forms. */
const LEADING_LENGTH_MIN = 4
const NO_INDEXES: ReadonlySet<number> = new Set()

/** Words that, after a form, begin the name of another company. */
const OTHER_COMPANY: ReadonlySet<string> = new Set([
  ...['der', 'des', 'vormals', 'frueher', 'ehemals', 'nachfolger', 'zweigniederlassung'],
  ...['niederlassung', 'inhaber', 'nun', 'als'],
])

/** Returns whether the span belongs to a form before it: `UG & Co. KG (haftungsbeschränkt)`. */
function isAddition(span: Span): boolean {
  return span.isBareAddition && span.end - span.start === 1
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
    const end = i + phrase.words.length
    spans.push({
      start: i,
      end,
      code: phrase.code,
      isBareAddition: phrase.words[0] === 'haftungsbeschraenkt',
    })
    i = end
  }
  return spans
}

function phraseAt(words: readonly Word[], at: number, isPlaceChecked: boolean): Phrase | undefined {
  const phrases = PHRASES.get(words[at]!.text)
  if (phrases === undefined) return undefined
  return phrases.find(
    (phrase) => matchesAt(words, at, phrase) && (!isPlaceChecked || isAllowedAt(words, at, phrase)),
  )
}

function matchesAt(words: readonly Word[], at: number, phrase: Phrase): boolean {
  if (at + phrase.words.length > words.length) return false
  for (let i = 1; i < phrase.words.length; i++) {
    if (words[at + i]!.text !== phrase.words[i]) return false
  }
  return true
}

function isAllowedAt(words: readonly Word[], at: number, phrase: Phrase): boolean {
  const end = at + phrase.words.length
  const beforePartner = partnerLength(words, end) > 0
  if (isPartOfName(words, at, end, phrase) && !beforePartner) return false
  switch (phrase.place) {
    case 'anywhere':
      return true
    case 'dotted':
      return words[at]!.fromInitials
    case 'insurance':
      return words[at]!.fromInitials && INSURANCE.test(words[at - 1]!.text)
    case 'head':
      return beforePartner
    case 'end':
      return isEnd(words, end) || beforePartner
    case 'dottedEnd':
      return words[at]!.fromInitials && (isEnd(words, end) || beforePartner)
    case 'undottedEnd':
      return !words[at]!.dotted && isEnd(words, end)
  }
}

/** `Lebensversicherung a.G.` is a mutual insurer, `Versicherungs-A.G.` a stock corporation. */
const INSURANCE = /(versicherung|versicherungsgesellschaft|verein|kasse)$/

function isPartOfName(words: readonly Word[], at: number, end: number, phrase: Phrase): boolean {
  // `Verwaltungs-Gesellschaft mbH`: the hyphenated word is part of the name, `mbH` alone is the form.
  if (phrase.words[0] === 'gesellschaft' && words[at - 1]!.hyphen) return true
  // `nun AG Ingolstadt`: a note that another court (Amtsgericht) keeps the entry.
  if (phrase.words[0] === 'ag' && words[at - 1]!.text === 'nun') return true
  // `EG-Zerlegebetrieb`, `AG-Fonds`, but `Meier GmbH-Hausverwaltung`.
  return phrase.words.length === 1 && phrase.words[0]!.length < 3 && words[end - 1]!.hyphen
}

/**
 * Words that may follow a form that must otherwise be last: a branch office, or the profession of a
 * partnership.
 */
const AFTER_END =
  /^(zweig|niederlassung|filiale|branch|german|deutsch|europe|steuerber|wirtschaftspr|rechtsanw|patentanw|architekt|beratend|zahnaerzt|aerzt|ingenieur|inhaber|sitz$|von$)/

function isEnd(words: readonly Word[], end: number): boolean {
  return end === words.length || (end < words.length && AFTER_END.test(words[end]!.text))
}

const PARTNERS: ReadonlySet<string> = new Set([
  'co',
  'ko',
  'cie',
  'comp',
  'compagnie',
  'kompagnie',
  'company',
])

/**
 * Returns the number of words of `& Co.` at this index, 0 if it is not there. Without `&` only a plain `Co`
 * counts.
 */
function partnerLength(words: readonly Word[], at: number): number {
  const text = words[at]?.text
  if (text === 'und') return PARTNERS.has(words[at + 1]?.text ?? '') ? 2 : 0
  return text === 'co' ? 1 : 0
}

function composed(words: readonly Word[], spans: readonly Span[], last: Span): FoundForm | undefined {
  for (let i = spans.length - 2; i >= 0; i--) {
    const head = spans[i]!
    const code = composedForm(head.code, last.code)
    if (code) return { code, wordIndexes: indexesOf([head, ...partnerOf(words, head, last), last]) }
  }
  const partner = partnerLength(words, last.end)
  const code = partner > 1 ? composedForm(last.code, 'KG' as FormCode) : undefined
  return code && { code, wordIndexes: indexesOf([last, partnerSpan(last.end, partner)]) }
}

/** Returns the `& Co.` right after the head or right before the body. A limited partnership may omit it. */
function partnerOf(words: readonly Word[], head: Span, body: Span): Pick<Span, 'start' | 'end'>[] {
  const after = partnerLength(words, head.end)
  if (after > 0) return [partnerSpan(head.end, after)]
  for (const length of [2, 1]) {
    const start = body.start - length
    if (start >= head.end && partnerLength(words, start) === length) return [partnerSpan(start, length)]
  }
  return []
}

function partnerSpan(start: number, length: number): Pick<Span, 'start' | 'end'> {
  return { start, end: start + length }
}

function indexesOf(spans: readonly Pick<Span, 'start' | 'end'>[]): ReadonlySet<number> {
  const indexes = new Set<number>()
  for (const { start, end } of spans) for (let i = start; i < end; i++) indexes.add(i)
  return indexes
}

/**
 * Returns whether the words are only a form: `GmbH`, `GmbH & Co.`, `GmbH & Co. KG`; but `VAG GmbH` has a
 * name.
 */
function isOnlyForm(words: readonly Word[]): boolean {
  const head = phraseAt(words, 0, false)
  if (head === undefined) return false
  const end = head.words.length + partnerLength(words, head.words.length)
  if (end >= words.length) return true
  const body = phraseAt(words, end, false)
  if (body === undefined || end + body.words.length < words.length) return false
  return composedForm(head.code, body.code) !== undefined
}
