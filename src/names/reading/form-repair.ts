/**
 * Repair of typos and scanner errors in the words of a legal form. They are frequent in register data: of
 * 9,000 limited companies without a recognised form, half had `mit beschänkter Haftung`,
 * `AktiengeselIschaft`, `Haf- tung` or the like.
 */
import { editDistance } from '../text/edit-distance.ts'
import { cutWord, type Word } from './split-words.ts'

/** Maximum edits in a word of a known phrase. */
const EDITS_MAX = 3
/** Maximum edits in a word that stands alone or has another first letter. */
const EDITS_IN_WORD_MAX = 2
/** Minimum length of a word with another first letter. */
const OTHER_START_LENGTH_MIN = 5
/** Forms written as one long word. Shorter ones are too similar to other words. */
const LONG_FORMS = ['aktiengesellschaft', 'kommanditgesellschaft', 'haftungsbeschraenkt']
const LONG_LENGTH_MIN = 16
const LONG_LENGTH_MAX = 24

/**
 * Repairs the words of forms. Modifies the given words and joins pieces of a word that a line break split.
 */
export function repairForm(words: Word[]): Word[] {
  let repaired = words
  for (let i = 1; i < repaired.length; i++) repaired = repairFrom(repaired, i)
  for (let i = 1; i < repaired.length; i++) repairShortForm(repaired, i)
  return repaired
}

function repairFrom(pieces: Word[], at: number): Word[] {
  const words = joinFormWord(pieces, at)
  const word = words[at]!
  const next = words[at + 1]
  if (word.text.length >= LONG_LENGTH_MIN) word.text = longForm(word.text)
  if (startsLiability(word, next)) return repairLiability(words, at)
  if (word.text === 'ee') return repairDoubleE(words, at)
  if (word.text.startsWith('ein')) repairRegistered(word, next)
  else if (word.text === 'offene') repairPartnership(next)
  else if (endsInMit(word, next)) return splitWord(words, at, word.text.slice(0, -3), 'mit')
  return words
}

/** Words of forms that are joined if a space splits them: `Gesell schaft mbH`, `UG (haftungsbeschrä nkt)`. */
const SPLIT_WORDS: ReadonlySet<string> = new Set([
  ...['gesellschaft', 'aktiengesellschaft', 'kommanditgesellschaft', 'unternehmergesellschaft'],
  ...['partnerschaft', 'partnerschaftsgesellschaft', 'genossenschaft', 'haftungsbeschraenkt'],
])
const LETTER_T = 116

/** All of them end in `t`, so few words are looked up. `Aktien Gesellschaft` is a spelling of its own. */
function joinFormWord(words: Word[], at: number): Word[] {
  const next = words[at + 1]?.text
  if (next === undefined || next.charCodeAt(next.length - 1) !== LETTER_T || next === COMPANY) return words
  const whole = words[at]!.text + next
  return SPLIT_WORDS.has(whole) ? joinPieces(words, at, whole) : words
}

/** Returns whether `mit beschränkter Haftung` may begin here: `mit`, or `miit` before `beschränkter`. */
function startsLiability({ text }: Word, next: Word | undefined): boolean {
  if (text.startsWith('mit')) return true
  return text.length > 1 && editDistance(text, 'mit', 1) === 1 && isMisspellingOf(next, LIMITED, 'b')
}

/** Repairs the second word of `offene Handelsgesellschaft`: `Handellsgesellschaft`. */
function repairPartnership(next: Word | undefined): void {
  const edits = next === undefined ? EDITS_MAX : editDistance(next.text, TRADE, EDITS_IN_WORD_MAX)
  if (edits <= EDITS_IN_WORD_MAX) next!.text = TRADE
}

const TRADE = 'handelsgesellschaft'

/** Repairs `ee. V.` and `ee.K.` at the end. */
function repairDoubleE(words: Word[], at: number): Word[] {
  const last = words[at + 1]
  const isForm = words[at]!.dotted && at + 2 === words.length && (last?.text === 'v' || last?.text === 'k')
  if (!isForm) return words
  const whole = { ...last!, text: `e${last!.text}`, start: words[at]!.start }
  return words.toSpliced(at, 2, { ...whole, dotted: true, fromInitials: true })
}

/** Forms that alone can follow `GmbH & Co.` at the end of a name. */
const BODIES = ['kg', 'ohg', 'kgaa']

/** Correct short forms, which need no repair. */
const SHORT_FORMS: ReadonlySet<string> = new Set(
  'gmbh mbh mbb egmbh ggmbh ag gag eg ev ek ug gug kg ohg kgaa se gbr egbr sa bv nv'.split(' '),
)

/**
 * Repairs a short form where hardly anything else can stand: at the end, before `& Co.`, before
 * `(haftungsbeschränkt)`.
 */
function repairShortForm(words: readonly Word[], at: number): void {
  const word = words[at]!
  const next = words[at + 1]
  if (next === undefined) repairLastForm(words, at)
  else if (next.text === 'haftungsbeschraenkt') repairTo(word, ['ug'], 3)
  else if (isPartner(words, at + 1)) repairTo(word, ['gmbh'], 5)
  else if (isBetweenForms(words, at)) repairTo(word, ['co'], 3)
}

function repairLastForm(words: readonly Word[], at: number): void {
  const word = words[at]!
  if (at > 2 && isPartner(words, at - 2)) repairTo(word, BODIES, 4)
  else if (isCompanyOf(words[at - 1]!.text)) repairTo(word, ['mbh', 'gmbh'], 4)
  else if (word.dotted && word.text === 'ohk') word.text = 'ohg'
  else if (word.text.startsWith('lim')) repairTo(word, ['limited'], 8)
  else repairTo(word, ['gmbh'], 5)
}

