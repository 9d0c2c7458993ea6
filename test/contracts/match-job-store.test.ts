import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyAccountRow } from '../../src/adapters/sql/accounts/empty-account.ts'
import { SqlMatchJobStore } from '../../src/adapters/sql/accounts/match-job-store.ts'
import { ACCOUNTS_PLACES } from '../fixtures/accounts-places.ts'
import { madeJob, matchJobStoreContract, partOf } from './match-job-store.ts'

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

for (const { name, skip, make } of ACCOUNTS_PLACES) {
  test(`${name}: the states of parts that a version before stored are those of their rows`, {
    skip,
  }, async (t) => {
    const place = await make()
    t.after(place.remove)
    const store = new SqlMatchJobStore(place.open())
    async function* file() {
      yield Buffer.from('a')
    }
    await store.add(madeJob('mat_a'), file())
    await store.claim({ node: 'a', untilMs: 100 }, 1)
    await store.save('mat_a', 'a', partOf(0, 'found', 'possible'))
    await place.tables.updateTable('match_results').set({ states: '' }).execute()
    await store.save('mat_a', 'a', partOf(2, 'invalid'))
    assert.equal(await store.states('mat_a'), 'fpi')
  })
}
