/**
 * What accounts cost on SQLite: loading Kysely, creating a key, a sign-up without the hash of its password, and
 * the look-up of a session as for each request of the dashboard.
 *
 *   node bench/accounts.ts [--count 300]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { systemClock as clock } from '../src/adapters/system/clock.ts'
import { systemSecrets as secrets } from '../src/adapters/system/secrets.ts'
import { type KeyTerms, newKey } from '../src/core/access/create-key.ts'
import { keyEntry, silently } from '../src/core/access/key-record.ts'
import { newLink } from '../src/core/accounts/link.ts'
import { NO_NOTICES } from '../src/core/accounts/notices.ts'
import { commandLineTrace } from '../src/core/identity/audit.ts'
import { type AccountId, LOCAL_ACCOUNT } from '../src/core/identity/ids.ts'

const { values: options } = parseArgs({ options: { count: { type: 'string', default: '300' } } })
const count = Number(options.count)

/** Processor time of this process so far, in ms. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Runs a step `count` times; returns the mean processor time and the median time of one, in ms. */
async function timed(step: (i: number) => Promise<unknown>) {
  const times: number[] = []
  const startedCpuMs = cpuMs()
  for (let i = 0; i < count; i++) {
    const startedMs = performance.now()
    await step(i)
    times.push(performance.now() - startedMs)
  }
  const usedMs = (cpuMs() - startedCpuMs) / count
  return { cpu: usedMs, median: times.toSorted((a, b) => a - b)[count >> 1]! }
}

function report(what: string, { cpu, median }: { readonly cpu: number; readonly median: number }): void {
  console.log(`| ${what} | ${cpu.toFixed(3)} | ${median.toFixed(3)} |`)
}

const beforeCpuMs = cpuMs()
const beforeBytes = process.memoryUsage().heapUsed
await import('../src/adapters/sql/database/kysely.ts')
console.log(
  `loading Kysely: ${(cpuMs() - beforeCpuMs).toFixed(1)} ms of processor time, ${((process.memoryUsage().heapUsed - beforeBytes) / 1e6).toFixed(1)} MB`,
)
const { SqlAccountReader } = await import('../src/adapters/sql/accounts/account-reader.ts')
const { SqlAccountStore } = await import('../src/adapters/sql/accounts/account-store.ts')
const { SqlKeyStore } = await import('../src/adapters/sql/accounts/key-store.ts')
const { openAccountsDatabase } = await import('../src/adapters/sqlite/accounts/accounts-database.ts')

const folder = mkdtempSync(join(tmpdir(), 'accounts-bench-'))
const database = openAccountsDatabase(join(folder, 'accounts.sqlite'), clock.nowMs())
const keys = new SqlKeyStore(database)
const accounts = new SqlAccountStore(database)
const reader = new SqlAccountReader(database)
const trace = commandLineTrace(clock.nowMs())

console.log('| step | processor time, ms | median, ms |\n|---|---|---|')
const terms = {
  ...{ account: LOCAL_ACCOUNT, name: 'k', scopes: ['companies:search'], limit: undefined, addresses: [] },
  ...{ expiresAtMs: undefined, rotatedFrom: undefined },
} satisfies KeyTerms
report(
  'create a key',
  await timed(async () => {
    const { key } = newKey({ clock, secrets }, 'live', 'command line', terms)
    await keys.add(key, silently(keyEntry(trace, 'key_created', key)))
  }),
)
report(
  'sign up and confirm',
  await timed(async (i) => {
    const email = `person${i}@example.org`
    const asked = { kind: 'sign_up', email, language: 'de', madeBy: 'sign-up', passwordHash: 'hash' } as const
    const link = newLink({ secrets, linkSecret: '5e'.repeat(32) }, asked, clock.nowMs())
    await accounts.addLink(link, NO_NOTICES)
    const person = { id: `acc_${i}` as AccountId, email, name: '', language: 'de', role: 'user' } as const
    await accounts.makeAccount(link.id, { ...person, passwordHash: 'hash' }, clock.nowMs(), NO_NOTICES)
  }),
)
report('look up a session', await timed(async () => reader.session('none')))
await database.close()
rmSync(folder, { recursive: true })
