/**
 * Runs every example of the documents and compares it with the response of the service on the sample data.
 */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { FailureCode } from '../../src/core/failure.ts'
import { statusOf } from '../../src/http/request/error-catalogue.ts'
import { apiRoutes } from '../../src/http/routes.ts'
import { installClient, openGuide } from '../client/built.ts'
import { BRIEF } from '../thorough.ts'
import { type Service, startService } from './start-service.ts'

const ROOT = join(import.meta.dirname, '../..')
const SAMPLE = join(ROOT, 'data/sample/offeneregister-sample-100k.jsonl.br')

/** What differs from one installation, or one moment, to the next: only its type is compared. */
const OF_THE_MOMENT = new Set(
  'version updated_at at used requests errors limited deep request_id quota window_s'.split(' '),
)

/** Paths with ids that are random: matches.test.ts and watches.test.ts ask for them. */
const WITH_RANDOM_IDS = ['/api/v1/matches', '/api/v1/watches', '/api/v1/webhooks']
const hasRandomIds = (path: string, end = '') => WITH_RANDOM_IDS.some((start) => path.startsWith(start + end))
/** As the last cell of a line has it. */
const MOMENT = /\d{4}-\d\d-\d\dT[\d:.]+Z/g

interface Example {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  readonly media: string
  readonly answer: string
}

/** The German ones have the same examples: docs.test.ts holds them to that. */
const FILES = ['docs/api.md', 'docs/errors.md', 'docs/guides/first-result.md']
const EXAMPLES = FILES.map((file) => [file, readExamples(readFileSync(join(ROOT, file), 'utf8'))] as const)
/** What the program puts behind each row. */
const ADDED = ['state', 'score', 'uuid', 'company', 'court', 'number']
let service: Service
/** Where the guides' programs reach it. */
let url: string
const folder = mkdtempSync(join(tmpdir(), 'firmensuche-guides-'))

before(async () => {
  service = await startService({ entries: SAMPLE })
  url = `http://127.0.0.1:${await service.listen()}`
  await installClient(folder)
})
after(async () => {
  await service.stop()
  rmSync(folder, { recursive: true })
})

/** What the examples call a key; a new one each time, so that no example feels how many came before it. */
function secretOf(name: string): string {
  if (name === 'API_KEY') return service.key({ limit: 'default' }).secret
  assert.equal(name, 'SEARCH_ONLY_KEY')
  return service.key({ scopes: ['companies:search'] }).secret
}

/** Each call is followed by its answer. */
function readExamples(text: string): Example[] {
  const calls = [...text.matchAll(/```sh\n(curl [^`]*)```\n\n```(json|csv)\n([^`]*)```/g)]
  return calls.map(([, call = '', media = '', answer = '']) => {
    const body = /-d '([^']*)'/.exec(call)?.[1]
    const url = /"\$BASE_URL([^"]*)"/.exec(call)?.[1] ?? assert.fail(call)
    const sent = [...call.matchAll(/-H "([^:"]+): ([^"]*)"/g)]
    const headers = Object.fromEntries(sent.map(([, name = '', value = '']) => [name.toLowerCase(), value]))
    // What curl says of itself.
    if (body !== undefined) headers['content-type'] ??= 'application/x-www-form-urlencoded'
    return { method: body === undefined ? 'GET' : 'POST', url, headers, body, media, answer }
  })
}

