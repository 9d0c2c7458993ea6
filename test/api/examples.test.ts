/** Every example of docs/api.md, asked and compared: what it shows is what the service answers on the sample data. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { apiRoutes } from '../../src/http/routes.ts'
import { type Service, startService } from './start-service.ts'

const ROOT = join(import.meta.dirname, '../..')
const SAMPLE = join(ROOT, 'data/sample/offeneregister-sample-100k.jsonl.br')

/** What differs from one installation, or one moment, to the next: only its type is compared. */
const OF_THE_MOMENT = new Set(
  'version updated_at at used requests errors limited deep request_id quota window_s'.split(' '),
)

interface Example {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly body: string | undefined
  readonly answer: unknown
}

const EXAMPLES = readExamples(readFileSync(join(ROOT, 'docs/api.md'), 'utf8'))
let service: Service
let auth: { authorization: string }

before(async () => {
  service = await startService({ entries: SAMPLE })
  auth = { authorization: `Bearer ${service.key({ limit: 'default' }).secret}` }
})
after(() => service.stop())

/** Each call is followed by its answer. */
function readExamples(text: string): Example[] {
  const calls = [...text.matchAll(/```sh\n(curl [^`]*)```\n\n```json\n([^`]*)```/g)]
  return calls.map(([, call = '', answer = '']) => {
    const body = /-d '([^']*)'/.exec(call)?.[1]
    const url = /"\$BASE_URL([^"]*)"/.exec(call)?.[1] ?? assert.fail(call)
    return { method: body === undefined ? 'GET' : 'POST', url, body, answer: JSON.parse(answer) }
  })
}

/** Objects have the same fields; of a list that is cut every row is there, in the same order. */
function compare(shown: unknown, given: unknown, place: string, isCut: boolean): void {
  if (Array.isArray(shown)) {
    assert.ok(Array.isArray(given), place)
    const rows = isCut ? given.filter((row) => shown.some((one) => sameCode(one, row))) : given
    assert.equal(rows.length, shown.length, place)
    for (const [i, row] of shown.entries()) compare(row, rows[i], `${place}/${i}`, isCut)
  } else if (typeof shown === 'object' && shown !== null) {
    assert.ok(typeof given === 'object' && given !== null, place)
    assert.deepEqual(Object.keys(given), Object.keys(shown), place)
    for (const [name, value] of Object.entries(shown)) {
      const own: unknown = (given as Record<string, unknown>)[name]
      if (OF_THE_MOMENT.has(name)) assert.equal(typeof own, typeof value, `${place}/${name}`)
      else compare(value, own, `${place}/${name}`, isCut)
    }
  } else assert.equal(given, shown, place)
}

function sameCode(one: unknown, other: unknown): boolean {
  const codeOf = (row: unknown) => (row as { code?: string } | null)?.code ?? row
  return codeOf(one) === codeOf(other)
}

for (const { method, url, body, answer } of EXAMPLES) {
  test(`${method} ${url} answers what docs/api.md shows`, async () => {
    const response = await service.server.inject({
      method,
      url,
      headers: { ...auth, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { payload: body }),
    })
    assert.equal(response.statusCode, 200, response.body)
    compare(answer, response.json(), '', url.startsWith('/api/v1/reference'))
  })
}

test('every endpoint that takes a key has an example', () => {
  const shown = EXAMPLES.map(({ method, url }) => `${method} ${url.replace(/[?].*|\/$/g, '')}`)
  for (const { method, path } of apiRoutes()) {
    if (!path.startsWith('/api/')) continue
    const pattern = new RegExp(`^${method} ${path.replace(/\/$/, '').replace(/:\w+/, '[0-9a-f-]{36}')}$`)
    assert.ok(
      shown.some((one) => pattern.test(one)),
      `${method} ${path}`,
    )
  }
})

test('every example that a route tells of itself is answered', async () => {
  const headers = service.auth()
  for (const { method, example, exampleBody, path } of apiRoutes()) {
    const response = await service.server.inject({
      method,
      url: example,
      headers,
      ...(method === 'POST' && { payload: exampleBody as object }),
    })
    assert.equal(response.statusCode, 200, `${method} ${path}: ${response.body}`)
    assert.ok(method !== 'POST' || response.json().length > 0, path)
  }
})
