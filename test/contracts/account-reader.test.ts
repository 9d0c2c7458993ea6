import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openAccountReader } from '../../src/adapters/sqlite/accounts/account-reader.ts'
import { openAccountsDatabase } from '../../src/adapters/sqlite/accounts/accounts-database.ts'
import { accountReaderContract } from './account-reader.ts'

const AT = '2026-01-01T00:00:00.000Z'
const LATE = '2999-01-01T00:00:00.000Z'

accountReaderContract('sqlite', () => {
  const folder = mkdtempSync(join(tmpdir(), 'reader-'))
  const path = join(folder, 'accounts.sqlite')
  const db = openAccountsDatabase(path, 1)
  const run = (sql: string, ...values: unknown[]) => db.prepare(sql).run(...values)
  return {
    reader: openAccountReader(path),
    addAccount: (id, { email = null, name = '', role = 'user', deletedAtMs } = {}) =>
      run(
        'INSERT INTO accounts (id, email, name, role, created_at, deleted_at_ms) VALUES (?, ?, ?, ?, ?, ?)',
        ...[id, email, name, role, AT, deletedAtMs ?? null],
      ),
    addSession: (id, account, { token = id, seenAtMs = 0, stays = false } = {}) =>
      run(
        `INSERT INTO sessions (id, account_id, token, expires_at, created_at, updated_at, seen_at_ms, stays, method)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'password')`,
        ...[id, account, token, LATE, AT, AT, seenAtMs, stays ? 1 : 0],
      ),
    addPasskey: (id, account, createdAt) =>
      run(
        `INSERT INTO passkeys (id, account_id, public_key, credential_id, counter, device_type, backed_up, created_at)
         VALUES (?, ?, 'key', ?, 0, 'singleDevice', 0, ?)`,
        ...[id, account, `credential of ${id}`, createdAt],
      ),
    addEntry: (account, event, subject) =>
      run(
        `INSERT INTO audit (at_ms, account_id, actor, event, subject, detail, address, device)
         VALUES (1, ?, 'system', ?, ?, '{}', '', '')`,
        ...[account, event, subject],
      ),
    addInvitation: (id, expiresAtMs, state) =>
      run(
        `INSERT INTO links (id, kind, token_hash, nonce, email, name, language, made_by, created_at_ms, expires_at_ms, used_at_ms, ended_at_ms)
         VALUES (?, 'invitation', ?, x'00', 'x@example.org', '', 'de', 'system', 1, ?, ?, ?)`,
        ...[id, Buffer.from(id), expiresAtMs, state === 'used' ? 2 : null, state === 'ended' ? 2 : null],
      ),
    addKey: (id, account) =>
      run(
        `INSERT INTO keys (id, account, name, visible_start, hash, scopes, created_at_ms)
         VALUES (?, ?, '', 'fs_live_abcd', ?, '', 1)`,
        ...[id, account, Buffer.from(id)],
      ),
    remove() {
      db.close()
      rmSync(folder, { recursive: true })
    },
  }
})
