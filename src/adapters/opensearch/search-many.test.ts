import assert from 'node:assert/strict'
import { test } from 'node:test'
import { searchMany, type ToldAnswer } from './search-many.ts'

const GOOD = { status: 200 }
const BUSY = { status: 429, error: { type: 'circuit_breaking_exception' } }
const LOST = { status: 500, error: { type: 'search_phase_execution_exception' } }
const WRONG = { status: 400, error: { type: 'parsing_exception' } }

/** Sends searches to a cluster that answers so, one answer for each request; returns what came back, and the number of requests. */
async function sent(answers: readonly (readonly ToldAnswer[])[]) {
  let requests = 0
  const client = {
    send: async <Result>() => ({ responses: answers[requests++] ?? answers.at(-1) }) as Result,
  }
  return { found: await searchMany(client, '/names/_msearch', '{}\n{}\n'), requests }
}

test('searches are sent again while a shard has too much to do', async () => {
  assert.deepEqual(
    await sent([
      [GOOD, BUSY],
      [BUSY, GOOD],
      [GOOD, GOOD],
    ]),
    { found: [GOOD, GOOD], requests: 3 },
  )
})

test('searches are sent again if a node is lost between finding hits and reading them, which OpenSearch answers with 500', async () => {
  assert.deepEqual(
    await sent([
      [GOOD, LOST],
      [GOOD, GOOD],
    ]),
    { found: [GOOD, GOOD], requests: 2 },
  )
})

test('the error is returned if the shard does not recover, and at once if the search is wrong', async () => {
  assert.deepEqual(await sent([[BUSY]]), { found: [BUSY], requests: 4 })
  assert.deepEqual(await sent([[GOOD, WRONG]]), { found: [GOOD, WRONG], requests: 1 })
})