/** Returns whether the word stands between a form with `&` and a body form: `GmbH & … KG`. */
function isBetweenForms(words: readonly Word[], at: number): boolean {
  if (at < 3 || words[at - 1]!.text !== 'und' || !BODIES.includes(words[at + 1]!.text)) return false
  return SHORT_FORMS.has(words[at - 2]!.text)
}

const COMPANY = 'gesellschaft'

/**
 * Returns whether the word ends in a possibly misspelt `gesellschaft`, after which `mbH` stands:
 * `Verwaltungsgesellschaft`, `Steuerberatungsgesellschafg`.
 */
function isCompanyOf(text: string): boolean {
  if (text.length < COMPANY.length - 1 || !text.includes('gesell')) return false
  return editDistance(text.slice(text.lastIndexOf('gesell')), COMPANY, 1) <= 1
}

/** Replaces a word of up to `lettersMax` letters by the form that is one edit away, if any. */
function repairTo(word: Word, forms: readonly string[], lettersMax: number): void {
  if (word.text.length > lettersMax || SHORT_FORMS.has(word.text)) return
  word.text = forms.find((form) => editDistance(word.text, form, 1) === 1) ?? word.text
}

const PARTNERS = ['co', 'ko']

/** Returns whether `& Co.` is at this index. */
function isPartner(words: readonly Word[], at: number): boolean {
  return words[at]?.text === 'und' && PARTNERS.includes(words[at + 1]?.text ?? '')
}

/**
 * Returns whether `mit` is attached to the word: `Gesellschaftmit beschränkter Haftung`; but not `Summit`,
 * `Dynamit`.
 */
function endsInMit(word: Word, next: Word | undefined): boolean {
  return word.text.endsWith('mit') && isMisspellingOf(next, LIMITED, 'b')
}

function longForm(text: string): string {
  if (text.length > LONG_LENGTH_MAX || !'akh'.includes(text[0]!) || text.endsWith('en')) return text
  if (LONG_FORMS.includes(text)) return text
  return LONG_FORMS.find((form) => editDistance(text, form, EDITS_IN_WORD_MAX) <= EDITS_IN_WORD_MAX) ?? text
}

const LIMITED = 'beschraenkter'
const LIABILITY = 'haftung'

/** Repairs `eingetragen Genosenschaft`, `eingetragner Verein`. */
function repairRegistered(word: Word, next: Word | undefined): void {
  if (next === undefined || (word.text.startsWith('eingetragene') && REGISTERED.includes(next.text))) return
  if (editDistance(word.text, 'eingetragene', EDITS_MAX) > EDITS_MAX) return
  const noun = REGISTERED.find(
    (one) => next.text[0] === one[0] && editDistance(next.text, one, EDITS_IN_WORD_MAX) <= EDITS_IN_WORD_MAX,
  )
  if (noun === undefined) return
  word.text = noun === 'verein' || noun === 'kaufmann' ? 'eingetragener' : 'eingetragene'
  next.text = noun
}

const REGISTERED = ['genossenschaft', 'verein', 'kaufmann', 'kauffrau']

/** Repairs from `mit` on: `mit beschänkter Haftun` → `mit beschraenkter haftung`. */
function repairLiability(words: Word[], at: number): Word[] {
  let repaired = splitWord(words, at, 'mit', LIMITED)
  repaired = splitWord(repaired, at + 1, LIMITED, LIABILITY)
  repaired = joinPieces(repaired, at + 1, LIMITED)
  if (!isMisspellingOf(repaired[at + 1], LIMITED, 'b')) return repaired
  repaired = joinPieces(repaired, at + 2, LIABILITY)
  const last = repaired[at + 2]
  if (last?.text.startsWith('haftpfl') || last?.text.startsWith('beruf')) {
    repaired[at + 1]!.text = LIMITED
    return repaired
  }
  if (!isMisspellingOf(last, LIABILITY, 'h')) return repaired
  repaired[at]!.text = 'mit'
  repaired[at + 1]!.text = LIMITED
  last!.text = LIABILITY
  return repaired
}

/** Splits a word in two: `mitbeschraenkter` → `mit`, `beschraenkter`. */
function splitWord(words: Word[], at: number, first: string, second: string): Word[] {
  const word = words[at]
  if (word === undefined || word.text !== first + second) return words
  return words.toSpliced(at, 1, ...cutWord(word, second))
}

/** Joins pieces that a line break split: `haf`, `tung` → `haftung`. */
function joinPieces(words: Word[], at: number, whole: string): Word[] {
  const first = words[at]
  const second = words[at + 1]
  if (first === undefined || second === undefined || !whole.startsWith(first.text)) return words
  if (first.text + second.text !== whole) return words
  const joined = { ...second, text: whole, afterDot: first.afterDot, start: first.start }
  return words.toSpliced(at, 2, joined)
}

function isMisspellingOf(word: Word | undefined, whole: string, start: string): boolean {
  if (word === undefined) return false
  if (word.text === whole) return true
  if (!word.text.startsWith(start))
    return (
      word.text.length >= OTHER_START_LENGTH_MIN &&
      editDistance(word.text, whole, EDITS_IN_WORD_MAX) <= EDITS_IN_WORD_MAX
    )
  return (
    word.text.length > 2 &&
    (editDistance(word.text, whole, EDITS_MAX) <= EDITS_MAX || whole.startsWith(word.text))
  )
}
