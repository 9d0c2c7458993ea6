// Thorough: processes that fail in every way; thread-supervisor.test.ts restarts threads.
/** Uncaught errors: in the main thread, in each kind of thread, and in a command. */
import assert from 'node:assert/strict'
import { existsSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { FAULT_TEXT, type Fault, START } from '../fixtures/faults.ts'
import {
  ENTRIES,
  importedFolder,
  makeKey,
  run,
  sampleFile,
  search,
  startServer,
  temporaryFolder,
} from './program.ts'

const PRELOAD = resolve(import.meta.dirname, '../fixtures/faulty-threads.ts')
const HOWS = ['exception', 'rejection'] as const

/** Faults come about in whatever is started with these variables; `bring` says which. */
function faulty(test: TestContext) {
  const faultFile = join(temporaryFolder(test), 'fault.json')
  return {
    env: { NODE_OPTIONS: `--import=${PRELOAD}`, FAULT_FILE: faultFile },
    bring: (fault: Fault) => writeFileSync(faultFile, JSON.stringify(fault)),
    hasCome: () => !existsSync(faultFile),
  }
}

describe('a server', () => {
  for (const how of HOWS) {
    it(`whose main thread has an uncaught ${how} logs it, shuts down with 1, and can start again`, async (test) => {
      const dataDir = await importedFolder(test)
      const { env, bring } = faulty(test)
      const server = await startServer(test, dataDir, env)
      const { key } = await makeKey(dataDir)
      bring({ how })
      process.kill(server.pid, 'SIGUSR2')
      assert.equal(await server.ended, 1, server.complained())
      assert.match(
        server.complained(),
        new RegExp(`"error":"[^"]*${FAULT_TEXT}.*"msg":"uncaught error in the main thread`),
      )
      assert.match(server.complained(), /^The server stopped because of an internal error/m)
      assert.equal(existsSync(join(dataDir, 'owner.json')), false, 'it ended in order')
      const again = await startServer(test, dataDir)
      assert.equal((await search(again.url, key, { name: 'Adler' })).status, 200)
    })

    it(`whose import thread has an uncaught ${how} logs it, reports it to the command, and can import again`, async (test) => {
      const dataDir = await importedFolder(test)
      const { env, bring, hasCome } = faulty(test)
      const server = await startServer(test, dataDir, env)
      bring({ how, command: 'import' })
      const failed = await run(['import', ENTRIES, '--data-dir', dataDir])
      assert.ok(hasCome())
      assert.equal(failed.code, 6, failed.err)
      assert.match(failed.err, new RegExp(FAULT_TEXT))
      assert.equal((await run(['import', ENTRIES, '--data-dir', dataDir])).code, 0)
      server.process.kill('SIGTERM')
      assert.equal(await server.ended, 0)
      assert.match(server.complained(), /"msg":"the import thread or the merge thread died"/)
    })

    it(`whose accounts thread has an uncaught ${how} logs it, and starts another one`, async (test) => {
      const dataDir = await importedFolder(test)
      const { env, bring, hasCome } = faulty(test)
      const server = await startServer(test, dataDir, env)
      bring({ how, command: 'invite' })
      const invite = ['accounts', 'invite', 'a@example.com', '--data-dir', dataDir]
      assert.equal((await run(invite)).code, 6)
      assert.ok(hasCome())
      let again = await run(invite)
      // Asking again is the waiting.
      while (again.code === 6) again = await run(invite)
      assert.equal(again.code, 0, again.err)
      server.process.kill('SIGTERM')
      assert.equal(await server.ended, 0)
      assert.match(server.complained(), /"msg":"the accounts thread died"/)
      assert.match(server.complained(), new RegExp(FAULT_TEXT))
    })
  }
})

describe('a command', () => {
  for (const how of HOWS) {
    it(`with an uncaught ${how} reports it as a bug with its cause, and ends with 1`, async (test) => {
      const dataDir = await importedFolder(test)
      const { env, bring } = faulty(test)
      bring({ how, command: START })
      const { code, err } = await run(['status', '--data-dir', dataDir], env)
      assert.equal(code, 1)
      assert.match(err, /^firmensuche ended because of an internal error; please report it: /)
      assert.match(err, new RegExp(FAULT_TEXT))
    })

    it(`that imports without a server and loses its thread by an uncaught ${how} ends with an exit code and consistent data`, async (test) => {
      const dataDir = await importedFolder(test)
      const { env, bring } = faulty(test)
      bring({ how, command: 'index' })
      const { code, err } = await run(['import', sampleFile(test, 500), '--data-dir', dataDir], env)
      assert.equal(code, 6, err)
      assert.match(err, new RegExp(FAULT_TEXT))
      assert.equal((await run(['doctor', '--data-dir', dataDir])).code, 0)
    })
  }
})
