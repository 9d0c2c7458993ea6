/** Ports that answer by promises: the same answers, the same limits and the same faults as with ports that answer at once. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { InjectOptions } from 'light-my-request'
import { Failure } from '../../src/core/failure.ts'
import { withMethods } from '../fixtures/deferred-ports.ts'
import { handClock } from './hand-clock.ts'
import { type Service, type ServiceOptions, startService } from './start-service.ts'

/** The error that a port throws when a method of it is called; `undefined`: none does. */
interface PortFault {
  readonly port: 'companies' | 'index' | 'limiter' | 'addressBudget' | 'visitorBudget'
  readonly method: string
  readonly error: Error
}
let fault: PortFault | undefined

/** A port that throws as `fault` says. */
function faulty<Port extends object>(name: PortFault['port'], port: Port): Port {
  return new Proxy(port, {
    get(target, method) {
      const value: unknown = Reflect.get(target, method, target)
      if (typeof value !== 'function') return value
      return (...args: unknown[]) => {
        if (fault?.port === name && fault.method === method) throw fault.error
        return value.apply(target, args)
      }
    },
  })
}

const OPTIONS: ServiceOptions = {
  clock: handClock(),
  site: { publicSearch: true, publicSearchPerMinute: 10_000 },
  replace: ({ companies, index, limiter, addressBudget, visitorBudget }) => ({
    companies: faulty('companies', companies),
    index: faulty('index', index),
    limiter: faulty('limiter', limiter),
    addressBudget: faulty('addressBudget', addressBudget),
    visitorBudget: faulty('visitorBudget', visitorBudget),
  }),
}
const atOnce = await startService(OPTIONS)
const later = await startService({ ...OPTIONS, areDeferred: true })
after(() => Promise.all([atOnce.stop(), later.stop()]))

const everything = [...atOnce.companies.readAll(1000)].flat()
const { uuid, name } = everything.find(({ status }) => status === 'active')!
const KEYS = { all: {}, reading: { scopes: ['companies:read'] }, test: { kind: 'test' } } as const
const keyOf = new Map(
  [atOnce, later].map((service) => [
    service,
    Object.fromEntries(Object.entries(KEYS).map(([kind, plan]) => [kind, service.key(plan).secret])),
  ]),
)

type Sent = InjectOptions & { readonly as?: keyof typeof KEYS | 'guess' | 'visitor' }

const search = (body: object, as: Sent['as'] = 'all'): Sent => ({
  method: 'POST',
  url: '/api/v1/companies/search/',
  payload: body,
  as,
})
const get = (url: string, as: Sent['as'] = 'all', headers = {}): Sent => ({ method: 'GET', url, as, headers })
const visit = (url: string, body?: object): Sent => ({
  ...(body === undefined ? { method: 'GET' } : { method: 'POST', payload: body }),
  url: `/app/api${url}`,
  as: 'visitor',
})

async function send(service: Service, { as, ...request }: Sent) {
  const { site } = service.needs
  const own =
    as === 'visitor'
      ? { host: new URL(site.publicUrl).host, origin: site.publicUrl, 'sec-fetch-site': 'same-origin' }
      : { authorization: `Bearer ${as === 'guess' ? 'nothing' : keyOf.get(service)?.[as ?? 'all']}` }
  const headers = { 'x-request-id': 'same', 'content-type': 'application/json', ...own, ...request.headers }
  if (request.payload === undefined) Reflect.deleteProperty(headers, 'content-type')
  const response = await service.server.inject({ ...request, headers })
  const { date: _date, ...rest } = response.headers
  return { status: response.statusCode, headers: rest, body: response.body }
}

const REQUESTS: readonly Sent[] = [
  search({ name }),
  search({ name, include: ['match', 'address', 'history', 'source'] }),
  search({ name, deep: true, limit: 3 }),
  search({ name: '!?' }),
  search({ name, cursor: 'none' }),
  search({ name: '' }),
  search({ name, deep: true }, 'reading'),
  search({ name }, 'guess'),
  search({ name: 'Sandbox GmbH', deep: true, include: ['source'] }, 'test'),
  search({ name: 'Sandbox Partial', deep: true }, 'test'),
  ...['401', '403', '408', '429', '429 burst', '500', '503'].map((code) =>
    search({ name: `Sandbox Error ${code}` }, 'test'),
  ),
  {
    ...search([{ name }, { name, city: 'Köln' }, { registration_number: 'HRB 1', name }, { name: 7 }]),
    url: '/api/v1/companies/search/batch',
  },
  get('/api/v1/companies/suggest?q=ad'),
  get('/api/v1/companies?limit=3&city=Berlin'),
  get('/api/v1/companies?limit=300', 'all', { accept: 'text/csv' }),
  get('/api/v1/companies?limit=3&cursor=none'),
  get(`/api/v1/companies/${uuid}`),
  get(`/api/v1/companies/${uuid.replace(/.$/, 'x')}`),
  get('/api/v1/changes?limit=3'),
  get('/api/v1/sources'),
  get('/api/v1/reference'),
  get('/api/v1'),
  get('/api/v1/nothing'),
  get('/health/ready'),
  get('/nothing', 'all', { accept: 'text/html' }),
  visit('/search', { name }),
  visit('/search', { name: 'Zzyzx Unauffindbar Xqwv' }),
  visit('/search', { name, deep: true }),
  visit('/suggest?q=ad'),
  visit(`/companies/${uuid}`),
  visit('/reference'),
]

