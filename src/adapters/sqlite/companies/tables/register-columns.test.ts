import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CourtCode } from '../../../../names/reading/court.ts'
import type { RegisterKey } from '../../../../names/reading/register-number.ts'
import { registerColumns, registerOf } from '../../../company-rows/rows/register-columns.ts'
import { migrate } from '../../database/migrate.ts'
import { openDatabase } from '../../database/open-database.ts'
import { COMPANY_MIGRATIONS } from './company-migrations.ts'

const GERMAN: RegisterKey = {
  ...{ country: 'DE', court: 'X1112R' as CourtCode, type: 'HRB', digits: 12, suffix: 'FL' },
}

test('every kind of register key is the same after it was stored in columns', () => {
  for (const key of [
    GERMAN,
    { country: 'GB', type: 'foreign', number: 'SC123456' },
    { country: 'NO', type: 'list', source: 'customers', id: 'K/4711' },
    { country: '', type: 'list', source: 'customers', id: '1' },
  ] as const satisfies RegisterKey[])
    assert.deepEqual(registerOf(...registerColumns(key)), key)
})

test('companies of a file from before there were countries are German', () => {
  const db = openDatabase(':memory:', { synchronous: 'NORMAL' })
  const before = COMPANY_MIGRATIONS.findIndex(({ name }) => name === 'the countries of companies')
  migrate(db, COMPANY_MIGRATIONS.slice(0, before), 0)
  db.exec(`INSERT INTO companies (uuid, name, name_folded, legal_form, status, status_word, court, register_court,
    register_type, register_digits, register_suffix, seat, seat_folded, updated_at_ms)
    VALUES (x'00', 'A', 'a', 'GmbH', 'active', '', 'X1112R', 'X1112R', 'HRB', 12, 'FL', '', '', 0);
    INSERT INTO former_numbers VALUES (1, 0, 'X1112R', 'HRB', 12, 'FL', NULL)`)
  migrate(db, COMPANY_MIGRATIONS, 0)
  const prefixes = { companies: 'register_', former_numbers: '' }
  for (const [table, prefix] of Object.entries(prefixes)) {
    const columns = ['court', 'type', 'digits', 'suffix'].map((column) => prefix + column)
    const values = db.prepare(`SELECT country, ${columns.join()} FROM ${table}`).raw().get()
    assert.deepEqual(registerOf(...(values as Parameters<typeof registerOf>)), GERMAN)
  }
  db.close()
})
