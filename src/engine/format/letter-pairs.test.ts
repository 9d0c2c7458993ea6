import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { indexedCompanies } from '../../../test/fixtures/indexed-companies.ts'
import { buildIndexImage } from '../build/index-builder.ts'
import { nameOf, openIndex } from './index-reader.ts'
import { documentsWithLetterRun, isLetter } from './letter-pairs.ts'
import { termsEqualTo } from './term-dictionary.ts'
import { utf8Of } from './utf8.ts'

const WORDS = ['a', 'b', '7', 'ж', '木', 'bau', 'und']
const LETTERS = WORDS.slice(0, 5)
const names = fc.array(fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 6 }), {
  minLength: 1,
  maxLength: 12,
})

test('two letters find exactly the names that have them side by side, three the names with the rarer pair', () => {
  fc.assert(
    fc.property(names, fc.array(fc.constantFrom(...LETTERS), { minLength: 2, maxLength: 3 }), (all, run) => {
      const companies = indexedCompanies(all.map((words) => words.join(' ')))
      const context = openIndex(buildIndexImage([companies], { snapshotNumber: 1, sequence: 1, nowMs: 1 }))
      const terms = run.map((letter) => termsEqualTo(context.words, utf8Of(letter)))
      if (terms.some(({ from, to }) => from === to)) return
      const found = documentsWithLetterRun(
        context.sections,
        terms.map(({ from }) => from),
      )
      const documents = Array.from({ length: context.header.documents }, (_, document) => document)
      const ofPairs = run.slice(1).map((second, i) =>
        documents.filter((document) => {
          const words = nameOf(context, document).split(' ')
          return words.some((word, at) => word === run[i] && words[at + 1] === second)
        }),
      )
      const fewest = Math.min(...ofPairs.map(({ length }) => length))
      assert.ok(ofPairs.some((documents) => documents.join() === [...found].join()))
      assert.equal(found.length, fewest)
    }),
  )
})

test('a letter is a word of one UTF-16 unit, whatever its number of bytes', () => {
  const words = ['a', '7', 'ж', '木', 'ab', '𠀀', 'жа']
  const image = buildIndexImage([indexedCompanies([words.join(' ')])], {
    snapshotNumber: 1,
    sequence: 1,
    nowMs: 1,
  })
  const { words: dictionary, sections } = openIndex(image)
  const isLetterHere = (word: string) => isLetter(sections, termsEqualTo(dictionary, utf8Of(word)).from)
  assert.deepEqual(words.filter(isLetterHere), ['a', '7', 'ж', '木'])
})
