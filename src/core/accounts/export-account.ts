import type { Key } from '../access/key.ts'
import { type AuditEntry, seenByOwner } from '../identity/audit.ts'
import type { AccountId } from '../identity/ids.ts'
import { readUsage } from '../usage/read-usage.ts'
import type { AccountCommands } from './account-commands.ts'
import type { AccountNeeds } from './account-needs.ts'
import { entryOf, traceOf } from './notices.ts'
import { needAccount } from './refused.ts'
import type { Session } from './session.ts'
import type { CeremonyJson } from './sign-in-step.ts'

/**
 * Most audit entries in an export: more than 400 days of them, except for an account that a program drives.
 */
const AUDIT_MAX = 100_000
/** Days of usage in an export: as long as usage is kept. */
const USAGE_MS = 400 * 86_400_000

/**
 * Returns everything that is stored about the account, except secrets, as JSON in the form of the API:
 * snake_case, times as ISO 8601.
 */
export async function exportAccount(
  needs: AccountNeeds<'accounts' | 'accountReader' | 'keys' | 'usage' | 'clock' | 'watching'>,
  { member }: AccountCommands['exportAccount']['params'],
): Promise<CeremonyJson> {
  const { accounts, accountReader, keys, clock } = needs
  const id = member.account
  const { email, name, language, role, hasSecondFactor, createdAtMs } = needAccount(
    await accounts.account(id),
  )
  const trace = traceOf(member, id, clock.nowMs())
  await accounts.record({ audit: [entryOf(trace, id, 'exported')], emails: [] })
  const question = { account: id, before: undefined, limit: AUDIT_MAX, subject: undefined }
  return {
    exported_at: iso(trace.atMs),
    account: {
      id,
      email,
      name,
      language,
      role,
      second_factor: hasSecondFactor,
      created_at: iso(createdAtMs),
    },
    sessions: (await accountReader.sessions(id)).map(sessionJson),
    passkeys: (await accountReader.passkeys(id)).map((passkey) => ({
      id: passkey.id,
      name: passkey.name,
      created_at: iso(passkey.createdAtMs),
      last_used_at: iso(passkey.lastUsedAtMs),
      backed_up: passkey.isBackedUp,
    })),
    keys: (await keys.list(id)).map(keyJson),
    usage: await usageJson(needs, id, trace.atMs),
    ...(await needs.watching(id)),
    history: (await accountReader.audit(question)).map(entryJson),
  }
}

function sessionJson(session: Session) {
  return {
    id: session.id,
    created_at: iso(session.createdAtMs),
    seen_at: iso(session.seenAtMs),
    ends_at: iso(session.endsAtMs),
    method: session.method,
    address: session.address,
    browser: session.userAgent,
  }
}

function keyJson(key: Key) {
  return {
    id: key.id,
    name: key.name,
    visible_start: key.visibleStart,
    scopes: key.scopes,
    addresses: key.addresses,
    created_at: iso(key.createdAtMs),
    last_used_at: iso(key.lastUsedAtMs),
    expires_at: iso(key.expiresAtMs),
    ends_at: iso(key.endsAtMs),
    revoked_at: iso(key.revokedAtMs),
    rotated_from: key.rotatedFrom ?? null,
  }
}

/** The usage per day in UTC, without days that have no requests. */
async function usageJson(needs: AccountNeeds<'usage'>, account: AccountId, nowMs: number) {
  const params = { account, fromMs: nowMs - USAGE_MS, toMs: nowMs, by: 'day', zone: 'UTC' } as const
  return (await readUsage(needs, params)).steps
    .filter(({ requests }) => requests > 0)
    .map(({ at, requests, errors, limited, deep }) => ({ day: at, requests, errors, limited, deep }))
}

/** An audit entry as the account sees it on its page. */
function entryJson(entry: AuditEntry) {
  const { atMs, event, subject, detail } = entry
  return { at: iso(atMs), event, subject, detail, ...seenByOwner(entry) }
}

function iso(atMs: number | undefined): string | null {
  return atMs === undefined ? null : new Date(atMs).toISOString()
}
