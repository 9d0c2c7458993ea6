import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isHost, originForm, plainPath } from './path.ts'

test('an absolute target is read as its path, for http only', () => {
  assert.equal(originForm('http://example.org/docs?x=1'), '/docs?x=1')
  assert.equal(originForm('HTTPS://example.org:8080'), '/')
  assert.equal(originForm('http://example.org?x=1'), '/?x=1')
  assert.equal(originForm('/docs'), '/docs')
  assert.equal(originForm('*'), '*')
  for (const other of ['ftp://example.org/docs', 'http://[::1/docs', 'http://user@example.org/docs']) {
    assert.equal(originForm(other), other)
  }
})

test('a host is a name or an address, with or without a port, and nothing else', () => {
  const hosts = [
    '',
    'x',
    'a.example.org',
    'xn--mller-kva.de',
    'a_b:8080',
    '192.0.2.1:',
    '[2001:db8::1]',
    '[::1]:80',
  ]
  for (const host of hosts) assert.ok(isHost(host), host)
  const others = [
    'a, b',
    'a b',
    'a/b',
    'user@a',
    '[::1',
    '::1',
    'a:b',
    'a:123456',
    'm\u00fcller.de',
    'a#b',
    'a\\b',
  ]
  for (const other of others) assert.ok(!isHost(other), other)
})

test('needless percent encodings are decoded; everything else stays as it was sent', () => {
  const unreserved = 'ABCXYZabcxyz0189-._~'
  const encoded = [...unreserved].map((sign) => `%${sign.charCodeAt(0).toString(16)}`).join('')
  assert.equal(plainPath(`/${encoded}`), `/${unreserved}`)
  assert.equal(plainPath(`/${encoded.toUpperCase()}`), `/${unreserved}`)
  const others = Array.from({ length: 256 }, (_, byte) => String.fromCharCode(byte)).filter(
    (sign) => !/[\w.~-]/.test(sign),
  )
  const kept = others.map((sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`).join('/')
  for (const path of ['/', '/api', `/${kept}`, '/%', '/%6', '/%zz', '/%2561']) {
    assert.equal(plainPath(path), path)
  }
})
