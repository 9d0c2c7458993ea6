/** What the supervisor and its watch thread do with watches and webhooks, in this thread. */
import { SqlWatchFeed } from '../../src/adapters/sql/accounts/watch-feed.ts'
import { SqlWatchStore } from '../../src/adapters/sql/accounts/watch-store.ts'
import { SqlWebhookQueue } from '../../src/adapters/sql/accounts/webhook-queue.ts'
import { SqlWebhookStore } from '../../src/adapters/sql/accounts/webhook-store.ts'
import { openAccountsDatabase } from '../../src/adapters/sqlite/accounts/accounts-database.ts'
import { systemSecrets } from '../../src/adapters/system/secrets.ts'
import { secretFor } from '../../src/core/accounts/root-secret.ts'
import type { CompanyStore } from '../../src/core/company/company-store.ts'
import type { Clock } from '../../src/core/ports.ts'
import { feedChanges } from '../../src/core/watching/feed-changes.ts'
import { sendDigests } from '../../src/core/watching/send-digests.ts'
import { recordOf, recordWire } from '../../src/http/api/company-wire.ts'
import { watchCommands } from '../../src/server/commands/watch-commands.ts'
import { ROOT_SECRET } from './test-secrets.ts'

const NODE = 'test'

/** Watches and webhooks over the file of accounts. */
export interface WatchingSide {
  readonly watches: SqlWatchStore
  readonly webhooks: SqlWebhookStore
  readonly queue: SqlWebhookQueue
  readonly commands: ReturnType<typeof watchCommands>
  /** Makes the events and e-mails of all changes; returns the number of e-mails. */
  feed(): Promise<number>
  close(): Promise<void>
}

/** Opens them. */
export function openWatchingSide(accountsPath: string, companies: CompanyStore, clock: Clock): WatchingSide {
  const database = openAccountsDatabase(accountsPath, clock.nowMs())
  const watches = new SqlWatchStore(database)
  const webhooks = new SqlWebhookStore(database)
  const ports = { clock, secrets: systemSecrets, companies, feed: new SqlWatchFeed(database) }
  const isStopped = () => false
  return {
    watches,
    webhooks,
    queue: new SqlWebhookQueue(database),
    commands: watchCommands({
      ...{ watches, webhooks, clock, secrets: systemSecrets },
      secretOf: (use) => secretFor(use, ROOT_SECRET),
      wake: () => undefined,
    }),
    async feed() {
      const companyJson: Parameters<typeof feedChanges>[0]['companyJson'] = (company) =>
        recordWire(recordOf(company))
      await feedChanges({ ...ports, companyJson }, NODE, isStopped)
      return sendDigests(ports, isStopped)
    },
    close: () => database.close(),
  }
}
