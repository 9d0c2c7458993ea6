import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canonicalRegister, companyUuid } from './company-uuid.ts'
import { type CourtCode, numberCourt } from './court.ts'
import type { GermanKey } from './register-number.ts'

function register(court: string, digits: number, suffix = ''): GermanKey {
  return { country: 'DE', court: court as CourtCode, type: 'HRB', digits, suffix }
}

/** The court of a number whose entry names two courts. */
function pair(current: string, former: string): string {
  return numberCourt(current as CourtCode, former as CourtCode)
}

test('the uuid of a register key never changes', () => {
  // If this test fails, every stored id and every link to a company breaks.
  assert.equal(companyUuid(register('D2601V', 42243)), 'afefdd97-0df0-5ed2-94ce-0805d2f8e55e')
  assert.equal(companyUuid(register('X1112R', 123, 'FL')), '735f00f9-ddbf-561b-935f-c8c828d76787')
  assert.equal(companyUuid(register('P2409', 764)), '85e58bf6-1f12-5594-81c3-216b4659962f')
})

test('it is a UUID of version 5', () => {
  const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
  for (let digits = 0; digits < 200; digits++) assert.match(companyUuid(register('D2601V', digits)), uuid)
})

test('the keys of one company in different sources have one uuid', () => {
  const same: [GermanKey, GermanKey][] = [
    [register('B1204', 5), register('B8536', 5)],
    [register('F1103R', 12345), register('F1103R', 12345, 'B')],
    [register('F1103R', 12345), register('F1103R', 12345, 'b')],
    [register('H1101', 7), register('H1101', 7, 'HB')],
    [register(pair('H1101', 'H1102'), 7), register('H1101', 7, 'BHV')],
    [register(pair('H1101', 'H1101'), 7), register('H1101', 7)],
    [register('G1312', 9), register('G1312', 9, 'P')],
  ]
  for (const [a, b] of same) assert.equal(companyUuid(a), companyUuid(b))
})

test('different companies have different uuids', () => {
  const keys = [
    register('H1101', 7),
    register('H1102', 7),
    register('F1103R', 7),
    register('F1103R', 7, 'NZ'),
    register('X1112R', 7, 'FL'),
    register('X1112R', 7, 'HU'),
    register('X1112R', 7),
    register('N1206V', 7),
    register(pair('N1209V', 'N1206V'), 7),
    register('N1209V', 7),
    { ...register('D2601V', 7), type: 'HRA' as const },
    register('D2601V', 7),
    register('D2601V', 77),
  ]
  assert.equal(new Set(keys.map(companyUuid)).size, keys.length)
})

test('a canonical key is its own canonical key', () => {
  for (const key of [register('H1101', 7, 'BHV'), register('B8536', 7), register('F1103R', 7, 'B')]) {
    const canonical = canonicalRegister(key)
    assert.deepEqual(canonicalRegister(canonical), canonical)
  }
})

test('a foreign number has one id however it is separated, and another one in another country', () => {
  const foreign = (country: 'CH' | 'AT', number: string): string =>
    companyUuid({ country, type: 'foreign', number })
  assert.equal(foreign('CH', 'CHE-107.787.577'), '1325564e-4a24-5a51-af29-8b3fe943c482')
  assert.equal(foreign('CH', 'CHE107787577'), foreign('CH', 'CHE-107.787.577'))
  assert.notEqual(foreign('AT', 'CHE107787577'), foreign('CH', 'CHE107787577'))
})

test('a company without a register number has an id made of source and id, whatever its country', () => {
  const listed = (source: string, id: string, country: 'DE' | 'GB' | ''): string =>
    companyUuid({ country, type: 'list', source, id })
  assert.equal(listed('customers', '4711', 'DE'), '34f034a7-7562-5eca-8e02-e31e112d405b')
  assert.equal(listed('customers', '4711', ''), listed('customers', '4711', 'GB'))
  assert.notEqual(listed('suppliers', '4711', 'DE'), listed('customers', '4711', 'DE'))
})
