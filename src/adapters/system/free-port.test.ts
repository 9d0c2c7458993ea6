import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { it } from 'node:test'
import { findPort } from './free-port.ts'

const HOST = '127.0.0.1'

/** Listens on the port; the error code if that is refused. */
async function listen(port: number, reusePort: boolean): Promise<string> {
  const server = createServer()
  server.listen({ host: HOST, port, reusePort })
  try {
    await once(server, 'listening')
    return 'listens'
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown'
  } finally {
    server.close()
  }
}

it('a port that the system chose stays reserved for threads that share it, until it is released', async (test) => {
  const found = await findPort(HOST, 0)
  if (!found.canShare) return test.skip('threads cannot share a port on this system')
  assert.equal(found.isReserved, true)
  assert.equal(await listen(found.port, false), 'EADDRINUSE')
  assert.equal(await listen(found.port, true), 'listens')
  found.release()
  assert.equal(await listen(found.port, false), 'listens')
})

it('no two reserved ports are the same', async (test) => {
  const found = await Promise.all(Array.from({ length: 100 }, () => findPort(HOST, 0)))
  test.after(() => {
    for (const { release } of found) release()
  })
  assert.equal(new Set(found.map(({ port }) => port)).size, found.length)
})

it('a port in use is refused as a conflict, also if its owner shares it', async () => {
  for (const reusePort of [false, true]) {
    const owner = createServer().listen({ host: HOST, port: 0, reusePort })
    await once(owner, 'listening')
    const address = owner.address()
    assert.ok(address !== null && typeof address === 'object')
    await assert.rejects(findPort(HOST, address.port), { code: 'conflict' })
    owner.close()
  }
})
