import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { limitAccepted } from './accept-limit.ts'

test('connections beyond the limit are closed; the first is logged at once, further ones as a number', async () => {
  const logged: unknown[] = []
  const server = createServer()
  limitAccepted(server, 2, { info: () => {}, error: (fields) => void logged.push(fields) }, 200)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const open = () => connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
  const kept = [open(), open()]
  await Promise.all(kept.map((socket) => once(socket, 'connect')))
  const further = Array.from({ length: 5 }, open)
  await Promise.all(further.map((socket) => once(socket.resume(), 'close')))
  assert.deepEqual(logged, [{ dropped: 1, accepted: 2 }])
  while (logged.length < 2) await sleep(20)
  assert.deepEqual(logged[1], { dropped: 4, accepted: 2 })
  assert.ok(kept.every((socket) => !socket.closed))
  for (const socket of kept) socket.destroy()
  server.close()
})
