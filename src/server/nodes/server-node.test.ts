import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '../../core/failure.ts'
import type { NodeRegistry } from '../../core/nodes/node-registry.ts'
import { ServerNode } from './server-node.ts'

// Own process: it replaces the timers.

const IDENTITY = { version: '1.0.0', startedAtMs: 0, port: 1, secretMark: 'mark' }
const TICK_MS = 10
const RETRY_MS = 250
const SPAN_MS = 60_000

/** A node whose database refuses connections while `isGone`, and the number of its heartbeats. */
function openNode() {
  const state = { isGone: false, beats: 0, passedMs: 0 }
  const lines: string[] = []
  const answer = async <Result>(result: Result): Promise<Result> => {
    if (!state.isGone) return result
    // Each attempt takes some time, so that attempts do not stay in step with the interval.
    await new Promise((resolve) => setTimeout(resolve, TICK_MS))
    throw new Failure('service_unavailable', 'refused')
  }
  const registry: NodeRegistry = {
    beat: () => answer({ live: 1, isImporting: false }),
    nodes: () => answer([]),
    keysChangedAfter(sequence) {
      state.beats++
      return answer({ sequence, accounts: [] })
    },
    companySequence: () => answer(0),
    tellOfCompanies: () => answer(undefined),
    claimSource: () => answer(true),
    releaseSource: () => answer(undefined),
    writeIndex: (work) => work(),
    listen: () => async () => {},
    leave: () => answer(undefined),
    close: async () => {},
  }
  const quiet = () => {}
  const node = new ServerNode(
    {
      ...{ registry, id: 'one', keySequence: 0 },
      clock: { nowMs: Date.now, monotonicNs: () => BigInt(state.passedMs) * 1_000_000n },
      log: { warn: (_fields, message) => void lines.push(message), error: quiet },
      lease: { holdUntil: quiet, shareWith: quiet, isHeld: true },
      followKeys: async () => 0,
      followCompanies: async () => {},
    },
    IDENTITY,
  )
  return { node, state, lines }
}

test('a node tries as often to reach its database after a long time as at first, and no more once it is closed', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
  const { node, state, lines } = openNode()
  const pass = async (ms: number) => {
    const before = state.beats
    for (let passed = 0; passed < ms; passed += TICK_MS) {
      state.passedMs += TICK_MS
      t.mock.timers.tick(TICK_MS)
      for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate)
    }
    return state.beats - before
  }
  await node.start()
  await pass(2 * TICK_MS)
  state.isGone = true
  node.searches(1)
  const first = await pass(SPAN_MS)
  const later = await pass(SPAN_MS)
  assert.ok(first >= SPAN_MS / RETRY_MS / 2, `${first} heartbeats`)
  assert.ok(
    later <= 1.5 * (SPAN_MS / RETRY_MS),
    `${later} heartbeats in the second minute, ${first} in the first`,
  )
  const lost = 'the database does not answer; without it requests with keys are answered for 9 s'
  assert.deepEqual(lines, [lost, lost, lost], 'one line a minute')
  state.isGone = false
  await pass(2 * RETRY_MS)
  assert.deepEqual(lines.slice(3), ['the database answers again'])
  state.isGone = true
  const closed = node.close()
  await pass(RETRY_MS)
  await closed
  assert.equal(await pass(SPAN_MS), 0)
})
