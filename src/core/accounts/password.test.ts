import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { PASSWORD_MAX, PASSWORD_MIN, passwordFault } from './password.ts'

const COMMON = new Set([
  '123qweasdzxc',
  'password',
  'passwort',
  'dragon',
  'monkey',
  'sommer',
  'letmein',
  'geheim',
])
const fault = (password: string, email = 'anna.schmidt@beispiel-firma.de') =>
  passwordFault(password, { common: COMMON, email })

test('a password has 12 to 256 code points', () => {
  assert.equal(fault('kurz&fein 8'), 'password_short')
  assert.equal(fault('kurz&fein 89'), undefined)
  const long = (length: number) => `${'Zwölf Boxkämpfer jagen Viktor '.repeat(9).slice(0, length - 2)}q#`
  assert.equal([...long(PASSWORD_MAX)].length, PASSWORD_MAX)
  assert.equal(fault(long(PASSWORD_MAX)), undefined)
  assert.equal(fault(long(PASSWORD_MAX + 1)), 'password_long')
})

test('length is counted in code points of form NFC: neither an emoji nor a combined umlaut counts twice', () => {
  assert.equal(fault('🐙🦑🐠🐟🐡🦈🐳🐬🦭🐧🐢'), 'password_short')
  assert.equal(fault('🐙🦑🐠🐟🐡🦈🐳🐬🦭🐧🐢🦀'), undefined)
  assert.equal(fault('a\u0308o\u0308u\u0308xyklmb1'), 'password_short')
})

test('a long password may consist of any characters', () => {
  for (const password of [
    'correct horse battery staple',
    'der hund frisst gern salat',
    'vierzehn zahlen 73',
    'Ein Satz mit Punkt.',
    'mnbtrwkzplgv',
    'ヤマダタロウノパスワードデス',
  ]) {
    assert.equal(fault(password), undefined, password)
  }
})

test('a common password is refused, also repeated, with punctuation around it, with digits for letters, or joined with another', () => {
  for (const password of [
    '123qweasdzxc',
    '123QWEASDZXC',
    'passwordpassword',
    'passwortpasswort',
    'Passwort1234',
    'P4ssw0rt!!!!',
    '!!!!Passwort',
    'p@ssw0rd2026!',
    'geheimgeheim',
    'dragonmonkey',
    'dragonmonkey2024',
  ]) {
    assert.equal(fault(password), 'password_common', password)
  }
})

test('keyboard rows, repeated parts, too few different characters and digits alone are refused', () => {
  for (const password of [
    'aaaaaaaaaaaa',
    'abababababab',
    'abcabcabcabcabc',
    'xk3xk3xk3xk3xk3',
    'qwertzuiopasdf',
    'qwertyuiop123456',
    'asdfghjklasdfghjkl',
    '1qaz2wsx3edc',
    '123456789012',
    '987654321098',
    '198305121984',
    '+49 170 2748163',
    '12.05.1983-19.08.2011',
    'abcdefghijkl',
  ]) {
    assert.equal(fault(password), 'password_common', password)
  }
})

test('the address, its parts and the name of the service are refused', () => {
  for (const password of [
    'anna.schmidt@beispiel-firma.de',
    'Anna.Schmidt1985',
    'annaschmidt!!',
    'beispiel-firma',
    'Beispielfirma2026',
    'firmensuche123',
    'firmensuchefirmensuche',
  ]) {
    assert.equal(fault(password), 'password_like_address', password)
  }
  assert.equal(fault('annaschmidt!!', 'other@example.org'), undefined)
})

test('every text is either accepted or refused with a reason', () => {
  const anyText = fc
    .array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength: 300 })
    .map((points) => String.fromCodePoint(...points))
  fc.assert(
    fc.property(anyText, fc.emailAddress(), (password, email) => {
      const found = fault(password, email)
      const length = [...password.normalize('NFC')].length
      if (length < PASSWORD_MIN) assert.equal(found, 'password_short')
      else if (length > PASSWORD_MAX) assert.equal(found, 'password_long')
      else assert.ok([undefined, 'password_common', 'password_like_address'].includes(found))
    }),
  )
})

test('the check is fast for every text that it accepts', () => {
  let different = ''
  for (let i = 0; i < PASSWORD_MAX; i++) different += String.fromCodePoint(0x4e00 + i)
  assert.equal(fault(different), undefined)
  assert.equal(fault(`${'abc'.repeat(85)}q`), 'password_common')
})
