/**
 * Changes companies and makes events of the changes, again and again, and prints when some are made: the child of
 * killed-feed.test.ts.
 *
 *     node feed-again.ts <accounts file or address of PostgreSQL> <companies file> <number>
 *
 * The number differs from child to child, so that each change is one.
 */
import { writeSync } from 'node:fs'
import { SqlWatchFeed } from '../../src/adapters/sql/accounts/watch-feed.ts'
import { openCompanyStore } from '../../src/adapters/sqlite/companies/read/company-store.ts'
import { openCompanyWriter } from '../../src/adapters/sqlite/companies/write/company-writer.ts'
import { systemClock as clock } from '../../src/adapters/system/clock.ts'
import { systemSecrets as secrets } from '../../src/adapters/system/secrets.ts'
import { feedChanges } from '../../src/core/watching/feed-changes.ts'
import { accountsAt } from '../fixtures/accounts-places.ts'
import { incomingCompany } from '../fixtures/incoming-companies.ts'

/** Companies that are changed, all of which are watched. */
const COMPANIES = 20

const [location, path, number] = process.argv.slice(2) as [string, string, string]
const writer = openCompanyWriter(path, clock.nowMs())
const companies = openCompanyStore(path)
const feed = new SqlWatchFeed(accountsAt(location))
// As the only server does: the claim of the killed one must not be waited for.
await feed.release('all')
const needs = { companies, feed, clock, secrets, companyJson: () => null }
for (let round = 0; ; round++) {
  const changed = Array.from({ length: COMPANIES }, (_, i) =>
    incomingCompany(i + 1, { seat: `Ort ${number} ${round}` }),
  )
  await writer.save(changed, clock.nowMs())
  const made = await feedChanges(needs, number, () => false)
  writeSync(1, `${made}\n`)
}
