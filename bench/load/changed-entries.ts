/** Register entries of stored companies under another name, as a later OffeneRegister file would have them. */
import type { openCompanyStore } from '../../src/adapters/sqlite/companies/read/company-store.ts'
import type { Company } from '../../src/core/company/company.ts'

const BATCH = 2000

/** Returns entries of `count` companies that lie evenly in the store, named `Neu …`. */
export function changedEntries(store: ReturnType<typeof openCompanyStore>, count: number): string[] {
  const stride = Math.floor(store.count() / count)
  const entries: string[] = []
  let place = 0
  for (const batch of store.readAll(BATCH))
    for (const company of batch)
      if (place++ % stride === 0 && entries.length < count)
        entries.push(entryOf(company, `Neu ${company.name}`))
  return entries
}

/** Returns the entry of the company under this name. */
export function entryOf({ sources, status, seat }: Company, name: string): string {
  const isRemoved = status === 'removed'
  return JSON.stringify({
    company_number: sources[0]!.sourceKey,
    name,
    current_status: isRemoved ? 'removed' : 'currently registered',
    retrieved_at: '2030-01-01T00:00:00Z',
    all_attributes: { registered_office: seat },
  })
}
