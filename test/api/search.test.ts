/** POST /api/v1/companies/search/ */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filterValues, SEARCH_FILTERS } from '../../src/core/company/company-filters.ts'
import { writeCursor } from '../../src/core/search/cursor.ts'
import { detailSchema, searchResultSchema } from '../../src/http/api/company-schemas.ts'
import { SEARCH_BODY_BYTES_MAX } from '../../src/http/api/search-route.ts'
import { courtsByText } from '../../src/names/reading/court.ts'
import { stateOfCourt } from '../../src/names/reading/state.ts'
import { testRefusals } from './refusals.ts'
import { openService } from './start-service.ts'

const PATH = '/api/v1/companies/search/'
const service = await openService()
const auth = service.auth()

function search(payload: unknown, headers: Record<string, string> = {}) {
  return service.server.inject({
    method: 'POST',
    url: PATH,
    headers: { ...auth, 'content-type': 'application/json', ...headers },
    payload: typeof payload === 'string' || Buffer.isBuffer(payload) ? payload : JSON.stringify(payload),
  })
}

async function faultsOf(payload: unknown) {
  const response = await search(payload)
  assert.equal(response.statusCode, 400, response.body)
  return response.json().details
}

test('200: the response is an array of records with exactly the eight fields, all strings', async () => {
  const response = await search({ name: 'Adler GmbH' })
  assert.equal(response.statusCode, 200)
  assert.equal(response.headers['content-type'], 'application/json')
  const records = searchResultSchema.parse(response.json())
  assert.equal(records[0]?.name, 'Adler GmbH')
  const fields = 'uuid name registration_number status legal_form register_court seat country'.split(' ')
  for (const record of response.json()) {
    assert.deepEqual(Object.keys(record), fields)
    assert.ok(Object.values(record).every((value) => typeof value === 'string'))
  }
})

test('200: the path works without its final slash too', async () => {
  const payload = { name: 'Adler GmbH' }
  const bare = await service.server.inject({ method: 'POST', url: PATH.slice(0, -1), headers: auth, payload })
  assert.equal(bare.statusCode, 200)
  assert.deepEqual(bare.json(), (await search(payload)).json())
})

test('200: a search without hits, or for a name without letters and digits, returns an empty array', async () => {
  for (const name of ['Zzyzx Unauffindbar Xqwv', '&', '...', '🦅']) {
    const response = await search({ name })
    assert.equal(response.statusCode, 200)
    assert.equal(response.body, '[]')
    assert.equal(response.headers['x-total-count'], '0')
    assert.equal(response.headers['x-next-cursor'], undefined)
  }
})

test('200: the headers contain mode, total, time and age of the data', async () => {
  const normal = await search({ name: 'Adler', limit: 3, include: ['source'] })
  assert.equal(normal.headers['x-search-mode'], 'normal')
  assert.match(String(normal.headers['x-total-count']), /^\d+$/)
  assert.match(String(normal.headers['server-timing']), /^search;dur=\d+\.\d+$/)
  const shown = normal.json<{ source: { as_of: string } }[]>()
  assert.equal(normal.headers['x-data-as-of'], shown.map(({ source }) => source.as_of).toSorted()[0])
  assert.equal(normal.headers['cache-control'], 'private, no-cache')
  assert.equal(normal.headers.vary, 'Accept, Accept-Language')
  assert.equal(normal.headers['x-search-partial'], undefined)
  assert.equal(normal.headers['x-search-truncated'], undefined)
  const deep = await search({ name: 'Adler', deep: true })
  assert.equal(deep.headers['x-search-mode'], 'deep')
})

test('200: a register number finds its company', async () => {
  const [record] = (await search({ name: 'Adler GmbH' })).json()
  const response = await search({ name: `${record.register_court} ${record.registration_number}` })
  assert.deepEqual(response.json(), [record])
})

test('200: tabs and line breaks in a name count as spaces', async () => {
  const expected = (await search({ name: 'Adler GmbH' })).json()
  assert.deepEqual((await search({ name: '\tAdler\r\nGmbH ' })).json(), expected)
})

test('200: a deep search finds more, after the hits of a normal search', async () => {
  const normal = (await search({ name: 'Adler', limit: 100 })).json()
  const deep = (await search({ name: 'Adler', limit: 100, deep: true })).json()
  assert.ok(deep.length > normal.length)
  assert.deepEqual(deep.slice(0, normal.length), normal)
})

