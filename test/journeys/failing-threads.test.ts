/** A thread that fails during a change: nothing is acknowledged that a thread does not know. */
// Thorough: threads that fail to take an index, in every way; thread-supervisor.test.ts restarts one.
import assert from 'node:assert/strict'
import { existsSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import type { Fault } from '../fixtures/faults.ts'
import { someOf } from '../thorough.ts'
import { importedFolder, makeKey, run, type Server, search, startServer, temporaryFolder } from './program.ts'

const PRELOAD = resolve(import.meta.dirname, '../fixtures/faulty-threads.ts')
/** Connections of their own, so many that no thread is left out. */
const SEARCHES = 40
const NAME = 'Adler'

/** A server whose threads meet the fault that is written to the file. */
async function faultyServer(test: TestContext) {
  const dataDir = await importedFolder(test)
  const faultFile = join(temporaryFolder(test), 'fault.json')
  const server = await startServer(test, dataDir, {
    NODE_OPTIONS: `--import=${PRELOAD}`,
    FAULT_FILE: faultFile,
  })
  const { key } = await makeKey(dataDir, ['--limit', '100000/60s'])
  const bring = (fault: Fault) => writeFileSync(faultFile, JSON.stringify(fault))
  return { dataDir, server, key, bring, faultFile }
}

async function found({ url }: Server, key: string): Promise<readonly string[]> {
  const answer = await search(url, key, { name: NAME })
  assert.equal(answer.status, 200)
  return ((await answer.json()) as { uuid: string }[]).map(({ uuid }) => uuid)
}

describe('a thread that fails to take a new index', () => {
  for (const how of someOf(['throws', 'exception', 'rejection'] as const, 1)) {
    it(`(${how}) stops before a suppression is acknowledged, and its successor searches the new index`, async (test) => {
      const { dataDir, server, key, bring, faultFile } = await faultyServer(test)
      const [uuid] = await found(server, key)
      bring({ how, command: 'publish' })
      const suppressed = await run(['suppress', uuid!, '--reason', 'a court said so', '--data-dir', dataDir])
      assert.equal(suppressed.code, 0, suppressed.err)
      assert.equal(existsSync(faultFile), false, 'the fault came about')
      const after = await Promise.all(Array.from({ length: SEARCHES }, () => found(server, key)))
      assert.equal(after.filter((uuids) => uuids.includes(uuid!)).length, 0)
      await allWork(dataDir)
      const later = await Promise.all(Array.from({ length: SEARCHES }, () => found(server, key)))
      assert.equal(later.filter((uuids) => uuids.includes(uuid!)).length, 0)
      server.process.kill('SIGTERM')
      assert.equal(await server.ended, 0)
      assert.match(server.complained(), /"msg":"an HTTP thread died"/)
    })
  }
})

/** Resolves when every thread works again. */
async function allWork(dataDir: string): Promise<void> {
  for (;;) {
    const { out } = await run(['status', '--json', '--data-dir', dataDir])
    const { threads } = JSON.parse(out).server as { threads: readonly string[] }
    // Asking again is the waiting.
    if (threads.every((state) => state === 'working')) return
  }
}
