/** The pages and documents about the API: made from the routes, complete, and up to date. */

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { MADE_DOCUMENTS } from '../../scripts/make-docs.ts'
import { SCOPES } from '../../src/core/access/key.ts'
import { DOCUMENTS } from '../../src/http/docs/documents.ts'
import { slugOf } from '../../src/http/docs/render-document.ts'
import { documentPath, inputSchema, outputSchema } from '../../src/http/openapi/document.ts'
import { ERROR_CATALOGUE } from '../../src/http/request/error-catalogue.ts'
import { type Route, scopeOf } from '../../src/http/request/route.ts'
import { apiRoutes } from '../../src/http/routes.ts'
import { DASHBOARD_DIST } from '../../src/server/dashboard-files.ts'
import { answerChecker, type Json, operationsOf } from './document-answers.ts'
import { openService, startService } from './start-service.ts'

const ROOT = join(import.meta.dirname, '../..')
const service = await openService()

function get(url: string, headers: Record<string, string> = {}) {
  return service.server.inject({ url, headers })
}

/** Names of the fields of a body, or of each row of one that is a list. */
function fieldsOf(body: Route['body']): string[] {
  if (body === undefined) return []
  const { properties, items } = inputSchema(body) as { properties?: object; items?: { properties?: object } }
  return Object.keys(properties ?? items?.properties ?? {})
}

test('the generated documents are up to date', () => {
  for (const [file, make] of Object.entries(MADE_DOCUMENTS)) {
    assert.equal(readFileSync(join(ROOT, file), 'utf8'), make(), `${file}: npm run docs`)
  }
})

test('the API document contains every route, field, parameter, header and scope, in both languages', () => {
  for (const file of ['docs/api.md', 'docs/de/api.md']) {
    const text = readFileSync(join(ROOT, file), 'utf8')
    for (const route of apiRoutes()) {
      assert.ok(text.includes(`${route.method} ${route.path.replaceAll(/:(\w+)/g, '{$1}')}`), route.path)
      const names = [...Object.keys(route.query.shape), ...fieldsOf(route.body)]
      for (const name of names) assert.ok(text.includes(`\`${name}\``), `${file}: ${name}`)
      for (const { name } of route.resultHeaders) assert.ok(text.includes(name), `${file}: ${name}`)
    }
    for (const scope of SCOPES) assert.ok(text.includes(`| \`${scope}\` |`), `${file}: ${scope}`)
  }
})

