import type { AccountNeeds } from './account-needs.ts'
import { deviceOf } from './device.ts'
import { entryOf } from './notices.ts'

/**
 * Writes into the histories of accounts how often wrong passwords were tried since the last time. Apart from the
 * attempts themselves: an answer that waited for this would tell which addresses have an account.
 */
export function tellFailures({ accounts, attempts }: AccountNeeds<'accounts' | 'attempts'>): void {
  for (const { email, count, atMs, address, userAgent } of attempts.takeFailures()) {
    const account = accounts.accountByEmail(email)
    if (account === undefined) continue
    const trace = {
      actor: 'system',
      address,
      device: deviceOf(userAgent),
      atMs,
      language: account.language,
    } as const
    accounts.tell({ audit: [entryOf(trace, account.id, 'sign_in_failed', '', { count })], emails: [] })
  }
}
