/** GET /api/v1/reference */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { referenceSchema } from '../../src/http/api/service-schemas.ts'
import { MATCH_KINDS, MATCH_REASONS } from '../../src/names/ranking/rank.ts'
import { COUNTRY_CODES } from '../../src/names/reading/country.ts'
import { COURTS, courtsByText } from '../../src/names/reading/court.ts'
import { LEGAL_FORMS } from '../../src/names/reading/legal-form.ts'
import { REGISTER_TYPES } from '../../src/names/reading/register-number.ts'
import { STATE_CODES } from '../../src/names/reading/state.ts'
import { STATUSES } from '../../src/names/search/status.ts'
import { testRefusals } from './refusals.ts'
import { openService } from './start-service.ts'

const URL = '/api/v1/reference'
const service = await openService()

async function read() {
  const response = await service.server.inject({ url: URL, headers: service.auth() })
  return referenceSchema.parse(response.json())
}

test('200: the reference contains every status, form, register type, state, country, kind and reason, in the spelling of the API', async () => {
  const lists = await read()
  const codes = (rows: readonly { code: string }[]) => rows.map(({ code }) => code)
  assert.deepEqual(codes(lists.statuses), [...STATUSES])
  assert.deepEqual(codes(lists.legal_forms), codes(LEGAL_FORMS))
  assert.deepEqual(codes(lists.register_types), [...REGISTER_TYPES])
  assert.deepEqual(codes(lists.states), [...STATE_CODES])
  assert.deepEqual(codes(lists.countries), [...COUNTRY_CODES])
  assert.deepEqual(codes(lists.match_kinds), [...MATCH_KINDS])
  assert.deepEqual(codes(lists.match_reasons), [...MATCH_REASONS])
})

test('200: the reference contains the forms of the contract, in its spelling', async () => {
  const { legal_forms: forms } = await read()
  const named = `GmbH, UG, AG, SE, KGaA, KG, OHG, GmbH & Co. KG, UG & Co. KG, AG & Co. KG, e.K., eG, e.V., PartG, PartG mbB, eGbR,
    VVaG, EWIV, unknown`
  for (const code of named.split(/,\s+/))
    assert.ok(
      forms.some((form) => form.code === code),
      code,
    )
})

test('200: every code has a text in both languages', async () => {
  const { courts: _courts, ...lists } = await read()
  for (const [list, rows] of Object.entries(lists)) {
    for (const { code, name } of rows) {
      assert.ok(name.de !== '' && name.en !== '' && name.de !== code, `${list} ${code}`)
    }
  }
})

test('200: the reference contains every court that keeps a register today, and the filter accepts each name and alias', async () => {
  const { courts } = await read()
  assert.equal(courts.length, COURTS.filter(({ active }) => active).length)
  assert.deepEqual(courts.find(({ code }) => code === 'D2601V')?.aliases.includes('Muenchen'), true)
  for (const { code, name, aliases } of courts) {
    for (const each of [code, name, ...aliases])
      assert.ok(
        courtsByText(each).some((named) => named === code),
        each,
      )
  }
  const headers = service.auth()
  for (const court of ['D2601V', 'München', 'Muenchen']) {
    const url = `/api/v1/companies?limit=1&register_court=${encodeURIComponent(court)}`
    const [row] = (await service.server.inject({ url, headers })).json()
    assert.equal(row.register_court, 'München', court)
  }
})

test('304: the response has a strong ETag that is the same for every key and language', async () => {
  const first = await service.server.inject({ url: URL, headers: service.auth() })
  const tag = String(first.headers.etag)
  assert.match(tag, /^"[A-Za-z0-9_-]{16}"$/)
  const headers = { ...service.auth('companies:read'), 'accept-language': 'en', 'if-none-match': tag }
  const again = await service.server.inject({ url: URL, headers })
  assert.deepEqual([again.statusCode, again.body, again.headers.etag], [304, '', tag])
  const other = await service.server.inject({ url: URL, headers: { ...headers, 'if-none-match': '"x"' } })
  assert.equal(other.body, first.body)
})

testRefusals(() => service, { method: 'GET', url: URL, scope: undefined })
