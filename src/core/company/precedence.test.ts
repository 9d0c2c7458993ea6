import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CompanySource, SourceId } from './company.ts'
import { determines, isBuiltIn, lastDayOfName } from './precedence.ts'

const seen = (source: string, asOf: string): CompanySource => ({
  ...{ source: source as SourceId, sourceKey: '1', asOf },
})

test('the register of another country determines name and status, and dates former names, although it is read by a mapping', () => {
  for (const source of ['companies-house', 'brreg', 'sirene']) {
    const register = seen(source, '2020-01-01')
    for (const other of ['gleif', 'customers']) {
      assert.ok(determines('name', register, seen(other, '2026-01-01')))
      assert.ok(determines('status', register, seen(other, '2026-01-01')))
    }
    assert.ok(determines('address', seen('customers', '2019-01-01'), register))
    assert.equal(lastDayOfName(register), '2020-01-01')
    assert.equal(isBuiltIn(source), false)
  }
})

test('facts out of notices count as much as the register by their day, but for the seat', () => {
  const notices = (day: string) => seen('offeneregister-2022', day)
  const register = (day: string) => seen('offeneregister', day)
  for (const fact of ['name', 'number', 'status'] as const) {
    assert.ok(determines(fact, notices('2021-01-01'), register('2019-01-01')), fact)
    assert.ok(determines(fact, register('2019-01-01'), notices('2018-01-01')), fact)
  }
  assert.ok(determines('seat', register('2019-01-01'), notices('2021-01-01')))
  assert.ok(determines('seat', notices('2018-01-01'), seen('gleif', '2026-01-01')))
  assert.equal(lastDayOfName(notices('2021-01-01')), '2021-01-01')
  assert.equal(isBuiltIn('offeneregister-2022'), true)
})
