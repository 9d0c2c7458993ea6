/** GET /api/v1/companies */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import type { Company } from '../../src/core/company/company.ts'
import type { ListQuestion } from '../../src/core/company/company-store.ts'
import { listResultSchema } from '../../src/http/api/company-schemas.ts'
import { courtName } from '../../src/names/reading/court.ts'
import { stateOfCourt } from '../../src/names/reading/state.ts'
import { foldWhole } from '../../src/names/text/fold.ts'
import { testRefusals } from './refusals.ts'
import { openService, startService } from './start-service.ts'

const PATH = '/api/v1/companies'
const service = await openService()
const auth = service.auth('companies:read')
const everything = [...service.companies.readAll(1000)].flat()

function list(query = '', headers: Record<string, string> = {}) {
  return service.server.inject({ url: `${PATH}${query}`, headers: { ...auth, ...headers } })
}

/** Every row, by following the cursors from page to page. */
async function walk(query: string, limit: number): Promise<Record<string, string>[]> {
  const rows: Record<string, string>[] = []
  let cursor: string | undefined
  do {
    const response = await list(`?${query}&limit=${limit}${cursor ? `&cursor=${cursor}` : ''}`)
    assert.equal(response.statusCode, 200, response.body)
    rows.push(...response.json())
    cursor = response.headers['x-next-cursor'] as string | undefined
  } while (cursor !== undefined)
  return rows
}

/** As RFC 4180 defines it; every line has its end. */
function readCsv(text: string): string[][] {
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y
  const rows: string[][] = [[]]
  while (cell.lastIndex < text.length) {
    const read = cell.exec(text)
    assert.ok(read, 'no table of RFC 4180')
    rows.at(-1)?.push(read[1]?.replaceAll('""', '"') ?? read[2] ?? '')
    if (read[3] === '\r\n') rows.push([])
  }
  assert.deepEqual(rows.pop(), [])
  return rows
}

test('200: rows are search records with updated_at, of all statuses, ordered by uuid', async () => {
  const response = await list()
  assert.equal(response.statusCode, 200)
  const rows = listResultSchema.parse(response.json())
  assert.equal(rows.length, 25)
  assert.deepEqual(Object.keys(response.json()[0]).slice(-1), ['updated_at'])
  const uuids = everything.map(({ uuid }) => uuid as string).sort()
  assert.deepEqual(
    rows.map(({ uuid }) => uuid),
    uuids.slice(0, 25),
  )
})

test('200: a request as in the given document is answered: Content-Type without a body, with and without a final slash', async () => {
  const typed = { 'content-type': 'application/json' }
  assert.equal((await list('', typed)).statusCode, 200)
  assert.equal((await list('/', typed)).statusCode, 200)
})

test('200: each sort returns every company once, in its order', async () => {
  for (const sort of ['uuid', 'name', '-updated_at']) {
    const rows = await walk(`sort=${sort}`, 100)
    assert.equal(new Set(rows.map(({ uuid }) => uuid)).size, everything.length, sort)
    assert.equal(rows.length, everything.length)
    const values = rows.map((row) => (sort === 'name' ? foldWhole(row.name!) : row[sort.replace('-', '')]))
    const sorted = values.toSorted()
    assert.deepEqual(values, sort.startsWith('-') ? sorted.reverse() : sorted, sort)
  }
})

test('200: the page size changes only the pages', async () => {
  assert.deepEqual(await walk('status=active', 7), await walk('status=active', 100))
})

