/** The audit entry and the e-mail that are stored in the transaction of a key's change. */
import type { AuditEvent, NewAuditEntry, Trace } from '../identity/audit.ts'
import { type EmailData, newEmail, occasionOf } from '../notifications/email.ts'
import type { Needs } from '../ports.ts'
import type { Key } from './key.ts'
import type { KeyRecord } from './key-store.ts'

/** Makes an entry for the audit log of the key's account. */
export function keyEntry(
  trace: Trace,
  event: AuditEvent,
  key: Key,
  detail: NewAuditEntry['detail'] = {},
): NewAuditEntry {
  return {
    trace,
    account: key.account,
    event,
    subject: key.id,
    detail: { name: key.name, visible_start: key.visibleStart, ...detail },
  }
}

/** Makes a record without an e-mail. */
export function silently(entry: NewAuditEntry): KeyRecord {
  return { entry, email: undefined }
}

/** The e-mails about a new secret. */
type KeyEmailKind = 'new_key' | 'key_rotated'

/** Makes a record with an e-mail to the key's owner; without one where the account has no e-mail address. */
export async function withEmail<Kind extends KeyEmailKind>(
  needs: Needs<'keys' | 'secrets'>,
  entry: NewAuditEntry,
  key: Key,
  kind: Kind,
  data: Omit<EmailData[Kind], 'atMs' | 'device' | 'address' | 'key' | 'name' | 'visibleStart'>,
): Promise<KeyRecord> {
  const owner = await needs.keys.owner(key.account)
  if (owner === undefined) return silently(entry)
  const { atMs } = entry.trace
  const named = { key: key.id, name: key.name, visibleStart: key.visibleStart }
  const facts = { ...occasionOf(entry.trace), ...named, ...data } as EmailData[Kind]
  const address = {
    account: key.account,
    recipient: owner.email,
    language: owner.language,
    matter: key.id,
    atMs,
  }
  return { entry, email: newEmail(needs, kind, facts, address) }
}