test('200: the pages joined are the whole result, for any page sizes, and the last page has no cursor', async () => {
  const whole = (await search({ name: 'Adler', limit: 100 })).json()
  assert.ok(whole.length > 20 && whole.length < 100)
  for (const sizes of [[1], [7], [3, 10, 1]]) {
    const seen: unknown[] = []
    let cursor: string | undefined
    for (let page = 0; page === 0 || cursor !== undefined; page++) {
      const response = await search({
        name: 'Adler',
        limit: sizes[page % sizes.length],
        ...(cursor && { cursor }),
      })
      assert.equal(response.statusCode, 200)
      assert.equal(response.headers['x-total-count'], String(whole.length))
      seen.push(...response.json())
      cursor = response.headers['x-next-cursor'] as string | undefined
    }
    assert.deepEqual(seen, whole)
  }
})

test('200: filters restrict the hits, with their values in any order', async () => {
  const all = (await search({ name: 'Adler', limit: 100, deep: true })).json()
  const filters = [
    { status: ['removed', 'active'] },
    { legal_form: ['e.K.', 'GmbH'] },
    { register_type: ['HRA'] },
    { register_court: ['Freiburg'] },
    { city: ['MÜNCHEN', 'Bad Oldesloe'] },
    { state: ['DE-BW', 'DE-HH'] },
  ]
  for (const filter of filters) {
    const response = await search({ name: 'Adler', limit: 100, deep: true, ...filter })
    const [[field, values]] = Object.entries(filter) as [[string, string[]]]
    const fits = (record: Record<string, string>) => {
      if (field === 'state') return values.includes(stateOfCourt(courtsByText(record.register_court!)[0]!)!)
      if (field === 'register_type') return values.includes(record.registration_number!.split(' ')[0]!)
      if (field === 'city') return values.some((value) => record.seat!.toLowerCase() === value.toLowerCase())
      return values.includes(record[field]!)
    }
    const found = response.json()
    assert.ok(found.length > 0 && found.every(fits), field)
    const uuids = new Set(found.map(({ uuid }: { uuid: string }) => uuid))
    for (const record of found.length < 100 ? all.filter(fits) : [])
      assert.ok(uuids.has(record.uuid), record.name)
  }
})

test('200: a postcode finds the companies whose postcode starts with it', async () => {
  const companies = [...service.companies.readAll(1000)].flat()
  const { name, uuid, address } = companies.find((one) => one.address?.postcode && one.status === 'active')!
  const postcode = address!.postcode!
  const other = postcode.startsWith('9') ? '8' : '9'
  const uuidsAt = async (...starts: string[]) => {
    const records = (await search({ name, limit: 100, postcode: starts })).json()
    return records.map((record: { uuid: string }) => record.uuid)
  }
  for (const length of [1, 2, 5]) assert.ok((await uuidsAt(postcode.slice(0, length), other)).includes(uuid))
  assert.ok(!(await uuidsAt(other)).includes(uuid))
})

test('200: the filter on former names returns only hits by them, or none', async () => {
  const matchedBy = async (former?: string) => {
    const response = await search({ name: 'Adler', limit: 100, deep: true, include: ['match'], former })
    return response.json().map(({ match }: { match: { matched_on: string } }) => match.matched_on)
  }
  assert.deepEqual([...new Set(await matchedBy())].sort(), ['former_name', 'name'])
  assert.deepEqual(new Set(await matchedBy('only')), new Set(['former_name']))
  assert.ok(!(await matchedBy('exclude')).includes('former_name'))
  assert.equal((await search({ name: 'Adler', former: 'only' })).body, '[]')
})

test('200: an unknown court or city finds nothing', async () => {
  assert.equal((await search({ name: 'Adler', register_court: ['Atlantis an der Knatter'] })).body, '[]')
  assert.equal((await search({ name: 'Adler', city: ['Atlantis'] })).body, '[]')
})