test('200: each filter finds exactly the companies that match it', async () => {
  // A company that was changed at this very moment is among them.
  const latestMs = Math.max(...everything.map(({ updatedAtMs }) => updatedAtMs))
  const { court } = everything[0]!
  const cases: [string, (company: Company) => boolean][] = [
    ['status=removed', ({ status }) => status === 'removed'],
    ['status=active&status=unknown', ({ status }) => status === 'active' || status === 'unknown'],
    ['legal_form=GmbH', ({ form }) => form === 'GmbH'],
    ['legal_form=GmbH+%26+Co.+KG', ({ form }) => form === 'GmbH & Co. KG'],
    ['register_type=VR', ({ register }) => register.type === 'VR'],
    ['state=DE-BY&state=DE-HH', ({ court }) => ['DE-BY', 'DE-HH'].includes(stateOfCourt(court)!)],
    ['postcode=0&postcode=80', ({ address }) => /^(0|80)/.test(address?.postcode ?? '')],
    ['city=m%C3%BCnchen', ({ seat }) => seat === 'München'],
    [
      'registered_from=1990-01-01',
      ({ registeredOn }) => registeredOn !== null && registeredOn >= '1990-01-01',
    ],
    ['registered_to=2010-12-31', ({ registeredOn }) => registeredOn !== null && registeredOn <= '2010-12-31'],
    ['updated_since=2000-01-01T00:00:00Z', () => true],
    [`updated_since=${new Date(latestMs).toISOString()}`, ({ updatedAtMs }) => updatedAtMs >= latestMs],
    [`register_court=${encodeURIComponent(courtName(court))}`, (company) => company.court === court],
    ['updated_since=2000-01-01t00:00:00.5z', () => true],
    ['updated_since=2100-01-01T00:00:00%2B01:00', () => false],
    ['register_court=Atlantis+an+der+Knatter', () => false],
  ]
  for (const [query, fits] of cases) {
    const found = (await walk(query, 100)).map(({ uuid }) => uuid).sort()
    const expected = everything.filter(fits).map(({ uuid }) => uuid as string)
    assert.deepEqual(found, expected.sort(), query)
  }
})

test('200: a list with contradictory filters is empty', async () => {
  const endless = await startService({
    replace: ({ companies }) => ({
      companies: { ...companies, list: () => assert.fail('the store is not asked') },
    }),
  })
  try {
    for (const query of ['register_court=Nirgendwo', 'registered_from=2020-01-02&registered_to=2020-01-01']) {
      const response = await endless.server.inject({
        url: `${PATH}?${query}`,
        headers: endless.auth('companies:read'),
      })
      assert.equal(response.statusCode, 200, response.body)
      assert.equal(response.body, '[]')
      assert.equal(response.headers['x-next-cursor'], undefined)
      assert.equal(response.headers.link, undefined)
    }
  } finally {
    await endless.stop()
  }
  const cursor = (await list('?limit=1')).headers['x-next-cursor']
  assert.equal((await list(`?register_court=Nirgendwo&cursor=${cursor}`)).statusCode, 400)
})

test('200: a postcode finds exactly the companies with this postcode in their address', async () => {
  const postcode = everything.find(({ address }) => address?.postcode)?.address?.postcode
  assert.ok(postcode)
  const found = (await walk(`postcode=${postcode}`, 100)).map(({ uuid }) => uuid).sort()
  const expected = everything.filter(({ address }) => address?.postcode === postcode)
  assert.deepEqual(found, expected.map(({ uuid }) => uuid as string).sort())
})

test('200: Link leads to the next page with the same filters', async () => {
  const first = await list('?status=removed&status=active&limit=3&sort=name')
  const link = String(first.headers.link)
  const next = /^<([^>]+)>; rel="next"$/.exec(link)?.[1]
  assert.ok(next, link)
  const second = await service.server.inject({ url: next, headers: auth })
  const both = (await list('?status=removed&status=active&limit=6&sort=name')).json()
  assert.deepEqual([...first.json(), ...second.json()], both)
})

test('200: only the first page has the cursor of the change log', async () => {
  const first = await list('?limit=3')
  assert.match(String(first.headers['x-changes-cursor']), /^[A-Za-z0-9_-]+$/)
  const second = await list(`?limit=3&cursor=${first.headers['x-next-cursor']}`)
  assert.equal(second.headers['x-changes-cursor'], undefined)
})

