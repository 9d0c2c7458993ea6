/** The errors that the table of the command line's commands declares: each is brought about. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { SqlKeyStore } from '../src/adapters/sql/accounts/key-store.ts'
import { openAccountsDatabase } from '../src/adapters/sqlite/accounts/accounts-database.ts'
import { systemClock } from '../src/adapters/system/clock.ts'
import { controlClient } from '../src/control/command-handlers.ts'
import { CONTROL_COMMANDS, type ControlCommands } from '../src/control/commands.ts'
import { KEYS_AN_HOUR_MAX, LIVE_KEYS_MAX } from '../src/core/access/create-key.ts'
import { oneAtATime } from '../src/core/one-at-a-time.ts'
import { signedIn } from './api/signed-in.ts'
import { openService } from './api/start-service.ts'
import {
  type ErrorCases,
  SECOND_WRITER,
  testDeclaredErrors,
  withDeclaredErrors,
} from './fixtures/declared-errors.ts'
import { sourcePorts, sourceWith } from './fixtures/source-ports.ts'

const service = await openService()
const keys = new SqlKeyStore(openAccountsDatabase(service.accountsPath, systemClock.nowMs()))
after(() => keys.close())
const served = () => assert.fail('only a server or a data folder answers this')
const given = { importFiles: served, status: served, listSuppressions: served }
const folder = mkdtempSync(join(tmpdir(), 'sources-'))
after(() => rmSync(folder, { recursive: true }))
const { clock: _clock, ...sources } = sourcePorts(folder, () => new Promise(() => {}))
const ports = { ...service.needs, keys, inTurn: oneAtATime(), ...given, ...sources }
const send = withDeclaredErrors(CONTROL_COMMANDS, controlClient(ports))

const newEmail = () => signedIn(service).email
const NO_EMAIL = { email: 'nobody' }
const noAccount = () => ({ email: 'nobody@example.org' })
let operator: string | undefined
const lastOperator = () => {
  operator ??= signedIn(service, { role: 'operator' }).email
  return { email: operator }
}

const params = { name: 'a', kind: 'live', scopes: ['companies:read'] } as const
async function newKey(account: string | null = newEmail()) {
  const { key } = await send('createKey', { params, account })
  return { id: key.id, overlapMs: 0, account }
}
async function manyKeys(count: number, account: string | null) {
  const key = await newKey(account)
  for (let i = 1; i < count; i++) await newKey(account)
  return key
}
const noKey = () => ({ id: 'key_none', overlapMs: 0 })
const noCompany = () => ({ uuid: '00000000-0000-4000-8000-000000000000', reason: 'a court' })

const CASES: ErrorCases<ControlCommands> = {
  createKey: {
    invalid_request: () => ({ params: { ...params, name: '' } }),
    forbidden: async () => {
      const email = newEmail()
      await send('disableAccount', { email })
      return { params, account: email }
    },
    not_found: () => ({ params, account: noAccount().email }),
    conflict: async () => ({ params, account: (await manyKeys(LIVE_KEYS_MAX, null)).account }),
    rate_limited: () => ({ params, account: newEmail() }),
  },
  listKeys: {
    invalid_request: () => ({ account: 'nobody' }),
    not_found: () => ({ account: noAccount().email }),
  },
  rotateKey: {
    invalid_request: async () => ({ ...(await newKey()), overlapMs: -1 }),
    forbidden: async () => {
      const key = await newKey()
      await send('disableAccount', { email: key.account! })
      return key
    },
    not_found: noKey,
    conflict: async () => {
      const key = await newKey()
      await send('revokeKey', key)
      return key
    },
    rate_limited: () => manyKeys(KEYS_AN_HOUR_MAX, newEmail()),
  },
  revokeKey: { not_found: noKey },
  limitKey: {
    invalid_request: async () => ({ ...(await newKey()), limit: { quota: -1, windowMs: 1 } }),
    not_found: () => ({ ...noKey(), limit: null }),
  },
  listAccounts: {},
  resetAccount: {
    invalid_request: () => ({ ...NO_EMAIL, dropsSecondFactor: false }),
    not_found: () => ({ ...noAccount(), dropsSecondFactor: false }),
  },
  disableAccount: { invalid_request: () => NO_EMAIL, not_found: noAccount, conflict: lastOperator },
  enableAccount: { invalid_request: () => NO_EMAIL, not_found: noAccount },
  setRole: {
    invalid_request: () => ({ ...NO_EMAIL, role: 'user' }),
    not_found: () => ({ ...noAccount(), role: 'user' }),
    conflict: () => ({ ...lastOperator(), role: 'user' }),
  },
  deleteAccount: { invalid_request: () => NO_EMAIL, not_found: noAccount, conflict: lastOperator },
  invite: {
    invalid_request: () => ({ ...NO_EMAIL, role: 'user', language: 'de' }),
    conflict: () => ({ email: newEmail(), role: 'user', language: 'de' }),
  },
  suppress: {
    invalid_request: () => ({ ...noCompany(), reason: '' }),
    not_found: noCompany,
  },
  lift: { not_found: noCompany },
  listSuppressions: {},
  import: { conflict: SECOND_WRITER },
  status: {},
  addSource: {
    invalid_request: () => ({ source: sourceWith({ id: 'A' }) }),
    conflict: async () => {
      const source = sourceWith({ id: 'taken', location: import.meta.filename })
      await send('addSource', { source })
      return { source }
    },
  },
  listSources: {},
  removeSource: { not_found: () => ({ id: 'none' }) },
  runSource: {
    not_found: () => ({ id: 'none' }),
    conflict: async () => {
      await send('addSource', { source: sourceWith({ id: 'busy', location: import.meta.filename }) })
      void send('runSource', { id: 'busy' })
      return { id: 'busy' }
    },
  },
}

testDeclaredErrors(CASES, send)