test('every request gets the same answer, whether its ports answer at once or later', async () => {
  const statuses = new Set<number>()
  for (const request of REQUESTS) {
    const [expected, answer] = await Promise.all([send(atOnce, request), send(later, request)])
    assert.deepEqual(answer, expected, `${request.method} ${String(request.url)}`)
    statuses.add(answer.status)
  }
  assert.deepEqual([...statuses].toSorted(), [200, 400, 401, 403, 404, 408, 429, 500, 503])
})

test('requests whose checks overlap never get more than the limit of the key', async () => {
  const { secret } = later.key({ limit: { quota: 12, windowMs: 60_000 } })
  const ask = (body: object) =>
    send(later, { ...search(body), headers: { authorization: `Bearer ${secret}` } })
  const answers = await Promise.all(Array.from({ length: 30 }, (_, i) => ask({ name, deep: i % 5 === 0 })))
  const used = answers.map(({ status }, i) => (status === 200 ? (i % 5 === 0 ? 5 : 1) : 0))
  const sum = used.reduce<number>((total, units) => total + units, 0)
  assert.ok(sum <= 12 && sum > 0, `${sum} units`)
  const refused = answers.filter(({ status }) => status === 429)
  assert.equal(refused.length + used.filter((units) => units > 0).length, answers.length)
})

/** For each method that a request reaches: such a request. */
const REACHED: readonly (readonly [PortFault['port'], string, Sent])[] = [
  ['index', 'state', search({ name })],
  ['index', 'search', search({ name })],
  ['index', 'search', get('/api/v1/companies/suggest?q=ad')],
  ['index', 'search', { ...search([{ name }]), url: '/api/v1/companies/search/batch' }],
  ['companies', 'findMany', search({ name, include: ['source'] })],
  ['companies', 'find', get(`/api/v1/companies/${uuid}`)],
  ['companies', 'list', get('/api/v1/companies')],
  ['companies', 'list', get('/api/v1/companies?limit=300', 'all', { accept: 'text/csv' })],
  ['companies', 'lastSequence', get('/api/v1/companies')],
  ['companies', 'changes', get('/api/v1/changes')],
  ['companies', 'suppressions', get('/api/v1/changes')],
  ['limiter', 'take', search({ name })],
  ['limiter', 'takeMore', search({ name, deep: true })],
  ['limiter', 'takeMore', search({ name }, 'reading')],
  ['limiter', 'lower', get('/api/v1/companies?limit=3000', 'all', { accept: 'text/csv' })],
  ['limiter', 'refund', search({ name: 'Sandbox Error 500' }, 'test')],
  ['limiter', 'levels', get('/api/v1')],
  ['addressBudget', 'waitMs', search({ name }, 'guess')],
  ['addressBudget', 'count', search({ name }, 'guess')],
  ['visitorBudget', 'take', visit('/search', { name })],
  ['visitorBudget', 'takeMore', visit('/search', { name, deep: true })],
]

for (const [port, method, request] of REACHED) {
  test(`${request.method} ${String(request.url).split('?')[0]}: a rejection of ${port}.${method} is answered as an error that is thrown there`, async () => {
    const errors = [
      [503, new Failure('service_unavailable', 'the server behind the port is away')],
      [500, new TypeError('a bug')],
    ] as const
    for (const [status, error] of errors) {
      fault = { port, method, error }
      try {
        const [expected, answer] = await Promise.all([send(atOnce, request), send(later, request)])
        assert.equal(answer.status, status, answer.body)
        assert.deepEqual(answer, expected)
      } finally {
        fault = undefined
      }
      const [before, afterwards] = await Promise.all([send(atOnce, request), send(later, request)])
      assert.deepEqual(afterwards, before)
    }
  })
}

test('the data sets are read again after a failed read', async () => {
  const clock = handClock()
  const own = await startService({
    clock,
    areDeferred: true,
    replace: ({ companies }) => ({ companies: faulty('companies', companies) }),
  })
  try {
    const { authorization } = own.auth()
    const ask = () => own.server.inject({ url: '/api/v1/sources', headers: { authorization } })
    fault = { port: 'companies', method: 'sources', error: new TypeError('a bug') }
    const failed = await Promise.all([ask(), ask()])
    fault = undefined
    assert.deepEqual(
      failed.map(({ statusCode }) => statusCode),
      [500, 500],
    )
    assert.equal((await ask()).statusCode, 200)
  } finally {
    fault = undefined
    await own.stop()
  }
})

test('a failed refund is logged, and the client receives the original error', async () => {
  const own = await startService({
    areDeferred: true,
    replace: ({ index, limiter }) => ({
      index: withMethods(index, {
        search: () => {
          throw new TypeError('a bug')
        },
      }),
      limiter: withMethods(limiter, {
        refund: () => {
          throw new Error('the server behind the limits is away')
        },
      }),
    }),
  })
  try {
    const response = await own.server.inject({
      method: 'POST',
      url: '/api/v1/companies/search/',
      headers: own.auth(),
      payload: { name },
    })
    assert.equal(response.statusCode, 500)
    const errors = own.log.filter(({ level }) => level === 'error').map(({ message }) => message)
    assert.deepEqual(errors, ['a request failed', 'a refund failed'])
  } finally {
    await own.stop()
  }
})
