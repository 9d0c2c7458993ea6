/** The admission of a request: key, networks, scope, limits and headers. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { openAdmission } from './fixtures/admission.ts'

const REQUESTS = 5000
/** The engine of JavaScript wakes its own thread up now and then. */
const OTHER_CALLS_MAX = REQUESTS / 100
/** What this thread has asked the system to read and write. */
const IO = '/proc/thread-self/io'

test('a request is admitted without reads and writes outside memory', {
  skip: !existsSync(IO) && `there is no ${IO} here`,
}, () => {
  const enter = openAdmission(['192.0.2.0/24', '2001:db8::/32'])
  assert.match(enter()['ratelimit-policy']!, /^"default";q=600;w=300, "burst"/)
  const before = callsOfThread()
  for (let i = 0; i < REQUESTS; i++) enter()
  assert.ok(callsOfThread() - before < OTHER_CALLS_MAX)
})

function callsOfThread(): number {
  const counters = readFileSync(IO, 'utf8')
  return Number(/syscr: (\d+)/.exec(counters)![1]) + Number(/syscw: (\d+)/.exec(counters)![1])
}
