/** Register numbers as people write and paste them. */

import { fold } from '../text/fold.ts'
import { type CourtCode, courtsNamed, namedNumberCourt, type Place, placesByText } from './court.ts'

/** The parts of a number as written. */
interface SpelledNumber {
  /** Lower case: `hrb`. */
  readonly type: string
  readonly digits: number
  /** Upper case; '' for none. */
  readonly suffix: string
  /** One where no court is named: every court. */
  readonly places: readonly Place[]
}

/** Registers written out. Order matters: the division letter belongs to the word before it. */
const LONG_TYPES: readonly (readonly [RegExp, string])[] = [
  [/\b(?:handelsregister|h\. ?r|hr)[ .:-]*(?:abteilung|abt)?[ .:-]*([ab])\b/g, ' hr$1 '],
  [/\bgenossenschaftsregister\b/g, ' gnr '],
  [/\bpartnerschaftsregister\b/g, ' pr '],
  [/\bvereinsregister\b/g, ' vr '],
  [/\bgesellschaftsregister\b/g, ' gsr '],
]
/** Words that people paste along and that say nothing. */
const NOISE =
  /\b(?:nr|nummer|no(?=[. ]*\d)|unter|registernummer|handelsregisternummer|handelsregister|eingetragen|reg)\b/g
/** Words that say nothing before a court, but may be part of its name: `Halle an der Saale`, `Königstein im Taunus`. */
const LITTLE = /\b(?:der|des|dem|beim|bei|im|in|ins)\b/g
const BEFORE_PLACE = /^(?:(?:der|des|dem|beim|bei|im|in|ins|amtsgerichte?s?|registergerichte?s?|ag) )+/
const MARKS = /[,;:/()\s]+/g
/** `HRB 501 671`: blanks between groups of three; other marks part two numbers. */
const PARTED_DIGITS =
  /\b(hra|hrb|gnr|pr|vr|gsr)([\s.#:-]*\d{1,3})[ \u00a0\u202f](\d{3})(?:[ \u00a0\u202f](\d{3}))?(?![\d,/.]|\s+\d)/
const NUMBER =
  /^(.*?)\b(hra|hrb|gnr|pr|vr|gsr)[ .#-]*(\d{1,3}(?:\.\d{3}){1,2}|\d{1,9})(?:[ -]?([a-z]{1,3}))?\b(.*)$/
/** `501671 HRB`. */
const TYPE_LAST = /^(.*?)\b(\d{1,3}(?:\.\d{3}){1,2}|\d{1,9}) ?([a-z]{1,3})? ?\b(hra|hrb|gnr|gsr)\b(.*)$/
/** `Genossenschaftsregister Freiburg 260008`. */
const COURT_INSIDE = /^(hra|hrb|gnr|pr|vr|gsr) (\D+) (\d{1,3}(?:\.\d{3}){1,2}|\d{1,9})(?: ?([a-z]{1,3}))?$/

/**
 * Letters after a number that belong to it, by court: B Berlin, P Potsdam, CB Cottbus, FF Frankfurt (Oder), NP Neuruppin,
 * HB Bremen, BHV Bremerhaven, NZ Berlin's newer register of associations, the others former courts of Schleswig-Holstein.
 */
const SUFFIXES: ReadonlySet<string> = new Set(
  'ah b bb bhv bs cb ec el eu ff fl ge hb hl hu iz ka ki me mö moe ni nm no np nz od ol p pi pl rd re rz sb se sl'.split(
    ' ',
  ),
)

/** Reads a text that is a number as a whole: nothing but the type, the number, its letters and a court that is known. */
export function readSpelledNumber(text: string): SpelledNumber | undefined {
  const folded = fold(text.replaceAll('№', ' nr '))
  let plain = folded
  for (const [pattern, short] of LONG_TYPES) plain = plain.replace(pattern, short)
  plain = plain.replace(NOISE, ' ').replace(PARTED_DIGITS, '$1$2$3$4').replace(MARKS, ' ').trim()
  return readInOrder(plain) ?? readTypeLast(plain) ?? readCourtInside(plain, folded.includes('register'))
}

function readInOrder(plain: string): SpelledNumber | undefined {
  const match = NUMBER.exec(plain)
  if (match === null) return undefined
  const [, before = '', type = '', digits = '', letters = '', after = ''] = match
  return spelled(type, digits, letters, before, after)
}

function readTypeLast(plain: string): SpelledNumber | undefined {
  const match = TYPE_LAST.exec(plain)
  if (match === null) return undefined
  const [, before = '', digits = '', letters = '', type = '', after = ''] = match
  return spelled(type, digits, letters, before, after)
}

/** `PR Berlin 24` is a name unless the register is written out, and a misspelt court is none here. */
function readCourtInside(plain: string, isWrittenOut: boolean): SpelledNumber | undefined {
  const match = COURT_INSIDE.exec(plain)
  if (match === null) return undefined
  const [, type = '', place = '', digits = '', letters = ''] = match
  const isCertain = isWrittenOut || (type !== 'pr' && type !== 'vr')
  return isCertain && placeNamed(place).length > 0 ? spelled(type, digits, letters, place, '') : undefined
}

function spelled(
  type: string,
  digits: string,
  letters: string,
  before: string,
  after: string,
): SpelledNumber | undefined {
  const hasSuffix = SUFFIXES.has(letters)
  const around = `${before} ${hasSuffix ? '' : letters}${after}`.replace(/[.\s-]+/g, ' ').trim()
  const place = hasSuffix ? readPlace(around) : readPlaceAndSuffix(around)
  if (place === undefined) return undefined
  const suffix = (hasSuffix ? letters : place.suffix).toUpperCase().replace('MOE', 'MÖ')
  return { type, digits: Number(digits.replaceAll('.', '')), suffix, places: place.places }
}

interface ReadPlaces {
  readonly places: readonly Place[]
  readonly suffix: string
}

function readPlace(text: string): ReadPlaces | undefined {
  const named = placeNamed(text)
  if (named.length > 0) return { places: [named], suffix: '' }
  const former = placeWithFormer(text)
  if (former !== undefined) return { places: [former], suffix: '' }
  const place = text.replace(LITTLE, ' ').trim()
  if (place === '') return { places: [[]], suffix: '' }
  const places = placesByText(place)
  return places.length === 0 ? undefined : { places, suffix: '' }
}

/** `Coesfeld früher Bocholt`, as OffeneRegister writes it: the former court's number, kept by today's. `undefined` where not both are known. */
function placeWithFormer(text: string): readonly CourtCode[] | undefined {
  const match = WITH_FORMER.exec(text)
  if (match === null) return undefined
  const former = placeNamed(match[2]!)
  const courts = placeNamed(match[1]!).flatMap((court) => former.map((one) => namedNumberCourt(court, one)))
  return courts.length === 0 ? undefined : [...new Set(courts)]
}

const WITH_FORMER = /^(.+) (?:frueher|vormals|ehemals) (.+)$/

function placeNamed(text: string): readonly CourtCode[] {
  const place = text.replace(BEFORE_PLACE, '')
  return place === '' ? [] : courtsNamed(place)
}

/** The letters may follow the court: `HRB 123 Bremen BHV`. */
function readPlaceAndSuffix(text: string): ReadPlaces | undefined {
  const whole = readPlace(text)
  if (whole !== undefined) return whole
  const match = /^(.+) ([a-z]{1,3})$/.exec(text)
  if (match === null || !SUFFIXES.has(match[2]!)) return undefined
  const place = readPlace(match[1]!)
  return place && { ...place, suffix: match[2]! }
}
