/** Times of pages of the list of companies, at its start and close to its end, and of single companies. */
import type { Company } from '../src/core/company/company.ts'
import type { CompanyStore, ListPage, ListPlace, ListSort } from '../src/core/company/company-store.ts'
import { foldWhole } from '../src/names/text/fold.ts'

/** Share of a list before its last pages. */
const END_SHARE = 0.97
const PAGES = 40
const LOOKUPS = 200
const PAGE_LIMIT = 100
const READ_BATCH = 2000
/** Every so many companies one is kept, whose place in a list is used. */
const SAMPLED_EACH = 50

/** Returns every 50th company of a store, by id: places close to the end of a list without all of it in memory. */
export async function sampleOf(store: CompanyStore): Promise<readonly Company[]> {
  const sample: Company[] = []
  let at = 0
  for await (const batch of store.readAll(READ_BATCH))
    for (const company of batch) if (at++ % SAMPLED_EACH === 0) sample.push(company)
  return sample
}

/** Returns the median times in ms by what was read: pages of 100 companies in each order, and a company by its id. */
export async function timePages(
  store: CompanyStore,
  sample: readonly Company[],
): Promise<ReadonlyMap<string, number>> {
  const medians = new Map<string, number>()
  for (const sort of ['uuid', 'name', '-updated_at'] as const) {
    const places = sample.map((company) => placeOf(sort, company))
    places.sort((a, b) => (a.value < b.value ? -1 : a.value > b.value ? 1 : a.uuid < b.uuid ? -1 : 1))
    if (sort === '-updated_at') places.reverse()
    for (const [where, from] of [
      ['start', undefined],
      ['end', places[Math.floor(places.length * END_SHARE)]],
    ] as const)
      medians.set(`page of ${PAGE_LIMIT} by ${sort} at the ${where}`, await timeWalk(store, sort, from))
  }
  const times: number[] = []
  for (let i = 0; i < LOOKUPS; i++) {
    const begin = performance.now()
    await store.find(sample[(i * 7919) % sample.length]!.uuid)
    times.push(performance.now() - begin)
  }
  return medians.set('a company by its id', median(times))
}

/** Reads one page after the other. */
async function timeWalk(store: CompanyStore, sort: ListSort, from: ListPlace | undefined): Promise<number> {
  const times: number[] = []
  let after = from
  for (let i = 0; i < PAGES; i++) {
    const begin = performance.now()
    const page: ListPage = await store.list({ sort, limit: PAGE_LIMIT, ...(after && { after }) })
    times.push(performance.now() - begin)
    after = page.next ?? from
  }
  return median(times)
}

function placeOf(sort: ListSort, { uuid, name, updatedAtMs }: Company): ListPlace {
  return { value: { uuid, name: foldWhole(name), '-updated_at': updatedAtMs }[sort], uuid }
}

function median(times: number[]): number {
  return times.sort((a, b) => a - b)[times.length >> 1] as number
}