test('200: include adds the named fields to each record, in a fixed order', async () => {
  const response = await search({
    name: 'Adler',
    deep: true,
    limit: 100,
    include: ['source', 'history', 'address', 'match'],
  })
  const records = searchResultSchema.parse(response.json())
  assert.deepEqual(Object.keys(response.json()[0]).slice(8), ['match', 'address', 'history', 'source'])
  assert.ok(records.some((record) => (record.history?.former_names.length ?? 0) > 0))
  assert.ok(records.some((record) => record.address !== null))
  assert.ok(records.every((record) => record.source?.attribution === 'from OpenCorporates'))
  assert.ok(records.every((record) => record.match!.score >= 50 && record.match!.reasons.length > 0))
})

test('200: highlights are ranges of code points in both names; a hit by number has none', async () => {
  const first = async (name: string) => {
    const response = await search({ name, include: ['match'], limit: 1 })
    const [hit] = searchResultSchema.parse(response.json())
    assert.ok(hit?.match, response.body)
    return { ...hit, highlights: hit.match.highlights }
  }
  const byName = await first('adler gmbh')
  assert.equal(byName.name, 'Adler GmbH')
  const both = [
    [0, 5],
    [6, 10],
  ]
  assert.deepEqual(byName.highlights, { matched_name: both, name: both })
  const byPrefix = await first('adl')
  assert.deepEqual(byPrefix.highlights.name, [[0, 3]])
  const byNumber = await first(`${byName.register_court} ${byName.registration_number}`)
  assert.deepEqual(byNumber.highlights, { matched_name: [], name: [] })
})

