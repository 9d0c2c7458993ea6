/** Conversions to JSON that several routes of the dashboard share. */
import type { z } from 'zod'
import type { AccountReader } from '../../core/accounts/account-reader.ts'
import type { Done } from '../../core/accounts/browser.ts'
import type { CeremonyJson } from '../../core/accounts/sign-in-step.ts'
import type { Account } from '../../core/identity/account.ts'
import type { AuditEntry } from '../../core/identity/audit.ts'
import type { accountSchema, ceremonySchema } from './app-schemas.ts'

/** Returns a time as ISO 8601 in UTC. */
export function timeWire(ms: number): string {
  return new Date(ms).toISOString()
}

/** Returns a time as ISO 8601 in UTC, or `null`. */
export function timeOrNull(ms: number | undefined): string | null {
  return ms === undefined ? null : timeWire(ms)
}

/** Returns the number to continue a history from; `null` if the page of at most `limit` entries is the last. */
export function olderThan(entries: readonly AuditEntry[], limit: number): number | null {
  return entries.length < limit ? null : (entries.at(-1)?.number ?? null)
}

/** Returns an account in the form of `accountSchema`. */
export async function accountWire(
  { accountReader }: { readonly accountReader: AccountReader },
  account: Account,
): Promise<z.input<typeof accountSchema>> {
  return {
    id: account.id,
    email: account.email ?? '',
    name: account.name,
    language: account.language,
    role: account.role,
    second_factor: account.hasSecondFactor,
    passkeys: await accountReader.countPasskeys(account.id),
    created_at: timeWire(account.createdAtMs),
  }
}

/** Returns the options of a WebAuthn ceremony, with the cookie that identifies it. */
export function optionsWire({ result, setCookies }: Done<{ readonly options: CeremonyJson }>) {
  return { result: { options: result.options as z.input<typeof ceremonySchema> }, setCookies }
}
