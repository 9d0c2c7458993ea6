/** GET /health/live and GET /health/ready */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EmbeddedNameIndex } from '../../src/adapters/embedded/name-index.ts'
import { Failure } from '../../src/core/failure.ts'
import { exchangeRaw } from './raw-answers.ts'
import { startService } from './start-service.ts'

test('200: the live and ready checks need no key', async () => {
  const service = await startService()
  try {
    for (const name of ['live', 'ready']) {
      for (const slash of ['', '/']) {
        const response = await service.server.inject({ url: `/health/${name}${slash}` })
        assert.equal(response.statusCode, 200)
        const parts = name === 'ready' && { search: 'available', companies: 'available' }
        assert.deepEqual(response.json(), { status: name, ...parts })
        assert.equal(response.headers['cache-control'], 'private, no-cache')
      }
    }
  } finally {
    await service.stop()
  }
})

test('503: not ready without an index or while the database does not answer, but live', async () => {
  for (const isIndexMissing of [true, false]) {
    const service = await startService({
      replace: ({ companies }) =>
        isIndexMissing
          ? { index: new EmbeddedNameIndex() }
          : { companies: Object.assign(Object.create(companies), { isHealthy: () => false }) },
    })
    try {
      const response = await service.server.inject({ url: '/health/ready' })
      assert.equal(response.statusCode, 503)
      assert.equal(response.json().code, 'service_unavailable')
      assert.equal(response.headers['retry-after'], '1')
      assert.equal((await service.server.inject({ url: '/health/live' })).statusCode, 200)
    } finally {
      await service.stop()
    }
  }
})

test('200: ready while something is away that all nodes share, and the body says what', async () => {
  const away = new Failure('service_unavailable', 'OpenSearch cannot be used.')
  const states: Record<string, () => Promise<undefined>> = {
    gone: async () => undefined,
    refused: () => Promise.reject(away),
    silent: () => new Promise(() => {}),
  }
  for (const [how, state] of Object.entries(states)) {
    const service = await startService({
      replace: ({ index }) => ({
        isIndexShared: true,
        index: Object.assign(Object.create(index), { state }),
      }),
    })
    try {
      const response = await service.server.inject({ url: '/health/ready' })
      const expected = { status: 'ready', search: 'unavailable', companies: 'available' }
      assert.deepEqual([response.statusCode, response.json()], [200, expected], how)
      if (how === 'silent') continue
      const headers = service.auth()
      const search = await service.server.inject({
        ...{ method: 'POST', url: '/api/v1/companies/search', headers, payload: { name: 'Bau' } },
      })
      assert.deepEqual([search.statusCode, search.headers['retry-after']], [503, '1'])
      const list = await service.server.inject({ url: '/api/v1/companies?limit=1', headers })
      assert.equal(list.statusCode, 200)
    } finally {
      await service.stop()
    }
  }
})

test('the database that nodes share: 200 without it while the lease holds, 503 when it has ended', async () => {
  for (const lease of ['held', 'over'] as const) {
    const service = await startService({
      replace: ({ companies, keyRing }) => ({
        companies: Object.assign(Object.create(companies), { isHealthy: () => false }),
        keyRing: Object.assign(Object.create(keyRing), { lease: () => lease }),
      }),
    })
    try {
      const response = await service.server.inject({ url: '/health/ready' })
      assert.equal(response.statusCode, lease === 'held' ? 200 : 503)
      if (lease === 'held')
        assert.deepEqual(response.json(), {
          status: 'ready',
          search: 'available',
          companies: 'unavailable',
        })
    } finally {
      await service.stop()
    }
  }
})

test('503: not ready while the server drains; each connection is answered once more and closed', {
  timeout: 30_000,
}, async () => {
  const service = await startService()
  try {
    const port = await service.listen()
    const head = (path: string) =>
      `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${service.auth().authorization}\r\n\r\n`
    const ask = async (...paths: readonly string[]) => {
      const answers = await exchangeRaw(port, [paths.map(head).join('')], paths.length)
      return answers.map(({ status, headers }) => [status, headers.connection ?? 'open'])
    }
    assert.deepEqual(await ask('/health/ready', '/api/v1'), [
      [200, 'keep-alive'],
      [200, 'keep-alive'],
    ])
    service.server.drain()
    assert.deepEqual(await ask('/health/ready'), [[503, 'close']])
    assert.deepEqual(await ask('/health/live'), [[200, 'close']])
    assert.deepEqual(await ask('/api/v1'), [[200, 'close']])
  } finally {
    await service.stop()
  }
})

test('400 and 405: the health checks accept no parameters and no other methods', async () => {
  const service = await startService()
  try {
    assert.equal((await service.server.inject({ url: '/health/live?x=1' })).statusCode, 400)
    const response = await service.server.inject({ method: 'POST', url: '/health/live' })
    assert.equal(response.statusCode, 405)
    assert.equal(response.headers.allow, 'GET, HEAD, OPTIONS')
  } finally {
    await service.stop()
  }
})