test('200: a character that JSON escapes is returned unchanged', async () => {
  const everything = [...service.companies.readAll(1000)].flat()
  const quoted = everything.filter(({ name, status }) => /["\\]/.test(name) && status !== 'removed')
  assert.ok(quoted.length > 0)
  for (const { name, uuid } of quoted) {
    const found = (await search({ name })).json().find((record: { uuid: string }) => record.uuid === uuid)
    assert.equal(found?.name, name)
  }
})

test('400: all faults of a body are reported together, with the allowed values', async () => {
  assert.deepEqual(await faultsOf({ name: 7, deep: 'true', limit: 101, status: ['actve'], x: 1 }), [
    { field: '/name', reason: 'type' },
    { field: '/deep', reason: 'type' },
    { field: '/limit', reason: 'too_large' },
    {
      field: '/status/0',
      reason: 'not_allowed',
      allowed: ['active', 'liquidation', 'insolvency', 'removed', 'unknown'],
    },
    { field: '/x', reason: 'unknown_field' },
  ])
})

test('400: each rule of each field is enforced at its boundary', async () => {
  const cases: [object, string, string][] = [
    [{}, '/name', 'required'],
    [{ name: '' }, '/name', 'too_short'],
    [{ name: ' \t' }, '/name', 'too_short'],
    [{ name: 'a'.repeat(501) }, '/name', 'too_long'],
    [{ name: 'a\u0000b' }, '/name', 'control_character'],
    [{ name: null }, '/name', 'type'],
    [{ name: ['a'] }, '/name', 'type'],
    [{ name: 'a', deep: null }, '/deep', 'type'],
    [{ name: 'a', deep: 1 }, '/deep', 'type'],
    [{ name: 'a', limit: 0 }, '/limit', 'too_small'],
    [{ name: 'a', limit: 1.5 }, '/limit', 'type'],
    [{ name: 'a', limit: '5' }, '/limit', 'type'],
    [{ name: 'a', cursor: '' }, '/cursor', 'too_short'],
    [{ name: 'a', cursor: 'a'.repeat(4097) }, '/cursor', 'too_long'],
    [{ name: 'a', cursor: 'no cursor' }, '/cursor', 'format'],
    [{ name: 'a', cursor: 'AAAA' }, '/cursor', 'format'],
    [{ name: 'a', status: [] }, '/status', 'too_short'],
    [{ name: 'a', status: 'active' }, '/status', 'type'],
    [{ name: 'a', status: 'x'.repeat(51) }, '/status', 'type'],
    [{ name: 'a', include: 'match' }, '/include', 'type'],
    [{ name: 'a', cursor: Array(4097).fill('a') }, '/cursor', 'type'],
    [{ name: 'a', limit: 1e300 }, '/limit', 'too_large'],
    [{ name: 'a', legal_form: ['Gmbh'] }, '/legal_form/0', 'not_allowed'],
    [{ name: 'a', state: ['BY'] }, '/state/0', 'not_allowed'],
    [{ name: 'a', postcode: ['8033a'] }, '/postcode/0', 'format'],
    [{ name: 'a', postcode: [''] }, '/postcode/0', 'format'],
    [{ name: 'a', former: 'none' }, '/former', 'not_allowed'],
    [{ name: 'a', legal_form: [1] }, '/legal_form/0', 'type'],
    [{ name: 'a', register_type: ['HRX'] }, '/register_type/0', 'not_allowed'],
    [{ name: 'a', register_court: [''] }, '/register_court/0', 'too_short'],
    [{ name: 'a', city: Array(51).fill('x') }, '/city', 'too_many'],
    [{ name: 'a', include: ['persons'] }, '/include/0', 'not_allowed'],
    [{ name: 'a', Name: 'b' }, '/Name', 'unknown_field'],
    [{ name: 'a', 'a/b~c': 1 }, '/a~1b~0c', 'unknown_field'],
  ]
  for (const [body, field, reason] of cases) {
    const details = await faultsOf(body)
    assert.equal(details.length, 1, JSON.stringify(details))
    assert.equal(details[0].field, field)
    assert.equal(details[0].reason, reason, `${field} of ${JSON.stringify(body).slice(0, 60)}`)
  }
})

test('200: the longest name and the longest filter are accepted', async () => {
  // Counted in code points, composed and without the blanks around them.
  for (const [name, one] of [
    ['ä'.repeat(500), 'x'],
    ['a\u0308'.repeat(500), 'x'],
    ['🏢'.repeat(500), '🏢'],
    [`\t ${'x'.repeat(500)}\r\n`, 'x'],
  ] as const) {
    assert.equal((await search({ name })).statusCode, 200, name.slice(0, 4))
    assert.deepEqual(await faultsOf({ name: one + name }), [{ field: '/name', reason: 'too_long' }])
  }
  assert.equal((await search({ name: 'a', city: Array(50).fill('x') })).statusCode, 200)
})

test('a number is accepted in every JSON spelling', async () => {
  for (const limit of ['5', '5.0', '0.5e1', '50E-1']) {
    const response = await search(`{"name":"Adler","limit":${limit}}`)
    assert.equal(response.json().length, 5, limit)
  }
  assert.deepEqual(await faultsOf('{"name":"a","limit":1e400}'), [{ field: '/limit', reason: 'too_large' }])
  assert.deepEqual(await faultsOf('{"name":"a","limit":-1e400}'), [{ field: '/limit', reason: 'too_small' }])
  assert.deepEqual(await faultsOf('{"name":1e400}'), [{ field: '/name', reason: 'type' }])
})

test('400: a lone surrogate in a name, written as an escape, is refused', async () => {
  assert.deepEqual(await faultsOf('{"name":"a\\ud800"}'), [{ field: '/name', reason: 'control_character' }])
})

test('400: a body that is not a JSON object is refused', async () => {
  const cases: [string | Buffer, string][] = [
    ['', 'required'],
    ['{', 'syntax'],
    ["{'name':'a'}", 'syntax'],
    ['\ufeff{"name":"a"}', 'syntax'],
    ['{"name":"a"}{}', 'syntax'],
    ['[{"name":"a"}]', 'type'],
    ['"a"', 'type'],
    ['null', 'type'],
    ['['.repeat(60_000), 'syntax'],
    [`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`, 'unknown_field'],
    [Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]), 'encoding'],
  ]
  for (const [body, reason] of cases) {
    const details = await faultsOf(body)
    assert.ok(
      details.some((detail: { reason: string }) => detail.reason === reason),
      `${body.toString().slice(0, 30)}: ${JSON.stringify(details)}`,
    )
  }
})

test('400: names that JavaScript objects inherit are unknown fields', async () => {
  const details = await faultsOf('{"name":"a","__proto__":{"deep":true},"constructor":1}')
  assert.deepEqual(
    details.map(({ field, reason }: { field: string; reason: string }) => [field, reason]),
    [
      ['/__proto__', 'unknown_field'],
      ['/constructor', 'unknown_field'],
    ],
  )
})