/** What must not differ between the languages: levels of headings, code, and what tables and lists name in code. */
function skeletonOf(file: string): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8')
  return [...text.matchAll(/^```[\s\S]*?^```$|^#+(?= )|^\|.*?\|/gm)].map(([part]) =>
    part.startsWith('|') ? `| ${[...part.matchAll(/`[^`]+`/g)].join(' ')}` : part,
  )
}

test('a document has the same sections, examples and tables in both languages', () => {
  for (const { path, files } of DOCUMENTS) {
    const english = skeletonOf(files.en)
    assert.ok(english.length > 5, path)
    assert.deepEqual(skeletonOf(files.de), english, path)
  }
})

test('every link of a document leads to a file of the repository', () => {
  for (const { files } of DOCUMENTS) {
    for (const file of Object.values(files)) {
      const text = readFileSync(join(ROOT, file), 'utf8').replaceAll(/^```[\s\S]*?^```$/gm, '')
      for (const [, href = ''] of text.matchAll(/\]\(([^)#\s]+)/g)) {
        if (!/^[a-z]+:/.test(href)) assert.ok(existsSync(join(ROOT, dirname(file), href)), `${file}: ${href}`)
      }
    }
  }
})

test('every route of the API declares its scope, or that it is public', () => {
  for (const route of apiRoutes()) {
    const scope = scopeOf(route)
    const isDeclared =
      ['public', 'key'].includes(String(route.access)) || (scope !== undefined && SCOPES.includes(scope))
    assert.ok(isDeclared, route.id)
    assert.equal(route.access !== 'public', /^\/api\/v1(?:\/|$)/.test(route.path), route.id)
  }
})

for (const language of ['de', 'en']) {
  test(`the OpenAPI document has every route and passes the linter without a warning: ${language}`, async () => {
    const response = await get(`/openapi.json?lang=${language}`)
    assert.equal(response.statusCode, 200)
    assert.equal(response.headers['access-control-allow-origin'], '*')
    const document = response.json()
    assert.equal(document.openapi, '3.1.0')
    for (const route of apiRoutes()) {
      assert.ok(document.paths[documentPath(route)][route.method.toLowerCase()], route.path)
    }
    // The other linter that many use, Spectral, warns of both; it runs in `npm run test:generated`.
    assert.ok(document.info.contact.name !== '')
    assert.deepEqual(
      Object.keys(document.paths).filter((path) => path.endsWith('/')),
      [],
    )
    const folder = mkdtempSync(join(tmpdir(), 'firmensuche-openapi-'))
    try {
      const file = join(folder, 'openapi.json')
      writeFileSync(file, response.body)
      const linter = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'))
      const args = ['lint', file, '--config', join(ROOT, 'redocly.yaml'), '--format=json']
      const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
      const { stdout } = await promisify(execFile)(process.execPath, [linter, ...args], { env })
      const { totals, problems } = JSON.parse(stdout)
      assert.deepEqual([totals.errors, totals.warnings, problems], [0, 0, []])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
}

test('the OpenAPI document is German, or English if preferred; only its texts differ', async () => {
  const german = (await get('/openapi.json')).json()
  const english = (await get('/openapi.json', { 'accept-language': 'en' })).json()
  assert.deepEqual((await get('/openapi.json?lang=en')).json(), english)
  assert.deepEqual((await get('/openapi.json?lang=de', { 'accept-language': 'en' })).json(), german)
  const same: string[] = []
  const compare = (one: unknown, other: unknown, place: string): void => {
    if (typeof one === 'object' && one !== null) {
      assert.deepEqual(Object.keys(other as object), Object.keys(one), place)
      assert.ok(!('de' in one && typeof one.de === 'string'), place)
      for (const [name, inner] of Object.entries(one)) {
        compare(inner, (other as Record<string, unknown>)[name], `${place}/${name}`)
      }
    } else if (!/\/(?:description|summary)$/.test(place)) assert.equal(one, other, place)
    else if (one === other) same.push(place)
  }
  compare(german, english, '')
  assert.deepEqual(same, [])
})

const document = (await get('/openapi.json')).json()
const operations = operationsOf(document)
const check = answerChecker(document)

/** Every object of the document that has a member of this name. */
function objectsWith(name: string, part: unknown): Json[] {
  if (typeof part !== 'object' || part === null) return []
  const inner = Object.values(part).flatMap((each) => objectsWith(name, each))
  return name in part ? [part as Json, ...inner] : inner
}

test('no two values of an enum have the same name in a generated client, and no field of a request has a default', () => {
  const nameOf = (text: string) =>
    text
      .normalize('NFD')
      .replaceAll(/[^a-z]/gi, '')
      .toLowerCase()
  const enums = objectsWith('enum', document)
  for (const { enum: values, 'x-enum-varnames': given } of enums as Record<string, string[]>[]) {
    const names = given ?? values ?? []
    assert.equal(names.length, values?.length)
    assert.equal(new Set(names.map(nameOf)).size, names.length, String(names))
    for (const each of names) assert.match(each, /^[A-Za-z]\w*$/)
  }
  assert.ok(enums.length > 20)
  for (const [name, body] of Object.entries(document.components.schemas)) {
    if (name.endsWith('Body')) assert.deepEqual(objectsWith('default', body), [], name)
  }
  const { limit } = document.components.schemas.SearchCompaniesBody.properties
  assert.match(limit.description, /Standard: `25`\.$/)
})

test('every response of the service is declared in the OpenAPI document', async () => {
  const auth = service.auth()
  const nobody = '00000000-0000-5000-8000-000000000000'
  const asked: [string, 'get' | 'post', string, object, object?][] = [
    ['/api/v1/companies/search', 'post', '/api/v1/companies/search/', auth, { name: 'Adler' }],
    ['/api/v1/companies/search', 'post', '/api/v1/companies/search/', auth, {}],
    ['/api/v1/companies/search', 'post', '/api/v1/companies/search/', {}, {}],
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
    const operation = operations.find((each) => each.path === path && each.method === method.toUpperCase())
    check(operation!, response)
  }
})

test('every operation refuses with the content type that the OpenAPI document declares, and in no other', async () => {
  for (const operation of operations) {
    const { operationId, path, method, requestBody, responses } = operation
    const types = Object.values(responses).flatMap(({ content = {} }, at) =>
      at === 0 ? [] : Object.keys(content),
    )
    assert.deepEqual([...new Set(types)], ['application/json'], operationId)
    const filled = path.replaceAll(/\{\w+\}/g, '00000000-0000-5000-8000-000000000000')
    const json = requestBody && { headers: { 'content-type': 'application/json' }, payload: '{"x":' }
    const send = (url: string, headers: Record<string, string>) =>
      service.server.inject({ method, url, ...json, headers: { ...json?.headers, ...headers } })
    const answers = [
      await send(filled, {}),
      await send(`${filled}?unknown=1`, service.auth()),
      await send(filled, service.auth('companies:search')),
      await send(filled, { ...service.auth(), accept: 'image/png' }),
    ]
    for (const answer of answers) check(operation, answer)
  }
})

test('the OpenAPI document declares every header of a response without a body, and problems', async () => {
  const company = operations.find(({ operationId }) => operationId === 'getCompany')
  const sandbox = { authorization: `Bearer ${service.key({ kind: 'test' }).secret}` }
  const [active] = (await get('/api/v1/companies?limit=1', sandbox)).json()
  const url = `/api/v1/companies/${active.uuid}`
  const etag = String((await get(url, sandbox)).headers.etag)
  const former = '/api/v1/companies/494b90aa-483f-5f0c-ad4b-bf942d3a90b5'
  const problem = { accept: 'application/problem+json' }
  const answers = [
    await get(url, { ...sandbox, 'if-none-match': etag }),
    await get(former, sandbox),
    await get(`${url}0`, { ...sandbox, ...problem }),
    await get(url, problem),
    await get(`${url}?x=1`, { ...sandbox, ...problem }),
  ]
  assert.deepEqual(
    answers.map(({ statusCode }) => statusCode),
    [304, 308, 404, 401, 400],
  )
  for (const answer of answers) check(company!, answer)
})

test('the OpenAPI document is served in the requested media type', async () => {
  const media = 'application/vnd.oai.openapi+json'
  const response = await get('/openapi.json', { accept: media })
  assert.equal(response.headers['content-type'], media)
})

test('every page is German, or English if preferred or stated in its URL', async () => {
  const pages = ['/docs', '/docs/reference', '/docs/try', ...DOCUMENTS.map(({ path }) => path)]
  for (const path of pages) {
    const texts = new Set<string>()
    for (const [language, url, headers] of [
      ['de', path, {}],
      ['en', `${path}/`, { 'accept-language': 'en' }],
      ['en', `${path}?lang=en`, {}],
    ] as const) {
      const { body, statusCode } = await get(url, headers)
      assert.equal(statusCode, 200, url)
      assert.ok(body.includes(`<html lang="${language}">`), url)
      assert.ok(!/>undefined|"undefined|\[object/.test(body), url)
      texts.add(body)
    }
    assert.equal(texts.size, 3, 'a language chosen by the address lasts: its links carry it on')
  }
})

test('the reference contains every route, and the page of errors every code', async () => {
  for (const language of ['de', 'en']) {
    const reference = await get(`/docs/reference?lang=${language}`)
    for (const { id } of apiRoutes()) assert.ok(reference.body.includes(`id="${id}"`), id)
    const errors = await get(`/docs/errors?lang=${language}`)
    for (const code of Object.keys(ERROR_CATALOGUE)) assert.ok(errors.body.includes(`id="${code}"`), code)
  }
})

test('every link of every page and of llms.txt leads to an existing page and anchor', async () => {
  const pages = new Map<string, string>()
  const read = async (url: string) => {
    const known = pages.get(url)
    if (known !== undefined) return known
    const { statusCode, body } = await get(url)
    assert.equal(statusCode, 200, url)
    pages.set(url, body)
    return body
  }
  const starts = ['/docs', '/docs?lang=en', '/llms.txt']
  for (const start of starts) await read(start)
  // The map grows while it is walked.
  for (const [page, body] of pages) {
    const links = [...body.matchAll(/(?<= href="|\]\()[^")]+/g)].map(([link]) =>
      link.replaceAll('&amp;', '&'),
    )
    const ids = [...body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    assert.equal(new Set(ids).size, ids.length, `${page}: an id twice`)
    for (const link of links) {
      if (/^https?:/.test(link)) continue
      const { pathname, search, hash } = new URL(link, `http://here${page}`)
      if (!/^\/(?:docs|openapi\.json|llms\.txt)/.test(pathname)) continue
      const target = await read(pathname + search)
      const isThere = pathname.endsWith('.md')
        ? target
            .split('\n')
            .some((line) => /^#+ /.test(line) && slugOf(line) === decodeURIComponent(hash.slice(1)))
        : target.includes(` id="${decodeURIComponent(hash.slice(1))}"`)
      assert.ok(hash === '' || isThere, `${page}: ${link}`)
    }
  }
  assert.ok(pages.size > 2 * DOCUMENTS.length)
})

