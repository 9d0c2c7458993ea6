import assert from 'node:assert/strict'
import { it } from 'node:test'
import { clientOf } from './client-address.ts'

it('takes an IPv4 address as it is, wrapped in IPv6 too', () => {
  assert.equal(clientOf('192.0.2.1'), '192.0.2.1')
  assert.equal(clientOf('::ffff:192.0.2.1'), '192.0.2.1')
  assert.equal(clientOf('::FFFF:192.0.2.1'), '192.0.2.1')
})

it('takes the /64 network of an IPv6 address, however it is written', () => {
  for (const address of [
    '2001:db8:0:1::1',
    '2001:0db8:0000:0001:ffff:1:2:3',
    '2001:DB8:0:1:0:0:0:0',
    '2001:db8::1:5:6:7:8',
    '2001:db8:0:1::1%eth0',
  ]) {
    assert.equal(clientOf(address), '2001:db8:0:1::/64', address)
  }
  assert.notEqual(clientOf('2001:db8:0:2::1'), clientOf('2001:db8:0:1::1'))
  assert.equal(clientOf('::1'), '0:0:0:0::/64')
})

it('takes any other text for itself', () => {
  assert.equal(clientOf(''), '')
  assert.equal(clientOf('unknown'), 'unknown')
})
