import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { indexedCompanies } from '../../../test/fixtures/indexed-companies.ts'
import { often } from '../../../test/thorough.ts'
import { wordLikeness } from '../../names/likeness/word-likeness.ts'
import { looseKey } from '../../names/text/loose-key.ts'
import { buildIndexImage } from '../build/index-builder.ts'
import type { TermDictionary } from '../format/term-dictionary.ts'
import type { FuzzyContext } from './fuzzy-context.ts'
import { openFuzzyContext } from './fuzzy-context.ts'
import type { FuzzyTerm } from './fuzzy-term-keys.ts'
import { CACHED_TERMS_MAX } from './fuzzy-terms.ts'

/** Real words. Edits of them make dictionaries in which many words are near each other. */
const WORDS = (
  'mueller miller bau bauer baur haus hausen verwaltung verwaltungs vermietung immobilien immobil schmidt schmitt philipp filip meyer ' +
  'maier mohr ab abc a 1 12 1860 grossbaeckerei kern kem modern modem handelsgesellschaft xaver tschaikowski tschaykofsky 株式会社 газпром 𝔐𝔐𝔐𝔐𝔐𝔐'
).split(' ')
const LETTERS = [...'aeioubcdkhlmnrstwz1ж']

/** Generates a word with up to three edits. */
const edited = fc
  .tuple(
    fc.constantFrom(...WORDS),
    fc.array(fc.tuple(fc.nat(3), fc.nat(30), fc.constantFrom(...LETTERS)), { maxLength: 3 }),
  )
  .map(([word, edits]) => edits.reduce((text, [kind, at, letter]) => edit(text, kind, at, letter), word))

function edit(word: string, kind: number, at: number, letter: string): string {
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
    .tuple(fc.array(edited, { minLength: 1, maxLength: 4 }), joint)
    .map(([words, between]) => words.join(between)),
  { maxLength: 60 },
)

test('exactly the words with a likeness to a word are found', () => {
  fc.assert(
    fc.property(names, fc.array(edited, { minLength: 5, maxLength: 30 }), (corpus, queries) => {
      const context = contextOf(corpus)
      for (const word of queries) assertComplete(context, word)
    }),
    { numRuns: often(150) },
  )
})

test('exactly the words of the same loose key are found', () => {
  fc.assert(
    fc.property(names, fc.array(edited, { minLength: 5, maxLength: 30 }), (corpus, queries) => {
      const context = contextOf(corpus)
      const words = wordsOf(context.words)
      for (const word of queries) {
        const expected = [...words.keys()].filter((i) => looseKey(words[i] as string) === looseKey(word))
        assert.deepEqual(
          [...context.fuzzyTerms.withLooseKeyOf(word)].sort((a, b) => a - b),
          expected,
        )
      }
    }),
    { numRuns: 50 },
  )
})

test('words too long to be compared match only equal words', () => {
  const long = 'verwaltung'.repeat(30)
  const context = contextOf([`${long} ${long}s`, `${long}-haus`])
  assert.deepEqual(textsOf(context.words, context.fuzzyTerms.find(long)), [long])
})

test('results are the same from the cache and after eviction', () => {
  const corpus = Array.from(
    { length: 400 },
    (_, i) => `a${String.fromCharCode(97 + (i % 26))}${i.toString(36)}`,
  )
  const context = contextOf(corpus)
  const queries = corpus.map((word) => word.slice(0, 3))
  const first = queries.map((word) => context.fuzzyTerms.find(word))
  assert.deepEqual(
    queries.map((word) => context.fuzzyTerms.find(word)),
    first,
  )
  const rounds = Math.ceil(CACHED_TERMS_MAX / first.reduce((sum, found) => sum + found.length, 0))
  for (let round = 0; round < 2 * rounds; round++)
    for (const word of queries) context.fuzzyTerms.find(`${word}${round}`)
  assert.deepEqual(
    queries.map((word) => context.fuzzyTerms.find(word)),
    first,
  )
})

test('an index without words has no similar words', () => {
  const { fuzzyTerms } = contextOf([])
  assert.deepEqual(fuzzyTerms.find('bau'), [])
  assert.deepEqual(fuzzyTerms.find(''), [])
  assert.deepEqual(fuzzyTerms.withLooseKeyOf('bau'), [])
})

function contextOf(corpus: readonly string[]): FuzzyContext {
  return openFuzzyContext(
    buildIndexImage([indexedCompanies(corpus)], { snapshotNumber: 1, sequence: 1, nowMs: 1 }),
  )
}

function wordsOf({ bytes, starts }: TermDictionary): string[] {
  return Array.from({ length: starts.length - 1 }, (_, i) =>
    Buffer.from(bytes.slice(starts[i], starts[i + 1])).toString('utf8'),
  )
}

function textsOf(dictionary: TermDictionary, found: readonly FuzzyTerm[]): string[] {
  const words = wordsOf(dictionary)
  return found.map(({ term }) => words[term] as string)
}

function assertComplete(context: FuzzyContext, word: string): void {
  assert.deepEqual(context.fuzzyTerms.find(word), bruteForce(context.words, word), word)
}

function bruteForce(dictionary: TermDictionary, word: string): FuzzyTerm[] {
  return wordsOf(dictionary)
    .flatMap((text, term) => {
      const likeness = wordLikeness(word, text)
      return likeness === undefined ? [] : [{ term, ...likeness }]
    })
    .sort((a, b) => a.cost - b.cost || a.term - b.term)
}
