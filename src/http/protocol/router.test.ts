import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { plainPath } from './path.ts'
import { Router } from './router.ts'

const ROUTES = [
  ['GET', '/'],
  ['GET', '/docs'],
  ['GET', '/docs/:page'],
  ['GET', '/api/v1/companies'],
  ['POST', '/api/v1/companies/search/'],
  ['GET', '/api/v1/companies/:uuid'],
  ['POST', '/api/v1/companies/:uuid/notes'],
] as const

function router(): Router<string> {
  const made = new Router<string>()
  for (const [method, path] of ROUTES) made.add(method, path, `${method} ${path}`)
  return made
}

const withoutLastSlash = (path: string) => path.replace(/(.)\/$/, '$1')

/** The same by a walk through the table. */
function naive(method: string, sent: string): string | undefined {
  if (!sent.startsWith('/') || sent.includes('//')) return undefined
  let parts: string[]
  try {
    parts = withoutLastSlash(sent).split('/').map(decodeURIComponent)
  } catch {
    return undefined
  }
  const fitting = ROUTES.filter(([own, path]) => {
    const declared = withoutLastSlash(path).split('/')
    if (own !== method || declared.length !== parts.length) return false
    return declared.every((part, i) =>
      part.startsWith(':')
        ? parts[i] !== '' && !['search', 'suggest'].includes(parts[i]!)
        : part === parts[i],
    )
  })
  const best = fitting.toSorted((a, b) => Number(a[1].includes(':')) - Number(b[1].includes(':')))[0]
  return best?.join(' ')
}

test('a path leads to one route, with and without one final slash, and literals precede parameters', () => {
  const cases: [string, string | undefined][] = [
    ['/', 'GET /'],
    ['/docs', 'GET /docs'],
    ['/docs/', 'GET /docs'],
    ['/api/v1/companies', 'GET /api/v1/companies'],
    ['/api/v1/companies/', 'GET /api/v1/companies'],
    ['/api/v1/companies/search', undefined],
    ['/api/v1/companies/abc', 'GET /api/v1/companies/:uuid'],
    ['/api/v1/companies/a%2Fb', 'GET /api/v1/companies/:uuid'],
    ['/api/v1/companies/SEARCH', 'GET /api/v1/companies/:uuid'],
    ['/api/v1/companies/suggest', undefined],
    ['/api/v1/companies/search/x', undefined],
    ['/API/v1/companies', undefined],
    ['//', undefined],
    ['//docs', undefined],
    ['/docs//', undefined],
    ['/api/v1//companies', undefined],
    ['/docs/%zz', undefined],
    ['/docs/%ff', undefined],
    ['', undefined],
    ['docs', undefined],
    ['*', undefined],
  ]
  const routes = router()
  for (const [path, expected] of cases) assert.equal(routes.find('GET', path)?.target, expected, path)
  assert.equal(routes.find('HEAD', '/docs')?.target, 'GET /docs')
  assert.equal(routes.find('POST', '/api/v1/companies/search')?.target, 'POST /api/v1/companies/search/')
  assert.deepEqual({ ...routes.find('GET', '/api/v1/companies/a%2Fb')?.params }, { uuid: 'a/b' })
})

test('a path allows the methods of its routes in a fixed order, and an unknown path allows none', () => {
  const routes = router()
  assert.equal(routes.allowed('/docs/'), 'GET, HEAD, OPTIONS')
  assert.equal(routes.allowed('/api/v1/companies/search'), 'POST, OPTIONS')
  assert.equal(routes.allowed('/api/v1/companies/search/x'), undefined)
})

test('the router finds the same route as a linear scan of the table', () => {
  const piece = fc.constantFrom(
    ...[
      'api',
      'v1',
      'companies',
      'search',
      'suggest',
      'docs',
      '',
      '%61pi',
      'x',
      '%zz',
      '%2F',
      'a%20b',
      'notes',
      '%ff',
    ],
    ...['constructor', '__proto__', ':uuid', '*', 'Ä'],
  )
  const path = fc.array(piece, { maxLength: 6 }).map((pieces) => plainPath(`/${pieces.join('/')}`))
  const routes = router()
  fc.assert(
    fc.property(path, fc.constantFrom('GET', 'POST', 'PUT', 'BREW'), (sent, method) => {
      assert.equal(routes.find(method, sent)?.target, naive(method, sent))
    }),
    { numRuns: 2000 },
  )
})
