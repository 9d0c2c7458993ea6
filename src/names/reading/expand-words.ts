/** Expansion of the words of a name: abbreviations are written out, attached legal forms are split off. */
import { expandAbbreviation, expandEnding, expandPlaceName } from './abbreviation.ts'
import { repairForm } from './form-repair.ts'
import { correctMisread } from './misread.ts'
import { cutWord, type Word } from './split-words.ts'

/** Returns the expanded words. Modifies the given words; use only the returned ones. */
export function expandWords(words: Word[]): Word[] {
  let hasAttached = false
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!
    word.text = correctMisread(word.text, words[i - 1]?.text, words[i + 1]?.text)
    const short = word.text
    word.text = expandWord(word, words[i + 1])
    if (word.text !== short && isFirstPiece(short, word, words[i + 1])) joinNext(words, i, short)
    if (attachedEnding(word.text, words[i + 1]) !== undefined) hasAttached = true
  }
  const whole = hasAttached ? words.flatMap((word, i) => splitEnding(word, words[i + 1])) : words
  return hyphenateDots(repairForm(expandPlaceName(whole) ?? whole))
}

/** Letters of the longest word that a single letter before a dot joins: `E.ON`, but `H.Müller`. */
const AFTER_LETTER_MAX = 3

/** Makes a dot directly between two words a hyphen: `booking.com`, `E.ON`. */
function hyphenateDots(words: Word[]): Word[] {
  for (let i = 1; i < words.length; i++) {
    const word = words[i - 1]!
    if (word.dotted && isJoinedByDot(word, words[i]!)) word.hyphen = true
  }
  return words
}

function isJoinedByDot(word: Word, next: Word): boolean {
  if (!next.afterDot || next.start !== word.end + 1 || !isWritten(word) || !isWritten(next)) return false
  if (word.text.length === 1) return next.text.length > 1 && next.text.length <= AFTER_LETTER_MAX
  return !NOT_JOINED.has(word.text) && !NOT_JOINED.has(next.text)
}

/** Returns whether the word is neither a number, nor expanded, nor joined from initials. */
function isWritten({ text, start, end, fromInitials }: Word): boolean {
  return !fromInitials && end - start === text.length && !/^\d+$/.test(text)
}

/** Titles, short first names, and words of legal forms. */
const NOT_JOINED: ReadonlySet<string> = new Set(
  [
    'dr prof dipl ing med dent vet phil jur rer nat st sr jr geb vorm ehem chr ch fr gg joh rud jul th',
    'gmbh mbh mit ag kg ohg ug ev ek kfm eg se co kgaa gbr gesellschaft und',
  ].flatMap((line) => line.split(' ')),
)

/**
 * Returns whether a space splits a word after an abbreviation of its beginning, which `word` stands for:
 * `Vertr iebsgesellschaft`, `Gebr üder`.
 */
function isFirstPiece(short: string, { text, dotted, hyphen }: Word, next: Word | undefined): boolean {
  if (next === undefined || dotted || hyphen || !text.startsWith(short)) return false
  return next.text.startsWith(text.slice(short.length))
}

/** Joins the first piece of a word with the next word. */
function joinNext(words: Word[], at: number, piece: string): void {
  const next = words[at + 1]!
  const { afterDot, start } = words[at]!
  const joined = { ...next, text: piece + next.text, afterDot, start }
  words.splice(at, 2, joined)
  joined.text = expandWord(joined, words[at + 1])
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

/** A word that may be attached to the word before it. */
interface AttachedEnding {
  readonly ending: string
  /** The words before one of which only it counts as attached; any or none if missing. */
  readonly before?: readonly string[]
}

/**
 * By the code of their last letter, so that few words are compared with them: `Versicherungsaktiengesellschaft`,
 * `HandelsgesellschaftmbH`, `CoKG`, `MüllerNachf.`, `Turnverein 1891eingetragener Verein`.
 */
const ATTACHED_ENDINGS = endingsByLastLetter([
  { ending: 'aktiengesellschaft' },
  { ending: 'kommanditgesellschaft' },
  { ending: 'unternehmergesellschaft', before: ['haftungsbeschraenkt'] },
  { ending: 'gmbh' },
  { ending: 'mbh' },
  { ending: 'cokg' },
  { ending: 'eingetragene', before: ['genossenschaft', 'kauffrau', 'partnerschaft'] },
  { ending: 'eingetragener', before: ['verein', 'kaufmann'] },
  { ending: 'offene', before: ['handelsgesellschaft'] },
  { ending: 'nachf' },
  { ending: 'nachfl' },
  { ending: 'nachflg' },
])

function endingsByLastLetter(
  endings: readonly AttachedEnding[],
): readonly (readonly AttachedEnding[] | undefined)[] {
  const byLetter: AttachedEnding[][] = []
  for (const one of endings) {
    const letter = lastLetter(one.ending)
    byLetter[letter] = [...(byLetter[letter] ?? []), one]
  }
  return byLetter
}

function lastLetter(text: string): number {
  return text.charCodeAt(text.length - 1)
}

function attachedEnding(text: string, next: Word | undefined): string | undefined {
  if (text.length < 4) return undefined
  const endings = ATTACHED_ENDINGS[lastLetter(text)]
  if (endings === undefined) return undefined
  if (text === 'cokg') return 'kg'
  for (const one of endings) if (isAttached(one, text, next)) return one.ending
  return undefined
}

function isAttached({ ending, before }: AttachedEnding, text: string, next: Word | undefined): boolean {
  if (text.length - ending.length < 2 || !text.endsWith(ending)) return false
  return before === undefined || (next !== undefined && before.includes(next.text))
}

function splitEnding(word: Word, next: Word | undefined): Word[] {
  const ending = word.fromInitials ? undefined : attachedEnding(word.text, next)
  if (ending === undefined) return [word]
  const [stem, end] = cutWord(word, ending)
  const first = { ...stem, text: expandEnding(stem.text === 'ges' ? 'gesellschaft' : stem.text) }
  return [first, { ...end, text: expandAbbreviation(ending, false) }]
}
