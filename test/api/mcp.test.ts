/** POST /api/v1/mcp */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { EmbeddedNameIndex } from '../../src/adapters/embedded/name-index.ts'
import { collectUsage } from '../../src/adapters/shared-memory/usage.ts'
import type { Scope } from '../../src/core/access/key.ts'
import { addUsage, NO_USAGE, type UsageSums } from '../../src/core/usage/usage.ts'
import { BATCH_BODY_BYTES_MAX } from '../../src/http/api/batch-route.ts'
import { testRefusals } from './refusals.ts'
import { openService, type Service, startService } from './start-service.ts'

const URL = '/api/v1/mcp'
const REVISION = '2025-11-25'
const NEW_REVISION = '2026-07-28'
const TOOLS = ['search_companies', 'get_company', 'match_companies', 'search', 'fetch'] as const
type ToolName = (typeof TOOLS)[number]

const service = await openService()
const auth = service.auth()
const everything = [...service.companies.readAll(1000)].flat()

interface Message {
  readonly result?: Record<string, unknown>
  readonly error?: { readonly code: number; readonly message: string }
}

interface ToolAnswer {
  readonly content: readonly { readonly type: string; readonly text: string }[]
  readonly structuredContent?: unknown
  readonly isError?: boolean
}

function send(message: unknown, headers: Record<string, string> = auth, from: Service = service) {
  return from.server.inject({
    method: 'POST',
    url: URL,
    headers: { 'content-type': 'application/json', ...headers },
    payload: JSON.stringify(message),
  })
}

function request(method: string, params?: object) {
  return { jsonrpc: '2.0', id: 1, method, ...(params && { params }) }
}

function callOf(name: string, args: unknown) {
  return request('tools/call', { name, arguments: args })
}

/** Calls a tool; fails unless the answer is 200. */
async function call(name: ToolName, args: unknown, headers = auth, from = service): Promise<ToolAnswer> {
  const response = await send(callOf(name, args), headers, from)
  assert.equal(response.statusCode, 200, response.body)
  const { result } = response.json() as Message
  assert.ok(result, response.body)
  return result as unknown as ToolAnswer
}

/** Returns the result of a call that must succeed. */
// biome-ignore lint/suspicious/noExplicitAny: results are read field by field, and checked against their schemas
async function resultOf(name: ToolName, args: unknown, headers = auth, from = service): Promise<any> {
  const { structuredContent, isError, content } = await call(name, args, headers, from)
  assert.ok(isError === undefined, content[0]!.text)
  assert.deepEqual(JSON.parse(content[0]!.text), structuredContent)
  const validate = validators.get(name)!
  assert.ok(validate(structuredContent), JSON.stringify(validate.errors))
  return structuredContent
}

async function sentenceOf(name: ToolName, args: unknown, headers = auth, from = service): Promise<string> {
  const { isError, content } = await call(name, args, headers, from)
  assert.equal(isError, true)
  return content[0]!.text
}

function limited(quota: number, scopes?: readonly Scope[]) {
  const { secret } = service.key({ ...(scopes && { scopes }), limit: { quota, windowMs: 60_000 } })
  return { authorization: `Bearer ${secret}` }
}

const left = (response: { headers: Record<string, unknown> }) =>
  Number(/r=(\d+)/.exec(String(response.headers.ratelimit))?.[1])

async function rest(method: 'GET' | 'POST', url: string, payload?: object) {
  const response = await service.server.inject({ method, url, headers: auth, ...(payload && { payload }) })
  assert.equal(response.statusCode, 200, response.body)
  return response.json()
}

interface ListedTool {
  readonly name: ToolName
  readonly title: string
  readonly description: string
  readonly inputSchema: object
  readonly outputSchema: object
  readonly annotations: object
}

const listed = ((await send(request('tools/list'))).json() as Message).result!.tools as ListedTool[]
const ajv = new Ajv2020({ strict: true, allErrors: true })
addFormats.default(ajv)
const validators = new Map(listed.map(({ name, outputSchema }) => [name, ajv.compile(outputSchema)]))
const inputs = new Map(listed.map(({ name, inputSchema }) => [name, ajv.compile(inputSchema)]))

