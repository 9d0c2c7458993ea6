import { kindOf } from '../access/key-kind.ts'
import type { LimitLevel } from '../access/request-ports.ts'
import type { AccountId } from '../identity/ids.ts'
import { type NewEmail, newEmail } from '../notifications/email.ts'
import type { Needs } from '../ports.ts'
import type { AccountReader } from './account-reader.ts'
import type { CleanupStore } from './cleanup-store.ts'

/** The share of its limit from which an account gets a warning. */
export const WARN_SHARE = 0.8
const DAY_MS = 86_400_000

/** What `warnOfLimit` needs. */
export interface WarnNeeds extends Needs<'keys' | 'keyRing' | 'limiter' | 'clock' | 'secrets'> {
  readonly cleanup: Pick<CleanupStore, 'addEmails'>
  readonly accounts: Pick<AccountReader, 'account'>
}

/**
 * Stores a warning e-mail for each of these accounts whose live keys together use `WARN_SHARE` of the
 * account's limit or more: once a day (UTC), however often this is called. Keys with an override do not
 * count.
 *
 * @returns the number of stored e-mails.
 */
export async function warnOfLimit(needs: WarnNeeds, accounts: Iterable<AccountId>): Promise<number> {
  const emails: NewEmail[] = []
  for (const id of accounts) {
    const level = await accountLevel(needs, id)
    if (level !== undefined && level.used >= WARN_SHARE * level.quota) {
      emails.push(...(await emailTo(needs, id, level)))
    }
  }
  return emails.length === 0 ? 0 : await needs.cleanup.addEmails(emails)
}

/** Returns the use of the account's limit, read through any of its live keys that counts for it. */
async function accountLevel(
  { keys, keyRing, limiter }: WarnNeeds,
  id: AccountId,
): Promise<LimitLevel | undefined> {
  for (const { hash } of (await keys.list(id)).filter((key) => kindOf(key) === 'live').toReversed()) {
    const grant = keyRing.peek(hash)
    const levels = grant && (await limiter.levels(grant))
    const level = levels?.find(({ of }) => of === 'account')
    if (level !== undefined) return level
  }
  return undefined
}

async function emailTo({ accounts, clock, secrets }: WarnNeeds, id: AccountId, level: LimitLevel) {
  const account = await accounts.account(id)
  if (account?.email === undefined) return []
  const atMs = clock.nowMs()
  const { quota, windowMs, used } = level
  const facts = { atMs, percent: Math.floor((100 * used) / quota), quota, windowMs }
  const matter = `${id}:${Math.floor(atMs / DAY_MS)}`
  const { email: recipient, language } = account
  return [newEmail({ secrets }, 'limit_80', facts, { account: id, recipient, language, matter, atMs })]
}
