/** Sends every row of docs/sandbox.md to the service and compares the response with the document. */
import assert from 'node:assert/strict'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { BATCH_ROWS, REQUEST_ERRORS, type SandboxRequest, SEARCHES } from '../../scripts/make-sandbox-docs.ts'
import { uuidOf } from '../../src/core/sandbox/fill-sandbox.ts'
import { SANDBOX_COMPANIES, SANDBOX_SUPPRESSED } from '../../src/core/sandbox/sandbox-companies.ts'
import { SIMULATED_ERRORS } from '../../src/core/sandbox/sandbox-errors.ts'
import { ERROR_CATALOGUE, statusOf } from '../../src/http/request/error-catalogue.ts'
import { readMetrics } from '../fixtures/prometheus-text.ts'
import { openService } from './start-service.ts'

const SEARCH = '/api/v1/companies/search/'
const service = await openService()
const port = await service.listen()

/** Over the wire: the refusals of the protocol are among what is asked. */
async function send(secret: string, { method, url, headers = {}, body }: SandboxRequest) {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = { ...headers, Authorization: `Bearer ${secret}`, Connection: 'close' }
    const asking = request(
      { host: '127.0.0.1', port, method, path: url, headers: sent, agent: false },
      resolve,
    )
    asking.on('error', reject)
    asking.end(body)
  })
  return { status: response.statusCode, headers: response.headers, body: JSON.parse(await text(response)) }
}

const testKey = () => service.key({ kind: 'test', limit: 'default' }).secret

function searchFor(secret: string, body: unknown) {
  const headers = { 'Content-Type': 'application/json' }
  return send(secret, { method: 'POST', url: SEARCH, headers, body: JSON.stringify(body) })
}

/** What the key's own window has counted. */
async function usedBy(secret: string): Promise<number> {
  const { body } = await send(secret, { method: 'GET', url: '/api/v1' })
  return body.limits.default.used
}

