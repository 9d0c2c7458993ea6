import assert from 'node:assert/strict'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { OUTBOUND } from '../../config/value-types.ts'
import { DownloadFault } from '../../core/sources/source-files.ts'
import { isPublic, OutboundGuard, type Resolve } from './outbound-guard.ts'

const rules = (text: string) => OUTBOUND.schema.parse(text)
const resolveTo =
  (...addresses: readonly string[]): Resolve =>
  (_host, done) =>
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
const lookup = (guard: OutboundGuard, address: string) =>
  new Promise((done, fail) => {
    const url = new URL(address)
    guard.lookupFor(url)(url.hostname, { all: true }, (error, found) => (error ? fail(error) : done(found)))
  })

test('addresses of this machine, of private networks, of link-local and special networks are not public', () => {
  const v4 = [
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
  ]
  const more = ['192.168.0.1', '192.0.2.1', '198.18.0.1', '203.0.113.9', '224.0.0.1', '255.255.255.255']
  const v6 = ['::', '::1', 'fe80::1', 'fc00::1', 'fd12::1', 'ff02::1', '::ffff:10.0.0.1', '::ffff:8.8.8.8']
  const tunnels = ['64:ff9b::a00:1', '2002:a00:1::', '2001:0:1::1', '2001:db8::1', '3fff::1', '100::1']
  for (const address of [...v4, ...more, ...v6, ...tunnels]) assert.equal(isPublic(address), false, address)
  for (const address of ['8.8.8.8', '172.15.0.1', '172.32.0.1', '100.128.0.1', '2a01:4f8::1', '2600::1']) {
    assert.equal(isPublic(address), true, address)
  }
})

test('a name that resolves to an address that is not public is refused, also beside a public one', async () => {
  for (const found of [['10.0.0.1'], ['8.8.8.8', '10.0.0.1'], ['2600::1', '::1']]) {
    const guard = new OutboundGuard([], resolveTo(...found))
    await assert.rejects(lookup(guard, 'https://example.org/'), DownloadFault, found.join())
  }
  const guard = new OutboundGuard([], resolveTo('8.8.8.8', '2600::1'))
  assert.deepEqual(await lookup(guard, 'https://example.org/'), [
    { address: '8.8.8.8', family: 4 },
    { address: '2600::1', family: 6 },
  ])
  await assert.rejects(lookup(new OutboundGuard([], resolveTo()), 'https://example.org/'), /has no address/)
})

test('OUTBOUND_ALLOW permits a host on its port only, and networks on every port', async () => {
  const guard = new OutboundGuard(rules('files.intern:8443, 10.0.0.0/8, fd00::/8'), resolveTo('192.168.0.1'))
  assert.ok(await lookup(guard, 'https://files.intern:8443/'))
  await assert.rejects(lookup(guard, 'https://files.intern/'), DownloadFault)
  await assert.rejects(lookup(guard, 'https://other.intern:8443/'), DownloadFault)
  guard.check(new URL('https://10.1.2.3:9/'))
  guard.check(new URL('https://[fd00::1]/'))
  assert.throws(() => guard.check(new URL('https://192.168.0.1/')), DownloadFault)
  const inNetwork = new OutboundGuard(rules('10.0.0.0/8'), resolveTo('10.9.9.9'))
  assert.ok(await lookup(inNetwork, 'https://anything.intern/'))
})

test('an address without https is refused unless OUTBOUND_ALLOW names the host or its address', () => {
  const guard = new OutboundGuard(rules('files.intern:80,[::1]:8080,127.0.0.1'))
  for (const address of ['http://files.intern/', 'http://[::1]:8080/', 'http://127.0.0.1:7/']) {
    guard.check(new URL(address))
  }
  for (const address of [
    'http://example.org/',
    'http://files.intern:81/',
    'http://[::1]/',
    'ftp://files.intern:80/',
  ]) {
    assert.throws(() => guard.check(new URL(address)), /is not https/, address)
  }
})

test('spellings of loopback that only a URL parser knows are refused, too', () => {
  const guard = new OutboundGuard([])
  for (const host of ['127.1', '0x7f000001', '2130706433', '0177.0.0.1', '[::ffff:7f00:1]', '[::]']) {
    assert.throws(() => guard.check(new URL(`https://${host}/`)), /is not a public address/, host)
  }
})

test('the connection uses the address that was checked, so that a second answer of the name server has no effect', async (t) => {
  const server = createServer((_request, response) => response.end('ok'))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  t.after(() => server.close())
  const { port } = server.address() as AddressInfo
  let answers = 0
  const guard = new OutboundGuard(rules('127.0.0.1'), (host, done) => {
    answers++
    resolveTo(answers === 1 ? '127.0.0.1' : '127.0.0.2')(host, done)
  })
  const url = new URL(`http://rebound.example:${port}/`)
  const status = await new Promise((done, fail) => {
    const request = get(url, { lookup: guard.lookupFor(url), agent: false }, (response) => {
      response.resume()
      done([response.statusCode, response.socket.remoteAddress])
    })
    request.on('error', fail)
  })
  assert.deepEqual(status, [200, '127.0.0.1'])
  assert.equal(answers, 1)
})

test('OUTBOUND_ALLOW takes hosts with a port, addresses and networks, and refuses any other text', () => {
  assert.deepEqual(rules(' Files.Intern:443 , 10.0.0.0/8,::1,[::1]:80,'), [
    { kind: 'host', host: 'files.intern', port: 443 },
    { kind: 'network', address: '10.0.0.0', prefixBits: 8 },
    { kind: 'network', address: '::1', prefixBits: 128 },
    { kind: 'host', host: '::1', port: 80 },
  ])
  for (const text of [
    'example.org',
    'example.org:0',
    'example.org:65536',
    '10.0.0.0/33',
    'https://a:1',
    '*:80',
  ]) {
    assert.equal(OUTBOUND.schema.safeParse(text).success, false, text)
  }
})
