/** Companies of the register with the events that register announcements tell about them. */
import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { ANNOUNCEMENTS_TSV } from '../../src/adapters/registers/announcements/announcements-tsv.ts'
import { readEntry } from '../../src/core/ingest/read-entry.ts'
import { companyUuid } from '../../src/names/reading/company-uuid.ts'
import type { ReadCompanies } from '../corpus/real-companies.ts'

interface Event {
  readonly kind: string
}

/**
 * Reads announcements (gzip) and returns the companies of `read` with the events of those that have the same court and
 * number. Nothing else of the announcements is used: names and seats stay those of the register.
 */
export async function withAnnouncements(read: ReadCompanies, path: string): Promise<ReadCompanies> {
  const eventsOf = await readEvents(path)
  return function* (filesMax) {
    for (const batch of read(filesMax))
      yield batch.map((company) => {
        const events = eventsOf.get(company.uuid)
        return events === undefined ? company : { ...company, events }
      })
  }
}

async function readEvents(path: string): Promise<ReadonlyMap<string, readonly Event[]>> {
  const eventsOf = new Map<string, Event[]>()
  const chunks = createReadStream(path).pipe(createGunzip())
  for await (const rows of ANNOUNCEMENTS_TSV.rows({ path, chunks })) {
    for (const row of rows) {
      const company = 'entry' in row ? readEntry(row.entry) : undefined
      if (company === undefined || typeof company === 'string') continue
      const uuid = companyUuid(company.register)
      const known = eventsOf.get(uuid)
      if (known === undefined) eventsOf.set(uuid, [...(company.events ?? [])])
      else known.push(...(company.events ?? []))
    }
  }
  return eventsOf
}
