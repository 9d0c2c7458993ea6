/** The ports of the use cases about accounts, and the settings of the server that they need. */
import type { KeyStore } from '../access/key-store.ts'
import type { AccountId } from '../identity/ids.ts'
import type { Clock } from '../ports.ts'
import type { Secrets } from '../secrets.ts'
import type { UsageReader } from '../usage/usage-store.ts'
import type { AccountReader } from './account-reader.ts'
import type { AccountStore } from './account-store.ts'
import type { Attempts } from './attempts.ts'
import type { Credentials } from './credentials.ts'
import type { CommonPasswords } from './password.ts'
import type { PasswordHasher } from './password-hasher.ts'
import type { CeremonyJson } from './sign-in-step.ts'
import type { Site } from './site.ts'

/** All ports and settings by name. */
export interface AccountPorts {
  readonly clock: Clock
  readonly secrets: Secrets
  readonly accounts: AccountStore
  readonly accountReader: AccountReader
  readonly keys: Pick<KeyStore, 'list'>
  readonly usage: UsageReader
  /** Returns the watches and webhooks of an account for its export, without secrets. */
  readonly watching: (account: AccountId) => Promise<CeremonyJson>
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