test('every description of a field exists in both languages', () => {
  const check = (schema: unknown, place: string): void => {
    if (typeof schema !== 'object' || schema === null) return
    assert.ok(!('description' in schema) && 'de' in schema === 'en' in schema, place)
    for (const [name, inner] of Object.entries(schema)) check(inner, `${place}/${name}`)
  }
  for (const { id, query, body, result } of apiRoutes()) {
    check(inputSchema(query), `${id} query`)
    if (body !== undefined) check(inputSchema(body), `${id} body`)
    if (result !== undefined) check(outputSchema(result), `${id} result`)
  }
})

test('pages contain no script and load nothing from other hosts; only the try-it page runs a script of its own', async () => {
  for (const url of ['/', '/docs', '/docs/reference', ...DOCUMENTS.map(({ path }) => path)]) {
    const { body, headers } = await get(url)
    assert.ok(!/<(?:script|img|link|iframe|style )|\ssrc=|\sstyle=|\son\w+=|@import|url\(/.test(body), url)
    assert.match(
      String(headers['content-security-policy']),
      /^default-src 'none'; style-src 'sha256-[^']+'; /,
    )
  }
  const { body, headers } = await get('/docs/try')
  assert.match(String(headers['content-security-policy']), /script-src 'self' 'sha256-/)
  const sources = [...body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, source]) => source)
  assert.ok(sources.length > 0 && sources.every((source) => source?.startsWith('/')), String(sources))
})

