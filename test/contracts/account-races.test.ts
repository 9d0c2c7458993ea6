/**
 * What holds however many threads and nodes change accounts and keys at the same moment. Each place is opened
 * several times: as threads open an SQLite file, and as nodes connect to PostgreSQL.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SqlAccountStore } from '../../src/adapters/sql/accounts/account-store.ts'
import type { Accounts } from '../../src/adapters/sql/accounts/accounts-tables.ts'
import { SqlKeyStore } from '../../src/adapters/sql/accounts/key-store.ts'
import { systemClock as clock } from '../../src/adapters/system/clock.ts'
import { systemSecrets as secrets } from '../../src/adapters/system/secrets.ts'
import { createFirstKey, createKey, LIVE_KEYS_MAX } from '../../src/core/access/create-key.ts'
import { API_SCOPES } from '../../src/core/access/key.ts'
import { rotateKey } from '../../src/core/access/rotate-key.ts'
import type { NewAccount, SignInNote } from '../../src/core/accounts/account-store.ts'
import { BY_SET_UP, type Link, type LinkTerms, newLink } from '../../src/core/accounts/link.ts'
import { NO_NOTICES } from '../../src/core/accounts/notices.ts'
import type { SessionId } from '../../src/core/accounts/session.ts'
import { Failure } from '../../src/core/failure.ts'
import { commandLineTrace } from '../../src/core/identity/audit.ts'
import { type AccountId, LOCAL_ACCOUNT } from '../../src/core/identity/ids.ts'
import { ACCOUNTS_PLACES, type AccountsPlace } from '../fixtures/accounts-places.ts'
import { exampleEmail } from '../fixtures/example-emails.ts'
import { often } from '../thorough.ts'

const NODES = 4
const ROUNDS = often(10, 3)
const AT = 1_000_000

interface Nodes {
  readonly tables: Accounts
  readonly stores: readonly SqlAccountStore[]
  readonly keys: readonly SqlKeyStore[]
  /** Signs a person up on the first node. */
  join(name: string, more?: Partial<NewAccount>): Promise<AccountId>
}

/** Registers a test over each database, repeated over empty places. */
function holds(sentence: string, step: (nodes: Nodes) => Promise<void>): void {
  for (const { name, skip, make } of ACCOUNTS_PLACES) {
    test(`${name}: ${sentence}`, { skip }, async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const place = await make()
        try {
          await step(nodesOf(place))
        } finally {
          await place.remove()
        }
      }
    })
  }
}

function nodesOf(place: AccountsPlace): Nodes {
  const databases = Array.from({ length: NODES }, () => place.open())
  const stores = databases.map((database) => new SqlAccountStore(database))
  return {
    tables: place.tables,
    stores,
    keys: databases.map((database) => new SqlKeyStore(database)),
    async join(name, more = {}) {
      const account = person(name, more)
      const own = link({ email: account.email })
      await stores[0]!.addLink(own, NO_NOTICES)
      assert.equal(await stores[0]!.makeAccount(own.id, account, AT, NO_NOTICES), 'done')
      return account.id
    },
  }
}

function link(terms: Partial<LinkTerms>): Link {
  const common = { kind: 'sign_up', email: 'anna@example.org', language: 'de', madeBy: 'sign-up' } as const
  return newLink({ secrets, linkSecret: '5e'.repeat(32) }, { ...common, passwordHash: 'hash', ...terms }, AT)
}

function person(name: string, more: Partial<NewAccount> = {}): NewAccount {
  const id = `acc_${name}` as AccountId
  return {
    id,
    email: `${name}@example.org`,
    name,
    language: 'de',
    role: 'user',
    passwordHash: 'hash',
    ...more,
  }
}

/** Runs a step on all nodes in turn, all at the same time. */
function atOnce<Result>(times: number, step: (i: number) => Promise<Result>): Promise<Result[]> {
  return Promise.all(Array.from({ length: times }, (_, i) => step(i)))
}

/** The outcomes other than errors, in order; an error that is no Failure fails the test. */
async function outcomes(times: number, step: (i: number) => Promise<unknown>): Promise<unknown[]> {
  return atOnce(times, async (i) => {
    try {
      return await step(i)
    } catch (error) {
      assert.ok(error instanceof Failure, String(error))
      return error.code
    }
  })
}

const count = (results: readonly unknown[], one: unknown) => results.filter((each) => each === one).length

holds(
  'of many sign-ups with one address that are confirmed at once, one becomes an account',
  async ({ stores, tables }) => {
    const links = Array.from({ length: 12 }, () => link({}))
    for (const each of links) await stores[0]!.addLink(each, NO_NOTICES)
    const made = await outcomes(links.length, (i) => {
      const account = person(`anna${i}`, { email: 'anna@example.org' })
      return stores[i % NODES]!.makeAccount(links[i]!.id, account, AT, NO_NOTICES)
    })
    assert.equal(count(made, 'done'), 1)
    assert.equal(count(made, 'used'), links.length - 1)
    const rows = await tables
      .selectFrom('accounts')
      .selectAll()
      .where('email', '=', 'anna@example.org')
      .execute()
    assert.equal(rows.length, 1)
  },
)

