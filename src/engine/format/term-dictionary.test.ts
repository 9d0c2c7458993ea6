import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { GrowingTexts } from '../build/growing-array.ts'
import { HASH_START, hashBytes, taggedTable } from './hash-table.ts'
import type { Lexicon } from './term-dictionary.ts'
import { signsOf, termsBeginningWith, termsEqualTo } from './term-dictionary.ts'
import { TermLookup } from './term-lookup.ts'
import { utf8Of } from './utf8.ts'

function lexiconOf(words: readonly string[]): Lexicon {
  const texts = new GrowingTexts()
  for (const word of words) texts.push(word)
  const bytes = texts.bytes.view()
  const starts = texts.starts.view()
  const table = taggedTable(words.length, 1, (word) =>
    hashBytes(HASH_START, bytes, starts[word] as number, starts[word + 1] as number),
  )
  return { bytes, starts, bucketStarts: table.starts, buckets: table.things, signs: signsOf(bytes, starts) }
}

/** Letters of one to four bytes, among them those that UTF-16 and UTF-8 order differently. */
const word = fc
  .array(fc.constantFrom('a', 'b', 'z', '1', 'é', 'ß', '株', '\ufb01', '\uffee', '𝔐', '🚀'), {
    minLength: 1,
    maxLength: 4,
  })
  .map((letters) => letters.join(''))

test('finds a word and all words with a beginning, as reading the whole list would', () => {
  fc.assert(
    fc.property(fc.array(word, { maxLength: 60 }), word, (words, asked) => {
      const sorted = words.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
      const lexicon = lexiconOf(sorted)
      const equal = termsEqualTo(lexicon, utf8Of(asked))
      assert.deepEqual(
        sorted.slice(equal.from, equal.to),
        sorted.filter((one) => one === asked),
      )
      const beginning = termsBeginningWith(lexicon, utf8Of(asked))
      assert.deepEqual(
        sorted.slice(beginning.from, beginning.to),
        sorted.filter((one) => one.startsWith(asked)),
      )
    }),
    { numRuns: 1000 },
  )
})

test('looks many words up at once in two dictionaries as one by one', () => {
  fc.assert(
    fc.property(
      fc.array(word, { maxLength: 60 }),
      fc.array(word, { maxLength: 60 }),
      fc.array(word, { maxLength: 90 }),
      (first, second, asked) => {
        const lexica = [first, second].map((words) =>
          lexiconOf(words.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))),
        )
        const lookup = new TermLookup(lexica)
        const words = asked.map(utf8Of)
        lookup.begin(words)
        lexica.forEach((lexicon, place) => {
          words.forEach((one, i) => {
            assert.deepEqual(lookup.terms(place, i, one), termsEqualTo(lexicon, one))
          })
        })
      },
    ),
  )
})

/** Four letters, so that hundreds of words begin alike and many share the eight bytes that a sign holds. */
const alike = fc
  .array(fc.constantFrom('a', 'b', 'ü', 'aaaaaaaa'), { minLength: 1, maxLength: 9 })
  .map((letters) => letters.join(''))

test('finds the bounds of a beginning among many words that begin alike', () => {
  const words = fc.uniqueArray(alike, { minLength: 200, maxLength: 400 })
  fc.assert(
    fc.property(words, fc.array(alike, { minLength: 20, maxLength: 20 }), (some, asked) => {
      const sorted = some.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
      const lexicon = lexiconOf(sorted)
      for (const beginning of [...asked, ...sorted.slice(0, 20)]) {
        const { from, to } = termsBeginningWith(lexicon, utf8Of(beginning))
        assert.deepEqual(
          sorted.slice(from, to),
          sorted.filter((one) => one.startsWith(beginning)),
        )
        const known = termsEqualTo(lexicon, utf8Of(beginning))
        if (known.from < known.to)
          assert.deepEqual(termsBeginningWith(lexicon, utf8Of(beginning), known.from), { from, to })
      }
    }),
    { numRuns: 100 },
  )
})
