import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { indexedCompanies } from '../../../test/fixtures/indexed-companies.ts'
import { wordLikeness } from '../../names/likeness/word-likeness.ts'
import { looseKey } from '../../names/text/loose-key.ts'
import { buildIndexImage } from '../build/index-builder.ts'
import type { TermDictionary } from '../format/term-dictionary.ts'
import type { FuzzyContext } from './fuzzy-context.ts'
import { openFuzzyContext } from './fuzzy-context.ts'
import type { FuzzyTerm } from './fuzzy-term-keys.ts'
import { CACHED_TERMS_MAX } from './fuzzy-terms.ts'

/** Real words; slips are made of them, so that many words of the dictionary are neighbours. */
const WORDS = (
  'mueller miller bau bauer baur haus hausen verwaltung verwaltungs vermietung immobilien immobil schmidt schmitt philipp filip meyer ' +
  'maier mohr ab abc a 1 12 1860 grossbaeckerei kern kem modern modem handelsgesellschaft xaver tschaikowski tschaykofsky 株式会社 газпром 𝔐𝔐𝔐𝔐𝔐𝔐'
).split(' ')
const LETTERS = [...'aeioubcdkhlmnrstwz1ж']

/** A word with up to three slips. */
const slipped = fc
  .tuple(
    fc.constantFrom(...WORDS),
    fc.array(fc.tuple(fc.nat(3), fc.nat(30), fc.constantFrom(...LETTERS)), { maxLength: 3 }),
  )
  .map(([word, slips]) => slips.reduce((text, [kind, at, letter]) => slip(text, kind, at, letter), word))

function slip(word: string, kind: number, at: number, letter: string): string {
  const letters = [...word]
  const i = at % Math.max(1, letters.length)
  if (kind === 0) letters.splice(i, 1)
  else if (kind === 1) letters.splice(i, 0, letter)
  else if (kind === 2) letters[i] = letter
  else letters.splice(i, 2, ...letters.slice(i, i + 2).reverse())
  return letters.join('') || word
}

const joint = fc.constantFrom(' ', '-')
const names = fc.array(
  fc
    .tuple(fc.array(slipped, { minLength: 1, maxLength: 4 }), joint)
    .map(([words, between]) => words.join(between)),
  { maxLength: 60 },
)

test('exactly those words and joined words are found that are like the asked one', () => {
  fc.assert(
    fc.property(names, fc.array(slipped, { minLength: 5, maxLength: 30 }), (corpus, asked) => {
      const segment = segmentOf(corpus)
      for (const word of asked) assertComplete(segment, word)
    }),
    { numRuns: 150 },
  )
})

test('exactly the words of the same loose key are loosely the same', () => {
  fc.assert(
    fc.property(names, fc.array(slipped, { minLength: 5, maxLength: 30 }), (corpus, asked) => {
      const segment = segmentOf(corpus)
      const words = wordsOf(segment.words)
      for (const word of asked) {
        const same = [...words.keys()].filter((i) => looseKey(words[i] as string) === looseKey(word))
        assert.deepEqual(
          [...segment.fuzzyTerms.withLooseKeyOf(word)].sort((a, b) => a - b),
          same,
        )
      }
    }),
    { numRuns: 50 },
  )
})

test('words too long to be compared are found as themselves', () => {
  const long = 'verwaltung'.repeat(30)
  const segment = segmentOf([`${long} ${long}s`, `${long}-haus`])
  assert.deepEqual(textsOf(segment.words, segment.fuzzyTerms.find(long).words), [long])
  assert.deepEqual(textsOf(segment.joins, segment.fuzzyTerms.find(`${long}haus`).joins), [`${long}haus`])
})

test('an answer is the same when it is remembered, and when it was forgotten', () => {
  const corpus = Array.from(
    { length: 400 },
    (_, i) => `a${String.fromCharCode(97 + (i % 26))}${i.toString(36)}`,
  )
  const segment = segmentOf(corpus)
  const asked = corpus.map((word) => word.slice(0, 3))
  const first = asked.map((word) => segment.fuzzyTerms.find(word))
  assert.deepEqual(
    asked.map((word) => segment.fuzzyTerms.find(word)),
    first,
  )
  const rounds = Math.ceil(CACHED_TERMS_MAX / first.reduce((sum, { words }) => sum + words.length, 0))
  for (let round = 0; round < 2 * rounds; round++)
    for (const word of asked) segment.fuzzyTerms.find(`${word}${round}`)
  assert.deepEqual(
    asked.map((word) => segment.fuzzyTerms.find(word)),
    first,
  )
})

test('an index without words has none that are like any', () => {
  const { fuzzyTerms } = segmentOf([])
  assert.deepEqual(fuzzyTerms.find('bau'), { words: [], joins: [] })
  assert.deepEqual(fuzzyTerms.find(''), { words: [], joins: [] })
  assert.deepEqual(fuzzyTerms.withLooseKeyOf('bau'), [])
})

function segmentOf(corpus: readonly string[]): FuzzyContext {
  return openFuzzyContext(
    buildIndexImage([indexedCompanies(corpus)], { snapshotNumber: 1, sequence: 1, nowMs: 1 }),
  )
}

function wordsOf({ bytes, starts }: TermDictionary): string[] {
  return Array.from({ length: starts.length - 1 }, (_, i) =>
    Buffer.from(bytes.slice(starts[i], starts[i + 1])).toString('utf8'),
  )
}

function textsOf(lexicon: TermDictionary, found: readonly FuzzyTerm[]): string[] {
  const words = wordsOf(lexicon)
  return found.map(({ term }) => words[term] as string)
}

function assertComplete(segment: FuzzyContext, asked: string): void {
  const { words, joins } = segment.fuzzyTerms.find(asked)
  assert.deepEqual(words, bruteForce(segment.words, asked), asked)
  assert.deepEqual(joins, bruteForce(segment.joins, asked), asked)
}

function bruteForce(lexicon: TermDictionary, asked: string): FuzzyTerm[] {
  return wordsOf(lexicon)
    .flatMap((text, term) => {
      const likeness = wordLikeness(asked, text)
      return likeness === undefined ? [] : [{ term, ...likeness }]
    })
    .sort((a, b) => a.cost - b.cost || a.term - b.term)
}
