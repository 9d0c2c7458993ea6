/** The ports of the use cases about accounts, and the settings of the server that they need. */
import type { KeyStore } from '../access/key-store.ts'
import type { Clock } from '../ports.ts'
import type { Secrets } from '../secrets.ts'
import type { UsageReader } from '../usage/usage-store.ts'
import type { WatchingReaders } from '../watching/export-watching.ts'
import type { AccountReader } from './account-reader.ts'
import type { AccountStore } from './account-store.ts'
import type { Attempts } from './attempts.ts'
import type { Credentials } from './credentials.ts'
import type { CommonPasswords } from './password.ts'
import type { PasswordHasher } from './password-hasher.ts'
import type { Site } from './site.ts'

/** All ports and settings by name. */
export interface AccountPorts {
  readonly clock: Clock
  readonly secrets: Secrets
  readonly accounts: AccountStore
  readonly accountReader: AccountReader
  readonly keys: Pick<KeyStore, 'list'>
  readonly usage: UsageReader
  /** The watches and webhooks of accounts, for exports. */
  readonly watching: WatchingReaders
  readonly credentials: Credentials
  readonly passwords: PasswordHasher
  readonly commonPasswords: CommonPasswords
  /** The result of `secretFor('links', …)`. */
  readonly linkSecret: string
  /** The result of `secretFor('sessions', …)`. */
  readonly sessionSecret: string
  readonly attempts: Attempts
  readonly site: Site
}

/** The ports that a use case needs, as its first parameter. */
export type AccountNeeds<Name extends keyof AccountPorts> = Pick<AccountPorts, Name>
