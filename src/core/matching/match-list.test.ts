import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '../failure.ts'
import type { MatchedListRow, MatchedOutput } from './customer-list.ts'
import { type MatchProgress, matchList, PART_ROWS } from './match-list.ts'
import type { ListRow } from './match-rows.ts'
import type { FoundRow, RowMatcher } from './row-matcher.ts'

const OPTIONS = { columns: { name: [0], city: [], number: [] }, deep: true, partsAtOnce: 3 }
const NOTHING: FoundRow = { state: 'not_found', companies: [] }

function listOf(count: number) {
  const rows: readonly ListRow[] = Array.from({ length: count }, (_, i) => ({ cells: [`Adler ${i}`] }))
  return {
    async *rows(from: number) {
      yield rows.slice(from, from + 7)
      yield rows.slice(from + 7)
    },
  }
}

class Output implements MatchedOutput {
  rowsDone: number
  readonly written: MatchedListRow[] = []

  constructor(rowsDone = 0) {
    this.rowsDone = rowsDone
  }

  write(rows: readonly MatchedListRow[]): void {
    this.written.push(...rows)
    this.rowsDone += rows.length
  }

  get names() {
    return this.written.map(({ row }) => row.cells[0])
  }
}

/** A matcher whose parts end in the order in which the test ends them. */
function heldMatcher() {
  const ends: (() => void)[] = []
  const matcher: RowMatcher = {
    match: (rows) =>
      new Promise((resolve) => {
        ends.push(() => resolve(rows.map(() => NOTHING)))
      }),
  }
  return { matcher, ends }
}

const names = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => `Adler ${from + i}`)

test('rows are written in their order, whichever part is matched first', async () => {
  const { matcher, ends } = heldMatcher()
  const output = new Output()
  const run = Array.fromAsync(matchList({ list: listOf(250), matcher, output }, OPTIONS))
  while (ends.length < 3) await new Promise(setImmediate)
  assert.deepEqual(output.names, [])
  for (const end of ends.toReversed()) end()
  const steps: MatchProgress[] = await run
  assert.deepEqual(output.names, names(0, 250))
  assert.deepEqual(
    steps.map(({ rowsDone }) => rowsDone),
    [100, 200, 250],
  )
  assert.equal(steps.at(-1)?.counts.not_found, 250)
})

test('no more parts than allowed are matched at the same time', async () => {
  let now = 0
  let most = 0
  const matcher: RowMatcher = {
    async match(rows) {
      most = Math.max(most, ++now)
      await new Promise(setImmediate)
      now--
      return rows.map(() => NOTHING)
    },
  }
  const output = new Output()
  await Array.fromAsync(matchList({ list: listOf(1234), matcher, output }, OPTIONS))
  assert.equal(most, OPTIONS.partsAtOnce)
  assert.equal(output.rowsDone, 1234)
})

test('rows of an earlier run are left out', async () => {
  const matcher: RowMatcher = { match: (rows) => rows.map(() => NOTHING) }
  for (const before of [0, 1, PART_ROWS, 249, 250]) {
    const output = new Output(before)
    await Array.fromAsync(matchList({ list: listOf(250), matcher, output }, OPTIONS))
    assert.deepEqual(output.names, names(before, 250))
  }
})

test('after the signal the parts that have begun are written, and no other', async () => {
  const stop = new AbortController()
  const output = new Output()
  const matcher: RowMatcher = {
    match: (rows) => {
      stop.abort()
      return rows.map(() => NOTHING)
    },
  }
  await Array.fromAsync(
    matchList({ list: listOf(1000), matcher, output }, { ...OPTIONS, signal: stop.signal }),
  )
  assert.deepEqual(output.names, names(0, PART_ROWS))
})

test('a fault of the matcher ends the run after the rows before it', async () => {
  let part = 0
  const matcher: RowMatcher = {
    match: async (rows) => {
      if (++part === 2) throw new Failure('service_unavailable', 'the server is gone')
      return rows.map(() => NOTHING)
    },
  }
  const output = new Output()
  const run = Array.fromAsync(matchList({ list: listOf(1000), matcher, output }, OPTIONS))
  await assert.rejects(run, /the server is gone/)
  assert.deepEqual(output.names, names(0, PART_ROWS))
})
