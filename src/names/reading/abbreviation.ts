/** Common abbreviations in company names and the words they stand for. */
import data from '../data/abbreviations.json' with { type: 'json' }
import type { Word } from './split-words.ts'

interface Abbreviation {
  readonly short: string
  readonly word: string
  readonly place: string
}

/** The words that a text stands for: with or without a dot, and only with a dot. */
interface WrittenOut {
  always?: string
  dotted?: string
}

const WRITTEN_OUT = writtenOut()
const PLACE_NAMES = placeNamesByFirstWord()

/** Builds one map for all abbreviations, because every word of every name is looked up in it. */
function writtenOut(): ReadonlyMap<string, WrittenOut> {
  const map = new Map<string, WrittenOut>()
  const add = (short: string, expansion: WrittenOut): void => {
    map.set(short, { ...map.get(short), ...expansion })
  }
  for (const { short, word, place } of data.abbreviations as readonly Abbreviation[]) {
    if (place === 'uncertain') continue
    add(short, place === 'always' ? { always: word } : { dotted: word })
  }
  for (const { short, word } of data.adjectives) {
    for (const text of short) add(text, { dotted: word })
    for (const ending of ['r', 's', 'n', 'm']) add(word + ending, { always: word })
  }
  return map
}

/** Returns the abbreviations that are certain with or without a dot, and their words. */
export function certainAbbreviations(): readonly (readonly [short: string, word: string])[] {
  return abbreviationsOf('always')
}

/**
 * Returns the abbreviations that may also be words themselves, and their words. They are never written out
 * when a name is read.
 */
export function uncertainAbbreviations(): readonly (readonly [short: string, word: string])[] {
  return abbreviationsOf('uncertain')
}

function abbreviationsOf(place: string): readonly (readonly [short: string, word: string])[] {
  return (data.abbreviations as readonly Abbreviation[])
    .filter((one) => one.place === place)
    .map(({ short, word }) => [short, word] as const)
}

/**
 * Returns the word that a folded word stands for, or the word itself if it is no abbreviation. Listed
 * adjectives lose their inflection (`deutscher`, `deutsches`, `dt.` → `deutsche`), because their abbreviation
 * has none.
 */
export function expandAbbreviation(word: string, dotted: boolean): string {
  const known = WRITTEN_OUT.get(word)
  if (known?.always !== undefined) return known.always
  return dotted ? (known?.dotted ?? expandAdjective(word) ?? expandEnding(word)) : word
}

/** Abbreviated adjectives that also end longer words: `ökochem.`, `elektrotechn.` */
const ADJECTIVE_ENDINGS = ['chem', 'techn', 'mech', 'wirtschaftl']

/** Returns `undefined` for a word without such an ending. */
function expandAdjective(word: string): string | undefined {
  if (word.length < COMPOUND_LENGTH_MIN) return undefined
  const ending = ADJECTIVE_ENDINGS.find((one) => word.endsWith(one))
  if (ending === undefined) return undefined
  return word.slice(0, -ending.length) + (WRITTEN_OUT.get(ending)?.dotted as string)
}

/** Abbreviated endings of compounds. They are certain only before a dot or a form. */
const ENDINGS: readonly (readonly [string, string])[] = [
  ['ges', 'ellschaft'],
  ['gesellsch', 'aft'],
  ['str', 'asse'],
]
/** Minimum length of an abbreviated compound. Shorter words are separate words or names. */
const COMPOUND_LENGTH_MIN = 6

/**
 * Writes out the ending of a compound: `handelsges` → `handelsgesellschaft`. Call it only if a dot or a form
 * follows the word.
 */
export function expandEnding(word: string): string {
  if (word.length < COMPOUND_LENGTH_MIN) return word
  const rest = ENDINGS.find(([ending]) => word.endsWith(ending))?.[1]
  return rest === undefined ? word : word + rest
}

interface PlaceName {
  readonly short: readonly string[]
  readonly words: readonly string[]
}

function placeNamesByFirstWord(): ReadonlyMap<string, readonly PlaceName[]> {
  const map = new Map<string, PlaceName[]>()
  for (const { short, words } of data.places) {
    const place = { short: short.split(' '), words: words.split(' ') }
    map.set(place.short[0]!, [...(map.get(place.short[0]!) ?? []), place])
  }
  for (const places of map.values()) places.sort((a, b) => b.short.length - a.short.length)
  return map
}

/**
 * Writes out the first abbreviated place name: `frankfurt / m.`, `frankfurt a. m.` → `frankfurt am main`.
 * Returns `undefined` if there is none.
 */
export function expandPlaceName(words: readonly Word[]): Word[] | undefined {
  const at = words.findIndex((word) => PLACE_NAMES.has(word.text))
  if (at < 0) return undefined
  const place = PLACE_NAMES.get(words[at]!.text)!.find((one) => isPlaceNameAt(words, at, one))
  if (place === undefined) return undefined
  const last = words[at + place.short.length - 1]!
  const expanded = place.words.map((text, i) => {
    const { start, end } = words[at + Math.min(i, place.short.length - 1)]!
    return { text, dotted: false, hyphen: false, afterDot: false, fromInitials: false, start, end }
  })
  expanded[expanded.length - 1]!.hyphen = last.hyphen
  return [...words.slice(0, at), ...expanded, ...words.slice(at + place.short.length)]
}

/** Returns whether the place name is at this index. `am` is a preposition; only `a.M.` is the river. */
function isPlaceNameAt(words: readonly Word[], at: number, place: PlaceName): boolean {
  const last = place.short.length - 1
  if (
    place.words.length > place.short.length &&
    place.short[last] === 'am' &&
    !words[at + last]?.fromInitials
  )
    return false
  return place.short.every((text, i) => words[at + i]?.text === text)
}
