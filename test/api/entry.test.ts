/** GET /api/v1 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entrySchema } from '../../src/http/api/service-schemas.ts'
import { apiRoutes } from '../../src/http/routes.ts'
import { testRefusals } from './refusals.ts'
import { openService } from './start-service.ts'

const service = await openService()

function ask(secret: string) {
  return service.server.inject({ url: '/api/v1', headers: { authorization: `Bearer ${secret}` } })
}

test('200: every link leads to a path of the API or to its documents', async () => {
  const response = await ask(service.key().secret)
  const { links, version } = entrySchema.parse(response.json())
  assert.equal(version, '0.0.0')
  const paths = apiRoutes()
    .map(({ path }) => path.replaceAll(/:(\w+)/g, '{$1}'))
    .filter((path) => path.startsWith('/api/') && path !== '/api/v1')
  const { documentation, openapi, mcp, ...api } = links
  assert.deepEqual(Object.values(api).toSorted(), [...new Set(paths)].toSorted())
  // Its contract is that of its protocol, not the OpenAPI document.
  const called = await service.server.inject({ method: 'POST', url: mcp })
  assert.equal(called.statusCode, 401)
  for (const url of [documentation, openapi]) {
    assert.equal((await service.server.inject({ url })).statusCode, 200, url)
  }
})

test('200: the response contains the scopes, the expiry and the limits of the key', async () => {
  const made = service.key({
    scopes: ['companies:read'],
    limit: { quota: 50, windowMs: 60_000 },
    expiresInMs: 3_600_000,
  })
  const { key, limits } = entrySchema.parse((await ask(made.secret)).json())
  assert.deepEqual(key.scopes, ['companies:read'])
  assert.equal(Date.parse(key.ends_at ?? ''), made.key.expiresAtMs)
  assert.deepEqual(limits.default, { quota: 50, window_s: 60, used: 1 })
  assert.deepEqual(limits.burst, { quota: 50, window_s: 60, used: 1 })
  assert.equal(limits.account, null)
})

test('200: a key without its own limit shows the limit of its account', async () => {
  const { key, limits } = entrySchema.parse((await ask(service.key({ limit: 'default' }).secret)).json())
  assert.equal(key.ends_at, null)
  assert.deepEqual(limits, {
    default: { quota: 600, window_s: 300, used: 1 },
    burst: { quota: 20, window_s: 1, used: 1 },
    account: { quota: 3000, window_s: 300, used: 1 },
  })
})

testRefusals(() => service, { method: 'GET', url: '/api/v1', scope: undefined })
