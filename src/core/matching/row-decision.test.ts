import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RowResult } from './match-rows.ts'
import { cellsFormat, csvFormat, DECIDED, jsonFormat } from './row-lines.ts'
import type { MatchedCompany } from './row-matcher.ts'

const company = (uuid: string, score: number): MatchedCompany => ({
  ...{ uuid, name: `${uuid} GmbH`, registrationNumber: 'HRB 5', registerCourt: 'Ulm', seat: 'Ulm' },
  ...{ status: 'active', score, reasons: ['same_name'] },
})
const result: RowResult = {
  state: 'possible',
  companies: [company('a', 89), company('b', 80), company('c', 70)],
  notes: ['number_ignored', 'other_city'],
  faults: [],
}
const row = { cells: ['A'] }

function added(choice?: string): Readonly<Record<string, unknown>> {
  return JSON.parse(jsonFormat(['Firma'], DECIDED).lineOf({ row, result, choice }))
}

test('without a decision a row shows what matching found', () => {
  const { match_uuid, match_second_uuid, match_decision, match_reason } = added()
  assert.deepEqual(
    [match_uuid, match_second_uuid, match_decision, match_reason],
    ['a', 'b', null, 'same_name, number_ignored, other_city'],
  )
})

test('a chosen company takes the first place, and the note about the company before it is left out', () => {
  const { match_state, match_uuid, match_score, match_second_uuid, match_decision, match_reason } = added('b')
  assert.deepEqual(
    [match_state, match_uuid, match_score, match_second_uuid, match_decision, match_reason],
    ['possible', 'b', 80, 'a', 'chosen', 'same_name, number_ignored'],
  )
  assert.match(String(added('a').match_reason), /other_city/)
})

test('a row without the right company has none, and keeps its state', () => {
  const { match_state, match_uuid, match_score, match_second_uuid, match_decision } = added('none')
  assert.deepEqual(
    [match_state, match_uuid, match_score, match_second_uuid, match_decision],
    ['possible', null, null, null, 'none'],
  )
})

test('the decision is the last column, under a name that the list does not have', () => {
  const header = ['Firma', 'match_decision']
  const { start, lineOf } = csvFormat(header, ';', false, DECIDED)
  assert.match(start, /^Firma;match_decision;match_state;.*;match_second_uuid;match_decision_2\r\n$/)
  assert.match(lineOf({ row: { cells: ['A', 'x'] }, result, choice: 'b' }), /^A;x;possible;80;.*;chosen\r\n$/)
  const cells = JSON.parse(cellsFormat(header, DECIDED).lineOf({ row, result, choice: 'none' })) as unknown[]
  assert.equal(cells.at(-1), 'none')
})
