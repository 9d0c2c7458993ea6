/** The outbox that the senders of several nodes share. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PostgresOutbox } from '../../src/adapters/postgres/accounts/outbox.ts'
import { insertEmail } from '../../src/adapters/sql/accounts/email-rows.ts'
import { sql } from '../../src/adapters/sql/database/kysely.ts'
import { type Outbox, SENDING_MS_MAX } from '../../src/core/notifications/outbox.ts'
import { ACCOUNTS_PLACES, type AccountsPlace } from '../fixtures/accounts-places.ts'
import { exampleEmail } from '../fixtures/example-emails.ts'

const AT_MS = 1_000_000
const SENDERS = 4
const EMAILS = 40

/** Registers a test over PostgreSQL, with the outboxes of several nodes. */
function holds(sentence: string, step: (outboxes: readonly Outbox[], place: AccountsPlace) => Promise<void>) {
  const { skip, make } = ACCOUNTS_PLACES.find(({ name }) => name === 'PostgreSQL')!
  test(sentence, { skip }, async (t) => {
    const place = await make()
    t.after(place.remove)
    await step(
      Array.from({ length: SENDERS }, () => new PostgresOutbox(place.open())),
      place,
    )
  })
}

async function write({ tables }: AccountsPlace, count: number): Promise<void> {
  for (let i = 0; i < count; i++)
    await insertEmail(tables, exampleEmail('new_key', { matter: `${i}`, atMs: AT_MS }))
}

holds(
  'each e-mail is taken by one of the senders, though all of them ask at once',
  async (outboxes, place) => {
    await write(place, EMAILS)
    const taken: number[] = []
    const send = async (outbox: Outbox) => {
      for (let email = await outbox.due(AT_MS); email !== undefined; email = await outbox.due(AT_MS)) {
        taken.push(email.number)
        await outbox.settle(email.number, 'sent', AT_MS, undefined)
      }
    }
    await Promise.all(outboxes.map(send))
    assert.equal(new Set(taken).size, EMAILS)
    assert.equal(taken.length, EMAILS)
  },
)

holds('one e-mail is taken at a time, also soon after many were deleted', async ([outbox], place) => {
  const { tables } = place
  await write(place, EMAILS)
  await tables.deleteFrom('emails').execute()
  // With statistics of an empty table, PostgreSQL compares every row with the choice of the next e-mail.
  await sql`ANALYZE emails`.execute(tables)
  await write(place, EMAILS)
  assert.ok(await outbox!.due(AT_MS))
  const due = await tables.selectFrom('emails').select('number').where('due_at_ms', '<=', AT_MS).execute()
  assert.equal(due.length, EMAILS - 1)
})

holds(
  'an e-mail whose sender was killed is due again after SENDING_MS_MAX, to the millisecond',
  async ([first, second], place) => {
    await write(place, 1)
    const email = await first!.due(AT_MS)
    assert.ok(email)
    assert.equal(await second!.hasDue(AT_MS + SENDING_MS_MAX - 1), false)
    assert.equal(await second!.due(AT_MS + SENDING_MS_MAX - 1), undefined)
    assert.equal((await second!.due(AT_MS + SENDING_MS_MAX))?.id, email.id)
  },
)

holds(
  'an e-mail that was refused or met no mail server is due for every sender at its new time',
  async ([first, second], place) => {
    await write(place, 1)
    const { number } = (await first!.due(AT_MS))!
    await first!.postpone(number, AT_MS + 60_000, '451')
    assert.equal(await second!.due(AT_MS + 59_999), undefined)
    assert.equal((await second!.due(AT_MS + 60_000))?.tries, 1)
    await second!.noteUnreachable(number, AT_MS + 60_001, 'ECONNECTION')
    assert.equal((await first!.due(AT_MS + 60_001))?.tries, 1)
  },
)
