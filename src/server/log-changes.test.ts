import assert from 'node:assert/strict'
import { test } from 'node:test'
import { logged } from './log-changes.ts'

test('a change is logged with its command and the ids in it, and with nothing else', async () => {
  const lines: unknown[] = []
  const log = { info: (fields: object, message: string) => void lines.push({ ...fields, message }) }
  const params = { email: 'a@b.de', password: 'secret', account: 'acc_1', id: 'key_1', name: 'key_ Müller' }
  const result = { key: { id: 'key_2', account: 'acc_1', name: 'CRM' }, secret: 'fs_live_abc' }
  const what = { command: 'rotateKey', params, by: 'http' } as const
  assert.equal(await logged(log, what, async () => result), result)
  await assert.rejects(logged(log, what, async () => assert.fail('not stored')))
  const message = 'a change was made'
  assert.deepEqual(lines, [{ command: 'rotateKey', by: 'http', ids: ['key_2', 'acc_1', 'key_1'], message }])
})
