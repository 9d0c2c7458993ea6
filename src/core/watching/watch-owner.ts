/** Who owns watches and webhooks. */
import type { AccountId } from '../identity/ids.ts'

/** Whose watch or webhook it is. Those of test keys watch the sandbox, and only test keys see them. */
export interface WatchOwner {
  readonly account: AccountId
  readonly isTest: boolean
}
