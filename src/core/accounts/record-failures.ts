import type { AccountNeeds } from './account-needs.ts'
import { deviceOf } from './device.ts'
import { entryOf } from './notices.ts'

/**
 * Stores audit entries with the number of wrong passwords since the last call. It runs apart from the
 * sign-ins, because a response that waited for it would reveal which addresses have an account.
 */
export async function recordFailures({
  accounts,
  attempts,
}: AccountNeeds<'accounts' | 'attempts'>): Promise<void> {
  for (const { email, count, atMs, address, userAgent } of attempts.takeFailures()) {
    const account = await accounts.accountByEmail(email)
    if (account === undefined) continue
    const trace = {
      actor: 'system',
      address,
      device: deviceOf(userAgent),
      atMs,
      language: account.language,
    } as const
    await accounts.record({
      audit: [entryOf(trace, account.id, 'sign_in_failed', '', { count })],
      emails: [],
    })
  }
}
