/**
 * Learns from real names how names are made. A real name is a pattern: legal forms, function words and other frequent words stay
 * where they are, every other word is a slot. What may stand in a slot are the words that real names have in such a place: of
 * the same shape and between the same neighbours, as far as enough of them are known.
 */
import legalForms from '../../src/names/data/legal-forms.json' with { type: 'json' }
import type { Material } from './material.ts'
import { type NamePieces, piecesOf, SHAPES, type Shape, shapeOf } from './name-pieces.ts'
import { type WordPools, WordPoolsLearner } from './word-pools.ts'

/** Instead of a pool: the word stays. */
export const STAYS = 0xffff_ffff
/** A word in more than one of so many names stays where it is, unless it is a forename, a surname or a place. */
const STAYS_SHARE = 1000
/** Words that tell a status or a branch. */
const STATUS_WORDS =
  'liquidation insolvenz abwicklung liqu inh inhaber inhaberin zweigniederlassung i l'.split(' ')
const SEAT_WORD_CHARS_MIN = 3

/** The patterns and word pools of real names. */
export interface LearntNames {
  readonly words: readonly string[]
  readonly gaps: readonly string[]
  /** By name: first gap, then word, pool (or `STAYS`) and gap, again and again. */
  readonly pieces: Uint32Array
  readonly starts: Uint32Array
  readonly pools: WordPools
  /** By word: index in `SHAPES`. */
  readonly shapes: Uint8Array
  /** By word: how often it stands in a slot. */
  readonly slotCounts: Uint32Array
}

/** All names and former names of the material's companies, in their order. */
export function learnNames(material: Material): LearntNames {
  const names = material.companies.flatMap(({ name, seat, register, formerNames }) => {
    const isClub = register.type === 'VR'
    return [name, ...formerNames.map((former) => former.name)].map((text) => ({ text, seat, isClub }))
  })
  const kinds = new WordKinds(
    material,
    names.map(({ text }) => text),
  )
  const words = new Numbers()
  const gaps = new Numbers()
  const pools = new WordPoolsLearner()
  const pieces: number[] = []
  const starts: number[] = []
  const slots: { readonly at: number; readonly token: number }[] = []
  for (const { text, seat, isClub } of names) {
    starts.push(pieces.length)
    const parts = piecesOf(text)
    const seatWords = new Set(piecesOf(seat.toLowerCase()).words)
    pieces.push(gaps.of(parts.gaps[0] as string))
    for (let i = 0; i < parts.words.length; i++) {
      const word = parts.words[i] as string
      const number = words.of(word)
      if (!kinds.stays(word, seatWords)) {
        slots.push({ at: pieces.length + 1, token: pools.add(number, placeOf(parts, i, kinds, isClub)) })
      }
      pieces.push(number, STAYS, gaps.of(parts.gaps[i + 1] as string))
    }
  }
  starts.push(pieces.length)
  const learnt = pools.finish()
  for (const { at, token } of slots) pieces[at] = learnt.poolOf[token] as number
  const slotCounts = new Uint32Array(words.texts.length)
  for (const word of learnt.pools.words) slotCounts[word] = (slotCounts[word] as number) + 1
  return {
    words: words.texts,
    gaps: gaps.texts,
    pieces: Uint32Array.from(pieces),
    starts: Uint32Array.from(starts),
    pools: learnt.pools,
    shapes: Uint8Array.from(words.texts, (word) => SHAPES.indexOf(shapeOf(word))),
    slotCounts,
  }
}

/** What stands around word `i`, from the closest description to the loosest. */
function placeOf(
  { words, gaps }: NamePieces,
  i: number,
  kinds: WordKinds,
  isClub: boolean,
): readonly string[] {
  const shape: Shape = shapeOf(words[i] as string)
  const signs = `${isClub ? 'club' : ''}|${shape}|${signOf(gaps[i] as string)}|${signOf(gaps[i + 1] as string)}`
  const before = i === 0 ? '^' : kinds.kindOf(words[i - 1] as string)
  const after = i === words.length - 1 ? '$' : kinds.kindOf(words[i + 1] as string)
  return [`${signs}|${before}|${after}`, `${signs}|${before}`, signs, shape]
}

/** The first sign between two words that is no blank. */
function signOf(gap: string): string {
  return gap.trim().charAt(0)
}

class WordKinds {
  readonly #frequent = new Set<string>()
  readonly #fixed: ReadonlySet<string>
  readonly #forenames: ReadonlySet<string>

  constructor({ forenames, surnames, cities }: Material, names: readonly string[]) {
    this.#forenames = lowerSet(forenames)
    const proper = new Set([
      ...this.#forenames,
      ...lowerSet(surnames),
      ...lowerSet(cities.map(({ text }) => text)),
    ])
    this.#fixed = new Set([...formWords(), ...STATUS_WORDS])
    const counts = new Map<string, number>()
    for (const name of names) {
      for (const word of piecesOf(name.toLowerCase()).words) counts.set(word, (counts.get(word) ?? 0) + 1)
    }
    for (const [word, count] of counts) {
      if (count * STAYS_SHARE > names.length && !proper.has(word)) this.#frequent.add(word)
    }
  }

  stays(word: string, seatWords: ReadonlySet<string>): boolean {
    const lower = word.toLowerCase()
    if (word.length === 1 || this.#fixed.has(lower) || this.#frequent.has(lower)) return true
    return word.length >= SEAT_WORD_CHARS_MIN && seatWords.has(lower)
  }

  /** A neighbour that stays is itself; of others only the kind is told. */
  kindOf(word: string): string {
    const lower = word.toLowerCase()
    if (this.#fixed.has(lower) || this.#frequent.has(lower)) return lower
    if (this.#forenames.has(lower)) return 'F'
    return word.length === 1 ? '.' : shapeOf(word).charAt(0).toUpperCase()
  }
}

/** Every word that a spelling of a legal form has. */
function formWords(): readonly string[] {
  const forms = legalForms.forms as readonly Readonly<Record<string, unknown>>[]
  const lists = forms.flatMap((form) => Object.values(form).filter((value) => Array.isArray(value)))
  return lists.flatMap((list) => list.flatMap((text) => piecesOf(String(text).toLowerCase()).words))
}

function lowerSet(texts: readonly string[]): ReadonlySet<string> {
  return new Set(texts.map((text) => text.toLowerCase()))
}

/** Numbers for texts in the order of their coming. */
class Numbers {
  readonly texts: string[] = []
  readonly #numbers = new Map<string, number>()

  of(text: string): number {
    const known = this.#numbers.get(text)
    if (known !== undefined) return known
    this.#numbers.set(text, this.texts.length)
    return this.texts.push(text) - 1
  }
}
