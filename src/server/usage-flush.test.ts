import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exampleKey } from '../../test/contracts/key-store.ts'
import { SharedKeyRing } from '../adapters/shared-memory/key-ring.ts'
import { SharedKeyWriter } from '../adapters/shared-memory/key-writer.ts'
import { createSharedBlock } from '../adapters/shared-memory/shared-block.ts'
import { collectUsage, SharedUsageMeter } from '../adapters/shared-memory/usage.ts'
import { systemClock as clock } from '../adapters/system/clock.ts'
import type { UsageRow } from '../core/usage/usage.ts'
import { UsageFlush } from './usage-flush.ts'

test('each use is stored exactly once, even if the store answers late, is called again meanwhile, or fails', async () => {
  const block = createSharedBlock({ keysMax: 4, metersMax: 12, addressesMax: 1 }, 1)
  new SharedKeyWriter(block).put(exampleKey(1), clock.nowMs())
  const { place } = new SharedKeyRing(block, { clock }).find(exampleKey(1).hash)!
  const meter = new SharedUsageMeter(block)
  const use = () => meter.note(place, { status: 200, us: 100, isDeep: false })
  const answers: PromiseWithResolvers<void>[] = []
  const added: number[] = []
  const usage = new UsageFlush(
    { collectUsage: (hour) => collectUsage(block, hour) },
    {
      rows: () => [],
      add(rows: readonly UsageRow[]) {
        added.push(...rows.map(({ requests }) => requests))
        const answer = Promise.withResolvers<void>()
        answers.push(answer)
        return answer.promise
      },
      prune: () => {},
      close: () => {},
    },
  )
  use()
  const first = usage.flush(1)
  use()
  use()
  const second = usage.flush(1)
  assert.deepEqual(added, [1, 2])
  answers[0]!.reject(new Error('no answer'))
  await assert.rejects(first, /no answer/)
  answers[1]!.resolve()
  await second
  const third = usage.flush(1)
  answers[2]!.resolve()
  assert.deepEqual([...(await third)], [exampleKey(1).account])
  assert.deepEqual(added, [1, 2, 1])
})
