/** Keys that dashboard and command line change at once, over stores that answer later. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SqlKeyStore } from '../src/adapters/sql/accounts/key-store.ts'
import { openAccountsDatabase } from '../src/adapters/sqlite/accounts/accounts-database.ts'
import { systemClock as clock } from '../src/adapters/system/clock.ts'
import { systemSecrets as secrets } from '../src/adapters/system/secrets.ts'
import { controlClient } from '../src/control/command-handlers.ts'
import type { KeyStore } from '../src/core/access/key-store.ts'
import { Failure } from '../src/core/failure.ts'
import { commandLineTrace } from '../src/core/identity/audit.ts'
import { type KeyId, LOCAL_ACCOUNT } from '../src/core/identity/ids.ts'
import { oneAtATime } from '../src/core/one-at-a-time.ts'
import { keyCommands } from '../src/server/commands/key-commands.ts'
import { deferred } from './fixtures/deferred-stores.ts'

test('a key that is rotated on the command line and in the dashboard at once is rotated once', async () => {
  const stored = new SqlKeyStore(openAccountsDatabase(':memory:', clock.nowMs()))
  const needs = { keys: deferred<KeyStore>(stored), clock, secrets }
  const inTurn = oneAtATime()
  const other = () => assert.fail('not a command about keys')
  const ports = { importFiles: other, status: other, listSuppressions: other, sendCommand: other }
  const sources = { sources: {} as never, sourceFiles: {} as never, runSource: other }
  const accountReader = {} as never
  const commandLine = controlClient({ ...needs, ...ports, ...sources, accountReader, inTurn })
  const dashboard = keyCommands(needs, () => {}, inTurn)
  const { key } = await commandLine('createKey', {
    params: { name: 'a', kind: 'live', scopes: ['companies:read'] },
    account: null,
  })
  const id = key.id as KeyId
  const trace = commandLineTrace(clock.nowMs())
  const results = await Promise.allSettled([
    commandLine('rotateKey', { id, overlapMs: 0 }),
    commandLine('rotateKey', { id, overlapMs: 0 }),
    dashboard.rotateKey({ trace, account: LOCAL_ACCOUNT, id, overlapMs: 0 }, () => {}),
  ])
  const codes = results.map((result) =>
    result.status === 'rejected' && result.reason instanceof Failure ? result.reason.code : result.status,
  )
  assert.deepEqual(codes.toSorted(), ['conflict', 'conflict', 'fulfilled'])
  assert.equal((await stored.list(LOCAL_ACCOUNT)).length, 2)
  await stored.close()
})
