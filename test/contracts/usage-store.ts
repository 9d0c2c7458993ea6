/** The contract of every `UsageStore`. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Awaitable } from '../../src/core/awaitable.ts'
import type { AccountId, KeyId } from '../../src/core/identity/ids.ts'
import { LATENCY_BUCKETS } from '../../src/core/usage/latency-buckets.ts'
import type { UsageRow } from '../../src/core/usage/usage.ts'
import type { UsageStore } from '../../src/core/usage/usage-store.ts'

/** A place in which a usage store can be opened again. */
export interface UsageStorePlace {
  /** Opens the same store again each time. */
  open(): UsageStore
  remove(): unknown
}

const ANN = 'acc_ann' as AccountId

/** A row in which every number says which one it is. */
function row(key: string, hour: number, times = 1, account = ANN): UsageRow {
  const latencies = Array.from({ length: LATENCY_BUCKETS }, (_, i) => (i + 1) * times)
  const counts = { requests: 10 * times, errors: 2 * times, limited: 3 * times, deep: 4 * times }
  return { key: key as KeyId, account, hour, ...counts, latencies }
}

/** Registers the tests of a usage store. */
export function usageStoreContract(
  name: string,
  makePlace: () => Awaitable<UsageStorePlace>,
  skip: string | false = false,
): void {
  describe(`usage in ${name}`, { skip }, () => {
    const all = { account: ANN, fromHour: 0, toHour: 1000 }

    async function inStore(
      work: (store: UsageStore, place: UsageStorePlace) => Promise<void>,
    ): Promise<void> {
      const place = await makePlace()
      const store = place.open()
      try {
        await work(store, place)
      } finally {
        await store.close()
        await place.remove()
      }
    }

    it('returns what was added, by hour and key, even after it is opened again', () =>
      inStore(async (store, place) => {
        await store.add([row('key_b', 7), row('key_a', 8), row('key_a', 7)])
        const again = place.open()
        assert.deepEqual(await again.rows(all), [row('key_a', 7), row('key_b', 7), row('key_a', 8)])
        await again.close()
      }))

    it('adds up the counts of the same key and hour', () =>
      inStore(async (store) => {
        await store.add([row('key_a', 7)])
        await store.add([row('key_a', 7, 2)])
        assert.deepEqual(await store.rows(all), [row('key_a', 7, 3)])
      }))

    it('adds up rows of the same key and hour that are added together, and more rows than one statement takes', () =>
      inStore(async (store) => {
        const many = Array.from({ length: 250 }, (_, i) => row(`key_${String(i).padStart(3, '0')}`, 7))
        await store.add([...many, ...many])
        await store.add(many)
        assert.deepEqual(
          await store.rows(all),
          many.map(({ key }) => row(key, 7, 3)),
        )
      }))

    it('loses no count when several threads or nodes add to the same key and hour at once', () =>
      inStore(async (store, place) => {
        const others = [1, 2, 3].map(() => place.open())
        const writers = [store, ...others]
        const added = Array.from({ length: 40 }, (_, i) =>
          writers[i % writers.length]!.add([row('key_a', 7)]),
        )
        await Promise.all(added)
        for (const other of others) await other.close()
        assert.deepEqual(await store.rows(all), [row('key_a', 7, 40)])
      }))

    it('stores counts of four billion', () =>
      inStore(async (store) => {
        const big = {
          ...row('key_a', 7),
          requests: 2 ** 40,
          latencies: row('key_a', 7).latencies.map(() => 2 ** 32 - 1),
        }
        await store.add([big])
        assert.deepEqual(await store.rows(all), [big])
      }))

    it('returns the usage of one account only, and of one key if requested', () =>
      inStore(async (store) => {
        await store.add([row('key_a', 7), row('key_b', 7), row('key_x', 7, 1, 'acc_other' as AccountId)])
        assert.deepEqual(await store.rows(all), [row('key_a', 7), row('key_b', 7)])
        assert.deepEqual(await store.rows({ ...all, key: 'key_b' as KeyId }), [row('key_b', 7)])
        assert.deepEqual(await store.rows({ ...all, key: 'key_x' as KeyId }), [])
      }))

    it('includes the first hour of a period and excludes the last one', () =>
      inStore(async (store) => {
        await store.add([row('key_a', 6), row('key_a', 7), row('key_a', 8)])
        assert.deepEqual(await store.rows({ ...all, fromHour: 6, toHour: 8 }), [
          row('key_a', 6),
          row('key_a', 7),
        ])
      }))

    it('deletes the hours before the given one', () =>
      inStore(async (store) => {
        await store.add([row('key_a', 6), row('key_a', 7)])
        await store.prune(7)
        assert.deepEqual(await store.rows(all), [row('key_a', 7)])
      }))
  })
}
