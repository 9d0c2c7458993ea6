import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { z } from 'zod'
import { EMAIL_MAX, maskEmail, readEmail } from './email-address.ts'

test('an address is stored in lower case, trimmed, with its host in ASCII', () => {
  assert.equal(readEmail('  Anna.Schmidt@Example.ORG '), 'anna.schmidt@example.org')
  assert.equal(readEmail('info@müller.de'), 'info@xn--mller-kva.de')
  assert.equal(readEmail('info@MÜLLER.de'), 'info@xn--mller-kva.de')
  assert.equal(readEmail("o'brien+x@a-b.co.uk"), "o'brien+x@a-b.co.uk")
})

test('a text that no e-mail can be sent to is not an address', () => {
  for (const text of [
    '',
    'anna',
    '@example.org',
    'anna@',
    'anna@localhost',
    'anna@example',
    'anna@example.1',
    'anna@-example.org',
    'anna@example-.org',
    'a..b@example.org',
    '.a@example.org',
    'a.@example.org',
    'a@b@example.org',
    'a b@example.org',
    'änna@example.org',
    '"a"@example.org',
    'anna@[192.0.2.1]',
    'a@exam/ple.org',
    'a@müller.de/x',
    'a@müller.de:80',
    'a@ex\r\nBcc: x.org',
    'a\u0000@example.org',
    `${'a'.repeat(65)}@example.org`,
    `a@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(60)}.${'f'.repeat(10)}.org`,
  ]) {
    assert.equal(readEmail(text), undefined, JSON.stringify(text))
  }
})

test('the longest address has 254 characters', () => {
  const domain = `${'b'.repeat(62)}.${'c'.repeat(62)}.${'d'.repeat(60)}.org`
  const local = 'a'.repeat(EMAIL_MAX - domain.length - 1)
  assert.equal(local.length <= 64, true)
  assert.equal(readEmail(`${local}@${domain}`), `${local}@${domain}`)
  assert.equal(readEmail(`${local}a@${domain}`), undefined)
})

test('every accepted address is accepted at sign-in too, and is read as itself again', () => {
  const part = fc.string({ unit: fc.constantFrom(..."abzXY09.-_+'"), minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(part, part, part, (local, host, top) => {
      const email = readEmail(`${local}@${host}.${top}`)
      if (email === undefined) return
      assert.ok(z.email().safeParse(email).success, email)
      assert.equal(readEmail(email), email)
    }),
    { numRuns: 2000 },
  )
})

test('a masked address shows its first letter and its domain', () => {
  assert.equal(maskEmail('anna@example.org'), 'a…@example.org')
  assert.equal(maskEmail('a@example.org'), 'a…@example.org')
})
