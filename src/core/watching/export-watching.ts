/** The watches and webhooks of an account as JSON, for its export. */
import type { AccountId } from '../identity/ids.ts'
import type { Watch } from './watch.ts'
import type { WatchReader } from './watch-store.ts'
import type { WebhookReader } from './webhook-store.ts'

const COMPANIES_PER_READ = 1000

/** What the export reads. */
export interface WatchingReaders {
  readonly watches: WatchReader
  readonly webhooks: WebhookReader
}

/** Returns the watches with their companies and the webhooks of an account, those of test keys included, without secrets. */
export async function watchingJson({ watches, webhooks }: WatchingReaders, account: AccountId) {
  const owners = [false, true].map((isTest) => ({ account, isTest }))
  const lists = (await Promise.all(owners.map((owner) => watches.list(owner)))).flat()
  const hooks = (await Promise.all(owners.map((owner) => webhooks.list(owner)))).flat()
  return {
    watches: await Promise.all(lists.map((watch) => watchJson(watches, watch))),
    webhooks: hooks.map(({ id, url, description, state, isTest, createdAtMs }) => ({
      ...{ id, url, note: description, state },
      test: isTest,
      created_at: iso(createdAtMs),
    })),
  }
}

async function watchJson(watches: WatchReader, watch: Watch) {
  const { id, name, email, language, webhooks, isTest, createdAtMs } = watch
  const companies = []
  for (let after = ''; ; after = companies.at(-1)!.uuid) {
    const some = await watches.companies(id, after, COMPANIES_PER_READ)
    for (const { uuid, ref, addedAtMs } of some) companies.push({ uuid, ref, added_at: iso(addedAtMs) })
    if (some.length < COMPANIES_PER_READ) break
  }
  const terms = { id, name, email, language, webhooks }
  return { ...terms, test: isTest, created_at: iso(createdAtMs), companies }
}

function iso(ms: number): string {
  return new Date(ms).toISOString()
}
