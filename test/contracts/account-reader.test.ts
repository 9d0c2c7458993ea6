import { SqlAccountReader } from '../../src/adapters/sql/accounts/account-reader.ts'
import { ACCOUNTS_PLACES, type AccountsPlaces } from '../fixtures/accounts-places.ts'
import { accountReaderContract, type ReaderPlace } from './account-reader.ts'

const AT = '2026-01-01T00:00:00.000Z'
const LATE = '2999-01-01T00:00:00.000Z'

async function readerPlace(places: AccountsPlaces): Promise<ReaderPlace> {
  const { tables, openReadOnly, remove } = await places.make()
  return {
    reader: new SqlAccountReader(openReadOnly()),
    addAccount: (id, { email = null, name = '', role = 'user', deletedAtMs = null } = {}) =>
      tables
        .insertInto('accounts')
        .values({ id, email, name, role, created_at: AT, deleted_at_ms: deletedAtMs })
        .execute(),
    addSession(id, account, { token = id, seenAtMs = 0, stays = false } = {}) {
      const times = { expires_at: LATE, created_at: AT, updated_at: AT, seen_at_ms: seenAtMs }
      const values = { id, account_id: account, token, stays: stays ? 1 : 0, method: 'password' }
      return tables
        .insertInto('sessions')
        .values({ ...values, ...times })
        .execute()
    },
    addPasskey(id, account, createdAt) {
      const own = { id, account_id: account, credential_id: `credential of ${id}`, created_at: createdAt }
      const rest = { public_key: 'key', counter: 0, device_type: 'singleDevice', backed_up: 0 }
      return tables
        .insertInto('passkeys')
        .values({ ...own, ...rest })
        .execute()
    },
    addEntry(account, event, subject) {
      const entry = { at_ms: 1, account_id: account, actor: 'system', event, subject }
      return tables
        .insertInto('audit')
        .values({ ...entry, detail: '{}', address: '', device: '' })
        .execute()
    },
    addInvitation(id, expiresAtMs, state) {
      const hashes = { token_hash: Buffer.from(id), nonce: Buffer.of(0) }
      const texts = {
        kind: 'invitation',
        email: 'x@example.org',
        name: '',
        language: 'de',
        made_by: 'system',
      }
      const times = {
        created_at_ms: 1,
        expires_at_ms: expiresAtMs,
        used_at_ms: state === 'used' ? 2 : null,
        ended_at_ms: state === 'ended' ? 2 : null,
      }
      return tables
        .insertInto('links')
        .values({ id, ...hashes, ...texts, ...times })
        .execute()
    },
    addKey(id, account) {
      const texts = { name: '', visible_start: 'fs_live_abcd', scopes: '' }
      return tables
        .insertInto('keys')
        .values({ id, account, hash: Buffer.from(id), ...texts, created_at_ms: 1 })
        .execute()
    },
    remove,
  }
}

for (const places of ACCOUNTS_PLACES) {
  accountReaderContract(places.name, () => readerPlace(places), places.skip)
}