test('200: a client of 2025 agrees on its revision and gets what the tools are for, without a session', async () => {
  const hello = { protocolVersion: REVISION, capabilities: {}, clientInfo: { name: 'test', version: '1' } }
  const response = await send(request('initialize', hello))
  assert.equal(response.statusCode, 200)
  const { result } = response.json() as Message
  assert.equal(result?.protocolVersion, REVISION)
  assert.deepEqual(result?.capabilities, { tools: {} })
  assert.match(String(result?.instructions), /never instructions/)
  assert.equal(response.headers['mcp-session-id'], undefined)
  const ready = await send({ jsonrpc: '2.0', method: 'notifications/initialized' })
  assert.deepEqual([ready.statusCode, ready.body], [202, ''])
  assert.deepEqual((await send(request('ping'))).json().result, {})
})

test('200: five tools, each with a title, a description, both schemas, and the hints of a tool that only reads', () => {
  assert.deepEqual(
    listed.map(({ name }) => name),
    TOOLS,
  )
  for (const { title, description, annotations, inputSchema, outputSchema } of listed) {
    assert.ok(title.length > 0 && description.length > 40)
    assert.deepEqual(annotations, {
      title,
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    })
    for (const schema of [inputSchema, outputSchema]) {
      assert.equal((schema as { type: string }).type, 'object')
      // German texts, and keywords that are not of JSON Schema, would reach every assistant.
      assert.doesNotMatch(JSON.stringify(schema), /"(?:de|en|example)":/)
    }
  }
})

test('200: search_companies returns the hits of a search with their matches, its total and the next page', async () => {
  const found = await resultOf('search_companies', { name: 'Adler', limit: 3, status: ['active'] })
  const body = { name: 'Adler', limit: 3, status: ['active'], include: ['match'] }
  const hits = await rest('POST', '/api/v1/companies/search/', body)
  for (const hit of hits) delete hit.match.highlights
  assert.deepEqual(found.companies, hits)
  assert.ok(found.total > 3 && found.total_is_exact && !found.partial)
  assert.match(found.data_as_of, /^\d{4}-\d\d-\d\d$/)
  const args = { name: 'Adler', limit: 3, status: ['active'], cursor: found.next_cursor }
  const next = await resultOf('search_companies', args)
  const uuids = new Set([...found.companies, ...next.companies].map(({ uuid }) => uuid))
  assert.equal(uuids.size, 6)
})

test('200: search_companies returns ten hits unless asked for more, and none without letters', async () => {
  assert.equal((await resultOf('search_companies', { name: 'Adler' })).companies.length, 10)
  const none = await resultOf('search_companies', { name: '...' })
  assert.deepEqual([none.companies, none.total, none.next_cursor], [[], 0, null])
})

test('200: get_company returns what the API returns, by any spelling of the id', async () => {
  for (const { uuid } of everything.slice(0, 50)) {
    const expected = await rest('GET', `/api/v1/companies/${uuid}`)
    assert.deepEqual(await resultOf('get_company', { uuid: uuid.toUpperCase() }), expected)
  }
})

test('200: match_companies decides each row as the batch does', async () => {
  const rows = [
    { ref: 'a', name: 'Adler GmbH', city: 'Hettstedt' },
    { ref: 'b', name: 'Qxzzyqx' },
    { ref: 'c', name: 5 },
    { name: 'Adlar Apotheke', deep: true },
  ]
  const { results } = await resultOf('match_companies', { rows })
  assert.deepEqual(results, await rest('POST', '/api/v1/companies/search/batch', rows))
  assert.deepEqual(
    results.map(({ state }: { state: string }) => state),
    ['found', 'not_found', 'invalid', results[3].state],
  )
})

test('200: search returns id, title and page of each hit, and fetch the text of one', async () => {
  const { results } = await resultOf('search', { query: 'Adler' })
  const hits = await rest('POST', '/api/v1/companies/search/', { name: 'Adler', limit: 10 })
  assert.deepEqual(
    results.map(({ id }: { id: string }) => id),
    hits.map(({ uuid }: { uuid: string }) => uuid),
  )
  assert.equal(results[0].title, 'Adler GmbH (HRB 214664 Stendal, Hettstedt, active)')
  assert.equal(results[0].url, `http://localhost:8080/company/${results[0].id}`)
  const document = await resultOf('fetch', { id: results[0].id })
  assert.equal(document.title, 'Adler GmbH')
  assert.equal(document.url, results[0].url)
  assert.match(document.text, /^Register number: HRB 214664, Stendal$/m)
  assert.match(document.text, /^Sources: offeneregister, as of \d{4}-\d\d-\d\d \(.+\)$/m)
  assert.equal(document.metadata.euid, 'DEW1215.HRB214664')
})

