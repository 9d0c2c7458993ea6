import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '../../core/failure.ts'
import { ChangeGuard, REFUSALS_EVERY_MS } from './change-guard.ts'

const FULL = 'accounts.sqlite cannot be written: the disk is full.'

function guarded() {
  let nowMs = 1_000_000
  let fault: Failure | undefined
  const lines: unknown[] = []
  const files = {
    check: () => {
      if (fault !== undefined) throw fault
    },
  }
  const log = { error: ({ error, times }: Record<string, unknown>) => lines.push([error, times]) }
  const guard = new ChangeGuard(files, log, { nowMs: () => nowMs })
  const refuse = (failure: Error) =>
    assert.rejects(
      guard.change(async () => {
        throw failure
      }),
      failure,
    )
  return {
    ...{ guard, lines, refuse },
    pass: (ms: number) => {
      nowMs += ms
    },
    lose: (failure: Failure | undefined) => {
      fault = failure
    },
  }
}

test('changes that cannot be stored are logged once a minute for each reason, with their number', async () => {
  const { guard, lines, refuse, pass } = guarded()
  const full = new Failure('service_unavailable', FULL)
  for (let i = 0; i < 40; i++) await refuse(full)
  assert.deepEqual(lines, [[FULL, 1]])
  await refuse(new Failure('service_unavailable', 'another'))
  assert.deepEqual(lines.splice(0), [
    [FULL, 1],
    ['another', 1],
  ])
  pass(REFUSALS_EVERY_MS - 1)
  guard.logRefusals()
  assert.deepEqual(lines, [])
  pass(1)
  guard.logRefusals()
  assert.deepEqual(lines.splice(0), [[FULL, 39]])
  await refuse(full)
  guard.logRefusals()
  assert.deepEqual(lines, [])
  guard.logRefusals(true)
  assert.deepEqual(lines.splice(0), [[FULL, 1]])
  pass(REFUSALS_EVERY_MS)
  guard.logRefusals()
  guard.logRefusals()
  assert.deepEqual(lines, [])
})

test('refusals that the caller caused or that are temporary are not logged', async () => {
  const { lines, refuse } = guarded()
  await refuse(new Failure('conflict', 'no'))
  await refuse(new Failure('service_unavailable', 'starting', [], 'not_now'))
  await refuse(new Error('a bug, which is logged elsewhere'))
  assert.deepEqual(lines, [])
})

test('a change is neither started nor confirmed if a file was deleted or replaced', async () => {
  const { guard, lose } = guarded()
  const gone = new Failure('service_unavailable', 'gone')
  lose(gone)
  await assert.rejects(
    guard.change(async () => assert.fail('begun')),
    gone,
  )
  lose(undefined)
  await assert.rejects(
    guard.change(async () => lose(gone)),
    gone,
  )
  lose(undefined)
  assert.equal(await guard.change(async () => 7), 7)
})
