/** The pages and documents about the API: made from the routes, complete, and up to date. */

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { errorsDocument } from '../../scripts/make-docs.ts'
import { SCOPES } from '../../src/core/access/key.ts'
import { inputSchema, outputSchema } from '../../src/http/openapi.ts'
import { type Route, scopeOf } from '../../src/http/route.ts'
import { apiRoutes } from '../../src/http/routes.ts'
import { type Service, startService } from './start-service.ts'

const ROOT = join(import.meta.dirname, '../..')
let service: Service

before(async () => {
  service = await startService()
})
after(() => service.stop())

function get(url: string, headers: Record<string, string> = {}) {
  return service.server.inject({ url, headers })
}

/** Names of the fields of a body, or of each row of one that is a list. */
function fieldsOf(body: Route['body']): string[] {
  if (body === undefined) return []
  const { properties, items } = inputSchema(body) as { properties?: object; items?: { properties?: object } }
  return Object.keys(properties ?? items?.properties ?? {})
}

test('docs/errors.md is what the catalogue says', () => {
  assert.equal(readFileSync(join(ROOT, 'docs/errors.md'), 'utf8'), errorsDocument())
})

test('docs/api.md tells of every route, field, parameter, header and scope', () => {
  const text = readFileSync(join(ROOT, 'docs/api.md'), 'utf8')
  for (const route of apiRoutes()) {
    assert.ok(text.includes(`${route.method} ${route.path.replace(/:(\w+)/, '{$1}')}`), route.path)
    const names = [...Object.keys(route.query.shape), ...fieldsOf(route.body)]
    for (const name of names) assert.ok(text.includes(`\`${name}\``), name)
    for (const { name } of route.resultHeaders) assert.ok(text.includes(name), name)
  }
  for (const scope of SCOPES) assert.ok(text.includes(`| \`${scope}\` |`), scope)
})

test('every route of the API says which scope it needs, or that it is public', () => {
  for (const route of apiRoutes()) {
    const scope = scopeOf(route)
    const isDeclared =
      ['public', 'key'].includes(String(route.access)) || (scope !== undefined && SCOPES.includes(scope))
    assert.ok(isDeclared, route.id)
    assert.equal(route.access === 'public', !route.path.startsWith('/api/'), route.id)
  }
})

