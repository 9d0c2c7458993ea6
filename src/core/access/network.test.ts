import assert from 'node:assert/strict'
import { isIP } from 'node:net'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { allowsAddress, isInNetwork, type Network, networkText, readAddress, readNetwork } from './network.ts'

const WRAP_BITS = '0'.repeat(80) + '1'.repeat(16)

/** 128 letters 0 and 1: what the code under test holds in bytes. */
function bitsOf(address: Uint8Array): string {
  return [...address].map((byte) => byte.toString(2).padStart(8, '0')).join('')
}

const ipv4 = fc.array(fc.nat(255), { minLength: 4, maxLength: 4 }).map((bytes) => bytes.join('.'))
const ipv6 = fc.oneof(fc.ipV6(), fc.constantFrom('::', '::1', 'fe80::', '::ffff:192.0.2.7'))
const address = fc.oneof(ipv4, ipv6)
const prefixOf = (text: string) => fc.nat(text.includes(':') ? 128 : 32)
const network = address.chain((text) => prefixOf(text).map((prefix) => `${text}/${prefix}`))

const read = (text: string): Network => {
  const found = readNetwork(text)
  assert.ok(found, text)
  return found
}

describe('a network', () => {
  it('contains an address exactly when the first bits are equal, compared as text', () => {
    // A neighbour of the network's own address, so that holding is as frequent as not holding.
    const flip = fc.tuple(network, fc.nat(127), fc.boolean(), address)
    fc.assert(
      fc.property(flip, ([text, place, isNear, other]) => {
        const { address: base, prefix } = read(text)
        const asked = isNear ? withBitTurned(base, place) : readAddress(other)!
        const isOtherFamily = prefix < 96 && bitsOf(asked).startsWith(WRAP_BITS)
        const naive = bitsOf(asked).startsWith(bitsOf(base).slice(0, prefix)) && !isOtherFamily
        assert.equal(isInNetwork({ address: base, prefix }, asked), naive)
      }),
      { numRuns: 3000 },
    )
  })

  it('is read back from its own text as the same network', () => {
    fc.assert(
      fc.property(network, (text) => {
        const first = read(text)
        assert.deepEqual(read(networkText(first)), first)
        assert.equal(networkText(read(networkText(first))), networkText(first))
      }),
      { numRuns: 2000 },
    )
  })

  it('treats the bits after its prefix as 0', () => {
    fc.assert(
      fc.property(network, (text) => {
        const { address: base, prefix } = read(text)
        assert.match(bitsOf(base).slice(prefix), /^0*$/)
      }),
    )
  })

  it('has a single spelling', () => {
    const texts: Record<string, string> = {
      '192.0.2.7': '192.0.2.7',
      '192.0.2.7/32': '192.0.2.7',
      '192.0.2.7/24': '192.0.2.0/24',
      '0.0.0.0/0': '0.0.0.0/0',
      '2001:DB8:0:0:1:0:0:1': '2001:db8::1:0:0:1',
      '2001:db8::/32': '2001:db8::/32',
      '2001:0db8:0000:0001::/64': '2001:db8:0:1::/64',
      '::/0': '::/0',
      '::1': '::1',
      '::ffff:192.0.2.7': '192.0.2.7',
      '::ffff:192.0.2.7/120': '192.0.2.0/24',
      '::ffff:0:0/96': '0.0.0.0/0',
      '64:ff9b::192.0.2.33': '64:ff9b::c000:221',
      '1:2:3:4:5:6:7::': '1:2:3:4:5:6:7:0',
    }
    for (const [text, written] of Object.entries(texts)) assert.equal(networkText(read(text)), written)
  })

  it('is refused if the text is anything else', () => {
    const wrong = [
      ...[
        '',
        ' ',
        '/',
        '/24',
        '192.0.2',
        '192.0.2.256',
        '192.0.2.1.1',
        '192.0.02.1',
        '0x7f.0.0.1',
        '3221225985',
      ],
      ...['192.0.2.0/33', '192.0.2.0/-1', '192.0.2.0/', '192.0.2.0/024', '192.0.2.0/24/24', '192.0.2.0/2 '],
      ...['2001:db8::/129', '2001::db8::', ':::', '1:2:3:4:5:6:7', '1:2:3:4:5:6:7:8:9', '1:2:3:4:5:6:7:8::'],
      ...['12345::', 'g::', '::1.2.3', '1.2.3.4::', '::1.2.3.4:5', 'fe80::1%eth0', 'fe80::1%eth0/64'],
      ...['localhost', 'example.com', '192.0.2.*', '192.0.2.1-192.0.2.9', '１92.0.2.1'],
    ]
    for (const text of wrong) assert.equal(readNetwork(text), undefined, text)
  })
})

describe('an address', () => {
  it('is accepted exactly when Node accepts it as an address', () => {
    const emails = fc.string({ unit: fc.constantFrom(...'0123456789abcdefF:./'), maxLength: 20 })
    fc.assert(
      fc.property(fc.oneof(address, emails), (text) => {
        assert.equal(readAddress(text) !== undefined, isIP(text) !== 0, text)
      }),
      { numRuns: 5000 },
    )
  })

  it('is the same in every spelling', () => {
    const same = ['192.0.2.7', '::ffff:192.0.2.7', '::FFFF:c000:0207', '0:0:0:0:0:ffff:192.0.2.7']
    for (const text of same) assert.deepEqual(readAddress(text), readAddress(same[0]!), text)
    assert.deepEqual(readAddress('fe80::1%eth0'), readAddress('fe80:0::0:1'))
  })
})

describe('a list of networks', () => {
  it('allows everybody if it is empty, and no client whose address cannot be read', () => {
    assert.equal(allowsAddress([], '192.0.2.7'), true)
    assert.equal(allowsAddress([], 'no address'), true)
    assert.equal(allowsAddress([read('0.0.0.0/0'), read('::/0')], 'no address'), false)
  })

  it('allows every address in one of them', () => {
    const list = ['192.0.2.0/25', '198.51.100.9', '2001:db8:7::/48'].map(read)
    const allowed = ['192.0.2.127', '::ffff:192.0.2.1', '198.51.100.9', '2001:db8:7:ffff::1']
    const refused = ['192.0.2.128', '198.51.100.8', '2001:db8:8::1', '::192.0.2.1', '::1']
    for (const client of allowed) assert.equal(allowsAddress(list, client), true, client)
    for (const client of refused) assert.equal(allowsAddress(list, client), false, client)
  })

  it('keeps IPv4 and IPv6 apart', () => {
    assert.equal(allowsAddress([read('::/0')], '192.0.2.7'), false)
    assert.equal(allowsAddress([read('0.0.0.0/0')], '2001:db8::1'), false)
    assert.equal(allowsAddress([read('0.0.0.0/0')], '::ffff:192.0.2.7'), true)
  })
})

function withBitTurned(base: Uint8Array, place: number): Uint8Array {
  const turned = base.slice()
  turned[place >> 3]! ^= 0x80 >> (place & 7)
  return turned
}
