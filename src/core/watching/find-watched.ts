/** Finds the companies that a client wants to watch. */
import type { Company, CompanyId } from '../company/company.ts'
import { type CustomerRow, matchRow } from '../matching/match-row.ts'
import type { Needs } from '../ports.ts'
import type { SearchText } from '../search/search-text.ts'
import type { CompanyMove } from './watch-store.ts'

/** A company as a client names it: by id, or by number. */
export type NamedCompany =
  | { readonly uuid: string }
  | { readonly number: SearchText; readonly court: string | undefined }

/** The company, or why it is not known which one is meant. */
export type FoundWatched = { readonly uuid: CompanyId } | { readonly fault: 'not_found' | 'ambiguous' }

const NOT_FOUND = { fault: 'not_found' } as const

/**
 * Finds the companies in their order. A former id finds the company of today; a number must belong to one company, at
 * the court if there is one.
 *
 * @throws {Failure} `service_unavailable` while there is no index.
 */
export async function findWatched(
  needs: Needs<'companies' | 'index'>,
  named: readonly NamedCompany[],
): Promise<readonly FoundWatched[]> {
  const uuids = named.flatMap((one) => ('uuid' in one ? [one.uuid.toLowerCase()] : []))
  const known = await currentIds(needs, uuids)
  const found: FoundWatched[] = []
  for (const one of named) {
    if ('number' in one) found.push(await byNumber(needs, one))
    else {
      const uuid = known.get(one.uuid.toLowerCase())
      found.push(uuid === undefined ? NOT_FOUND : { uuid })
    }
  }
  return found
}

/** Returns which of these companies were merged meanwhile, and into which. */
export async function findMerged(
  needs: Needs<'companies'>,
  uuids: readonly string[],
): Promise<readonly CompanyMove[]> {
  const current = await currentIds(needs, uuids)
  return uuids.flatMap((from) => {
    const into = current.get(from)
    return into === undefined || into === from ? [] : [{ from, into }]
  })
}

/** Returns the ids of today by the ids that were asked for. */
async function currentIds(
  { companies }: Needs<'companies'>,
  uuids: readonly string[],
): Promise<ReadonlyMap<string, CompanyId>> {
  const found = await companies.findMany([...new Set(uuids)])
  const known = new Map<string, CompanyId>(found.map(({ uuid }: Company) => [uuid, uuid]))
  for (const uuid of uuids) {
    if (known.has(uuid)) continue
    const one = await companies.find(uuid)
    if (one !== undefined) known.set(uuid, one.kind === 'alias' ? one.of : one.company.uuid)
  }
  return known
}

async function byNumber(
  needs: Needs<'index'>,
  { number, court }: { readonly number: SearchText; readonly court: string | undefined },
): Promise<FoundWatched> {
  const conditions = court === undefined ? {} : { conditions: { register_court: [court] } }
  const row: CustomerRow = { number, deep: false, ...conditions }
  const { state, hits } = await matchRow(needs, row)
  const [first] = hits
  if (state === 'ambiguous') return { fault: 'ambiguous' }
  return state === 'found' && first !== undefined ? { uuid: first.hit.record.uuid as CompanyId } : NOT_FOUND
}
