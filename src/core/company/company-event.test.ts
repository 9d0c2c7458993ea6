import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { SourceId } from './company.ts'
import { type CompanyEvent, EVENT_KINDS, EVENTS_MAX, mergeEvents } from './company-event.ts'

const anyEvents = fc.array(
  fc.record(
    {
      kind: fc.constantFrom(...EVENT_KINDS),
      date: fc.integer({ min: 10, max: 28 }).map((day) => `2025-01-${day}`),
      source: fc.constantFrom('register-announcements' as SourceId, 'other' as SourceId),
    },
    { noNullPrototype: true },
  ),
)

test('events of several imports are the same in any order of the imports, each event once', () => {
  fc.assert(
    fc.property(anyEvents, anyEvents, anyEvents, (a, b, c) => {
      const [one, two, three] = [a, b, c].map((events) => mergeEvents([], events)) as [
        readonly CompanyEvent[],
        readonly CompanyEvent[],
        readonly CompanyEvent[],
      ]
      const merged = mergeEvents(mergeEvents(one, two), three)
      assert.deepEqual(mergeEvents(three, mergeEvents(two, one)), merged)
      assert.deepEqual(mergeEvents(merged, two), merged)
      assert.equal(new Set(merged.map((event) => JSON.stringify(event))).size, merged.length)
    }),
  )
})

test('of more events than are stored the latest ones stay, in any order of the imports', () => {
  const events = Array.from({ length: EVENTS_MAX + 50 }, (_, i): CompanyEvent => {
    const date = new Date(Date.UTC(2020, 0, 1 + i)).toISOString().slice(0, 10)
    return { kind: 'announcement', date, source: 'register-announcements' as SourceId }
  })
  const [old, late] = [events.slice(0, EVENTS_MAX), events.slice(EVENTS_MAX)]
  const merged = mergeEvents(mergeEvents([], old), late)
  assert.equal(merged.length, EVENTS_MAX)
  assert.deepEqual(mergeEvents(mergeEvents([], late), old), merged)
  assert.equal(merged.at(-1)?.date, events[50]?.date)
})
