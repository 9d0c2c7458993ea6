/** How requests with a key are counted. */
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { collectUsage } from '../../src/adapters/shared-memory/usage.ts'
import { addUsage, NO_USAGE, type UsageSums } from '../../src/core/usage/usage.ts'
import { openService } from './start-service.ts'

// Own process: it has hooks for each test.

const service = await openService()
beforeEach(() => void collectUsage(service.block, 0))

function counted(): Omit<UsageSums, 'latencies'> & { readonly measured: number } {
  const { latencies, ...counts } = collectUsage(service.block, 0).reduce<UsageSums>(addUsage, NO_USAGE)
  return { ...counts, measured: latencies.reduce((a, b) => a + b) }
}

const search = (headers: Record<string, string>, body: object) =>
  service.server.inject({ method: 'POST', url: '/api/v1/companies/search/', headers, payload: body })

test('a search counts as a request, a deep one also as deep, and both have their duration measured', async () => {
  const headers = service.auth()
  assert.equal((await search(headers, { name: 'Bau' })).statusCode, 200)
  assert.equal((await search(headers, { name: 'Bau', deep: true })).statusCode, 200)
  assert.deepEqual(counted(), { requests: 2, errors: 0, limited: 0, deep: 1, measured: 2 })
})

test('a bad body and an unknown id count as errors, which are not measured', async () => {
  const headers = service.auth()
  assert.equal((await search(headers, { nam: 'Bau' })).statusCode, 400)
  const company = { url: '/api/v1/companies/00000000-0000-4000-8000-000000000000', headers }
  assert.equal((await service.server.inject(company)).statusCode, 404)
  assert.deepEqual(counted(), { requests: 2, errors: 2, limited: 0, deep: 0, measured: 0 })
})

test('a request over the limit counts as limited and not as an error', async () => {
  const { secret } = service.key({ limit: { quota: 1, windowMs: 60_000 } })
  const headers = { authorization: `Bearer ${secret}` }
  assert.equal((await search(headers, { name: 'Bau' })).statusCode, 200)
  assert.equal((await search(headers, { name: 'Bau' })).statusCode, 429)
  assert.deepEqual(counted(), { requests: 2, errors: 0, limited: 1, deep: 0, measured: 1 })
})

test('requests without a known key are not counted for any key', async () => {
  assert.equal((await search({}, { name: 'Bau' })).statusCode, 401)
  assert.equal((await search({ authorization: 'Bearer fs_live_nothing' }, { name: 'Bau' })).statusCode, 401)
  assert.deepEqual(counted(), { requests: 0, errors: 0, limited: 0, deep: 0, measured: 0 })
})
