/** Register numbers as people type and paste them. */

import { fold } from '../text/fold.ts'
import {
  type CourtCode,
  type CourtGroup,
  courtGroupsByText,
  courtsByText,
  typedNumberCourt,
} from './court.ts'

/** The parts of a number as written. */
interface SpelledNumber {
  /** Lower case: `hrb`. */
  readonly type: string
  readonly digits: number
  /** Upper case; '' for none. */
  readonly suffix: string
  /** One empty group (every court) if no court is named. */
  readonly courtGroups: readonly CourtGroup[]
}

/** Register names written out. The order matters: the division letter belongs to the word before it. */
const LONG_TYPES: readonly (readonly [RegExp, string])[] = [
  [/\b(?:handelsregister|h\. ?r|hr)[ .:-]*(?:abt(?:eilung)?[ .:-]*)?([ab])\b/g, ' hr$1 '],
  [/\bgenossenschaftsregister\b/g, ' gnr '],
  [/\bpartnerschaftsregister\b/g, ' pr '],
  [/\bvereinsregister\b/g, ' vr '],
  [/\bgesellschaftsregister\b/g, ' gsr '],
]
/** Words that people paste along with a number and that carry no information. */
const NOISE =
  /\b(?:nr|nummer|no(?=[. ]*\d)|unter|registernummer|handelsregisternummer|handelsregister|eingetragen|reg)\b/g
/**
 * Words without meaning before a court that may also be part of its name: `Halle an der Saale`, `Königstein
 * im Taunus`.
 */
