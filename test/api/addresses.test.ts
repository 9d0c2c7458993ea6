/** Keys that are bound to networks. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openService } from './start-service.ts'

const LIST = '/api/v1/companies?limit=1'
const SEARCH = '/api/v1/companies/search'
const ALLOWED = '198.51.100.7'
const FOREIGN = '198.51.101.7'

const service = await openService({ settings: { trustProxy: ['10.0.0.0/8'] } })

function send(secret: string, remoteAddress: string, headers: Record<string, string> = {}) {
  return service.server.inject({
    method: 'GET',
    url: LIST,
    remoteAddress,
    headers: { authorization: `Bearer ${secret}`, ...headers },
  })
}

test('a key without networks works from everywhere', async () => {
  const { secret } = service.key()
  for (const address of [ALLOWED, FOREIGN, '2001:db8::1', '::1']) {
    assert.equal((await send(secret, address)).statusCode, 200, address)
  }
})

test('a key bound to networks works only from these, in any spelling of the address', async () => {
  const { secret } = service.key({ addresses: ['198.51.100.0/24', '2001:db8:7::/48'] })
  for (const address of [ALLOWED, `::ffff:${ALLOWED}`, '2001:db8:7::9']) {
    assert.equal((await send(secret, address)).statusCode, 200, address)
  }
  for (const address of [FOREIGN, `::ffff:${FOREIGN}`, '2001:db8:8::9', '127.0.0.1', '::1']) {
    const refused = await send(secret, address)
    assert.equal(refused.statusCode, 403, address)
    assert.equal(refused.json().code, 'forbidden')
    assert.equal(refused.headers['www-authenticate'], undefined, 'no right is missing')
  }
})

test('the address that a trusted proxy reports counts, and no other client can forge it', async () => {
  const { secret } = service.key({ addresses: ['198.51.100.0/24'] })
  const from = (address: string) => ({ 'x-forwarded-for': address })
  assert.equal((await send(secret, '10.0.0.1', from(ALLOWED))).statusCode, 200)
  assert.equal((await send(secret, '10.0.0.1', from(FOREIGN))).statusCode, 403)
  assert.equal((await send(secret, '10.0.0.1')).statusCode, 403)
  assert.equal((await send(secret, FOREIGN, from(ALLOWED))).statusCode, 403)
})

test('a request from a forbidden network costs nothing, and a wrong key is answered as a wrong key', async () => {
  const { secret } = service.key({ addresses: [ALLOWED], limit: 'default' })
  const left = (response: { headers: Record<string, unknown> }) =>
    /"default";r=(\d+);/.exec(String(response.headers.ratelimit))?.[1]
  assert.equal(left(await send(secret, ALLOWED)), '599')
  for (let i = 0; i < 5; i++) assert.equal(left(await send(secret, FOREIGN)), '599')
  assert.equal(left(await send(secret, ALLOWED)), '598')
  assert.equal((await send(`${secret.slice(0, -1)}!`, FOREIGN)).statusCode, 401)
})

test('the address is checked before the scope', async () => {
  const { secret } = service.key({ addresses: [ALLOWED], scopes: ['companies:read'] })
  const search = (remoteAddress: string) =>
    service.server.inject({
      method: 'POST',
      url: SEARCH,
      remoteAddress,
      headers: { authorization: `Bearer ${secret}` },
      payload: { name: 'Adler' },
    })
  assert.equal((await search(FOREIGN)).headers['www-authenticate'], undefined)
  assert.match(String((await search(ALLOWED)).headers['www-authenticate']), /insufficient_scope/)
})
