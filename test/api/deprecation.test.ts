/** Deprecation headers a year ahead. No operation is deprecated yet, so the test declares one. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openApiDocument } from '../../src/http/openapi/document.ts'
import { isInTime } from '../../src/http/protocol/deprecation.ts'
import { createHttpServer } from '../../src/http/request/create-http-server.ts'
import { allRoutes, apiRoutes } from '../../src/http/routes.ts'
import { type InjectedServer, injected } from './injected-server.ts'
import { type Service, startService } from './start-service.ts'

const DEPRECATED = { since: '2027-01-01', sunset: '2028-01-01' }

let service: Service
let server: InjectedServer
before(async () => {
  service = await startService()
  const settings = {
    version: '0.0.0',
    trustProxy: [],
    requestsInFlightMax: 10,
    connectionsMax: 100,
    log: { info() {}, error() {} },
  }
  const routes = allRoutes(settings).map((route) =>
    route.id === 'listCompanies' ? { ...route, deprecated: DEPRECATED } : route,
  )
  server = injected(createHttpServer(service.needs, settings, routes))
})
after(async () => {
  await server.close()
  await service.stop()
})

test('every response of a deprecated operation, and no other, has Deprecation and Sunset', async () => {
  const headers = service.auth()
  const lifetimeOf = async (url: string, more: object = { headers }) => {
    const { headers, statusCode } = await server.inject({ url, ...more })
    return [statusCode, headers.deprecation, headers.sunset]
  }
  const both = ['@1798761600', 'Sat, 01 Jan 2028 00:00:00 GMT']
  assert.deepEqual(await lifetimeOf('/api/v1/companies?limit=1'), [200, ...both])
  assert.deepEqual(await lifetimeOf('/api/v1/companies', { headers, method: 'HEAD' }), [200, ...both])
  assert.deepEqual(await lifetimeOf('/api/v1/companies?limit=none'), [400, ...both])
  assert.deepEqual(await lifetimeOf('/api/v1/companies', {}), [401, ...both])
  assert.deepEqual(await lifetimeOf('/api/v1'), [200, undefined, undefined])
})

test('the OpenAPI document marks a deprecated operation, which remains for at least a year', () => {
  const [first, ...others] = apiRoutes()
  const document = openApiDocument([{ ...first!, deprecated: DEPRECATED }, ...others], '0.0.0', 'en')
  const operations = Object.values(document.paths as Record<string, Record<string, { deprecated?: true }>>)
  const marks = operations.flatMap((methods) => Object.values(methods).map(({ deprecated }) => deprecated))
  assert.deepEqual(marks, [true, ...others.map(() => undefined)])
  for (const { id, deprecated } of apiRoutes()) assert.ok(!deprecated || isInTime(deprecated), id)
  assert.ok(isInTime(DEPRECATED) && !isInTime({ ...DEPRECATED, sunset: '2027-12-31' }))
})
