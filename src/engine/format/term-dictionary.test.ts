import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { GrowingTexts } from '../build/growing-array.ts'
import { buildTaggedTable, HASH_START, hashBytes } from './hash-table.ts'
import type { TermDictionary } from './term-dictionary.ts'
import { sparseIndexOf, termsEqualTo, termsWithPrefix } from './term-dictionary.ts'
import { TermLookup } from './term-lookup.ts'
import { utf8Of } from './utf8.ts'

function dictionaryOf(words: readonly string[]): TermDictionary {
  const texts = new GrowingTexts()
  for (const word of words) texts.push(word)
  const bytes = texts.bytes.view()
  const starts = texts.starts.view()
  const table = buildTaggedTable(words.length, 1, (word) =>
    hashBytes(HASH_START, bytes, starts[word] as number, starts[word + 1] as number),
  )
  return {
    bytes,
    starts,
    bucketStarts: table.starts,
    buckets: table.entries,
    sparseIndex: sparseIndexOf(bytes, starts),
  }
}

/** Letters of one to four bytes, among them some that UTF-16 and UTF-8 order differently. */
const word = fc
  .array(fc.constantFrom('a', 'b', 'z', '1', 'é', 'ß', '株', '\ufb01', '\uffee', '𝔐', '🚀'), {
    minLength: 1,
    maxLength: 4,
  })
  .map((letters) => letters.join(''))

test('finds a word and all words with a prefix, as a scan of the whole list does', () => {
  fc.assert(
    fc.property(fc.array(word, { maxLength: 60 }), word, (words, wanted) => {
      const sorted = words.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
      const dictionary = dictionaryOf(sorted)
      const equal = termsEqualTo(dictionary, utf8Of(wanted))
      assert.deepEqual(
        sorted.slice(equal.from, equal.to),
        sorted.filter((one) => one === wanted),
      )
      const prefix = termsWithPrefix(dictionary, utf8Of(wanted))
      assert.deepEqual(
        sorted.slice(prefix.from, prefix.to),
        sorted.filter((one) => one.startsWith(wanted)),
      )
    }),
    { numRuns: 1000 },
  )
})

test('looking up many words at once in two dictionaries finds the same as one by one', () => {
  fc.assert(
    fc.property(
      fc.array(word, { maxLength: 60 }),
      fc.array(word, { maxLength: 60 }),
      fc.array(word, { maxLength: 90 }),
      (first, second, wanted) => {
        const dictionaries = [first, second].map((words) =>
          dictionaryOf(words.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))),
        )
        const lookup = new TermLookup(dictionaries)
        const words = wanted.map(utf8Of)
        lookup.prepare(words)
        dictionaries.forEach((dictionary, index) => {
          words.forEach((one, i) => {
            assert.deepEqual(lookup.terms(index, i, one), termsEqualTo(dictionary, one))
          })
        })
      },
    ),
  )
})

/** Four letters, so that hundreds of words share prefixes and many share all eight bytes of a sample. */
const alike = fc
  .array(fc.constantFrom('a', 'b', 'ü', 'aaaaaaaa'), { minLength: 1, maxLength: 9 })
  .map((letters) => letters.join(''))

test('finds the range of a prefix among many words with common prefixes', () => {
  const words = fc.uniqueArray(alike, { minLength: 200, maxLength: 400 })
  fc.assert(
    fc.property(words, fc.array(alike, { minLength: 20, maxLength: 20 }), (some, wanted) => {
      const sorted = some.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
      const dictionary = dictionaryOf(sorted)
      for (const prefix of [...wanted, ...sorted.slice(0, 20)]) {
        const { from, to } = termsWithPrefix(dictionary, utf8Of(prefix))
        assert.deepEqual(
          sorted.slice(from, to),
          sorted.filter((one) => one.startsWith(prefix)),
        )
        const known = termsEqualTo(dictionary, utf8Of(prefix))
        if (known.from < known.to)
          assert.deepEqual(termsWithPrefix(dictionary, utf8Of(prefix), known.from), { from, to })
      }
    }),
    { numRuns: 100 },
  )
})