test('200: CSV has a header, CRLF, quoted cells, and one row for each company', async () => {
  const response = await list('?limit=10000', { accept: 'text/csv' })
  assert.equal(response.headers['content-type'], 'text/csv; charset=utf-8')
  const [header, ...rows] = readCsv(response.body)
  assert.equal(
    header?.join(),
    'uuid,name,registration_number,status,legal_form,register_court,seat,country,updated_at',
  )
  assert.deepEqual(
    rows,
    (await walk('', 100)).map((row) => Object.values(row)),
  )
  assert.ok(rows.some(([, name]) => /[",]/.test(name ?? '')))
})

test('200: NDJSON has the same rows as JSON, one on each line', async () => {
  const response = await list('?limit=10000', { accept: 'application/x-ndjson' })
  assert.equal(response.headers['content-type'], 'application/x-ndjson; charset=utf-8')
  const rows = response.body
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.deepEqual(rows, await walk('', 100))
})

test('200: an export is compressed if the client accepts gzip, with Vary', async () => {
  const headers = { accept: 'text/csv', 'accept-encoding': 'gzip, deflate, br' }
  const response = await list('?limit=50', headers)
  assert.equal(response.headers['content-encoding'], 'gzip')
  assert.equal(response.headers.vary, 'Accept, Accept-Language, Accept-Encoding')
  const plain = await list('?limit=50', { accept: 'text/csv', 'accept-encoding': 'gzip;q=0' })
  assert.equal(plain.headers['content-encoding'], undefined)
  assert.equal(gunzipSync(response.rawPayload).toString(), plain.body)
  assert.equal(
    (await list('?limit=50', { 'accept-encoding': 'gzip' })).headers['content-encoding'],
    undefined,
  )
})

test('200: an export costs one unit for a hundred rows, and at least one', async () => {
  const limit = { quota: 101, windowMs: 60_000 }
  const headers = { authorization: `Bearer ${service.key({ limit }).secret}`, accept: 'text/csv' }
  assert.match(String((await list('?limit=5', headers)).headers.ratelimit), /^"default";r=100;/)
  const whole = await list('?limit=10000', headers)
  assert.match(
    String(whole.headers.ratelimit),
    new RegExp(`^"default";r=${Math.floor(100 - everything.length / 100)};t=\\d+, "burst";r=99;`),
  )
})

test('429: an export whose row limit costs more than the rest of the quota is refused before its start and costs nothing', async () => {
  let asked = 0
  const watched = await startService({
    replace: ({ companies }) => ({
      companies: {
        ...companies,
        list(question) {
          asked++
          return companies.list(question)
        },
      },
    }),
  })
  try {
    const limit = { quota: 5, windowMs: 60_000 }
    const headers = { authorization: `Bearer ${watched.key({ limit }).secret}`, accept: 'text/csv' }
    const send = (rows: number) => watched.server.inject({ url: `${PATH}?limit=${rows}`, headers })
    assert.equal((await send(100)).statusCode, 200)
    const before = asked
    const refused = await send(500)
    assert.equal(refused.statusCode, 429)
    assert.equal(asked, before)
    assert.match(String(refused.headers.ratelimit), /^"default";r=4;t=\d+, "burst";r=4;/)
    const wrong = await watched.server.inject({ url: `${PATH}?limit=400&cursor=x`, headers })
    assert.equal(wrong.statusCode, 400)
    assert.match(String(wrong.headers.ratelimit), /^"default";r=3;t=\d+, "burst";r=3;/)
    // Invalid values are reported before a mismatch, as in a search.
    const both = await watched.server.inject({ url: `${PATH}?limit=500&cursor=x`, headers })
    assert.equal(both.statusCode, 400)
    assert.deepEqual(both.json().details, [{ field: 'cursor', reason: 'format' }])
  } finally {
    await watched.stop()
  }
})

test('200: a page of an export examines no more rows than any page, in any number of parts', async () => {
  const asked: ListQuestion[] = []
  const watched = await startService({
    replace: ({ companies }) => ({
      companies: {
        ...companies,
        list(question) {
          asked.push(question)
          const page = companies.list(question)
          return asked.length > 1 ? page : { ...page, end: page.next }
        },
      },
    }),
  })
  try {
    const response = await watched.server.inject({
      url: `${PATH}?limit=10000&updated_since=2000-01-01T00:00:00Z`,
      headers: { ...watched.auth('companies:read'), accept: 'application/x-ndjson' },
    })
    // The first part found as many rows as it wanted, and its last one is as far as the page may look.
    assert.equal(response.body.trimEnd().split('\n').length, asked[0]?.limit)
    assert.deepEqual(asked[1]?.end, asked[1]?.after)
    assert.ok(response.headers['x-next-cursor'])
  } finally {
    await watched.stop()
  }
})

test('200: cells that a spreadsheet would execute are escaped', async () => {
  const sly = ['=1+1', '+1', '-1', '@a', '\ta', '\ra', 'a,"b"'].map((name, i) => ({
    ...everything[i]!,
    name,
  }))
  const other = await startService({
    replace: ({ companies }) => ({
      companies: { ...companies, list: () => ({ companies: sly, next: undefined, end: undefined }) },
    }),
  })
  try {
    const headers = { ...other.auth('companies:read'), accept: 'text/csv' }
    const { body } = await other.server.inject({ url: PATH, headers })
    for (const cell of ["'=1+1", "'+1", "'-1", "'@a", "'\ta", `"'\ra"`, `"a,""b"""`]) {
      assert.ok(body.includes(`,${cell},`), cell)
    }
  } finally {
    await other.stop()
  }
})

test('HEAD: the headers are those of GET, without a body', async () => {
  const head = await service.server.inject({ method: 'HEAD', url: `${PATH}?limit=2`, headers: auth })
  const get = await list('?limit=2')
  assert.equal(head.statusCode, 200)
  assert.equal(head.body, '')
  for (const name of ['content-type', 'content-length', 'x-next-cursor', 'link', 'x-data-as-of']) {
    assert.equal(head.headers[name], get.headers[name], name)
  }
})

test('400: each rule of each parameter is enforced', async () => {
  const cases: [string, string, string][] = [
    ['?foo=1', 'foo', 'unknown_parameter'],
    ['?limit=1&limit=2', 'limit', 'repeated'],
    ['?sort=name&sort=name', 'sort', 'repeated'],
    ['?limit=0', 'limit', 'too_small'],
    ['?limit=101', 'limit', 'too_large'],
    ['?limit=10001', 'limit', 'too_large'],
    ['?limit=ten', 'limit', 'type'],
    ['?limit=01', 'limit', 'type'],
    ['?limit=99999999999999999999', 'limit', 'too_large'],
    ['?limit=-1', 'limit', 'too_small'],
    ['?limit=1.0', 'limit', 'type'],
    ['?limit=', 'limit', 'type'],
    ['?sort=size', 'sort', 'not_allowed'],
    ['?status=actve', 'status', 'not_allowed'],
    ['?legal_form=gmbh', 'legal_form', 'not_allowed'],
    ['?register_type=HRX', 'register_type', 'not_allowed'],
    ['?city=', 'city', 'too_short'],
    ['?city=%00', 'city', 'control_character'],
    ['?postcode=12a', 'postcode', 'format'],
    ['?postcode=123456', 'postcode', 'format'],
    ['?state=BY', 'state', 'not_allowed'],
    ['?updated_since=yesterday', 'updated_since', 'format'],
    ['?updated_since=2026-01-01', 'updated_since', 'format'],
    ['?registered_from=2026-02-30', 'registered_from', 'format'],
    ['?registered_to=01.02.2026', 'registered_to', 'format'],
    ['?cursor=x', 'cursor', 'format'],
    ['?city=%zz', 'city', 'encoding'],
    ['?limit=5&city=%ff', 'city', 'encoding'],
    ['?%zz=1', '?', 'encoding'],
  ]
  for (const [query, field, reason] of cases) {
    const response = await list(query)
    assert.equal(response.statusCode, 400, query)
    assert.equal(response.json().details[0].field, field, query)
    assert.equal(response.json().details[0].reason, reason, query)
  }
})

test('400: a cursor of another list is refused as a mismatch', async () => {
  const { headers } = await list('?sort=name&limit=2')
  const response = await list(`?sort=uuid&cursor=${headers['x-next-cursor']}`)
  assert.deepEqual(response.json().details, [{ field: 'cursor', reason: 'mismatch' }])
})

testRefusals(() => service, { method: 'GET', url: `${PATH}?limit=2&status=active`, scope: 'companies:read' })
