import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { namePieces, type TextRange } from '../../dashboard/src/search/name-pieces.ts'

test('a name is cut at code points, and its marked pieces are the texts of the ranges', () => {
  const ranges: readonly TextRange[] = [
    [1, 3],
    [3, 4],
  ]
  assert.deepEqual(namePieces('𝒜b👩d e', ranges), [
    { text: '𝒜', isMarked: false },
    { text: 'b👩', isMarked: true },
    { text: 'd', isMarked: true },
    { text: ' e', isMarked: false },
  ])
  assert.deepEqual(namePieces('ab', []), [{ text: 'ab', isMarked: false }])
  assert.deepEqual(namePieces('ab', [[0, 2]]), [{ text: 'ab', isMarked: true }])
})

test('the pieces joined are the name, for any sorted ranges', () => {
  const bounds = fc.uniqueArray(fc.nat(30), { maxLength: 8 }).map((all) => all.toSorted((a, b) => a - b))
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 20 }), bounds, (name, all) => {
      const ranges = all.flatMap((start, i) =>
        i % 2 === 0 && all[i + 1] ? [[start, all[i + 1]!] as const] : [],
      )
      const pieces = namePieces(name, ranges)
      assert.equal(pieces.map(({ text }) => text).join(''), name)
    }),
  )
})
