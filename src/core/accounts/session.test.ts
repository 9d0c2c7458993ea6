import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AccountId } from '../identity/ids.ts'
import {
  ABSOLUTE_MS,
  IDLE_MS,
  isAlive,
  PROOF_MS,
  provenUntilMs,
  type Session,
  type SessionId,
  STAYING_ABSOLUTE_MS,
  STAYING_IDLE_MS,
} from './session.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const begun: Session = {
  id: 'ses_1' as SessionId,
  account: 'acc_1' as AccountId,
  createdAtMs: 0,
  endsAtMs: ABSOLUTE_MS,
  seenAtMs: 0,
  provenAtMs: undefined,
  stays: false,
  method: 'password',
  address: '',
  userAgent: '',
}
const staying: Session = { ...begun, stays: true, endsAtMs: STAYING_ABSOLUTE_MS }

describe('a session', () => {
  it('ends 12 h after its last use, or 7 d with "stay signed in"', () => {
    assert.deepEqual([IDLE_MS, STAYING_IDLE_MS], [12 * HOUR_MS, 7 * DAY_MS])
    assert.equal(isAlive({ ...begun, seenAtMs: HOUR_MS }, HOUR_MS + IDLE_MS - 1), true)
    assert.equal(isAlive({ ...begun, seenAtMs: HOUR_MS }, HOUR_MS + IDLE_MS), false)
    assert.equal(isAlive({ ...staying, seenAtMs: HOUR_MS }, HOUR_MS + STAYING_IDLE_MS - 1), true)
    assert.equal(isAlive({ ...staying, seenAtMs: HOUR_MS }, HOUR_MS + STAYING_IDLE_MS), false)
  })

  it('ends after 24 h, or 30 d with "stay signed in", however often it is used', () => {
    assert.deepEqual([ABSOLUTE_MS, STAYING_ABSOLUTE_MS], [DAY_MS, 30 * DAY_MS])
    assert.equal(isAlive({ ...begun, seenAtMs: ABSOLUTE_MS - 1 }, ABSOLUTE_MS - 1), true)
    assert.equal(isAlive({ ...begun, seenAtMs: ABSOLUTE_MS }, ABSOLUTE_MS), false)
    const late = STAYING_ABSOLUTE_MS
    assert.equal(isAlive({ ...staying, seenAtMs: late - 1 }, late - 1), true)
    assert.equal(isAlive({ ...staying, seenAtMs: late }, late), false)
  })

  it('has ended if it was never used', () => {
    assert.equal(isAlive({ ...staying, seenAtMs: 0, endsAtMs: 1e13 }, 1e12), false)
  })

  it('needs no re-authentication for 15 minutes, to the millisecond', () => {
    assert.equal(PROOF_MS, 15 * 60_000)
    assert.equal(provenUntilMs({ ...begun, provenAtMs: 5 }, 5 + PROOF_MS - 1), 5 + PROOF_MS)
    assert.equal(provenUntilMs({ ...begun, provenAtMs: 5 }, 5 + PROOF_MS), undefined)
    assert.equal(provenUntilMs(begun, 5), undefined)
  })
})
