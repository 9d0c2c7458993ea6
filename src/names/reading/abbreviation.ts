/** Common abbreviations in company names and the words that they stand for. */
import data from '../data/abbreviations.json' with { type: 'json' }
import type { Word } from './split-words.ts'

interface Abbreviation {
  readonly short: string
  readonly word: string
  readonly place: string
}

/** What is known of a word: what it stands for with or without a dot, what with a dot only. */
interface WrittenOut {
  always?: string
  dotted?: string
}

const WRITTEN_OUT = writtenOut()
const PLACE_NAMES = placeNamesByFirstWord()

/** One map, as every word of every name is looked up in it. */
function writtenOut(): ReadonlyMap<string, WrittenOut> {
  const map = new Map<string, WrittenOut>()
  const add = (short: string, expansion: WrittenOut): void => {
    map.set(short, { ...map.get(short), ...expansion })
  }
  for (const { short, word, place } of data.abbreviations as readonly Abbreviation[]) {
    if (place === 'meant') continue
    add(short, place === 'always' ? { always: word } : { dotted: word })
  }
  for (const { short, word } of data.adjectives) {
    for (const text of short) add(text, { dotted: word })
    for (const ending of ['r', 's', 'n', 'm']) add(word + ending, { always: word })
  }
  return map
}

/** Abbreviations that are certain with or without a dot, and the words that they stand for. */
export function certainAbbreviations(): readonly (readonly [short: string, word: string])[] {
  return abbreviationsOf('always')
}

/** Abbreviations that may be words of their own, and are never written out, and the words that they may stand for. */
export function uncertainAbbreviations(): readonly (readonly [short: string, word: string])[] {
  return abbreviationsOf('meant')
}

function abbreviationsOf(place: string): readonly (readonly [short: string, word: string])[] {
  return (data.abbreviations as readonly Abbreviation[])
    .filter((one) => one.place === place)
    .map(({ short, word }) => [short, word] as const)
}

/**
 * The word that a folded word stands for; the word itself when it is no abbreviation. Listed adjectives lose their inflection
 * (`deutscher`, `deutsches`, `dt.` → `deutsche`), as their abbreviation does not tell it.
 */
export function expandAbbreviation(word: string, dotted: boolean): string {
  const known = WRITTEN_OUT.get(word)
  if (known?.always !== undefined) return known.always
  return dotted ? (known?.dotted ?? expandAdjective(word) ?? expandEnding(word)) : word
}

/** Abbreviated adjectives that are the end of longer ones: `ökochem.`, `elektrotechn.` */
const ADJECTIVE_ENDINGS = ['chem', 'techn', 'mech', 'wirtschaftl']

/** `undefined` where the word has no such ending. */
function expandAdjective(word: string): string | undefined {
  if (word.length < COMPOUND_LENGTH_MIN) return undefined
  const ending = ADJECTIVE_ENDINGS.find((one) => word.endsWith(one))
  if (ending === undefined) return undefined
  return word.slice(0, -ending.length) + (WRITTEN_OUT.get(ending)?.dotted as string)
}

/** Endings of compounds, where the dot makes them certain. */
const ENDINGS: readonly (readonly [string, string])[] = [
  ['ges', 'ellschaft'],
  ['gesellsch', 'aft'],
  ['str', 'asse'],
]
/** Shorter words are words of their own, or names. */
const COMPOUND_LENGTH_MIN = 6

/** `handelsges` → `handelsgesellschaft`; call it only where a dot or a form after it makes it certain. */
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

/** Writes out places that the words abbreviate: `frankfurt / m.`, `frankfurt a. m.` → `frankfurt am main`. */
export function expandPlaceName(words: readonly Word[]): Word[] | undefined {
  const at = words.findIndex((word) => PLACE_NAMES.has(word.text))
  if (at < 0) return undefined
  const place = PLACE_NAMES.get(words[at]!.text)!.find((one) => isPlaceNameAt(words, at, one))
  if (place === undefined) return undefined
  const last = words[at + place.short.length - 1]!
  const written = place.words.map((text) => ({
    text,
    dotted: false,
    hyphen: false,
    glued: false,
    fromInitials: false,
  }))
  written[written.length - 1]!.hyphen = last.hyphen
  return [...words.slice(0, at), ...written, ...words.slice(at + place.short.length)]
}

/** `am` alone is a preposition; only `a.M.`, closed up, is the river. */
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
