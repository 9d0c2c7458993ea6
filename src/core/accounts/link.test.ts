import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemSecrets as secrets } from '../../adapters/system/secrets.ts'
import { LINK_KINDS } from '../notifications/link-kind.ts'
import { LINK_LIFE_MS, linkFault, linkToken, newLink, readToken, tokenHashOf } from './link.ts'
import { secretFor } from './root-secret.ts'

const ROOT_SECRET = '5e'.repeat(32)
const linkSecret = secretFor('links', ROOT_SECRET)
const terms = { kind: 'sign_up', email: 'a@example.org', language: 'de', madeBy: 'sign-up' } as const
const link = newLink({ secrets, linkSecret }, terms, 1000)

test('a token has 256 bits in 43 characters, and only its hash is stored', () => {
  const token = linkToken(linkSecret, link)
  assert.match(token, /^[A-Za-z0-9_-]{43}$/)
  assert.equal(Buffer.from(token, 'base64url').length, 32)
  assert.deepEqual(Buffer.from(link.tokenHash), Buffer.from(tokenHashOf({ secrets }, token)))
  assert.equal(readToken(token), token)
  for (const other of ['', token.slice(1), `${token}a`, `${token.slice(1)}=`, `${token.slice(1)}/`]) {
    assert.equal(readToken(other), undefined)
  }
})

test('the token of a link is always the same, and differs for any other secret, id or nonce', () => {
  const token = linkToken(linkSecret, link)
  assert.equal(linkToken(linkSecret, { id: link.id, nonce: new Uint8Array(link.nonce) }), token)
  const nonce = Uint8Array.from(link.nonce, (byte, i) => (i === 0 ? byte ^ 1 : byte))
  assert.notEqual(linkToken(linkSecret, { ...link, nonce }), token)
  assert.notEqual(linkToken(linkSecret, { ...link, id: `${link.id}x` }), token)
  assert.notEqual(linkToken(secretFor('sign-in', ROOT_SECRET), link), token)
  assert.notEqual(linkToken(secretFor('links', '5f'.repeat(32)), link), token)
})

test('a confirmation link is valid for 24 hours, a reset link for 30 minutes', () => {
  const hours = Object.fromEntries(LINK_KINDS.map((kind) => [kind, LINK_LIFE_MS[kind] / 3_600_000]))
  assert.deepEqual(hours, { sign_up: 24, reset: 0.5, new_address: 24, invitation: 168 })
  assert.equal(linkFault(link, link.createdAtMs + LINK_LIFE_MS.sign_up - 1), undefined)
  assert.equal(linkFault(link, link.createdAtMs + LINK_LIFE_MS.sign_up), 'link_expired')
})

test('a used link stays used and an ended link stays invalid, even after their expiry', () => {
  const late = link.expiresAtMs + 1
  assert.equal(linkFault({ ...link, usedAtMs: 5 }, 2000), 'link_used')
  assert.equal(linkFault({ ...link, usedAtMs: 5 }, late), 'link_used')
  assert.equal(linkFault({ ...link, endedAtMs: 5 }, 2000), 'link_invalid')
  assert.equal(linkFault({ ...link, endedAtMs: 5 }, late), 'link_invalid')
  assert.equal(linkFault(undefined, 2000), 'link_invalid')
})
