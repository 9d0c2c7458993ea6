/** The adapters of the watch thread. */
import { SqlAccountReader } from '../../adapters/sql/accounts/account-reader.ts'
import { SqlWatchFeed } from '../../adapters/sql/accounts/watch-feed.ts'
import { SqlWebhookQueue } from '../../adapters/sql/accounts/webhook-queue.ts'
import { openLog } from '../../adapters/system/log.ts'
import { openWebhookSender } from '../../adapters/webhooks/webhook-sender.ts'
import type { Config } from '../../config/config.ts'
import type { Company } from '../../core/company/company.ts'
import { RepeatedFaults } from '../../core/outage-log.ts'
import type { DeliveryNeeds } from '../../core/watching/deliver-events.ts'
import { feedChanges } from '../../core/watching/feed-changes.ts'
import { sendDigests } from '../../core/watching/send-digests.ts'
import type { WebhookQueue } from '../../core/watching/webhook-queue.ts'
import { recordOf, recordWire } from '../../http/api/company-wire.ts'
import { openAccounts } from './accounts.ts'
import { connectCompanies } from './companies.ts'
import { randomShare } from './sources.ts'
import { clock, secrets } from './system.ts'

/** What the watch thread is started with. */
export interface WatchThreadData {
  readonly config: Config
  readonly version: string
  /** The result of `secretFor('webhooks', …)`. */
  readonly webhookSecret: string
}

/** What the thread works with. */
export interface WatchThread {
  readonly delivery: DeliveryNeeds & { readonly queue: WebhookQueue }
  /** Makes events and e-mails of all new changes. */
  feed(node: string, isStopped: () => boolean): Promise<void>
  /** Logs an unexpected error. */
  failed(error: unknown): void
  close(): Promise<void>
}

/** Opens the adapters; the accounts must be migrated. */
export async function openWatchThread({
  config,
  version,
  webhookSecret,
}: WatchThreadData): Promise<WatchThread> {
  const log = openLog(config.logLevel, 0)
  const faults = new RepeatedFaults({ log, clock })
  const database = await openAccounts(config)
  const sender = openWebhookSender({
    ...{ allowed: config.outboundAllow, userAgent: `firmensuche/${version}`, nowMs: clock.nowMs },
  })
  const queue = new SqlWebhookQueue(database)
  const accounts = new SqlAccountReader(database)
  const companies = await connectCompanies(config)
  const feedNeeds = {
    ...{ companies, clock, secrets, feed: new SqlWatchFeed(database) },
    companyJson: (company: Company) => recordWire(recordOf(company)),
  }
  return {
    delivery: { ...{ queue, sender, accounts, webhookSecret, clock, secrets }, random: randomShare },
    async feed(node, isStopped) {
      await feedChanges(feedNeeds, node, isStopped)
      await sendDigests(feedNeeds, isStopped)
    },
    failed: (error) => faults.note(error, 'events could not be made or sent'),
    async close() {
      await companies.close()
      await database.close()
      log.flush()
    },
  }
}