test('the OpenAPI document has every route and passes the linter without a word', async () => {
  const response = await get('/openapi.json')
  assert.equal(response.statusCode, 200)
  assert.equal(response.headers['access-control-allow-origin'], '*')
  const document = response.json()
  assert.equal(document.openapi, '3.1.0')
  for (const { path, method } of apiRoutes()) {
    assert.ok(document.paths[path.replace(/:(\w+)/, '{$1}')][method.toLowerCase()], path)
  }
  const folder = mkdtempSync(join(tmpdir(), 'firmensuche-openapi-'))
  try {
    writeFileSync(join(folder, 'openapi.json'), response.body)
    const linter = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'))
    const args = [
      'lint',
      join(folder, 'openapi.json'),
      '--config',
      join(ROOT, 'redocly.yaml'),
      '--format=json',
    ]
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
    const { stdout } = await promisify(execFile)(process.execPath, [linter, ...args], { env })
    const { totals, problems } = JSON.parse(stdout)
    assert.deepEqual([totals.errors, totals.warnings, problems], [0, 0, []])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('every answer of the service is one that the OpenAPI document names', async () => {
  const document = (await get('/openapi.json')).json()
  const auth = service.auth()
  const nobody = '00000000-0000-5000-8000-000000000000'
  const asked: [string, 'get' | 'post', string, object, object?][] = [
    ['/api/v1/companies/search/', 'post', '/api/v1/companies/search/', auth, { name: 'Adler' }],
    ['/api/v1/companies/search/', 'post', '/api/v1/companies/search/', auth, {}],
    ['/api/v1/companies/search/', 'post', '/api/v1/companies/search/', {}, {}],
    ['/api/v1/companies', 'get', '/api/v1/companies?limit=1', auth],
    ['/api/v1/companies', 'get', '/api/v1/companies', service.auth('companies:search')],
    ['/api/v1/companies', 'get', '/api/v1/companies', { ...auth, accept: 'image/png' }],
    ['/api/v1/companies/{uuid}', 'get', `/api/v1/companies/${nobody}`, auth],
    ['/api/v1', 'get', '/api/v1', auth],
    ['/api/v1', 'get', '/api/v1', {}],
    [
      '/api/v1/companies/search/batch',
      'post',
      '/api/v1/companies/search/batch',
      auth,
      [{ name: 'Adler' }, 5],
    ],
    ['/api/v1/companies/search/batch', 'post', '/api/v1/companies/search/batch', auth, []],
    ['/api/v1/companies/suggest', 'get', '/api/v1/companies/suggest?q=adl', auth],
    ['/api/v1/companies/suggest', 'get', '/api/v1/companies/suggest', auth],
    ['/api/v1/changes', 'get', '/api/v1/changes?since=now', auth],
    ['/api/v1/changes', 'get', '/api/v1/changes?since=then', auth],
    ['/api/v1/usage', 'get', '/api/v1/usage', auth],
    ['/api/v1/reference', 'get', '/api/v1/reference', auth],
    ['/api/v1/sources', 'get', '/api/v1/sources', auth],
    ['/health/ready', 'get', '/health/ready', {}],
  ]
  for (const [path, method, url, headers, payload] of asked) {
    const response = await service.server.inject({
      method: method === 'get' ? 'GET' : 'POST',
      url,
      headers: headers as Record<string, string>,
      ...(payload && { payload }),
    })
    const named = document.paths[path][method].responses[response.statusCode]
    assert.ok(named, `${path} ${response.statusCode}`)
    const media = String(response.headers['content-type']).split(';')[0] as string
    assert.ok(media in named.content, `${path} ${response.statusCode} ${media}`)
  }
})

test('the reference is German, and English for whoever likes that better, and names every route and error', async () => {
  const german = await get('/docs')
  const english = await get('/docs/', { 'accept-language': 'en' })
  assert.match(german.body, /<html lang="de">.*Beschreibung der Schnittstelle/s)
  assert.match(english.body, /<html lang="en">.*API reference/s)
  for (const { body } of [german, english]) {
    for (const route of apiRoutes()) assert.ok(body.includes(`id="${route.id}"`), route.id)
    for (const code of ['unauthorized', 'headers_too_large', 'internal_error']) {
      assert.ok(body.includes(`id="error-${code}"`), code)
    }
    assert.ok(!body.includes('undefined') && !body.includes('[object'))
  }
})

test('whatever is said of a field is said in both languages', () => {
  const check = (schema: unknown, place: string): void => {
    if (typeof schema !== 'object' || schema === null) return
    if ('description' in schema) assert.ok('x-description-de' in schema, `${place}: ${schema.description}`)
    for (const [name, inner] of Object.entries(schema)) check(inner, `${place}/${name}`)
  }
  for (const { id, query, body, result } of apiRoutes()) {
    check(inputSchema(query), `${id} query`)
    if (body !== undefined) check(inputSchema(body), `${id} body`)
    if (result !== undefined) check(outputSchema(result), `${id} result`)
  }
})

test('pages hold no script and load nothing from elsewhere; only the try-it page runs its own program', async () => {
  for (const url of ['/', '/docs']) {
    const { body, headers } = await get(url)
    assert.ok(!/<script|<img|<link|src=|@import|url\(/.test(body), url)
    assert.match(
      String(headers['content-security-policy']),
      /^default-src 'none'; style-src 'sha256-[^']+'; /,
    )
  }
  const { body, headers } = await get('/docs/try')
  assert.match(String(headers['content-security-policy']), /script-src 'self' 'sha256-/)
  const sources = [...body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, source]) => source)
  assert.ok(sources.length > 0 && sources.every((source) => source?.startsWith('/')), String(sources))
  const program = await get('/docs/try/scalar.js')
  assert.equal(program.statusCode, 200)
  assert.match(String(program.headers['content-type']), /^text\/javascript/)
  assert.ok(program.body.length > 1_000_000 && program.body.includes('createApiReference'))
})

test('the start page says in both languages what this is', async () => {
  assert.match((await get('/')).body, /Welches Unternehmen ist gemeint/)
  assert.match((await get('/', { 'accept-language': 'en-US' })).body, /Which company is meant/)
})
