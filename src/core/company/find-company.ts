/** Finding one company by its id. */
import type { Awaitable } from '../awaitable.ts'
import type { Needs } from '../ports.ts'
import type { FoundCompany } from './company-store.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/**
 * Finds a company by an id in any case; `undefined` if it is not a UUID or unknown. An alias returns the id
 * of its company.
 */
export function findCompany(
  { companies }: Needs<'companies'>,
  id: string,
): Awaitable<FoundCompany | undefined> {
  const uuid = id.toLowerCase()
  return UUID.test(uuid) ? companies.find(uuid) : undefined
}
