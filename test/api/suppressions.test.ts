/** The reason for which a company is not shown, to the last character. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rowsOf } from './browser.ts'
import { signedIn } from './signed-in.ts'
import { openService } from './start-service.ts'

const service = await openService()

test('a company is suppressed with a reason of 1 to 500 characters without control of the text direction', async () => {
  const operator = signedIn(service, { role: 'operator' })
  const [{ uuid } = { uuid: '' }] = [...service.companies.readAll(1)].flat()
  const suppress = (reason: string) => operator.post('/operator/suppressions', { uuid, reason })
  const wrong = [
    [' ', 'too_short'],
    ['x'.repeat(501), 'too_long'],
    ['a\u200fb', 'control_character'],
    ['a\u202eb', 'control_character'],
    ['a\u2066b', 'control_character'],
  ] as const
  for (const [reason, fault] of wrong) {
    const refused = await suppress(reason)
    assert.equal(refused.statusCode, 400, refused.body)
    assert.deepEqual(
      refused.json().details.map((detail: { reason: string }) => detail.reason),
      [fault],
    )
  }
  assert.equal(rowsOf(service, "SELECT 1 FROM audit WHERE event = 'suppressed'").length, 0)
  assert.ok((await suppress('ä'.repeat(500))).statusCode < 300)
})