test('400: at most twenty faults are reported, and a long field name is cut', async () => {
  const many = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`x${i}`, 1]))
  assert.equal((await faultsOf({ name: 'a', ...many })).length, 20)
  const [detail] = await faultsOf({ name: 'a', ['x'.repeat(10_000)]: 1 })
  assert.ok(detail.field.length <= 201)
  for (const name of ['🏢'.repeat(150), '\ud800']) {
    const [{ field, reason }] = await faultsOf({ name: 'a', [name]: 1 })
    assert.ok(field.isWellFormed() && reason === 'unknown_field', field)
  }
})

test('400: a cursor of another query is a mismatch; with another page size it is not', async () => {
  const first = await search({ name: 'Adler', limit: 2, status: ['active', 'removed'] })
  const cursor = first.headers['x-next-cursor']
  const same = await search({
    name: 'Adler',
    limit: 3,
    status: ['removed', 'active'],
    cursor,
    include: ['match'],
  })
  assert.equal(same.statusCode, 200)
  for (const other of [
    { name: 'Adler GmbH', status: ['active', 'removed'] },
    { name: 'Adler', status: ['active'] },
    { name: 'Adler', status: ['active', 'removed'], deep: true },
    { name: 'Adler', status: ['active', 'removed'], city: ['Köln'] },
    { name: 'Adler', status: ['active', 'removed'], state: ['DE-NW'] },
    { name: 'Adler', status: ['active', 'removed'], postcode: ['5'] },
    { name: 'Adler', status: ['active', 'removed'], former: 'exclude' },
  ]) {
    assert.deepEqual(await faultsOf({ ...other, cursor }), [{ field: '/cursor', reason: 'mismatch' }])
  }
})

test('400: a cursor of an earlier version with another order of hits is a mismatch', async () => {
  const query = { name: 'Adler', limit: 2 }
  const cursor = String((await search(query)).headers['x-next-cursor'])
  const [, ...place] = JSON.parse(Buffer.from(cursor, 'base64url').toString())
  const filters = filterValues(SEARCH_FILTERS, {})
  const made = (...version: number[]) =>
    writeCursor(JSON.stringify(['search', ...version, query.name, false, 0, ...filters]), place)
  // The first version had no number.
  for (const earlier of [made(), ...[1, 2, 3, 4, 5, 6, 7, 8].map((version) => made(version))]) {
    assert.deepEqual(await faultsOf({ ...query, cursor: earlier }), [
      { field: '/cursor', reason: 'mismatch' },
    ])
  }
  assert.equal(made(9), cursor)
})

test('400: a forged cursor is refused', async () => {
  const cursor = String((await search({ name: 'Adler', limit: 2 })).headers['x-next-cursor'])
  const [print, ...place] = JSON.parse(Buffer.from(cursor, 'base64url').toString())
  const forged = [
    [print],
    [print, ...place, 1],
    [print, 10, ...place.slice(1)],
    [print, -1, ...place.slice(1)],
    [print, 1.5, ...place.slice(1)],
    [print, ...place.slice(0, 5), "' OR 1=1"],
    [print, ...place.slice(0, 5), null],
    [print, { toString: 1 }, ...place.slice(1)],
    { 0: print },
  ]
  for (const parts of forged) {
    const text = Buffer.from(JSON.stringify(parts)).toString('base64url')
    assert.deepEqual(await faultsOf({ name: 'Adler', cursor: text }), [
      { field: '/cursor', reason: 'format' },
    ])
  }
  const elsewhere = Buffer.from(JSON.stringify([print, 9, 50, 1, 1, 5, place[5]])).toString('base64url')
  assert.equal((await search({ name: 'Adler', cursor: elsewhere })).statusCode, 200)
})

test('400: the search takes no query parameters', async () => {
  const response = await service.server.inject({
    method: 'POST',
    url: `${PATH}?limit=5`,
    headers: auth,
    payload: { name: 'a' },
  })
  assert.equal(response.statusCode, 400)
  assert.deepEqual(response.json().details, [{ field: 'limit', reason: 'unknown_parameter' }])
})

test('401: a request without a key is refused', async () => {
  const response = await service.server.inject({ method: 'POST', url: PATH, payload: { name: 'a' } })
  assert.equal(response.statusCode, 401)
  assert.equal(response.json().error, 'Der Token ist ungültig oder abgelaufen.')
  assert.equal(response.json().code, 'unauthorized')
  assert.equal(response.headers['www-authenticate'], 'Bearer realm="firmensuche"')
})

