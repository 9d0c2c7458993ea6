import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemSecrets } from '../../adapters/system/secrets.ts'
import type { AccountId } from '../identity/ids.ts'
import { deviceMark, deviceOf, networkOf } from './device.ts'

test('a browser is shown with its own name, not with the name of its engine', () => {
  const chrome =
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
  assert.equal(deviceOf(chrome), 'Chrome, Linux')
  assert.equal(deviceOf(`${chrome} Edg/140.0.0.0`), 'Edge, Linux')
  assert.equal(deviceOf(`${chrome} OPR/120.0`), 'Opera, Linux')
  const safari =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
  assert.equal(deviceOf(safari), 'Safari, iOS')
  assert.equal(
    deviceOf('Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0'),
    'Firefox, Windows',
  )
  assert.equal(deviceOf('curl/8.5.0'), 'curl')
})

test('no part of an unknown or hostile user agent is shown', () => {
  for (const text of ['', 'x'.repeat(10_000), '<script>alert(1)</script>']) assert.equal(deviceOf(text), '')
})

test('a network is 24 bits of an IPv4 and 48 bits of an IPv6 address', () => {
  assert.equal(networkOf('192.0.2.77'), '192.0.2.0/24')
  assert.equal(networkOf('::ffff:192.0.2.77'), '192.0.2.0/24')
  assert.equal(networkOf('2001:0db8:00aa:1::9'), '2001:db8:aa::/48')
  assert.equal(networkOf('2001:db8::9'), '2001:db8:0::/48')
  assert.equal(networkOf('::1'), '0:0:0::/48')
  assert.equal(networkOf(''), '')
})

test('the mark of a device is equal only for the same account, browser and network', () => {
  const mark = (account: string, device: string, address: string) =>
    Buffer.from(deviceMark({ secrets: systemSecrets }, account as AccountId, device, address)).toString('hex')
  const one = mark('acc_1', 'Firefox, Linux', '192.0.2.1')
  assert.equal(mark('acc_1', 'Firefox, Linux', '192.0.2.200'), one)
  assert.notEqual(mark('acc_2', 'Firefox, Linux', '192.0.2.1'), one)
  assert.notEqual(mark('acc_1', 'Chrome, Linux', '192.0.2.1'), one)
  assert.notEqual(mark('acc_1', 'Firefox, Linux', '192.0.3.1'), one)
})
