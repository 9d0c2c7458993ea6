/** Generated requests, sound ones and broken ones: the service answers all of them in its own shapes, and none with a 5xx. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { STATUSES } from '../../src/core/company/company.ts'
import { FAULT_REASONS } from '../../src/core/failure.ts'
import { detailSchema, listResultSchema, searchResultSchema } from '../../src/http/company-schemas.ts'
import { findPattern, patternOf } from '../../src/http/path.ts'
import { allRoutes } from '../../src/http/routes.ts'
import { type Service, startService } from './start-service.ts'

let service: Service
let auth: { authorization: string }
let words: string[]
let uuids: string[]

before(async () => {
  service = await startService()
  auth = service.auth()
  const companies = [...service.needs.companies.everything(1000)].flat()
  uuids = companies.map(({ uuid }) => uuid)
  words = [...new Set(companies.flatMap(({ name }) => name.split(/\s+/)))]
})
after(() => service.stop())

type Response = Awaited<ReturnType<Service['server']['inject']>>

/** Whatever was asked: no fault of ours, and an error has the shape of all errors. */
function checkShape(response: Response, told: unknown): void {
  const told_ = JSON.stringify(told)?.slice(0, 300)
  assert.ok(response.statusCode < 500, `${response.statusCode} ${told_} ${response.body}`)
  assert.match(String(response.headers['x-request-id']), /^[A-Za-z0-9_-]{1,64}$/)
  if (response.statusCode < 400 || response.body === '') return
  if (String(response.headers['content-type']).startsWith('text/html')) return
  const error = response.json()
  assert.equal(typeof error.error, 'string')
  assert.equal(error.request_id, response.headers['x-request-id'])
  assert.equal('details' in error, response.statusCode === 400, told_)
  for (const detail of error.details ?? []) assert.ok(FAULT_REASONS.includes(detail.reason), told_)
}

/** Mostly what a field wants, sometimes anything at all. */
const anything = fc.oneof(
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
)
const seldom = <Value>(sound: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 9, arbitrary: sound as fc.Arbitrary<unknown> }, { weight: 1, arbitrary: anything })

function bodies() {
  const name = fc.oneof(
    fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 4 }).map((parts) => parts.join(' ')),
    fc.constantFrom(...words).map((word) => word.slice(0, 2)),
    fc.nat(999_999).map((number) => `HRB ${number}`),
    fc.string({ unit: 'grapheme', maxLength: 30 }),
  )
  return fc.record(
    {
      name: seldom(name),
      deep: seldom(fc.boolean()),
      limit: seldom(fc.integer({ min: 1, max: 100 })),
      cursor: fc.oneof({ weight: 1, arbitrary: anything }, { weight: 9, arbitrary: fc.constant(undefined) }),
      status: seldom(fc.subarray([...STATUSES], { minLength: 1 })),
      register_type: seldom(fc.subarray(['HRA', 'HRB', 'VR'], { minLength: 1 })),
      register_court: seldom(
        fc.array(fc.constantFrom('München', 'Frankfrt', 'R2507', ...words.slice(0, 9)), {
          minLength: 1,
          maxLength: 3,
        }),
      ),
      city: seldom(
        fc.array(fc.constantFrom('Köln', 'berlin', ...words.slice(0, 9)), { minLength: 1, maxLength: 3 }),
      ),
      include: seldom(fc.subarray(['match', 'address', 'history', 'source'])),
    },
    { requiredKeys: ['name'] },
  )
}

test('generated searches are answered with sound records or with sound errors', async () => {
  let found = 0
  await fc.assert(
    fc.asyncProperty(bodies(), async (body) => {
      const response = await service.server.inject({
        method: 'POST',
        url: '/api/v1/companies/search/',
        headers: { ...auth, 'content-type': 'application/json' },
        payload: JSON.stringify(body) ?? '',
      })
      checkShape(response, body)
      if (response.statusCode !== 200) return
      found++
      searchResultSchema.parse(response.json())
    }),
    { numRuns: 1500 },
  )
  assert.ok(found > 450, `only ${found} requests reached the search`)
})

