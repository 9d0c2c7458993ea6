import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MISREAD_LETTERS_MAX, printedCandidates } from './misread.ts'

test('a word of up to 24 letters may be misread in two places, a longer one has no candidates', () => {
  const word = '5chrnitt'
  const longest = word + 'x'.repeat(MISREAD_LETTERS_MAX - word.length)
  assert.equal(longest.length, 24)
  assert.ok(printedCandidates(longest).includes(longest.replace('5', 's').replace('rn', 'm')))
  assert.deepEqual(printedCandidates(`${longest}x`), [])
})

test('of more than four pairs the first ones of the word count', () => {
  const read = printedCandidates('clvvclclnnrn1')
  for (const one of ['dvvclclnnrnl', 'clwclclnnrnl', 'clvvdclnnrnl', 'clvvcldnnrnl'])
    assert.ok(read.includes(one), one)
  for (const one of ['clvvclclmrnl', 'clvvclclnnml']) assert.ok(!read.includes(one), one)
})
