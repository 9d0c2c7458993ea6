/**
 * What an HTTP thread reads of accounts, keys, e-mails and usage. It is opened at its first use, which is a request
 * of the dashboard or for usage: until then a thread neither loads the code nor opens the files.
 */
import type { StorePlace } from '../store-place.ts'
import { openAccountsReadOnly, openCountersReadOnly } from './accounts.ts'
import { lazyPort, openedOnce } from './lazy-import.ts'

/** Returns the readers, and a function that closes what they opened. */
export function openAccountReaders(place: StorePlace) {
  const accounts = openedOnce(() => openAccountsReadOnly(place))
  const counters = openedOnce(() => openCountersReadOnly(place))
  return {
    ports: {
      accountReader: lazyPort(async () => {
        const { SqlAccountReader } = await import('../../adapters/sql/accounts/account-reader.ts')
        return new SqlAccountReader(await accounts.open())
      }),
      keyReader: lazyPort(async () => {
        const { SqlKeyReader } = await import('../../adapters/sql/accounts/key-reader.ts')
        return new SqlKeyReader(await accounts.open())
      }),
      emails: lazyPort(async () => {
        const { SqlOutbox } = await import('../../adapters/sql/accounts/outbox.ts')
        return new SqlOutbox(await accounts.open())
      }),
      matchJobs: lazyPort(async () => {
        const { SqlMatchJobStore } = await import('../../adapters/sql/accounts/match-job-store.ts')
        const jobs = new SqlMatchJobStore(await accounts.open())
        return {
          list: jobs.list.bind(jobs),
          find: jobs.find.bind(jobs),
          checkStart: jobs.checkStart.bind(jobs),
          results: jobs.results.bind(jobs),
          states: jobs.states.bind(jobs),
          decisions: jobs.decisions.bind(jobs),
          decidedRows: jobs.decidedRows.bind(jobs),
          decidedCounts: jobs.decidedCounts.bind(jobs),
        }
      }),
      ...watchingReaders(() => accounts.open()),
      usage: lazyPort(async () => {
        const { SqlUsageStore } = await import('../../adapters/sql/counters/usage-store.ts')
        return new SqlUsageStore(await counters.open())
      }),
    },
    async close() {
      await (await accounts.ifOpened())?.close()
      await (await counters.ifOpened())?.close()
    },
  }
}

/** The readers of watches and webhooks. */
function watchingReaders(open: () => ReturnType<typeof openAccountsReadOnly>) {
  return {
    watches: lazyPort(async () => {
      const { SqlWatchStore } = await import('../../adapters/sql/accounts/watch-store.ts')
      const store = new SqlWatchStore(await open())
      return {
        list: store.list.bind(store),
        find: store.find.bind(store),
        companies: store.companies.bind(store),
      }
    }),
    webhooks: lazyPort(async () => {
      const { SqlWebhookStore } = await import('../../adapters/sql/accounts/webhook-store.ts')
      const store = new SqlWebhookStore(await open())
      return {
        list: store.list.bind(store),
        find: store.find.bind(store),
        events: store.events.bind(store),
      }
    }),
  }
}