test('200: fetch names former names, and every company has a text', async () => {
  const renamed = everything.find(({ formerNames }) => formerNames.length > 0)!
  const { text } = await resultOf('fetch', { id: renamed.uuid })
  assert.ok(text.includes(`Former names: ${renamed.formerNames[0]!.name}`), text)
  for (const { uuid, name } of everything.slice(0, 100)) {
    const document = await resultOf('fetch', { id: uuid })
    assert.ok(document.text.startsWith(`Name: ${name}\n`), document.text)
    assert.doesNotMatch(document.text, /: $|undefined|null/m)
  }
})

test('200: search finds a misspelt name where the key may search deep, and nothing where it may not', async () => {
  const { results } = await resultOf('search', { query: 'Adlar Apotheke' })
  assert.ok(results.length > 0)
  const headers = service.auth('companies:search', 'companies:read')
  assert.deepEqual(await resultOf('search', { query: 'Adlar Apotheke' }, headers), { results: [] })
})

test('200: a call costs what the same request of the API costs', async () => {
  const headers = limited(1000)
  const costs: [unknown, number][] = [
    [request('tools/list'), 1],
    [callOf('search_companies', { name: 'Adler' }), 1],
    [callOf('search_companies', { name: 'Adler', deep: true }), 5],
    [callOf('get_company', { uuid: everything[0]!.uuid }), 1],
    [callOf('get_company', { uuid: 'x' }), 1],
    [callOf('match_companies', { rows: [{ name: 'a' }, { name: 'b', deep: true }, {}] }), 7],
    [callOf('search', { query: 'Adler' }), 1],
    [callOf('search', { query: 'Adlar Apotheke' }), 5],
    [callOf('fetch', { id: everything[0]!.uuid }), 1],
    [callOf('search_companies', { name: '' }), 1],
    [callOf('nonsense', {}), 1],
  ]
  let before = 1000
  for (const [message, cost] of costs) {
    const now = left(await send(message, headers))
    assert.equal(before - now, cost, JSON.stringify(message))
    before = now
  }
})

test('200: a company that is not known is a result that says what to do', async () => {
  for (const [name, args] of [
    ['get_company', { uuid: 'HRB 1' }],
    ['fetch', { id: '00000000-0000-5000-8000-000000000000' }],
  ] as const) {
    assert.match(
      await sentenceOf(name, args),
      /^No company has this id\. Take the id from a result of search_/,
    )
  }
})

test('200: invalid arguments are a result that names each fault and what is allowed', async () => {
  const cases: [ToolName, unknown, RegExp][] = [
    [
      'search_companies',
      {},
      /^Invalid arguments: \/name is missing\. Correct this and call search_companies again\.$/,
    ],
    ['search_companies', { name: 5 }, /\/name has the wrong type/],
    [
      'search_companies',
      { name: 'a', status: ['gone'] },
      /\/status\/0 is not one of the allowed values: active, /,
    ],
    ['search_companies', { name: 'a', limit: 101 }, /\/limit is too large/],
    ['search_companies', { name: 'a', nme: 1 }, /\/nme is not an argument of this tool; leave it out/],
    ['search_companies', { name: 'a', cursor: 'x' }, /\/cursor has the wrong format|\/cursor belongs to/],
    ['match_companies', { rows: [] }, /\/rows is empty/],
    ['match_companies', { rows: Array(101).fill({ name: 'a' }) }, /\/rows has too many values/],
    ['search', { query: ' ' }, /\/query is empty/],
  ]
  for (const [name, args, expected] of cases) assert.match(await sentenceOf(name, args), expected)
})