async function ask({ method, url, headers, body }: Example) {
  const { authorization, ...rest } = headers
  const key = authorization?.replace(/\$(\w+)/, (_sign, name: string) => secretOf(name))
  return service.server.inject({
    method,
    url,
    headers: { ...rest, ...(key !== undefined && { authorization: key }) },
    ...(body !== undefined && { payload: body }),
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

for (const [file, examples] of EXAMPLES) {
  for (const example of examples) {
    const { method, url, media, answer } = example
    test(`${method} ${url} answers what ${file} shows`, async () => {
      const { statusCode, body } = await ask(example)
      if (media === 'csv') {
        assert.equal(body.replaceAll('\r\n', '\n').replaceAll(MOMENT, ''), answer.replaceAll(MOMENT, ''))
        return
      }
      const shown = JSON.parse(answer)
      const { code } = shown as { code?: FailureCode }
      assert.equal(statusCode, code === undefined ? 200 : statusOf(code), body)
      compare(shown, JSON.parse(body), '', url.startsWith('/api/v1/reference'))
    })
  }
}

test('every endpoint that requires a key has an example', () => {
  const shown = EXAMPLES.flatMap(([, examples]) =>
    examples.map(({ method, url }) => `${method} ${url.replace(/[?].*|\/$/g, '')}`),
  )
  for (const { method, path } of apiRoutes()) {
    if (!path.startsWith('/api/') || hasRandomIds(path)) continue
    const pattern = new RegExp(`^${method} ${path.replace(/\/$/, '').replace(/:\w+/, '[0-9a-f-]{36}')}$`)
    assert.ok(
      shown.some((one) => pattern.test(one)),
      `${method} ${path}`,
    )
  }
})

test('every example of a route is answered successfully', async () => {
  const headers = service.auth()
  for (const { method, example, exampleBody, path, status } of apiRoutes()) {
    if (hasRandomIds(path, '/')) continue
    const response = await service.server.inject({
      method,
      url: example,
      headers,
      ...(method === 'POST' && { payload: exampleBody as object }),
    })
    assert.equal(response.statusCode, status, `${method} ${path}: ${response.body}`)
    const found = response.json()
    const made = typeof found.id === 'string' ? 1 : 0
    assert.ok(method !== 'POST' || (found.total ?? found.rows ?? found.length ?? made) > 0, path)
  }
})

test('the programs of the guides print and write the documented output: the first result, and a list of 200 customers', async () => {
  const key = secretOf('API_KEY')
  const first = await openGuide(folder, 'first-result', { url, key })
  assert.ok(first.programs.length >= 2)
  for (const [place, { prints }] of first.programs.entries()) {
    assert.equal(await first.runProgram(place), prints)
  }

  const list = await openGuide(folder, 'match-a-list', { url, key })
  const [shown = '', written = ''] = [...list.text.matchAll(/```csv\n([\s\S]*?)```/g)].map(([, rows]) => rows)
  const match = async (customers: string) => {
    writeFileSync(join(folder, 'customers.csv'), customers)
    const printed = await list.runProgram(0)
    return { printed, matched: readFileSync(join(folder, 'matched.csv'), 'utf8').replaceAll('\r\n', '\n') }
  }
  const few = await match(shown)
  assert.deepEqual(few, { printed: list.programs[0]?.prints, matched: written })
  // And with 195 companies that there are: the program goes on behind what is written.
  const { companies } = service.companies.list({ sort: 'uuid', limit: 195, status: ['active'] })
  const more = companies.map(({ name }, place) => `M-${place},"${name.replaceAll('"', '""')}",,\n`)
  const { printed, matched } = await match(shown + more.join(''))
  assert.match(printed, /^195 \{/)
  assert.ok(matched.startsWith(written))
  const states = [...matched.matchAll(/,(found|ambiguous|possible|not_found|invalid)[,\n]/g)].map(
    ([, state]) => state,
  )
  assert.equal(states.length, 200)
  assert.ok(states.filter((state) => state === 'found').length > 100, 'most names are those of one company')
})

/** Rows with umlauts, a comma in a cell and one in quotes; the head as a German clerk would write it. */
const GERMAN_ROWS = [
  ['ID', 'Name', 'City', 'Register'],
  ['K-1', 'Zeiss Schönkirchen, Carl GmbH', 'Schönkirchen', ''],
  ['K-2', '', '', 'Amtsgericht Ulm HRB 501671'],
  ['K-3', '"Carl Zeiss ""Energie"" GmbH; Werk 1"', '', ''],
]

test('the program of the list guide reads files of a German Excel: semicolons, with a byte order mark or in Windows-1252', {
  skip: BRIEF,
}, async () => {
  const list = await openGuide(folder, 'match-a-list', { url, key: secretOf('API_KEY') })
  const text = GERMAN_ROWS.map((cells) => `${cells.join(';')}\r\n`).join('')
  const tabs = GERMAN_ROWS.map((cells) => `${cells.join('\t')}\r\n`).join('')
  const files = {
    semicolons: Buffer.from(text),
    mark: Buffer.from(`\ufeff${text}`),
    windows: Buffer.from(text, 'latin1'),
    tabs: Buffer.from(tabs),
  }
  for (const [kind, bytes] of Object.entries(files)) {
    rmSync(join(folder, 'matched.csv'), { force: true })
    writeFileSync(join(folder, 'customers.csv'), bytes)
    assert.match(
      await list.runProgram(0),
      /^3 \{ possible: 1, found: 1, (?:ambiguous|possible|not_found): 1 \}\n$/,
      kind,
    )
    const [head, first, second] = readFileSync(join(folder, 'matched.csv'), 'utf8').split('\r\n')
    const separator = kind === 'tabs' ? '\t' : ';'
    assert.equal(head, `\ufeff${[...GERMAN_ROWS[0]!, ...ADDED].join(separator)}`, kind)
    assert.match(first!, /^K-1[;\t]Zeiss Schönkirchen, Carl GmbH[;\t].*[;\t]Kiel[;\t]HRB 981 KI$/, kind)
    assert.match(second!, /[;\t]found[;\t]100[;\t]/, kind)
  }
})

test('the program of the list guide names the columns of a file without a known column', {
  skip: BRIEF,
}, async () => {
  const list = await openGuide(folder, 'match-a-list', { url, key: secretOf('API_KEY') })
  rmSync(join(folder, 'matched.csv'), { force: true })
  writeFileSync(join(folder, 'customers.csv'), 'Kunde;Ort\r\nSiemens AG;Berlin\r\n')
  await assert.rejects(
    list.runProgram(0),
    /customers\.csv has no column "name" or "register", only: Kunde, Ort/,
  )
  assert.throws(() => readFileSync(join(folder, 'matched.csv')), { code: 'ENOENT' })
})
