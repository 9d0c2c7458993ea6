/** A server that another process started: what becomes of it when only that process is stopped. */
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { BRIEF } from '../thorough.ts'
import { atEnd, importedFolder, OLD_NODE_COMMAND, ONE_THREAD, ROOT, run, startServer } from './program.ts'

/** Ends the test as failed if the server stays; far longer than a start and a stop take. */
const LIMIT = { timeout: 120_000 }

/** Starts a server, signals the process that was started, and waits until all processes have closed their output. */
async function stopped(test: TestContext, command: readonly string[], signal: NodeJS.Signals) {
  const dataDir = await importedFolder(test)
  const server = await startServer(test, dataDir, ONE_THREAD, command)
  assert.notEqual(server.pid, server.process.pid)
  atEnd(test, () => killed(server.pid))
  server.process.kill(signal)
  const ended = await server.ended
  const status = await run(['status', '--json', '--data-dir', dataDir])
  assert.equal(JSON.parse(status.out).server, null, 'the lock of the folder is free')
  await assert.rejects(fetch(server.url), 'the port is free')
  return { ended, complained: server.complained() }
}

function killed(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended, as it should.
  }
}

describe('a server stops in order', LIMIT, () => {
  it('when npm gets the signal: npm start', async (test) => {
    const { ended, complained } = await stopped(test, ['npm', '--prefix', ROOT, 'start', '--'], 'SIGTERM')
    assert.deepEqual([ended, JSON.parse(complained).msg], [0, 'Stopping …'])
  })

  it('when npm gets the signal and its shell passes none on: npx firmensuche serve', {
    skip: BRIEF,
  }, async (test) => {
    const npx = ['npm', '--prefix', ROOT, 'exec', '--', 'firmensuche', 'serve']
    const { complained } = await stopped(test, npx, 'SIGTERM')
    assert.match(complained, /^The process that started firmensuche has ended.*\n.*"msg":"Stopping …"\}$/m)
  })

  it('when the old Node that started it is killed', async (test) => {
    const { ended, complained } = await stopped(test, [...OLD_NODE_COMMAND, 'serve'], 'SIGKILL')
    assert.equal(ended, 'SIGKILL')
    assert.match(complained, /"msg":"Stopping …"\}$/m)
  })
})
