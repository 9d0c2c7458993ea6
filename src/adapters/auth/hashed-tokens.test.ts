import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import type { DBAdapter } from 'better-auth/types'
import { hashedTokens } from './hashed-tokens.ts'

const TOKEN = 'QWERTZUIOPasdfghjkl0123456789xyz'
const HASH = createHash('sha256').update(TOKEN).digest('base64url')

/** An adapter that answers with what it was asked, as the library's own ones do with rows. */
function recorder() {
  const asked: { method: string; params: unknown }[] = []
  const answer =
    (method: string, result: (params: { data?: object }) => unknown) => (params: { data?: object }) => {
      asked.push({ method, params })
      return Promise.resolve(result(params))
    }
  const row = () => ({ id: 'ses_1', token: HASH, userId: 'acc_1' })
  const adapter = {
    id: 'recorder',
    create: answer('create', ({ data }) => ({ id: 'ses_1', ...data })),
    findOne: answer('findOne', row),
    findMany: answer('findMany', () => [row()]),
    count: answer('count', () => 1),
    update: answer('update', row),
    updateMany: answer('updateMany', () => 1),
    delete: answer('delete', () => undefined),
    deleteMany: answer('deleteMany', () => 1),
    consumeOne: answer('consumeOne', row),
    incrementOne: answer('incrementOne', row),
    transaction: () => Promise.reject(new Error('the adapter inside of a transaction would not be wrapped')),
  } as unknown as DBAdapter
  return { adapter: hashedTokens(adapter), asked }
}

test('a new session is stored with the hash of its token and returned with the token', async () => {
  const { adapter, asked } = recorder()
  const made = await adapter.create({ model: 'session', data: { token: TOKEN, userId: 'acc_1' } })
  assert.deepEqual(made, { id: 'ses_1', token: TOKEN, userId: 'acc_1' })
  assert.ok(!JSON.stringify(asked).includes(TOKEN))
  assert.ok(JSON.stringify(asked).includes(HASH))
})

test('a session is found by its token, and is returned with the token only then', async () => {
  const { adapter, asked } = recorder()
  const where = [{ field: 'token', value: TOKEN }]
  const found = await adapter.findOne<{ token: string }>({ model: 'session', where })
  assert.equal(found?.token, TOKEN)
  const byId = await adapter.findOne<{ token: string }>({
    model: 'session',
    where: [{ field: 'id', value: 'ses_1' }],
  })
  assert.equal(byId?.token, HASH)
  assert.ok(!JSON.stringify(asked).includes(TOKEN))
})

test('no query for sessions passes a plain token to the table', async () => {
  const { adapter, asked } = recorder()
  const one = { model: 'session', where: [{ field: 'token', value: TOKEN }] }
  const many = { model: 'session', where: [{ field: 'token', value: [TOKEN, 'b'], operator: 'in' as const }] }
  for (const params of [one, many]) {
    await adapter.findOne(params)
    await adapter.findMany(params)
    await adapter.count(params)
    await adapter.update({ ...params, update: { expiresAt: 1 } })
    await adapter.updateMany({ ...params, update: { expiresAt: 1 } })
    await adapter.delete(params)
    await adapter.deleteMany(params)
    await adapter.consumeOne(params)
    await adapter.incrementOne({ ...params, increment: {} })
  }
  await adapter.transaction(async (inside) => inside.findMany(one))
  assert.equal(asked.length, 19)
  for (const { method, params } of asked) {
    const text = JSON.stringify(params)
    assert.ok(!text.includes(TOKEN) && text.includes(HASH), method)
  }
})

test('rows of other tables are stored unchanged', async () => {
  const { adapter, asked } = recorder()
  const where = [{ field: 'token', value: 'plain' }]
  await adapter.findOne({ model: 'verification', where })
  await adapter.create({ model: 'verification', data: { token: 'plain' } })
  assert.deepEqual(asked[0]!.params, { model: 'verification', where })
  assert.deepEqual(asked[1]!.params, { model: 'verification', data: { token: 'plain' } })
})