test('403: a key without the search scope is refused', async () => {
  const response = await search({ name: 'a' }, service.auth('companies:read'))
  assert.equal(response.statusCode, 403)
  assert.equal(response.json().error, 'Die Berechtigungen reichen nicht aus.')
  assert.equal(
    response.headers['www-authenticate'],
    'Bearer realm="firmensuche", error="insufficient_scope", scope="companies:search"',
  )
})

test('403: a deep search with a key for normal searches only is refused', async () => {
  const shallow = service.auth('companies:search')
  assert.equal((await search({ name: 'Adler' }, shallow)).statusCode, 200)
  assert.equal((await search({ name: 'Adler', deep: false }, shallow)).statusCode, 200)
  const response = await search({ name: 'Adler', deep: true }, shallow)
  assert.equal(response.statusCode, 403)
  assert.match(String(response.headers['www-authenticate']), /scope="companies:search:deep"/)
})

test('405: other methods are refused with the list of the allowed ones', async () => {
  for (const method of ['GET', 'PUT', 'DELETE', 'PATCH', 'HEAD'] as const) {
    const response = await service.server.inject({ method, url: PATH })
    assert.equal(response.statusCode, 405, method)
    assert.equal(response.headers.allow, 'POST, OPTIONS')
  }
})

test('406: a client that does not accept JSON is refused', async () => {
  for (const accept of [
    'text/html, application/json;q=0',
    'application/json;q=0, */*',
    'application/problem+json;q=0',
  ]) {
    const response = await search({ name: 'a' }, { accept })
    assert.equal(response.statusCode, 406, accept)
    assert.equal(response.json().code, 'not_acceptable')
  }
})

test('200: a client that accepts problems for errors receives JSON', async () => {
  const response = await search({ name: 'Adler' }, { accept: 'application/problem+json' })
  assert.equal(response.statusCode, 200)
  assert.equal(response.headers['content-type'], 'application/json')
})

test('413: a body of one byte above 64 KiB is refused by its Content-Length', async () => {
  const fill = (bytes: number) => {
    const frame = '{"name":"a"}'
    return frame + ' '.repeat(bytes - frame.length)
  }
  assert.equal((await search(fill(65_536))).statusCode, 200)
  const response = await search(fill(65_537))
  assert.equal(response.statusCode, 413)
  assert.equal(response.json().code, 'payload_too_large')
})

test('415: any content type or encoding but uncompressed JSON in UTF-8 is refused', async () => {
  for (const headers of [
    { 'content-type': 'text/plain' },
    { 'content-type': 'application/x-www-form-urlencoded' },
    { 'content-type': 'application/json; charset=latin1' },
    { 'content-type': 'application/json; foo=bar; charset=latin1' },
    { 'content-type': 'application/jsonx' },
    { 'content-type': '' },
    { 'content-encoding': 'gzip' },
  ]) {
    const response = await search({ name: 'a' }, headers as unknown as Record<string, string>)
    assert.equal(response.statusCode, 415, JSON.stringify(headers))
    assert.equal(response.json().code, 'unsupported_media_type')
  }
  for (const type of [
    'application/json',
    'Application/JSON; charset=UTF-8',
    'application/json;charset="utf-8"',
    'application/json; charset=UTF8',
    'application/json; foo=bar',
  ]) {
    assert.equal((await search({ name: 'Adler' }, { 'content-type': type })).statusCode, 200, type)
  }
})

test('a record of a search equals the record of the detail route, which alone contains the prominence', async () => {
  for (const record of (await search({ name: 'Adler', limit: 10 })).json()) {
    assert.equal('prominence' in record, false)
    const url = `/api/v1/companies/${record.uuid}`
    const detail = (await service.server.inject({ url, headers: auth })).json()
    assert.ok(detailSchema.parse(detail).prominence)
    for (const [field, value] of Object.entries(record)) assert.equal(detail[field], value, field)
  }
})

testRefusals(() => service, {
  method: 'POST',
  url: '/api/v1/companies/search/',
  body: { name: 'Adler' },
  scope: 'companies:search',
  bodyBytesMax: SEARCH_BODY_BYTES_MAX,
})
