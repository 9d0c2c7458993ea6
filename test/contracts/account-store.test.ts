import { SqlAccountStore } from '../../src/adapters/sql/accounts/account-store.ts'
import { ACCOUNTS_PLACES, type AccountsPlaces } from '../fixtures/accounts-places.ts'
import { deferred } from '../fixtures/deferred-stores.ts'
import { IS_THOROUGH } from '../thorough.ts'
import { type AccountStoreSetup, accountStoreContract } from './account-store.ts'

async function setupOf(places: AccountsPlaces): Promise<AccountStoreSetup> {
  const { tables, open, everything, breakEmails, remove } = await places.make()
  return {
    store: new SqlAccountStore(open()),
    addSession(account, id, seenAtMs) {
      const at = new Date(seenAtMs).toISOString()
      const times = { expires_at: at, created_at: at, updated_at: at, seen_at_ms: seenAtMs }
      const values = { id, account_id: account, token: `token of ${id}`, stays: 0, method: 'password' }
      return tables
        .insertInto('sessions')
        .values({ ...values, ...times })
        .execute()
    },
    async sessions(account) {
      const rows = await tables
        .selectFrom('sessions')
        .select('id')
        .where('account_id', '=', account)
        .orderBy('id')
        .execute()
      return rows.map(({ id }) => id)
    },
    async tokenHash(id) {
      const row = await tables.selectFrom('sessions').select('token').where('id', '=', id).executeTakeFirst()
      return row?.token ?? ''
    },
    addPasskey: (account, id, credential) =>
      tables
        .insertInto('passkeys')
        .values({
          ...{ id, account_id: account, public_key: 'key', credential_id: credential, counter: 0 },
          ...{ device_type: 'singleDevice', backed_up: 0 },
        })
        .execute(),
    async entries() {
      const rows = await tables.selectFrom('audit').select(['event', 'subject']).orderBy('number').execute()
      return rows.map(({ event, subject }) => `${event} ${subject}`)
    },
    async emails() {
      const rows = await tables.selectFrom('emails').select(['kind', 'recipient']).orderBy('number').execute()
      return rows.map(({ kind, recipient }) => `${kind} ${recipient}`)
    },
    everything,
    breakEmails,
    remove,
  }
}

for (const places of ACCOUNTS_PLACES) {
  accountStoreContract(places.name, () => setupOf(places), places.skip)
}
if (IS_THOROUGH)
  accountStoreContract('a database that answers later', async () => {
    const setup = await setupOf(ACCOUNTS_PLACES[0]!)
    return { ...setup, store: deferred(setup.store) }
  })