holds('a link is used once, though it is opened many times at once', async ({ stores, join }) => {
  const anna = await join('anna')
  const reset = link({ kind: 'reset', account: anna })
  await stores[0]!.addLink(reset, NO_NOTICES)
  const results = await outcomes(12, (i) => {
    const change = { passwordHash: `hash ${i}`, dropsSecondFactor: false, atMs: AT }
    return stores[i % NODES]!.resetPassword(reset.id, anna, change, NO_NOTICES)
  })
  assert.deepEqual([count(results, 'done'), count(results, 'used')], [1, 11])
  const winner = results.indexOf('done')
  assert.equal(await stores[0]!.passwordHash(anna), `hash ${winner}`)
})

holds(
  'an address that several accounts change to at once belongs to one of them',
  async ({ stores, join, tables }) => {
    const accounts = [await join('anna'), await join('bob'), await join('carl'), await join('dora')]
    const email = 'wanted@example.org'
    const links = accounts.map((account) => link({ kind: 'new_address', account, email }))
    for (const each of links) await stores[0]!.addLink(each, NO_NOTICES)
    const signUp = link({ email })
    await stores[0]!.addLink(signUp, NO_NOTICES)
    const results = await outcomes(accounts.length + 1, (i) =>
      i === accounts.length
        ? stores[0]!.makeAccount(signUp.id, person('eve', { email }), AT, NO_NOTICES)
        : stores[i % NODES]!.changeAddress(links[i]!.id, accounts[i]!, { email, atMs: AT }, NO_NOTICES),
    )
    assert.equal(count(results, 'done'), 1)
    const rows = await tables.selectFrom('accounts').select('id').where('email', '=', email).execute()
    assert.equal(rows.length, 1)
  },
)

holds(
  'one operator is left when all of them are withdrawn, disabled and deleted at once',
  async ({ stores, join, tables }) => {
    const operators: AccountId[] = []
    for (const name of ['anna', 'bob', 'carl', 'dora', 'eve', 'finn'])
      operators.push(await join(name, { role: 'operator' }))
    const results = await outcomes(operators.length, (i) => {
      const [store, operator] = [stores[i % NODES]!, operators[i]!]
      if (i % 3 === 0) return store.setRole(operator, 'user', NO_NOTICES)
      return i % 3 === 1
        ? store.disable(operator, AT, NO_NOTICES)
        : store.emptyAccount(operator, AT, NO_NOTICES)
    })
    assert.deepEqual([count(results, 'done'), count(results, 'last_operator')], [operators.length - 1, 1])
    const left = await tables
      .selectFrom('accounts')
      .select('id')
      .where('role', '=', 'operator')
      .where('disabled_at_ms', 'is', null)
      .where('deleted_at_ms', 'is', null)
      .execute()
    assert.equal(left.length, 1)
  },
)

holds('the set-up code makes one operator, whoever uses it at once', async ({ stores, join, tables }) => {
  const code = secrets.sha256('code')
  const accounts = [await join('anna'), await join('bob')]
  await stores[0]!.setSetUpCode(code, AT)
  const people = ['carl', 'dora'].map((name) => person(name, { role: 'operator' }))
  const links = people.map(({ email }) => link({ email, role: 'operator', madeBy: BY_SET_UP }))
  for (const each of links) await stores[0]!.addLink(each, NO_NOTICES)
  await outcomes(4, (i) =>
    i < 2
      ? stores[i]!.takeSetUpCode(code, accounts[i]!, NO_NOTICES)
      : stores[i]!.makeAccount(links[i - 2]!.id, people[i - 2]!, AT, NO_NOTICES),
  )
  const operators = await tables.selectFrom('accounts').select('id').where('role', '=', 'operator').execute()
  assert.equal(operators.length, 1)
})

holds(
  'no session outlives a change of the password, though the sign-in ends at the same moment',
  async ({ stores, join, tables }) => {
    const accounts = await atOnce(6, (i) => join(`person${i}`))
    await atOnce(accounts.length, async (i) => {
      const account = accounts[i]!
      const since = await stores[0]!.passwordChanges()
      const session = `ses_${i}` as SessionId
      await Promise.all([
        stores[i % NODES]!.changePassword(account, { from: 'hash', to: 'new', atMs: AT }, NO_NOTICES),
        signIn(tables, stores[(i + 1) % NODES]!, account, session, since),
      ])
    })
    assert.deepEqual(await tables.selectFrom('sessions').select('id').execute(), [])
  },
)

/** As the sign-in library inserts a session, and the use case completes the sign-in. */
async function signIn(
  tables: Accounts,
  store: SqlAccountStore,
  account: AccountId,
  session: SessionId,
  since: number,
) {
  const at = new Date(AT).toISOString()
  const times = { expires_at: at, created_at: at, updated_at: at }
  await tables
    .insertInto('sessions')
    .values({ id: session, account_id: account, token: session, ...times })
    .execute()
  return store.noteSignIn(note(account, session, since), NO_NOTICES)
}

