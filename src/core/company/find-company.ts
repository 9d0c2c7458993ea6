/** One company by its id. */
import type { Needs } from '../ports.ts'
import type { FoundCompany } from './company-store.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** An id in any case; `undefined` when it is no UUID or nobody has it. An alias tells whose it is. */
export function findCompany({ companies }: Needs<'companies'>, id: string): FoundCompany | undefined {
  const uuid = id.toLowerCase()
  return UUID.test(uuid) ? companies.find(uuid) : undefined
}
