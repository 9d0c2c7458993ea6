import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CompanyStore, SourceSet } from '../../core/company/company-store.ts'
import { Failure } from '../../core/failure.ts'
import { rememberSources } from './data-age.ts'

const setsOf = (asOf: string) => [{ source: 's', asOf }] as unknown as readonly SourceSet[]

/** A store that answers later; `answer` says with what. */
function storeAt(answer: () => Promise<readonly SourceSet[]>) {
  const place = { nowMs: 0, reads: 0 }
  const companies = {
    sources: () => {
      place.reads++
      return answer()
    },
  } as unknown as CompanyStore
  const clock = { nowMs: () => place.nowMs, monotonicNs: () => 0n }
  return { place, store: rememberSources({ companies, clock }) }
}

test('the data sets are read every two seconds at most, and are those that were known if the store fails or does not answer', async () => {
  let answer = async () => setsOf('2026-01-01')
  const { place, store } = storeAt(() => answer())
  assert.deepEqual(await store.sources(), setsOf('2026-01-01'))
  answer = async () => setsOf('2026-01-02')
  place.nowMs = 1999
  assert.deepEqual(await store.sources(), setsOf('2026-01-01'))
  place.nowMs = 2000
  assert.deepEqual(await store.sources(), setsOf('2026-01-02'))
  assert.equal(place.reads, 2)

  answer = () => Promise.reject(new Failure('service_unavailable', 'gone'))
  place.nowMs = 4000
  assert.deepEqual(await store.sources(), setsOf('2026-01-02'), 'it fails')
  assert.deepEqual(await store.sources(), setsOf('2026-01-02'))
  assert.equal(place.reads, 3, 'the next request does not try again at once')
  answer = () => new Promise(() => {})
  place.nowMs = 6000
  assert.deepEqual(await store.sources(), setsOf('2026-01-02'), 'it is silent')
  answer = async () => setsOf('2026-01-03')
  place.nowMs = 8000
  assert.deepEqual(await store.sources(), setsOf('2026-01-03'), 'it answers again')
})

test('a store that never answered is asked by each request', async () => {
  let isGone = true
  const { store } = storeAt(async () => {
    if (isGone) throw new Failure('service_unavailable', 'gone')
    return setsOf('2026-01-01')
  })
  await assert.rejects(async () => store.sources(), Failure)
  isGone = false
  assert.deepEqual(await store.sources(), setsOf('2026-01-01'))
})
