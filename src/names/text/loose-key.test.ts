import assert from 'node:assert/strict'
import { test } from 'node:test'
import { looseKey } from './loose-key.ts'

test('easily confused spellings have one loose key', () => {
  const same: [string, string][] = [
    ['mueller', 'muller'],
    ['gross', 'gros'],
    ['schifffahrt', 'schiffahrt'],
    ['stephan', 'stefan'],
    ['theodor', 'teodor'],
    ['stadt', 'statt'],
    ['schwartz', 'schwarz'],
    ['becker', 'beker'],
    ['carl', 'karl'],
    ['mayer', 'maier'],
    ['modern', 'modem'],
    ['vvinter', 'winter'],
    ['b0schungen', 'boschungen'],
    ['80sch', 'bosch'],
  ]
  for (const [a, b] of same) assert.equal(looseKey(a), looseKey(b), `${a} ${b}`)
})

test('different words keep different keys, and doubled digits stay doubled', () => {
  for (const [a, b] of [
    ['maier', 'meier'],
    ['100', '10'],
    ['1860', '1880'],
    ['haus', 'maus'],
  ] as const) {
    assert.notEqual(looseKey(a), looseKey(b))
  }
})

test('letters of other scripts stay', () => {
  assert.equal(looseKey('株式会社'), '株式会社')
  assert.equal(looseKey(''), '')
})