function note(account: AccountId, session: SessionId, since: number): SignInNote {
  const newDeviceEmail = exampleEmail('new_sign_in', { matter: session, atMs: AT })
  const mark = secrets.sha256('laptop')
  return { account, session, since, atMs: AT, mark, device: 'Firefox, Linux', newDeviceEmail }
}

holds('the numbers of password changes become visible in their order', async ({ stores, join, tables }) => {
  const accounts = await atOnce(8, (i) => join(`person${i}`))
  const seen: { last: number; rows: number }[] = []
  let isDone = false
  const watching = (async () => {
    while (!isDone) {
      const row = await tables
        .selectFrom('password_changes')
        .select(({ fn }) => [fn.max('number').as('last'), fn.countAll<number>().as('rows')])
        .executeTakeFirstOrThrow()
      seen.push({ last: row.last ?? 0, rows: row.rows })
      await new Promise(setImmediate)
    }
  })()
  const change = { from: 'hash', to: 'new', atMs: AT }
  await outcomes(accounts.length, (i) => stores[i % NODES]!.changePassword(accounts[i]!, change, NO_NOTICES))
  isDone = true
  await watching
  assert.equal(await stores[0]!.passwordChanges(), accounts.length)
  for (const { last, rows } of seen) {
    const { n } = await tables
      .selectFrom('password_changes')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('number', '<=', last)
      .executeTakeFirstOrThrow()
    assert.equal(n, rows, `a change up to ${last} became visible later`)
  }
})

holds(
  'a code of a second factor is accepted once, on whichever node it is sent again',
  async ({ stores, join }) => {
    const anna = await join('anna')
    const code = { hash: secrets.sha256('123456'), expiresAtMs: AT + 90_000 }
    const results = await outcomes(8, (i) =>
      stores[i % NODES]!.noteSignIn({ ...note(anna, `ses_${i}` as SessionId, 0), code }, NO_NOTICES),
    )
    assert.deepEqual([count(results, 'done'), count(results, 'code_used')], [1, 7])
  },
)

holds('an account has at most LIVE_KEYS_MAX live keys, though more are created at once', async ({ keys }) => {
  const params = { name: 'k', scopes: ['companies:search'], kind: 'live' } as const
  const trace = commandLineTrace(clock.nowMs())
  const results = await outcomes(LIVE_KEYS_MAX + 10, async (i) => {
    await createKey({ keys: keys[i % NODES]!, clock, secrets }, LOCAL_ACCOUNT, params, trace)
    return 'done'
  })
  assert.deepEqual([count(results, 'done'), count(results, 'conflict')], [LIVE_KEYS_MAX, 10])
  assert.equal((await keys[0]!.list(LOCAL_ACCOUNT)).length, LIVE_KEYS_MAX)
})

holds('a key that is rotated several times at once is rotated once', async ({ keys }) => {
  const params = { name: 'k', scopes: ['companies:search'], kind: 'live' } as const
  const trace = commandLineTrace(clock.nowMs())
  const { key } = await createKey({ keys: keys[0]!, clock, secrets }, LOCAL_ACCOUNT, params, trace)
  const results = await outcomes(6, async (i) => {
    await rotateKey({ keys: keys[i % NODES]!, clock, secrets }, LOCAL_ACCOUNT, key.id, 0, trace)
    return 'done'
  })
  assert.deepEqual([count(results, 'done'), count(results, 'conflict')], [1, 5])
  assert.equal((await keys[0]!.list(LOCAL_ACCOUNT)).length, 2)
})

holds('no key is stored for an account after it was disabled', async ({ keys, stores, join }) => {
  const anna = await join('anna')
  const params = { name: 'k', scopes: ['companies:search'], kind: 'live' } as const
  const trace = commandLineTrace(clock.nowMs())
  const results = await outcomes(9, async (i) => {
    if (i === 4) {
      await stores[0]!.disable(anna, AT, NO_NOTICES)
      return (await keys[0]!.list(anna)).length
    }
    await createKey({ keys: keys[i % NODES]!, clock, secrets }, anna, params, trace)
    return 'made'
  })
  assert.equal((await keys[0]!.list(anna)).length, results[4])
  assert.equal(count(results, 'made'), results[4])
})

holds('of nodes that create the first key at the same time one does', async ({ keys }) => {
  const params = { name: 'first key', scopes: API_SCOPES, kind: 'live' } as const
  const made = await Promise.all(
    keys.map((store) => createFirstKey({ keys: store, clock, secrets }, params, commandLineTrace(AT))),
  )
  const ids = made.flatMap((one) => (one === undefined ? [] : [one.key.id]))
  assert.equal(ids.length, 1)
  assert.deepEqual(
    (await keys[0]!.list(LOCAL_ACCOUNT)).map(({ id }) => id),
    ids,
  )
})
