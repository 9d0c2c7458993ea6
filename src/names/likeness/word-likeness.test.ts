import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { often } from '../../../test/thorough.ts'
import { cologneCode } from '../text/cologne-phonetics.ts'
import { editDistance } from '../text/edit-distance.ts'
import { Letters } from '../text/letters.ts'
import { looseKey } from '../text/loose-key.ts'
import { editCost } from './edit-cost.ts'
import { editsMax, SOUND_COST_MAX, unpackLikeness, wordLikeness } from './word-likeness.ts'

test('a word equals itself at no cost, however short or long', () => {
  for (const word of ['a', '1', '', 'müller', '株式会社', 'x'.repeat(400)]) {
    assert.deepEqual(wordLikeness(word, word), { kind: 'same', edits: 0, cost: 0 })
  }
})

test('two and three letters may have one edit, two edits need a word of five letters and another of four', () => {
  const similar: [string, string, number][] = [
    ['ahi', 'ahis', 1],
    ['ab', 'abc', 1],
    ['haus', 'hauser', 2],
    ['bauer', 'bure', 2],
    ['bremen', 'bermne', 2],
  ]
  for (const [a, b, edits] of similar) assert.equal(wordLikeness(a, b)?.edits, edits, `${a} ${b}`)
  for (const [a, b] of [
    ['a', 'b'],
    ['a', 'ab'],
    ['ab', 'cd'],
    ['haus', 'maut'],
    ['bau', 'bauer'],
    ['bremen', 'tretan'],
  ] as const) {
    assert.equal(wordLikeness(a, b), undefined, `${a} ${b}`)
  }
})

test('words with equal loose keys are spellings of each other, with any number of edits', () => {
  for (const [a, b] of [
    ['mueller', 'muler'],
    ['philipp', 'filip'],
    ['grossbaeckerei', 'grosbakerei'],
    ['matthias', 'matias'],
    ['schultze', 'schulze'],
    ['kern', 'kem'],
    ['2000', '2ooo'],
  ] as const) {
    assert.equal(wordLikeness(a, b)?.kind, 'spelling', `${a} ${b}`)
    assert.equal(looseKey(a), looseKey(b))
  }
})

test('words of the same sound with more edits match by sound, at a cost of at most four edits in ten letters', () => {
  assert.equal(wordLikeness('tschaikowski', 'tschaykofsky')?.kind, 'sound')
  assert.equal(wordLikeness('wiegandt', 'vichand'), undefined)
  assert.equal(wordLikeness('haus', 'hose'), undefined)
  assert.equal(wordLikeness('mohr', 'meyer'), undefined)
})

test('easy confusions cost less than an ordinary edit, a first letter and a digit cost more', () => {
  const costOf = (a: string, b: string) => wordLikeness(a, b)?.cost ?? Number.NaN
  const ordinary = costOf('fahrradladen', 'fahrraoladen')
  for (const [a, b] of [
    ['fahrradladen', 'farradladen'],
    ['fahrradladen', 'fahrradlaaden'],
    ['fahrradladen', 'fahrrdaladen'],
    ['fahrradladen', 'fahrratladen'],
    ['fahrradladen', 'fahrraxladen'],
    ['musterbaecker', 'musterbacker'],
    ['musterbaecker', 'musterbecker'],
    ['modernisiert', 'modemisiert'],
    ['clubgaststatt', 'klubgaststatt'],
    ['clubgaststatt', 'dubgaststatt'],
  ] as const) {
    assert.ok(costOf(a, b) < ordinary, `${a} ${b}: ${costOf(a, b)} < ${ordinary}`)
  }
  assert.ok(costOf('fahrradladen', 'xahrradladen') > ordinary)
  assert.ok(costOf('projekt20000', 'projekt20001') > ordinary)
  assert.ok(costOf('haus', 'hans') > ordinary)
})

test('the likeness follows its plain definition, is symmetric, and costs nothing only for equal words', () => {
  const word = fc.string({ unit: fc.constantFrom(...'aeeuutthhcckkrnmm1lps0ß字'), maxLength: 9 })
  fc.assert(
    fc.property(word, word, (a, b) => {
      const likeness = wordLikeness(a, b)
      assert.deepEqual(likeness, wordLikeness(b, a))
      assert.equal(likeness?.kind, plainKind(a, b))
      if (likeness === undefined) return
      assert.equal(likeness.edits, editDistance(a, b, 20))
      assert.equal(likeness.cost === 0, a === b)
    }),
    { numRuns: often(20_000) },
  )
})

function plainKind(a: string, b: string): string | undefined {
  if (a === b) return 'same'
  const [shorter, longer] = a.length < b.length ? [a, b] : [b, a]
  if (shorter.length < 2) return undefined
  const edits = editDistance(a, b, 20)
  const isNumber = !/[^0-9]/.test(a + b)
  if (edits <= (isNumber ? 1 : editsMax(a.length, b.length))) return 'spelling'
  if (looseKey(a) === looseKey(b) && looseKey(a).length >= 2) return 'spelling'
  const isSounding = /^[a-z]{4,}$/.test(a) && /^[a-z]{4,}$/.test(b)
  if (edits > longer.length / 2) return undefined
  const cost = (editCost(new Letters().setText(a), new Letters().setText(b)) * 10) / longer.length
  const sounds = isSounding && cologneCode(a) === cologneCode(b) && cologneCode(a).length >= 2
  return sounds && Math.round(cost) <= SOUND_COST_MAX ? 'sound' : undefined
}

test('words above 255 letters are similar only if they are equal', () => {
  const word = 'ab'.repeat(127)
  assert.equal(wordLikeness(word, `${word}a`)?.edits, 1)
  assert.equal(wordLikeness(`${word}a`, `${word}ab`), undefined)
  assert.equal(wordLikeness(`${word}ab`, `${word}a`), undefined)
})

test('no text makes wordLikeness throw', () => {
  const text = fc.string({ unit: 'binary', maxLength: 12 })
  fc.assert(
    fc.property(text, text, (a, b) => {
      wordLikeness(a, b)
    }),
    { numRuns: 5000 },
  )
})

test('UNLIKE is unpacked as undefined', () => {
  assert.equal(unpackLikeness(-1), undefined)
})
