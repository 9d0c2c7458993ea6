import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from './failure.ts'
import { OUTAGE_LINE_MS, OutageLog, RepeatedFaults, Unreachable } from './outage-log.ts'

const REPEAT_S = OUTAGE_LINE_MS / 1000
type Line = readonly [message: string, fields: Readonly<Record<string, unknown>>]

/** A clock that tests move, and the lines of a log. */
function ports() {
  const lines: Line[] = []
  const write = (fields: Readonly<Record<string, unknown>>, message: string) =>
    void lines.push([message, fields])
  let atS = 0
  const needs = {
    log: { warn: write, error: write },
    clock: { monotonicNs: () => BigInt(atS) * 1_000_000_000n },
  }
  return { needs, lines, pass: (s: number) => (atS += s) }
}

test('an outage is logged when it begins, once a minute while it lasts, and when it ends', () => {
  const lines: unknown[] = []
  let nowMs = 5000
  const write = (level: string) => (fields: object, message: string) =>
    void lines.push({ level, ...fields, message })
  const outage = new OutageLog(
    {
      log: { warn: write('warn'), error: write('error') },
      clock: { monotonicNs: () => BigInt(nowMs) * 1_000_000n },
    },
    { away: 'it is away', back: 'it is back' },
  )
  const next = (afterMs: number, note: () => void) => {
    nowMs += afterMs
    note()
    return lines.splice(0)
  }
  const fail = () => outage.failed(new Error('refused'))
  const warning = { level: 'warn', error: 'refused', message: 'it is away' }
  assert.deepEqual(
    next(0, () => outage.succeeded()),
    [],
  )
  assert.equal(outage.isAway, false)
  assert.deepEqual(next(0, fail), [{ ...warning, away_s: 0 }])
  assert.equal(outage.isAway, true)
  assert.deepEqual(next(OUTAGE_LINE_MS - 1000, fail), [])
  assert.deepEqual(next(1000, fail), [{ ...warning, away_s: 60 }])
  assert.deepEqual(next(OUTAGE_LINE_MS - 1000, fail), [])
  assert.deepEqual(
    next(1000, () => outage.succeeded()),
    [{ level: 'warn', away_s: 120, message: 'it is back' }],
  )
  assert.equal(outage.isAway, false)
  assert.deepEqual(
    next(0, () => outage.succeeded()),
    [],
  )
  // The next one begins at once.
  assert.deepEqual(next(1000, fail), [{ ...warning, away_s: 0 }])
})

test('of threads that note the same server, one writes each line', () => {
  const { needs, lines, pass } = ports()
  const cells = new Int32Array(new SharedArrayBuffer(8))
  const threads = [1, 2, 3].map(() => new OutageLog(needs, { away: 'away', back: 'back' }, cells))
  for (let s = 0; s <= REPEAT_S; s++) {
    for (const thread of threads) thread.failed('gone')
    pass(1)
  }
  for (const thread of threads) thread.succeeded()
  assert.deepEqual(
    lines.map(([message]) => message),
    ['away', 'away', 'back'],
  )
})

test('the same error of a repeated step is logged once a minute, with how often it was met', () => {
  const { needs, lines, pass } = ports()
  const faults = new RepeatedFaults(needs)
  for (let s = 0; s <= REPEAT_S; s++) {
    faults.note(new Failure('service_unavailable', 'The disk is full.'), 'not stored', { source: 'a' })
    pass(1)
  }
  faults.note(new Failure('service_unavailable', 'The disk is full.'), 'not stored', { source: 'b' })
  const line = { source: 'a', error: 'The disk is full.' }
  assert.deepEqual(lines, [
    ['not stored', line],
    ['not stored', { ...line, times: REPEAT_S }],
    ['not stored', { ...line, source: 'b' }],
  ])
})

test('a step that fails because a server cannot be reached leaves the line to that server', () => {
  const { needs, lines } = ports()
  new RepeatedFaults(needs).note(new Unreachable('PostgreSQL cannot be reached.'), 'not read')
  assert.deepEqual(lines, [])
})
