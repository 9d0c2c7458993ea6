/** How often a page about watch lists asks for the states of webhooks. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AppWatchesAnswer, WebhookEntry } from '../../dashboard/src/api/types.ts'
import {
  ASK_AGAIN_MS,
  ASK_SLOWLY_MS,
  askAgainIn,
  QUICK_ANSWERS,
} from '../../dashboard/src/pages/watches/ask-again.ts'

type Shown = Pick<WebhookEntry, 'state' | 'waiting' | 'failing'>

const SENDING: Shown = { state: 'active', waiting: 1, failing: null }
const FAILING: Shown = {
  ...SENDING,
  failing: {
    fault: 'timeout',
    status: null,
    since: '2026-11-25T10:00:00Z',
    attempts: 1,
    next_attempt_at: '2026-11-25T10:00:05Z',
  },
}

/** A query that gets these webhooks by each answer. */
function asking() {
  const query = { state: { data: undefined as AppWatchesAnswer | undefined, dataUpdateCount: 0 } }
  return (...webhooks: readonly Shown[]) => {
    query.state = {
      data: {
        watches: [],
        webhooks: webhooks as WebhookEntry[],
        watches_max: 100,
        companies_max: 10_000,
        webhooks_max: 20,
      },
      dataUpdateCount: query.state.dataUpdateCount + 1,
    }
    return askAgainIn(query)
  }
}

test('a webhook that sends is asked for each second, and slowly after ten answers in a row', () => {
  const answer = asking()
  assert.equal(answer(), false)
  for (let count = 0; count < QUICK_ANSWERS; count += 1) assert.equal(answer(SENDING), ASK_AGAIN_MS)
  assert.equal(answer(SENDING), ASK_SLOWLY_MS)
  assert.equal(answer({ ...SENDING, waiting: 0 }), false)
  assert.equal(answer(SENDING), ASK_AGAIN_MS, 'the next event is followed from the start')
})

test('a webhook that fails is asked for slowly, and one that is paused not at all', () => {
  const answer = asking()
  assert.equal(answer(FAILING), ASK_SLOWLY_MS)
  assert.equal(answer(FAILING, SENDING), ASK_AGAIN_MS)
  assert.equal(answer({ ...SENDING, state: 'paused' }), false)
})
