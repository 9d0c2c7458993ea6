/** Companies of the register with the events that register announcements tell about them. */
import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { ANNOUNCEMENTS_TSV } from '../../src/adapters/registers/announcements/announcements-tsv.ts'
import { readEntry } from '../../src/core/ingest/read-entry.ts'
import { companyUuid } from '../../src/names/reading/company-uuid.ts'
import type { FormCode } from '../../src/names/reading/legal-form.ts'
import type { ReadCompanies } from '../corpus/real-companies.ts'

/** An announced company: name and form of its first announcement, the events of all. */
export interface AnnouncedCompany {
  readonly name: string
  readonly form: FormCode
  readonly events: { readonly kind: string }[]
}

/**
 * Returns the companies of `read` with the events of the announced companies that have the same court and
 * number. Nothing else of the announcements is used: names and seats stay those of the register.
 */
export function withAnnouncements(
  read: ReadCompanies,
  announced: ReadonlyMap<string, AnnouncedCompany>,
): ReadCompanies {
  return function* (filesMax) {
    for (const batch of read(filesMax))
      yield batch.map((company) => {
        const events = announced.get(company.uuid)?.events
        return events === undefined ? company : { ...company, events }
      })
  }
}

/** Reads announcements (TSV, gzip); returns the companies by uuid. */
export async function readAnnounced(path: string): Promise<ReadonlyMap<string, AnnouncedCompany>> {
  const announced = new Map<string, AnnouncedCompany>()
  const chunks = createReadStream(path).pipe(createGunzip())
  for await (const rows of ANNOUNCEMENTS_TSV.rows({ path, chunks })) {
    for (const row of rows) {
      const company = 'entry' in row ? readEntry(row.entry) : undefined
      if (company === undefined || typeof company === 'string') continue
      const { name, form, events = [] } = company
      const uuid = companyUuid(company.register)
      const known = announced.get(uuid)
      if (known === undefined) announced.set(uuid, { name, form, events: [...events] })
      else known.events.push(...events)
    }
  }
  return announced
}