test('generated lists and looks at companies are answered with sound rows or with sound errors', async () => {
  const parameter = fc.oneof(
    fc.constantFrom(
      'status=active',
      'status=removed',
      'sort=name',
      'sort=-updated_at',
      'limit=3',
      'limit=100',
      'city=Berlin',
    ),
    fc
      .tuple(
        fc.constantFrom(
          'status',
          'city',
          'cursor',
          'limit',
          'sort',
          'updated_since',
          'postcode',
          'register_court',
          'x',
        ),
        fc.oneof(fc.string({ unit: 'binary', maxLength: 12 }).map(percent), fc.string({ maxLength: 12 })),
      )
      .map(([name, value]) => `${name}=${value.replaceAll('#', '')}`),
  )
  const path = fc.oneof(
    { weight: 2, arbitrary: fc.constant('/api/v1/companies') },
    { weight: 1, arbitrary: fc.constantFrom(...uuids).map((uuid) => `/api/v1/companies/${uuid}`) },
  )
  const accept = fc.constantFrom(
    '*/*',
    'application/json',
    'text/csv',
    'application/problem+json',
    'image/png',
  )
  let found = 0
  await fc.assert(
    fc.asyncProperty(path, fc.array(parameter, { maxLength: 3 }), accept, async (where, parameters, wish) => {
      const url = parameters.length > 0 ? `${where}?${parameters.join('&')}` : where
      const response = await service.server.inject({ url, headers: { ...auth, accept: wish } })
      checkShape(response, url)
      if (response.statusCode !== 200) return
      found++
      if (where !== '/api/v1/companies') detailSchema.parse(response.json())
      else if (wish !== 'text/csv') listResultSchema.parse(response.json())
    }),
    { numRuns: 1000 },
  )
  assert.ok(found > 300, `only ${found} requests reached a handler`)
})

function percent(text: string): string {
  return [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
}

test('the router and the table agree on which paths there are', async () => {
  const routes = allRoutes(service.needs, '0', async () => '')
  const patterns = [...new Set(routes.map(({ path }) => path.replace(/(.)\/$/, '$1')))].map(patternOf)
  const piece = fc.constantFrom(
    'api',
    'v1',
    'companies',
    'search',
    'suggest',
    'docs',
    'try',
    'health',
    'live',
    'ready',
    '',
    '%61pi',
    'x',
    '%zz',
    uuids[0]!,
  )
  const path = fc.oneof(
    fc.array(piece, { maxLength: 5 }).map((pieces) => `/${pieces.join('/')}`),
    fc
      .tuple(
        // Whatever a page or a file is asked for must be there: the answer of a handler is not the router's.
        fc.constantFrom(
          ...routes.map(({ path }) => path.replace(':uuid', 'x').replace(':name', 'app-4f2a.js')),
        ),
        fc.constantFrom('', '/', '//', '/x', '%2F', '?'),
      )
      .map((parts) => parts.join('')),
  )
  await fc.assert(
    fc.asyncProperty(
      path,
      fc.constantFrom('GET' as const, 'POST' as const, 'PUT' as const),
      async (url, method) => {
        // The test's own client reads these as a host, or as another path.
        fc.pre(
          !url.startsWith('//') && !url.includes('..') && !/^\/assets\/(?!app-4f2a\.js(?:[/?]|$))/.test(url),
        )
        const known = findPattern(patterns, url.split('?')[0] as string)
        const response = await service.server.inject({ method, url })
        const methods = routes
          .filter(({ path }) => path.replace(/(.)\/$/, '$1') === known?.text)
          .map((route) => route.method)
        const expected = known === undefined ? 404 : methods.includes(method as 'GET') ? undefined : 405
        const status = [404, 405].includes(response.statusCode) ? response.statusCode : undefined
        assert.equal(status, expected, `${method} ${url}`)
      },
    ),
    { numRuns: 600 },
  )
})