test('200: a cursor of another call, and a call that costs more than the whole limit, are results that say so', async () => {
  const { next_cursor: cursor } = await resultOf('search_companies', { name: 'Adler' })
  assert.match(
    await sentenceOf('search_companies', { name: 'Bau', cursor }),
    /\/cursor belongs to a call with other/,
  )
  const headers = limited(14)
  const rows = Array(3).fill({ name: 'a', deep: true })
  assert.match(await sentenceOf('match_companies', { rows }, headers), /\/rows .*more than the whole limit/)
})

test('200: what the schema of a tool accepts as arguments is what the tool accepts', async () => {
  const cases: [ToolName, unknown][] = [
    ['search_companies', { name: 'Adler', state: ['DE-BY'], former: 'exclude', min_score: 50 }],
    ['search_companies', { name: 'Adler', state: ['Bayern'] }],
    ['search_companies', { name: 'Adler', limit: 0 }],
    ['search_companies', { Name: 'Adler' }],
    ['match_companies', { rows: [{ name: 'Adler', city: 'Ulm', ref: 'x' }] }],
    ['match_companies', {}],
    ['search', { query: 'Adler' }],
    ['search', { q: 'Adler' }],
    ['fetch', { id: everything[0]!.uuid }],
    ['fetch', { id: 5 }],
  ]
  for (const [name, args] of cases) {
    const { isError } = await call(name, args)
    assert.equal(isError === undefined, inputs.get(name)!(args), `${name} ${JSON.stringify(args)}`)
  }
})

test('200: an unknown tool and an unknown method are errors of the protocol', async () => {
  const tool = (await send(callOf('delete_company', {}))).json() as Message
  assert.equal(tool.error?.code, -32602)
  assert.match(tool.error.message, /There is no tool delete_company\. The tools are search_companies, /)
  const method = (await send(request('resources/list'))).json() as Message
  assert.equal(method.error?.code, -32601)
})

/** Values of a wrong type, for each field of a message. */
const WRONG = [5, 'x', null, [], true, { a: { b: 1 } }]
const HELLO = { protocolVersion: REVISION, capabilities: {}, clientInfo: { name: 'test', version: '1' } }

test('200: a message with a wrong type is -32602 with a sentence that names the field, and no answer is a dump', async () => {
  const named = { method: 'initialize', params: { ...HELLO, clientInfo: { name: 5 } } }
  const { error } = (await send(request(named.method, named.params))).json() as Message
  assert.equal(error?.code, -32602)
  assert.equal(
    error.message,
    'Invalid message: params.clientInfo.name: expected string, received number; params.clientInfo.version: expected string, received undefined.',
  )
  const fields: readonly (readonly [method: string, params: (wrong: unknown) => object])[] = [
    ...Object.keys(HELLO).map(
      (name) => ['initialize', (wrong: unknown) => ({ ...HELLO, [name]: wrong })] as const,
    ),
    ...['roots', 'sampling', 'elicitation', 'experimental', 'tasks', 'extensions'].map(
      (name) => ['initialize', (wrong: unknown) => ({ ...HELLO, capabilities: { [name]: wrong } })] as const,
    ),
    [
      'initialize',
      (wrong) => ({ ...HELLO, clientInfo: { ...HELLO.clientInfo, icons: wrong, title: wrong } }),
    ],
    ['initialize', (wrong) => ({ ...HELLO, _meta: wrong })],
    ...['ping', 'tools/list', 'tools/call', 'prompts/get', 'logging/setLevel', 'server/discover'].map(
      (method) => [method, (wrong: unknown) => ({ cursor: wrong, name: wrong, _meta: wrong })] as const,
    ),
    ['tools/call', (wrong) => ({ name: 'search', arguments: wrong })],
    ['tools/call', (wrong) => ({ name: 'search', arguments: { query: wrong }, task: wrong })],
  ]
  for (const wrong of WRONG) {
    for (const [method, params] of fields) {
      for (const answer of [
        await send(request(method, params(wrong))),
        await sendNew(method, params(wrong), { 'mcp-name': 'search' }),
      ])
        assert.doesNotMatch(
          answer.body,
          /-32603|invalid_type|\\n| {4}at /,
          `${method} ${JSON.stringify(params(wrong))}`,
        )
    }
    assert.ok((await send({ ...request('ping'), params: wrong, id: wrong })).statusCode < 500)
  }
})

