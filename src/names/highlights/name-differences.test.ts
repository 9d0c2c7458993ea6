import assert from 'node:assert/strict'
import { test } from 'node:test'
import { COMPARED_POINTS_MAX, nameDifferences } from './name-differences.ts'

/** The names with their differences in brackets. */
function marked(first: string, second: string): readonly [string, string] {
  const ranges = nameDifferences(first, second)
  const mark = (name: string, places: readonly (readonly [number, number])[]) => {
    const points = [...name]
    for (const [start, end] of places.toReversed()) {
      points.splice(end, 0, ']')
      points.splice(start, 0, '[')
    }
    return points.join('')
  }
  return [mark(first, ranges.first), mark(second, ranges.second)]
}

test('letters that only one of two names has differ, whatever their case', () => {
  assert.deepEqual(marked('Adler Hausverwaltng GMBH', 'Adler Hausverwaltung GmbH'), [
    'Adler Hausverwaltng GMBH',
    'Adler Hausverwalt[u]ng GmbH',
  ])
  assert.deepEqual(marked('Meier & Sohn', 'Mayer und Söhne'), ['M[ei]er & S[o]hn', 'M[ay]er [und] S[ö]hn[e]'])
})

test('of words that have few letters in common all letters differ, in both names', () => {
  assert.deepEqual(marked('Siemens AG', 'Siemens Aktiengesellschaft'), [
    'Siemens [AG]',
    'Siemens [Aktiengesellschaft]',
  ])
  assert.deepEqual(marked('Bau', 'Xylophon'), ['[Bau]', '[Xylophon]'])
})

test('signs and blanks never differ', () => {
  assert.deepEqual(marked('A.B.C. - GmbH', 'ABC GmbH'), ['A.B.C. - GmbH', 'ABC GmbH'])
  assert.deepEqual(nameDifferences('', '  &'), { first: [], second: [] })
})

test('ranges count code points, and what comes after COMPARED_POINTS_MAX is not compared', () => {
  assert.deepEqual(nameDifferences('𝔸x', '𝔸xy'), { first: [], second: [[2, 3]] })
  const long = 'a'.repeat(COMPARED_POINTS_MAX)
  assert.deepEqual(nameDifferences(`${long}b`, long).first, [])
  assert.deepEqual(nameDifferences(`${long.slice(1)}b`, long).first, [
    [COMPARED_POINTS_MAX - 1, COMPARED_POINTS_MAX],
  ])
})
