import assert from 'node:assert/strict'
import { test } from 'node:test'
import { secretFor } from './root-secret.ts'
import { signedToken, signToken } from './session-cookie.ts'

const ROOT_SECRET = '5e'.repeat(32)
const SECRET = secretFor('sessions', ROOT_SECRET)

test('a signed token is read back, even if it contains a dot', () => {
  for (const token of ['a', 'a.b', 'abc.', '.a', 'ü']) {
    assert.equal(signedToken(SECRET, signToken(SECRET, token)), token)
  }
})

test('a value with any character changed, removed or added has no valid signature', () => {
  const value = signToken(SECRET, 'abcdefghijkl')
  for (let at = 0; at < value.length; at++) {
    for (const newEmail of ['', 'x', 'X', '.', '\0', `${value[at]}${value[at]}`]) {
      const changed = value.slice(0, at) + newEmail + value.slice(at + 1)
      if (changed !== value) assert.equal(signedToken(SECRET, changed), undefined, changed)
    }
  }
  for (const other of [undefined, '', '.', 'abcdefghijkl', `${value}=`, ` ${value}`, `${value} `]) {
    assert.equal(signedToken(SECRET, other), undefined, String(other))
  }
})

test('a signature is valid only with the secret that made it', () => {
  const value = signToken(SECRET, 'abc')
  for (const other of [
    undefined,
    ROOT_SECRET,
    secretFor('links', ROOT_SECRET),
    secretFor('sign-in', ROOT_SECRET),
    secretFor('sessions', '5f'.repeat(32)),
  ]) {
    assert.equal(signedToken(other, value), undefined)
  }
})
