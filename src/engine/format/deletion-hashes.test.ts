import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { often } from '../../../test/thorough.ts'
import { editsMax, soundEditsMax } from '../../names/likeness/word-likeness.ts'
import { editDistance } from '../../names/text/edit-distance.ts'
import { Letters } from '../../names/text/letters.ts'
import {
  deletionHashes,
  HASHES_MAX,
  mayBeWithinEdits,
  PREFIX_LETTERS,
  signatureLength,
  signatureOf,
} from './deletion-hashes.ts'

const letter = fc.constantFrom(...'abcde1ж')
const word = fc.string({ unit: letter, minLength: 1, maxLength: 12 })
/** A word and either the same with up to three edits or any other word. */
const pair = fc.oneof(
  fc.tuple(word, word),
  fc.tuple(word, fc.array(fc.tuple(fc.nat(3), fc.nat(11), letter), { maxLength: 3 })).map(([text, edits]) => {
    const letters = [...text]
    for (const [kind, at, other] of edits) {
      if (kind === 0) letters.splice(at, 1)
      else if (kind === 1) letters.splice(at, 0, other)
      else if (kind === 2) letters.splice(at, 1, other)
      else letters.splice(at, 2, ...letters.slice(at, at + 2).reverse())
    }
    return [text, letters.join('') || text] as [string, string]
  }),
)

const lettersOf = (text: string) => new Letters().setText(text)

function hashesOf(text: string): Set<number> {
  const hashes = new Uint32Array(HASHES_MAX)
  return new Set(hashes.subarray(0, deletionHashes(lettersOf(text), hashes)))
}

test('words within the allowed edits share a deletion hash', () => {
  let related = 0
  fc.assert(
    fc.property(pair, ([a, b]) => {
      if (editDistance(a, b, 2) > editsMax(a.length, b.length)) return
      related++
      const hashes = hashesOf(b)
      assert.ok(
        [...hashesOf(a)].some((hash) => hashes.has(hash)),
        `${a} ${b}`,
      )
    }),
    { numRuns: often(20_000) },
  )
  assert.ok(related > often(20_000) / 4)
})

test('words that differ only behind the prefix have the same hashes', () => {
  const prefix = 'abcdefg'
  assert.equal(prefix.length, PREFIX_LETTERS)
  assert.deepEqual(hashesOf(`${prefix}h`), hashesOf(`${prefix}xyz`))
  assert.notDeepEqual(hashesOf('abcdef'), hashesOf('abcdeg'))
  assert.equal(hashesOf(prefix).size, 21)
  assert.equal(hashesOf('abcdef').size, HASHES_MAX)
})

test('signatures reject no word within the edits, whether of one letter or of hundreds', () => {
  const long = fc.tuple(word, fc.nat(25)).map(([text, times]) => text.repeat(1 + times).slice(0, 200))
  fc.assert(
    fc.property(fc.oneof(pair, fc.tuple(long, long)), ([a, b]) => {
      const [one, other] = [signatureOf(lettersOf(a)), signatureOf(lettersOf(b))]
      const edits = editDistance(a, b, 200)
      assert.ok(mayBeWithinEdits(edits, one, other), `${a} ${b}`)
      if (edits > soundEditsMax(a.length, b.length)) return
      assert.ok(
        mayBeWithinEdits(soundEditsMax(signatureLength(one), signatureLength(other)), one, other),
        `${a} ${b}`,
      )
    }),
    { numRuns: often(20_000) },
  )
})

test('signatures reject words of other letters or lengths', () => {
  const may = (a: string, b: string) =>
    mayBeWithinEdits(2, signatureOf(lettersOf(a)), signatureOf(lettersOf(b)))
  assert.ok(may('bremen', 'bremse'))
  assert.ok(!may('bremen', 'bremerin1'))
  assert.ok(!may('abcdef', 'abcxyz'))
})
