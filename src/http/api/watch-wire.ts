/** Watch lists and their companies, as the API shows them. */
import type { Watch, WatchedCompany, WatchId } from '../../core/watching/watch.ts'
import type { WatchReader } from '../../core/watching/watch-store.ts'

/** Converts a watch. */
export function watchWire({ id, name, webhooks, email, language, companies, createdAtMs }: Watch) {
  const createdAt = new Date(createdAtMs).toISOString()
  return { id, name, webhooks: [...webhooks], email, language, companies, created_at: createdAt }
}

/** Converts a company of a watch. */
export function watchedWire({ uuid, ref, addedAtMs }: WatchedCompany) {
  return { uuid, ref, added_at: new Date(addedAtMs).toISOString() }
}

/** Reads a page of companies after this id. `next`: the cursor of the next page; `undefined` = this is the last one. */
export async function watchedPage(
  watches: Pick<WatchReader, 'companies'>,
  id: WatchId,
  after: string,
  limit: number,
): Promise<{ readonly rows: readonly WatchedCompany[]; readonly next: string | undefined }> {
  // One more tells whether there is a next page.
  const read = await watches.companies(id, after, limit + 1)
  const rows = read.slice(0, limit)
  const last = read.length > limit ? rows.at(-1) : undefined
  return { rows, next: last && Buffer.from(last.uuid).toString('base64url') }
}