test('200: a deep call counts as a deep search in the usage', async () => {
  collectUsage(service.block, 0)
  await call('search_companies', { name: 'Adler', deep: true })
  await call('search_companies', { name: 'Adler' })
  const { requests, deep } = collectUsage(service.block, 0).reduce<UsageSums>(addUsage, NO_USAGE)
  assert.deepEqual([requests, deep], [2, 1])
})

const META = {
  'io.modelcontextprotocol/protocolVersion': NEW_REVISION,
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

function sendNew(method: string, params: object = {}, more: Record<string, string> = {}) {
  const headers = { 'mcp-protocol-version': NEW_REVISION, 'mcp-method': method, ...more }
  return send(request(method, { ...params, _meta: META }), { ...auth, ...headers })
}

test('200: a client of 2026 discovers the service and may keep the list of tools', async () => {
  const discovered = (await sendNew('server/discover')).json() as Message
  assert.deepEqual(discovered.result?.supportedVersions, [NEW_REVISION])
  const tools = (await sendNew('tools/list')).json() as Message
  assert.deepEqual(tools.result?.tools, listed)
  assert.deepEqual([tools.result?.cacheScope, Number(tools.result?.ttlMs) > 0], ['public', true])
})

test('200: a client of 2026 calls a tool, and its headers must fit its message', async () => {
  const params = { name: 'search', arguments: { query: 'Adler' } }
  const response = await sendNew('tools/call', params, { 'mcp-name': 'search' })
  assert.equal(response.statusCode, 200, response.body)
  const { result } = response.json() as { result: { structuredContent: { results: unknown[] } } }
  assert.equal(result.structuredContent.results.length, 10)
  const other = await sendNew('tools/call', params, { 'mcp-name': 'fetch' })
  assert.equal(other.statusCode, 400)
  assert.ok((other.json() as Message).error)
})

test('200: a client of 2026 that wants to hear of changes is told at once that there are none', async () => {
  const response = await sendNew('subscriptions/listen', { notifications: { toolsListChanged: true } })
  assert.match(String(response.headers['content-type']), /^text\/event-stream/)
  const [acknowledged, ended] = response.body
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => JSON.parse(line.slice('data: '.length)))
  assert.equal(acknowledged.method, 'notifications/subscriptions/acknowledged')
  assert.deepEqual(acknowledged.params.notifications, {})
  assert.equal(ended.id, 1)
})

test('200: a test key searches the sandbox, and gets the errors that it asks for', async () => {
  const headers = { authorization: `Bearer ${service.key({ kind: 'test' }).secret}` }
  const sandbox = new Set([...service.sandbox.companies.readAll(1000)].flat().map(({ uuid }): string => uuid))
  const { results } = await resultOf('search', { query: 'Sandbox' }, headers)
  assert.ok(results.length > 0)
  for (const { id } of results) assert.ok(sandbox.has(id))
  assert.match(await sentenceOf('get_company', { uuid: everything[0]!.uuid }, headers), /^No company/)
  const name = 'Sandbox Error 503'
  for (const message of [
    callOf('search_companies', { name }),
    callOf('search', { query: name }),
    callOf('match_companies', { rows: [{ name: 'a' }, { name }] }),
  ]) {
    const response = await send(message, headers)
    assert.equal(response.statusCode, 503, JSON.stringify(message))
    assert.equal(response.json().code, 'service_unavailable')
  }
})

test('200: pages of other origins may call with a key, and those of this service under any of its own names', async () => {
  for (const [host, origin] of [
    ['api.example', 'https://page.example'],
    ['localhost:8080', 'http://localhost:8080'],
    ['192.0.2.7', 'http://192.0.2.7'],
    ['[2001:db8::1]:80', 'http://[2001:db8::1]:80'],
    ['api.example', 'null'],
  ]) {
    const response = await send(request('ping'), { ...auth, host: host!, origin: origin! })
    assert.equal(response.statusCode, 200, origin!)
    assert.equal(response.headers['access-control-allow-origin'], '*')
  }
})