const FILLER_WORDS = /\b(?:der|des|dem|beim|bei|im|in|ins)\b/g
const BEFORE_PLACE = /^(?:(?:der|des|dem|beim|bei|im|in|ins|amtsgerichte?s?|registergerichte?s?|ag) )+/
const SEPARATORS = /[,;:/()\s]+/g
/** Digits in groups of three with spaces: `HRB 501 671`. Other separators separate two numbers. */
const GROUPED_DIGITS =
  /\b(hra|hrb|gnr|pr|vr|gsr)([\s.#:-]*\d{1,3})[ \u00a0\u202f](\d{3})(?:[ \u00a0\u202f](\d{3}))?(?![\d,/.]|\s+\d)/
const NUMBER =
  /^(.*?)\b(hra|hrb|gnr|pr|vr|gsr)[ .#-]*(\d{1,3}(?:\.\d{3}){1,2}|\d{1,9})(?:[ -]?([a-z]{1,3}))?\b(.*)$/
/** The type after the number: `501671 HRB`. */
const TYPE_LAST = /^(.*?)\b(\d{1,3}(?:\.\d{3}){1,2}|\d{1,9}) ?([a-z]{1,3})? ?\b(hra|hrb|gnr|gsr)\b(.*)$/
/** The court between type and number: `Genossenschaftsregister Freiburg 260008`. */
const COURT_INSIDE = /^(hra|hrb|gnr|pr|vr|gsr) (\D+) (\d{1,3}(?:\.\d{3}){1,2}|\d{1,9})(?: ?([a-z]{1,3}))?$/

/**
 * Letters after a number that are part of it, by court: B Berlin, P Potsdam, CB Cottbus, FF Frankfurt (Oder),
 * NP Neuruppin, HB Bremen, BHV Bremerhaven, NZ Berlin's newer register of associations, the others former
 * courts of Schleswig-Holstein.
 */
const SUFFIXES: ReadonlySet<string> = new Set(
  'ah b bb bhv bs cb ec el eu ff fl ge hb hl hu iz ka ki me mö moe ni nm no np nz od ol p pi pl rd re rz sb se sl'.split(
    ' ',
  ),
)

/** Reads a text that is a number as a whole: only the type, the number, its letters and a known court. */
export function readSpelledNumber(text: string): SpelledNumber | undefined {
  const folded = fold(text.replaceAll('№', ' nr '))
  let plain = folded
  for (const [pattern, short] of LONG_TYPES) plain = plain.replace(pattern, short)
  plain = plain.replace(NOISE, ' ').replace(GROUPED_DIGITS, '$1$2$3$4').replace(SEPARATORS, ' ').trim()
  return readInOrder(plain) ?? readTypeLast(plain) ?? readCourtInside(plain, folded.includes('register'))
}

function readInOrder(plain: string): SpelledNumber | undefined {
  const match = NUMBER.exec(plain)
  if (match === null) return undefined
  const [, before = '', type = '', digits = '', letters = '', after = ''] = match
  return spelledNumber(type, digits, letters, before, after)
}

function readTypeLast(plain: string): SpelledNumber | undefined {
  const match = TYPE_LAST.exec(plain)
  if (match === null) return undefined
  const [, before = '', digits = '', letters = '', type = '', after = ''] = match
  return spelledNumber(type, digits, letters, before, after)
}

/**
 * Reads a number with the court inside. `PR Berlin 24` is a name unless the register is written out, and the
 * court must be spelt correctly here.
 */
function readCourtInside(plain: string, isWrittenOut: boolean): SpelledNumber | undefined {
  const match = COURT_INSIDE.exec(plain)
  if (match === null) return undefined
  const [, type = '', place = '', digits = '', letters = ''] = match
  const isCertain = isWrittenOut || (type !== 'pr' && type !== 'vr')
  return isCertain && courtsOfPlace(place).length > 0
    ? spelledNumber(type, digits, letters, place, '')
    : undefined
}

function spelledNumber(
  type: string,
  digits: string,
  letters: string,
  before: string,
  after: string,
): SpelledNumber | undefined {
  const hasSuffix = SUFFIXES.has(letters)
  const around = `${before} ${hasSuffix ? '' : letters}${after}`.replace(/[.\s-]+/g, ' ').trim()
  const place = hasSuffix ? findCourts(around) : findCourtsAndSuffix(around)
  if (place === undefined) return undefined
  const suffix = (hasSuffix ? letters : place.suffix).toUpperCase().replace('MOE', 'MÖ')
  return { type, digits: Number(digits.replaceAll('.', '')), suffix, courtGroups: place.courtGroups }
}

interface FoundCourts {
  readonly courtGroups: readonly CourtGroup[]
  readonly suffix: string
}

function findCourts(text: string): FoundCourts | undefined {
  const named = courtsOfPlace(text)
  if (named.length > 0) return { courtGroups: [named], suffix: '' }
  const former = courtWithFormer(text)
  if (former !== undefined) return { courtGroups: [former], suffix: '' }
  const place = text.replace(FILLER_WORDS, ' ').trim()
  if (place === '') return { courtGroups: [[]], suffix: '' }
  const courtGroups = courtGroupsByText(place)
  return courtGroups.length === 0 ? undefined : { courtGroups, suffix: '' }
}

/**
 * Reads a court with its former court as OffeneRegister writes it: `Coesfeld früher Bocholt`. Returns the
 * court codes of the former court's numbers, `undefined` unless both courts are known.
 */
function courtWithFormer(text: string): readonly CourtCode[] | undefined {
  const match = WITH_FORMER.exec(text)
  if (match === null) return undefined
  const former = courtsOfPlace(match[2]!)
  const courts = courtsOfPlace(match[1]!).flatMap((court) =>
    former.map((one) => typedNumberCourt(court, one)),
  )
  return courts.length === 0 ? undefined : [...new Set(courts)]
}

const WITH_FORMER = /^(.+) (?:frueher|vormals|ehemals) (.+)$/

function courtsOfPlace(text: string): readonly CourtCode[] {
  const place = text.replace(BEFORE_PLACE, '')
  return place === '' ? [] : courtsByText(place)
}

/** Reads a court that letters of the number may follow: `HRB 123 Bremen BHV`. */
function findCourtsAndSuffix(text: string): FoundCourts | undefined {
  const whole = findCourts(text)
  if (whole !== undefined) return whole
  const match = /^(.+) ([a-z]{1,3})$/.exec(text)
  if (match === null || !SUFFIXES.has(match[2]!)) return undefined
  const place = findCourts(match[1]!)
  return place && { ...place, suffix: match[2]! }
}
