import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { crc32 } from 'node:zlib'
import { randomText } from '../random-text.ts'
import type { Secrets } from '../secrets.ts'
import { newSecret, readSecret, visibleStartOf } from './key-secret.ts'

const KEYS = 1000
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

const secrets: Secrets = {
  bytes: (count) => randomBytes(count),
  sha256: (text) => createHash('sha256').update(text).digest(),
}
const thousand = Array.from({ length: KEYS }, (_, i) => newSecret({ secrets }, i % 2 === 0 ? 'live' : 'test'))

describe('a key text', () => {
  it('has the form of the contract and is accepted', () => {
    for (const [i, key] of thousand.entries()) {
      assert.match(key, i % 2 === 0 ? /^fs_live_[0-9A-Za-z]{38}$/ : /^fs_test_[0-9A-Za-z]{38}$/)
      assert.equal(readSecret(key), 'ok')
    }
  })

  it('ends in the CRC-32 of all before it, most significant digit first, padded with zeros', () => {
    for (const key of thousand) {
      const value = [...key.slice(-6)].reduce((sum, digit) => sum * 62 + BASE62.indexOf(digit), 0)
      assert.equal(value, crc32(key.slice(0, -6)))
    }
  })

  it('is refused after every change of one character', () => {
    for (const key of thousand.slice(0, 100)) {
      for (let at = 0; at < key.length; at++) {
        for (const digit of BASE62) {
          if (digit === key[at]) continue
          assert.notEqual(readSecret(key.slice(0, at) + digit + key.slice(at + 1)), 'ok')
        }
      }
    }
    for (const [i, key] of thousand.entries()) {
      for (let at = 0; at < key.length; at++) {
        const digit = BASE62[(BASE62.indexOf(key[at]!) + 1 + (i % 61)) % 62]!
        assert.notEqual(readSecret(key.slice(0, at) + digit + key.slice(at + 1)), 'ok')
      }
    }
  })

  it('is refused after any swap of two different adjacent characters', () => {
    for (const key of thousand) {
      for (let at = 0; at + 1 < key.length; at++) {
        if (key[at] === key[at + 1]) continue
        const swapped = key.slice(0, at) + key[at + 1] + key[at] + key.slice(at + 2)
        assert.notEqual(readSecret(swapped), 'ok')
      }
    }
  })

  it('distinguishes a key with a wrong checksum from a text that is not a key', () => {
    const key = thousand[0]!
    const last = key.endsWith('0') ? '1' : '0'
    assert.equal(readSecret(key.slice(0, -1) + last), 'wrong_checksum')
    for (const text of [
      '',
      'x',
      'fs_live_',
      `${key}0`,
      key.slice(1),
      ` ${key}`,
      `${key}\n`,
      key.toUpperCase(),
    ]) {
      assert.equal(readSecret(text), 'not_a_key')
    }
  })

  it('shows no more than four of its random characters', () => {
    assert.match(visibleStartOf(thousand[0]!), /^fs_live_[0-9A-Za-z]{4}$/)
  })
})

describe('random text', () => {
  it('discards the bytes that would make some characters more frequent', () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, i) => i)
    let calls = 0
    const counted: Secrets = { ...secrets, bytes: (count) => bytes.slice(calls++ * count, calls * count) }
    const text = randomText({ secrets: counted }, 248)
    for (const digit of BASE62) assert.equal(text.split(digit).length - 1, 4)
  })

  it('draws more bytes until it is long enough', () => {
    let calls = 0
    const poor: Secrets = { ...secrets, bytes: (count) => new Uint8Array(count).fill(calls++ < 3 ? 255 : 1) }
    assert.equal(randomText({ secrets: poor }, 5), '11111')
  })
})