test('403: a page whose own name was pointed to this server (DNS rebinding); nothing is charged', async () => {
  const headers = limited(5)
  for (const port of ['', ':8080']) {
    const own = { host: `evil.example${port}`, origin: `http://evil.example${port}` }
    const response = await send(request('ping'), { ...headers, ...own })
    assert.equal(response.statusCode, 403)
    assert.equal(response.json().code, 'forbidden')
    assert.equal(left(response), 5)
  }
  const behind = await openService({ site: { publicUrl: 'https://suche.example' } })
  const own = { host: 'suche.example', origin: 'https://suche.example' }
  assert.equal((await send(request('ping'), { ...behind.auth(), ...own }, behind)).statusCode, 200)
})

test('403: a key that may search but not read companies, whatever it asks', async () => {
  const headers = limited(5, ['companies:search', 'companies:search:deep'])
  for (const message of [request('tools/list'), callOf('search', { query: 'Adler' })]) {
    const response = await send(message, headers)
    assert.equal(response.statusCode, 403)
    assert.match(String(response.headers['www-authenticate']), /scope="companies:read"/)
    assert.equal(left(response), 5)
  }
})

test('403: a deep call without the scope; nothing is searched or charged', async () => {
  const headers = limited(100, ['companies:search', 'companies:read'])
  for (const message of [
    callOf('search_companies', { name: 'Adler', deep: true }),
    callOf('match_companies', { rows: [{ name: 'a' }, { name: 5, deep: true }] }),
  ]) {
    const response = await send(message, headers)
    assert.equal(response.statusCode, 403)
    assert.match(String(response.headers['www-authenticate']), /scope="companies:search:deep"/)
    assert.equal(left(response), 100)
  }
})

test('429: a call that costs more than the rest of the limit; everything is given back', async () => {
  const headers = limited(10)
  assert.equal(
    left(await send(callOf('match_companies', { rows: Array(6).fill({ name: 'a' }) }), headers)),
    4,
  )
  for (const message of [
    callOf('search_companies', { name: 'Adler', deep: true }),
    callOf('search', { query: 'Adlar Apotheke' }),
    callOf('match_companies', { rows: Array(5).fill({ name: 'a' }) }),
  ]) {
    const response = await send(message, headers)
    assert.equal(response.statusCode, 429)
    assert.equal(response.json().code, 'rate_limited')
    assert.ok(Number(response.headers['retry-after']) >= 1)
    assert.equal(left(response), 4)
  }
})

test('500: a bug is logged once and answered as everywhere', async () => {
  const broken = await startService({
    replace: ({ companies }) => ({
      companies: {
        ...companies,
        sources: companies.sources,
        find() {
          throw new Error('a bug')
        },
      } as Service['companies'],
    }),
  })
  try {
    const response = await send(callOf('fetch', { id: everything[0]!.uuid }), broken.auth(), broken)
    assert.equal(response.statusCode, 500)
    assert.equal(response.json().code, 'internal_error')
    assert.equal(broken.log.filter(({ message }) => message === 'a request failed').length, 1)
  } finally {
    await broken.stop()
  }
})

test('503: there is no index yet', async () => {
  const empty = await startService({ replace: () => ({ index: new EmbeddedNameIndex() }) })
  try {
    const response = await send(callOf('search', { query: 'Adler' }), empty.auth(), empty)
    assert.equal(response.statusCode, 503)
    assert.ok(Number(response.headers['retry-after']) >= 1)
  } finally {
    await empty.stop()
  }
})

test('400: a list of messages is refused, because the protocol has none', async () => {
  const response = await send([request('ping'), request('ping')])
  assert.equal(response.statusCode, 400)
  assert.deepEqual(response.json().details, [{ field: '', reason: 'type' }])
})

test('400: a message that is not of the protocol is refused', async () => {
  for (const message of [
    {},
    { jsonrpc: '1.0', id: 1, method: 'ping' },
    { jsonrpc: '2.0', id: {}, method: 'ping' },
  ]) {
    const response = await send(message)
    assert.equal(response.statusCode, 400, JSON.stringify(message))
  }
})

testRefusals(() => service, {
  method: 'POST',
  url: URL,
  body: request('ping'),
  scope: 'companies:search',
  alsoScopes: ['companies:read'],
  bodyBytesMax: BATCH_BODY_BYTES_MAX,
})
