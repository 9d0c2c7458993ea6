import assert from 'node:assert/strict'
import { test } from 'node:test'
import { COURTS, type CourtCode } from './court.ts'
import { courtsOfState, STATE_CODES, stateOfCourt } from './state.ts'

test('every court is in one of the 16 states, and each state has courts', () => {
  assert.equal(STATE_CODES.length, 16)
  for (const { code } of COURTS) assert.ok(STATE_CODES.includes(stateOfCourt(code)!), code)
  assert.equal(STATE_CODES.flatMap(courtsOfState).length, COURTS.length)
})

test('the state of a court is known by today’s code, a former one and a joined one', () => {
  assert.equal(stateOfCourt('D2601V'), 'DE-BY')
  assert.equal(stateOfCourt('B1204'), 'DE-BW')
  assert.equal(stateOfCourt('P2408_P2409'), 'DE-NI')
  assert.equal(stateOfCourt('XX'), undefined)
  assert.ok(courtsOfState('DE-BE').includes('F1103R' as CourtCode))
})
