import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  CHAIN_PARTS_MAX,
  HYPHEN_VARIANTS_MAX,
  hyphenVariants,
  joinedWords,
  repeatedParts,
} from './hyphenated-words.ts'

const letters = (words: string, hyphens: readonly boolean[]) =>
  joinedWords(words.split(' '), hyphens).map((joined) => joined.letters)
const chain = (length: number) => Array.from({ length }, (_, i) => String.fromCharCode(97 + i))
const hyphens = (length: number) => Array.from({ length: length - 1 }, () => true)

test('a name without hyphens has no joined words', () => {
  assert.deepEqual(letters('mueller bau', [false]), [])
})

test('every run of a hyphen chain is a joined word that counts its parts', () => {
  assert.deepEqual(letters('x a b c y', [false, true, true, false]), ['ab', 'abc', 'bc'])
  assert.deepEqual(joinedWords(['mueller', 'bau'], [true]), [
    { letters: 'muellerbau', parts: 2, firstLetters: 7 },
  ])
})

test('a longer chain gives runs of two and three words, and the whole chain up to its limit', () => {
  const whole = (length: number) =>
    joinedWords(chain(length), hyphens(length)).some((joined) => joined.parts === length)
  assert.equal(whole(CHAIN_PARTS_MAX), true)
  assert.equal(whole(CHAIN_PARTS_MAX + 1), false)
  const parts = joinedWords(chain(5), hyphens(5)).map((joined) => joined.parts)
  assert.deepEqual([...new Set(parts)].sort(), [2, 3, 5])
})

test('a query has the unjoined variant first, then every way of joining its hyphens', () => {
  assert.deepEqual(hyphenVariants(['a', 'b', 'c'], [true, true]), [
    ['a', 'b', 'c'],
    ['ab', 'c'],
    ['a', 'bc'],
    ['abc'],
  ])
  assert.deepEqual(hyphenVariants(['a', 'b'], [false]), [['a', 'b']])
})

test('a long chain has the variants unjoined, joined, and with one pair joined; never more than the limit', () => {
  const ways = hyphenVariants(chain(5), hyphens(5)).map((way) => way.join(' '))
  assert.deepEqual(ways, ['a b c d e', 'abcde', 'ab c d e', 'a bc d e', 'a b cd e', 'a b c de'])
  assert.equal(hyphenVariants(chain(200), hyphens(200)).length, HYPHEN_VARIANTS_MAX)
})

test('repeatedParts counts the words of a joined word that the query also has elsewhere', () => {
  const repeats = (words: string[], way: string[]) => Object.fromEntries(repeatedParts(words, way))
  assert.deepEqual(repeats(['it', 'it', 'haus'], ['it', 'ithaus']), { ithaus: { parts: 2, repeated: 1 } })
  assert.deepEqual(repeats(['it', 'haus', 'it', 'bau'], ['ithaus', 'itbau']), {
    itbau: { parts: 2, repeated: 1 },
  })
  assert.deepEqual(repeats(['it', 'haus'], ['ithaus']), {})
  assert.deepEqual(repeats(['it', 'it', 'haus'], ['it', 'it', 'haus']), {})
})
