/** Companies of other countries and companies without a register number, at every endpoint. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { detailSchema, listResultSchema, searchResultSchema } from '../../src/http/api/company-schemas.ts'
import { companyUuid } from '../../src/names/reading/company-uuid.ts'
import { COUNTRY_CODES } from '../../src/names/reading/country.ts'
import type { CourtCode } from '../../src/names/reading/court.ts'
import type { FormCode } from '../../src/names/reading/legal-form.ts'
import type { RegisterKey } from '../../src/names/reading/register-number.ts'
import { incomingCompany } from '../fixtures/incoming-companies.ts'
import { openService } from './start-service.ts'

const SCOTTISH = { country: 'GB', type: 'foreign', number: 'SC123456' } as const
const ENGLISH = { country: 'GB', type: 'foreign', number: '00445790' } as const
const NORWEGIAN = { country: 'NO', type: 'foreign', number: '923609016' } as const
const SWISS = { country: 'CH', type: 'foreign', number: 'CHE-107.787.577' } as const
const LISTED = { country: 'AT', type: 'list', source: 'customers', id: '4711' } as const
const UNPLACED = { country: '', type: 'list', source: 'customers', id: '4712' } as const

function company(register: RegisterKey, name: string, form: string) {
  const known = { register, court: '' as CourtCode, name, form: form as FormCode, seat: 'Anderswo' }
  return incomingCompany(1, { ...known, address: null })
}

const service = await openService({
  others: [
    company(SCOTTISH, 'Granite Harbour Ltd', 'Ltd.'),
    company(ENGLISH, 'Zebra Castle PLC', 'PLC'),
    company(NORWEGIAN, 'Zebra Fjord ASA', 'ASA'),
    company(SWISS, 'Zebra Alpen AG', 'AG'),
    company(LISTED, 'Zebra Donau GmbH', 'GmbH'),
    company(UNPLACED, 'Zebra Nirgendwo', 'unknown'),
  ],
})
const auth = service.auth()

async function search(body: object) {
  const payload = JSON.stringify(body)
  const headers = { ...auth, 'content-type': 'application/json' }
  const response = await service.server.inject({
    ...{ method: 'POST', url: '/api/v1/companies/search/', headers, payload },
  })
  assert.equal(response.statusCode, 200, response.body)
  return searchResultSchema.parse(response.json())
}

const get = (url: string, headers: Record<string, string> = {}) =>
  service.server.inject({ url, headers: { ...auth, ...headers } })

test('a foreign number is found in every usual spelling, in both modes, and its record has its country', async () => {
  const spellings = {
    'Granite Harbour Ltd': ['SC123456', 'sc 123456', 'GB SC123456'],
    'Zebra Castle PLC': ['GB 00445790', 'UK 445790', 'Company No. 00445790', '00445790', '445790'],
    'Zebra Fjord ASA': ['NO 923609016', 'NO 923 609 016 MVA', '923609016'],
    'Zebra Alpen AG': ['CH CHE-107.787.577', 'CHE-107.787.577', 'che107787577'],
  }
  const pairs = Object.entries(spellings).flatMap(([name, texts]) =>
    texts.map((text) => [text, name] as const),
  )
  for (const [text, name] of pairs) {
    for (const deep of [false, true]) {
      const hits = await search({ name: text, deep, include: ['match'] })
      assert.equal(hits[0]?.name, name, `${text} ${deep}`)
      assert.deepEqual([hits[0]?.match?.kind, hits[0]?.match?.reasons], ['number', ['register_number']])
      assert.equal(hits.filter(({ match }) => match?.kind === 'number').length, 1)
    }
  }
  const [scottish] = await search({ name: 'SC123456' })
  assert.deepEqual(
    [scottish?.registration_number, scottish?.register_court, scottish?.country],
    ['SC123456', '', 'GB'],
  )
  assert.equal((await search({ name: 'Adler GmbH' }))[0]?.country, 'DE')
})

test('the filter by country is that of search, counts and list; a company of unknown country is in none', async () => {
  const namesOf = async (country?: string[]) =>
    (await search({ name: 'zebra', country })).map(({ name }) => name)
  assert.deepEqual(await namesOf(['GB']), ['Zebra Castle PLC'])
  assert.deepEqual(await namesOf(['AT', 'CH']), ['Zebra Alpen AG', 'Zebra Donau GmbH'])
  assert.deepEqual(await namesOf(['DE']), [])
  assert.equal((await namesOf()).length, 5)
  assert.deepEqual(await search({ name: 'HRB 1', country: ['GB'] }), [])
  const counted = await service.server.inject({
    method: 'POST',
    url: '/api/v1/companies/search/facets',
    headers: { ...auth, 'content-type': 'application/json' },
    payload: JSON.stringify({ name: 'zebra', country: ['NO', 'CH'] }),
  })
  const { total, register_type: types, register_court: courts } = counted.json()
  assert.deepEqual([total, types, courts], [2, [], []])
  const listed = listResultSchema.parse(
    (await get('/api/v1/companies?country=GB&country=AT&sort=name')).json(),
  )
  assert.deepEqual(
    listed.map(({ registration_number, country }) => [registration_number, country]),
    [
      ['SC123456', 'GB'],
      ['00445790', 'GB'],
      ['', 'AT'],
    ],
  )
  const csv = await get('/api/v1/companies?country=GB&sort=name', { accept: 'text/csv' })
  assert.match(csv.body, /,Granite Harbour Ltd,SC123456,active,Ltd\.,,Anderswo,GB,/)
})

test('400: an unknown country is refused with the known ones', async () => {
  for (const country of ['XX', 'gb', 'Germany', '']) {
    const response = await get(`/api/v1/companies?country=${country}`)
    assert.equal(response.statusCode, 400, country)
    const [detail] = response.json().details
    assert.equal(detail.field, 'country')
    if (country !== '') assert.deepEqual(detail.allowed, [...COUNTRY_CODES])
  }
})

test('all data of such a company are returned, without a court and an EUID', async () => {
  for (const [register, number] of [
    [SCOTTISH, 'SC123456'],
    [LISTED, ''],
    [UNPLACED, ''],
  ] as const) {
    const response = await get(`/api/v1/companies/${companyUuid(register)}`)
    assert.equal(response.statusCode, 200)
    const detail = detailSchema.parse(response.json())
    assert.deepEqual(
      [detail.registration_number, detail.country, detail.euid, detail.court_code, detail.register_court],
      [number, register.country, '', '', ''],
    )
    assert.deepEqual([detail.register_type, detail.register_number, detail.register_suffix], ['', 0, ''])
  }
})

test('a row of a batch finds a foreign company by its number, and by name and number', async () => {
  const rows = [
    { registration_number: 'NO 923609016' },
    { registration_number: 'SC123456', name: 'Granite Harbour Limited' },
    { registration_number: 'NO 923609017' },
  ]
  const response = await service.server.inject({
    method: 'POST',
    url: '/api/v1/companies/search/batch',
    headers: { ...auth, 'content-type': 'application/json' },
    payload: JSON.stringify(rows),
  })
  assert.deepEqual(
    response
      .json()
      .map((row: { state: string; companies?: { name: string }[] }) => [row.state, row.companies?.[0]?.name]),
    [
      ['found', 'Zebra Fjord ASA'],
      ['found', 'Granite Harbour Ltd'],
      ['invalid', undefined],
    ],
  )
})
