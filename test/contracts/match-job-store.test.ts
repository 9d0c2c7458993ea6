import { emptyAccountRow } from '../../src/adapters/sql/accounts/empty-account.ts'
import { SqlMatchJobStore } from '../../src/adapters/sql/accounts/match-job-store.ts'
import { ACCOUNTS_PLACES } from '../fixtures/accounts-places.ts'
import { matchJobStoreContract } from './match-job-store.ts'

for (const { name, skip, make } of ACCOUNTS_PLACES) {
  matchJobStoreContract(name, skip, async (after) => {
    const place = await make()
    after(place.remove)
    const database = place.open()
    return {
      store: new SqlMatchJobStore(database),
      other: new SqlMatchJobStore(place.open()),
      async addAccount(id) {
        await place.tables.insertInto('accounts').values({ id }).execute()
      },
      deleteAccount: (id) => database.alone((tables) => emptyAccountRow(tables, id, 1)),
    }
  })
}