describe('docs/sandbox.md', () => {
  it('describes how to simulate every error of the API', () => {
    const simulated = [...SIMULATED_ERRORS, ...REQUEST_ERRORS].map(({ code }) => code)
    const missing = Object.keys(ERROR_CATALOGUE).filter((code) => !simulated.includes(code as never))
    assert.deepEqual(missing, ['conflict'])
  })

  for (const { name, uuid, code, limit } of SIMULATED_ERRORS) {
    it(`${name} ends a request on every route with ${code} and the documented response, at no cost`, async () => {
      const secret = testKey()
      const rows = [{ name: 'Sandbox Ahorn GmbH' }, { name, ref: 'x' }]
      const q = encodeURIComponent(name)
      const answers = [
        await searchFor(secret, { name }),
        await searchFor(secret, { name: ` ${name} `, deep: true }),
        await send(secret, {
          method: 'POST',
          url: `${SEARCH}batch`,
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(rows),
        }),
        await send(secret, { method: 'GET', url: `/api/v1/companies/suggest?q=${q}` }),
        await send(secret, { method: 'GET', url: `/api/v1/companies?city=${q}` }),
        await send(secret, { method: 'GET', url: `/api/v1/companies/${uuid}` }),
        await send(secret, { method: 'GET', url: `/api/v1/companies/${uuid.toUpperCase()}` }),
      ]
      for (const { status, headers, body } of answers) {
        assert.equal(status, statusOf(code))
        assert.deepEqual(Object.keys(body), ['error', 'code', 'request_id'])
        assert.deepEqual([body.code, body.error], [code, ERROR_CATALOGUE[code].text.de])
        assert.equal(body.request_id, headers['x-request-id'])
        assert.equal(headers['cache-control'], 'no-store')
        checkHeaders(code, limit, headers)
      }
      assert.equal(await usedBy(secret), 1)
    })
  }

  for (const { code, says, asked } of REQUEST_ERRORS) {
    it(`${says}: ${code}`, async () => {
      const { status, body } = await send(testKey(), asked)
      assert.deepEqual([status, body.code], [statusOf(code), code])
    })
  }

  for (const { asks, finds } of SEARCHES) {
    it(`${JSON.stringify(asks)} finds ${finds.join(', ') || 'nothing'}`, async () => {
      const { status, body } = await searchFor(testKey(), asks)
      assert.equal(status, 200)
      assert.deepEqual(
        body.map((record: { name: string }) => record.name),
        finds,
      )
    })
  }

  it('simulated searches can run out of time, or have more hits than are shown', async () => {
    const secret = testKey()
    const partial = await searchFor(secret, { name: 'Sandbox Partial', deep: true })
    assert.deepEqual([partial.headers['x-search-partial'], partial.body.length], ['true', 1])
    assert.equal(partial.headers['x-next-cursor'], undefined)
    assert.equal(
      (await searchFor(secret, { name: 'Sandbox Partial' })).headers['x-search-partial'],
      undefined,
    )
    const truncated = await searchFor(secret, { name: 'Sandbox Truncated' })
    assert.deepEqual([truncated.headers['x-search-truncated'], truncated.body.length], ['true', 1])
    assert.equal(truncated.headers['x-total-count'], '1000+')
  })

  it('the query "Sandbox Seite" has two full pages and a rest', async () => {
    const secret = testKey()
    const seen = new Set<string>()
    const sizes: number[] = []
    let cursor: string | undefined
    do {
      const { body, headers } = await searchFor(secret, { name: 'Sandbox Seite', ...(cursor && { cursor }) })
      for (const { uuid } of body) seen.add(uuid)
      sizes.push(body.length)
      cursor = headers['x-next-cursor'] as string | undefined
    } while (cursor !== undefined)
    assert.deepEqual([sizes, seen.size], [[25, 25, 10], 60])
  })

  it('each row of the documented batch has its documented state', async () => {
    const headers = { 'Content-Type': 'application/json' }
    const body = JSON.stringify(BATCH_ROWS.map(({ row }) => row))
    const answer = await send(testKey(), { method: 'POST', url: `${SEARCH}batch`, headers, body })
    assert.deepEqual(
      answer.body.map(({ state }: { state: string }) => state),
      BATCH_ROWS.map(({ state }) => state),
    )
  })

  it('the former id is answered 308, a suppressed company 404, every other company 200', async () => {
    const get = (uuid: string) =>
      service.server.inject({
        url: `/api/v1/companies/${uuid}`,
        headers: { authorization: `Bearer ${secret}` },
      })
    const { secret } = service.key({ kind: 'test' })
    const moved = await get(uuidOf('R3306_HRB999000011'))
    const present = `/api/v1/companies/${uuidOf('D2601V_HRB999000010')}`
    assert.deepEqual([moved.statusCode, moved.headers.location], [308, present])
    for (const { sourceKey } of SANDBOX_COMPANIES) {
      const { statusCode, body } = await get(uuidOf(sourceKey))
      assert.equal(statusCode, SANDBOX_SUPPRESSED.includes(sourceKey) ? 404 : 200, body)
    }
  })

  it('the change log ends with the changes of the second day', async () => {
    const { body } = await send(testKey(), { method: 'GET', url: '/api/v1/changes?limit=1000' })
    const last = body
      .slice(SANDBOX_COMPANIES.length)
      .map((row: Record<string, unknown>) => [row.kind, row.fields])
    assert.deepEqual(last, [
      ['changed', ['name', 'address', 'former_names']],
      ['removed', ['status']],
      ['suppressed', []],
    ])
  })

  it('a live key searches for the texts that simulate errors for a test key', async () => {
    const { secret } = service.key()
    for (const { name, uuid } of SIMULATED_ERRORS) {
      assert.deepEqual((await searchFor(secret, { name })).body, [])
      assert.equal((await send(secret, { method: 'GET', url: `/api/v1/companies/${uuid}` })).status, 404)
    }
    const { headers } = await searchFor(secret, { name: 'Sandbox Truncated' })
    assert.equal(headers['x-search-truncated'], undefined)
  })

  it('a simulated error appears neither in the log nor in the metrics as an error', async () => {
    await searchFor(testKey(), { name: 'Sandbox Error 500' })
    const metrics = readMetrics(await service.needs.sendCommand('metrics', {}))
    const failed = [...metrics.values()].flatMap(({ samples }) =>
      samples.filter(({ labels, value }) => Object.values(labels).includes('5xx') && value > 0),
    )
    assert.deepEqual(failed, [])
    assert.deepEqual(
      service.log.filter(({ level }) => level === 'error'),
      [],
    )
  })

  it('input nested as deep as a body allows ends no thread', async () => {
    const body = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
    const headers = { 'Content-Type': 'application/json' }
    const answer = await send(testKey(), { method: 'POST', url: `${SEARCH}batch`, headers, body })
    assert.equal(answer.status, 200)
    assert.equal(answer.body[0].state, 'invalid')
  })
})

function checkHeaders(
  code: string,
  limit: (typeof SIMULATED_ERRORS)[number]['limit'],
  headers: IncomingMessage['headers'],
): void {
  const challenge = headers['www-authenticate'] ?? ''
  if (code === 'unauthorized') assert.match(challenge, /^Bearer realm="[^"]+", error="invalid_token"$/)
  else if (code === 'forbidden') assert.match(challenge, /error="insufficient_scope", scope="companies:\w+"$/)
  else assert.equal(challenge, '')
  const hasLimits = code !== 'unauthorized' && code !== 'request_timeout'
  assert.equal(headers.ratelimit !== undefined, hasLimits)
  const retry = code === 'service_unavailable' ? '1' : limit && String(limit.moreInMs / 1000)
  assert.equal(headers['retry-after'], retry)
  if (limit !== undefined) {
    const { policy } = limit
    assert.ok(String(headers.ratelimit).includes(`"${policy}";r=0;t=${retry}`), String(headers.ratelimit))
  }
}
