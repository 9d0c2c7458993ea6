/** The feed of changes, whose process is killed while it writes. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { SqlWatchFeed } from '../../src/adapters/sql/accounts/watch-feed.ts'
import { SqlWatchStore } from '../../src/adapters/sql/accounts/watch-store.ts'
import { SqlWebhookStore } from '../../src/adapters/sql/accounts/webhook-store.ts'
import { openCompanyStore } from '../../src/adapters/sqlite/companies/read/company-store.ts'
import { openCompanyWriter } from '../../src/adapters/sqlite/companies/write/company-writer.ts'
import { systemClock as clock } from '../../src/adapters/system/clock.ts'
import { systemSecrets as secrets } from '../../src/adapters/system/secrets.ts'
import type { CompanyId } from '../../src/core/company/company.ts'
import { feedChanges } from '../../src/core/watching/feed-changes.ts'
import type { WatchId } from '../../src/core/watching/watch.ts'
import type { WebhookId } from '../../src/core/watching/webhook.ts'
import { ACCOUNTS_PLACES } from '../fixtures/accounts-places.ts'
import { incomingCompany } from '../fixtures/incoming-companies.ts'
import { often, seed } from '../thorough.ts'
import { madeWatch, madeWebhook, OWNER } from './watch-store.ts'

const SCRIPT = fileURLToPath(new URL('./feed-again.ts', import.meta.url))
const KILLS = often(30, 5)
/** A child has made events so many times at most when it is killed … */
const STEPS_MAX = 5
/** … and then so long ago at most, in ms. */
const LATEST_MS = 20
const COMPANIES = 20
const ALL = 1_000_000
const HOOK = 'whk_a' as WebhookId
const WATCH = 'wat_a' as WatchId

for (const { name, skip, make } of ACCOUNTS_PLACES) {
  test(`${name}: after kill -9, ${KILLS} times, each change is one event and one row of an e-mail, in the order of the changes`, {
    skip,
  }, async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'killed-feed-'))
    const place = await make()
    t.after(async () => {
      await place.remove()
      rmSync(folder, { recursive: true })
    })
    const path = join(folder, 'companies.sqlite')
    const companies = await prepare(path)
    t.after(() => companies.close())
    const database = place.open()
    const [webhooks, feed] = [new SqlWebhookStore(database), new SqlWatchFeed(database)]
    await place.tables.updateTable('accounts').set({ email: 'a@example.org' }).execute()
    const start = companies.lastSequence()
    await webhooks.add(madeWebhook(HOOK))
    const watches = new SqlWatchStore(database)
    await watches.add(madeWatch(WATCH, { webhooks: [HOOK], email: 'daily' }), start)
    const uuids = companies.changes(0, ALL).map(({ uuid }) => uuid)
    await watches.addCompanies(OWNER, WATCH, [...new Set(uuids)].map(watched))

    const fed = []
    for (let kill = 0; kill < KILLS; kill++) {
      const share = shareOf(seed() + kill)
      const steps = 1 + Math.floor(share * STEPS_MAX)
      await killedAfter([place.location, path, String(kill)], steps, shareOf(share * 1000) * LATEST_MS)
      fed.push((await feed.position()) === companies.lastSequence())
    }
    t.diagnostic(`${fed.filter((isFed) => !isFed).length} of ${KILLS} kills left changes without events`)
    await feed.release('all')
    await feedChanges({ companies, feed, clock, secrets, companyJson: () => null }, 'last', () => false)

    const changes = companies.changes(start, ALL).map(({ uuid, kind }) => `${kind} ${uuid}`)
    assert.ok(changes.length >= KILLS * COMPANIES)
    const events = (await webhooks.events(HOOK, 0, ALL)).map(({ payload }) => {
      const { data } = JSON.parse(payload) as { data: { kind: string; uuid: string } }
      return `${data.kind} ${data.uuid}`
    })
    assert.deepEqual(events, changes)
    const rows = await place.tables.selectFrom('digest_rows').selectAll().orderBy('number').execute()
    assert.deepEqual(
      rows.map(({ kind, uuid }) => `${kind} ${uuid}`),
      changes,
    )
  })
}

/** Stores the companies that the children change. */
async function prepare(path: string) {
  const writer = openCompanyWriter(path, clock.nowMs())
  const numbers = Array.from({ length: COMPANIES }, (_, i) => i + 1)
  await writer.save(
    numbers.map((number) => incomingCompany(number)),
    clock.nowMs(),
  )
  writer.close()
  return openCompanyStore(path)
}

function watched(uuid: CompanyId) {
  return { uuid, ref: null, addedAtMs: 1 }
}

/** Kills the child so long after it has made events so many times. */
async function killedAfter(args: readonly string[], steps: number, ms: number): Promise<void> {
  const child = spawn(process.execPath, [SCRIPT, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  let output = ''
  let killing: Promise<unknown> | undefined
  for await (const text of child.stdout) {
    output += text
    if (output.split('\n').length > steps) killing ??= wait(ms).then(() => child.kill('SIGKILL'))
  }
  await killing
  assert.equal(await ended, null, 'it was killed')
}

/** Returns a number from 0 to 1 that looks random: the fraction of a multiple of the golden ratio. */
function shareOf(number: number): number {
  return (number * 0.618_033_988_749_894_9) % 1
}
