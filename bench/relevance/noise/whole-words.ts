/** Words in another order, one missing, one too many; `&` written otherwise. */
import { fold } from '../../../src/names/text/fold.ts'
import type { Noise, NoiseFamily } from '../noise.ts'
import { isMovable, isNameWord, placesWhere, type Token, textOf, tokensOf } from '../tokens.ts'
import { BRANCHES, FORENAMES, SURNAMES } from './word-lists.ts'

/** Two words of the name change places; its form stays one thing. */
const reordered: Noise = ({ company, random }) => {
  const tokens = tokensOf(company.name)
  const places = placesWhere(tokens, isMovable)
  if (places.length < 2) return undefined
  const first = random.oneOf(places)
  const second = random.oneOf(places.filter((place) => place !== first))
  const moved = tokens.with(first, tokens[second] as Token).with(second, tokens[first] as Token)
  const text = textOf(moved)
  return fold(text) === fold(company.name) ? undefined : text
}

/** What is left is still a name, not one word. */
const WORDS_LEFT_MIN = 2

/** Never the only rare word, as nobody could tell the company without it. */
const missing: Noise = ({ company, random, known }) => {
  const tokens = tokensOf(company.name)
  const places = placesWhere(tokens, isNameWord)
  const isRare = (place: number): boolean =>
    wordsIn(tokens[place] as Token).some((word) => known.isRare(word))
  const droppable = places.filter((place) => places.some((other) => other !== place && isRare(other)))
  if (droppable.length === 0 || places.length <= WORDS_LEFT_MIN) return undefined
  const left = tokens.toSpliced(random.oneOf(droppable), 1)
  return left[0]?.isForm ? undefined : textOf(left)
}

function wordsIn(token: Token): string[] {
  return fold(token.text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}

/** Puts a word before the form or behind the name; `undefined` when the name has it already. */
function withWord(name: string, word: string, isBeforeForm: boolean): string | undefined {
  if (word === '' || fold(name).includes(fold(word))) return undefined
  const tokens = tokensOf(name)
  const form = tokens.findIndex(({ isForm }) => isForm)
  const at = isBeforeForm && form > 0 ? form : tokens.length
  return textOf(tokens.toSpliced(at, 0, { text: word, isForm: false }))
}

const ownSeatAdded: Noise = ({ company, random }) =>
  withWord(company.name, company.seat, random.below(2) === 0)

const otherSeatAdded: Noise = ({ company, random, known }) =>
  withWord(company.name, known.seat(random.below(known.companies)), random.below(2) === 0)

const branchAdded: Noise = ({ company, random }) =>
  withWord(company.name, random.oneOf(BRANCHES), random.below(2) === 0)

const personAdded: Noise = ({ company, random }) => {
  const surname = random.oneOf(SURNAMES)
  const person = random.below(2) === 0 ? surname : `${random.oneOf(FORENAMES)} ${surname}`
  return withWord(company.name, person, random.below(2) === 0)
}

const CONNECTIVE = /(?<=\s)(?:&|\+|und|u\.)(?=\s)/i
const CONNECTIVES = ['&', '+', 'und', 'u.']

const connective: Noise = ({ company, random }) => {
  const found = CONNECTIVE.exec(company.name)?.[0].toLowerCase()
  if (found === undefined) return undefined
  return company.name.replace(CONNECTIVE, random.oneOf(CONNECTIVES.filter((sign) => sign !== found)))
}

export const WORD_NOISE: NoiseFamily = {
  order: reordered,
  'word missing': missing,
  'own city added': ownSeatAdded,
  'other city added': otherSeatAdded,
  'branch added': branchAdded,
  'person added': personAdded,
  'and, & and +': connective,
}
