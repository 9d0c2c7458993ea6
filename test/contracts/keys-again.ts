/**
 * Makes, rotates and revokes keys repeatedly and prints each when it is done: the child of killed-keys.test.ts.
 *
 *     node keys-again.ts <accounts file or address of PostgreSQL>
 */
import { writeSync } from 'node:fs'
import { SqlKeyStore } from '../../src/adapters/sql/accounts/key-store.ts'
import { systemClock } from '../../src/adapters/system/clock.ts'
import { systemSecrets } from '../../src/adapters/system/secrets.ts'
import { createKey } from '../../src/core/access/create-key.ts'
import { API_SCOPES } from '../../src/core/access/key.ts'
import { revokeKey } from '../../src/core/access/revoke-key.ts'
import { rotateKey } from '../../src/core/access/rotate-key.ts'
import { commandLineTrace } from '../../src/core/identity/audit.ts'
import { LOCAL_ACCOUNT } from '../../src/core/identity/ids.ts'
import { accountsAt } from '../fixtures/accounts-places.ts'

const keys = new SqlKeyStore(accountsAt(process.argv[2]!))
const needs = { keys, clock: systemClock, secrets: systemSecrets }
const params = { name: 'again', scopes: API_SCOPES, kind: 'live' } as const
for (;;) {
  const trace = commandLineTrace(systemClock.nowMs())
  const { key } = await createKey(needs, LOCAL_ACCOUNT, params, trace)
  writeSync(1, `made ${key.id}\n`)
  const { key: next } = await rotateKey(needs, LOCAL_ACCOUNT, key.id, 0, trace)
  writeSync(1, `rotated ${key.id}\nmade ${next.id}\n`)
  await revokeKey(needs, LOCAL_ACCOUNT, next.id, trace)
  writeSync(1, `revoked ${next.id}\n`)
}