test('the script of the try-it page is sent compressed, once, and cached for good', async (t) => {
  const built = await startService({ dashboardDist: DASHBOARD_DIST })
  t.after(() => built.stop())
  const ask = (url: string, headers = {}) => built.server.inject({ url, headers })
  const source = /<script src="(\/assets\/scalar-[\w-]+\.js)">/.exec((await ask('/docs/try')).body)?.[1]
  assert.ok(source !== undefined)
  const plain = await ask(source)
  assert.equal(plain.statusCode, 200)
  assert.match(String(plain.headers['content-type']), /^text\/javascript/)
  assert.ok(plain.body.length > 1_000_000 && plain.body.includes('createApiReference'))
  for (const [coding, unpack] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const) {
    const packed = await ask(source, { 'accept-encoding': coding })
    assert.equal(packed.headers['content-encoding'], coding)
    assert.equal(packed.headers['cache-control'], 'public, max-age=31536000, immutable')
    assert.ok(packed.rawPayload.length < plain.rawPayload.length / 3, String(packed.rawPayload.length))
    assert.deepEqual(unpack(packed.rawPayload), plain.rawPayload)
    const again = await ask(source, {
      'accept-encoding': coding,
      'if-none-match': String(packed.headers.etag),
    })
    assert.deepEqual([again.statusCode, again.body], [304, ''])
  }
})

test('without a built dashboard the try-it page says what is missing', async (t) => {
  const bare = await startService({ dashboardDist: join(ROOT, 'nothing') })
  t.after(() => bare.stop())
  const { statusCode, body } = await bare.server.inject({ url: '/docs/try' })
  assert.equal(statusCode, 503)
  assert.match(body, /npm run dashboard/)
})

test('the start page describes the service in both languages', async () => {
  assert.match((await get('/')).body, /Welches Unternehmen suchst du/)
  assert.match((await get('/', { 'accept-language': 'en-US' })).body, /Which company are you looking for/)
})
