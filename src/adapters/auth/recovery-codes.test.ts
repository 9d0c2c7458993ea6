import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemSecrets as secrets } from '../system/secrets.ts'
import { base32, newRecoveryCodes, RECOVERY_CODES, readRecoveryCode } from './recovery-codes.ts'

test('recovery codes have 125 bits each, in groups that people can copy', () => {
  const codes = newRecoveryCodes({ secrets })
  assert.equal(codes.length, RECOVERY_CODES)
  assert.equal(new Set(codes).size, RECOVERY_CODES)
  for (const code of codes) assert.match(code, /^[A-Z2-7]{5}(-[A-Z2-7]{5}){4}$/)
})

test('a recovery code is accepted in any case, with any spaces and dashes', () => {
  const code = 'ABCDE-FGHIJ-KLMNO-PQRST-UVWXY'
  for (const typed of [
    code,
    code.toLowerCase(),
    code.replaceAll('-', ''),
    ` ${code.replaceAll('-', '  ')} `,
    'abc defghij-klmnop QRSTUVWXY',
  ]) {
    assert.equal(readRecoveryCode(typed), code)
  }
  assert.equal(readRecoveryCode(''), '')
})

test('base32 is that of RFC 4648, section 10, without padding', () => {
  const vectors = {
    '': '',
    f: 'MY',
    fo: 'MZXQ',
    foo: 'MZXW6',
    foob: 'MZXW6YQ',
    fooba: 'MZXW6YTB',
    foobar: 'MZXW6YTBOI',
  }
  for (const [text, written] of Object.entries(vectors)) assert.equal(base32(Buffer.from(text)), written)
  assert.equal(base32(Buffer.alloc(5, 255)), '77777777')
})
