import assert from 'node:assert/strict'
import { before, describe, it, type TestContext } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { forwardTo } from '../../../../test/fixtures/cut-connections.ts'
import { administer, emptyDatabase, NO_POSTGRES } from '../../../../test/fixtures/postgres.ts'
import { atEnd, wholeFile } from '../../../../test/journeys/program.ts'
import type { NodeReport, Topic } from '../../../core/nodes/node-registry.ts'
import { ACCOUNTS_SCHEMA } from '../accounts/accounts-migrations.ts'
import { COMPANY_SCHEMA } from '../companies/tables/company-migrations.ts'
import { migrate } from '../database/migrate.ts'
import { openNodeRegistry } from './node-registry.ts'

const REPORT: NodeReport = {
  name: 'a:1',
  version: '1.0.0',
  startedAtMs: 1,
  keySequence: 0,
  companySequence: undefined,
  secretMark: 'mark',
}
const POLL_MS = 5

describe('the registry of nodes', { skip: NO_POSTGRES }, () => {
  const file = wholeFile()
  let url: string
  before(async () => {
    url = await emptyDatabase(file)
    await migrate(url, ACCOUNTS_SCHEMA, 0)
    await migrate(url, COMPANY_SCHEMA, 0)
  })

  function open(t: TestContext, id: string) {
    const registry = openNodeRegistry(url, id)
    atEnd(t, async () => {
      await registry.leave()
      await registry.close()
    })
    return registry
  }

  const age = (id: string, seconds: number) =>
    administer(url, `UPDATE nodes SET seen_at = seen_at - interval '${seconds} s' WHERE id = '${id}'`)

  it('lists nodes with what they told, says which are live, and forgets them after an hour', async (t) => {
    const [one, two] = [open(t, 'one'), open(t, 'two')]
    assert.deepEqual(await one.beat(REPORT), { live: 1, isImporting: false })
    assert.equal((await two.beat({ ...REPORT, name: 'b:2', startedAtMs: 2, companySequence: 7 })).live, 2)
    const told = (await one.nodes()).map(({ ageMs: _, ...node }) => node)
    assert.deepEqual(told, [
      { ...REPORT, id: 'one', isLive: true },
      { ...REPORT, id: 'two', isLive: true, name: 'b:2', startedAtMs: 2, companySequence: 7 },
    ])
    await age('two', 11)
    assert.deepEqual(
      (await one.nodes()).map(({ isLive, ageMs }) => [isLive, ageMs > 10_000]),
      [
        [true, false],
        [false, true],
      ],
    )
    assert.equal((await one.beat(REPORT)).live, 1)
    await age('two', 3600)
    await one.beat(REPORT)
    assert.deepEqual(
      (await one.nodes()).map(({ id }) => id),
      ['one'],
    )
    await one.leave()
    assert.deepEqual(await two.nodes(), [])
  })

  it('tells whose keys changed since a change: of new, changed and ended keys, and of accounts, but not of uses', async (t) => {
    const registry = open(t, 'one')
    const { sequence: begin } = await registry.keysChangedAfter(Number.MAX_SAFE_INTEGER)
    const addKey = (id: string, account: string) =>
      administer(
        url,
        `INSERT INTO keys (id, account, name, visible_start, hash, scopes, created_at_ms)
         VALUES ('${id}', '${account}', 'n', 'v', '\\x${Buffer.from(id).toString('hex')}', '[]', 1)`,
      )
    await administer(url, "INSERT INTO accounts (id) VALUES ('ida'), ('bea')")
    assert.deepEqual(await registry.keysChangedAfter(begin), { sequence: begin, accounts: [] })
    await addKey('k1', 'ida')
    await addKey('k2', 'bea')
    assert.deepEqual(await registry.keysChangedAfter(begin), {
      sequence: begin + 2,
      accounts: ['ida', 'bea'],
    })
    await administer(url, "UPDATE keys SET last_used_at_ms = 5, name = 'new' WHERE id = 'k1'")
    assert.equal((await registry.keysChangedAfter(begin)).sequence, begin + 2)
    for (const change of ['revoked_at_ms = 1', 'ends_at_ms = 1', 'limit_quota = 1', "addresses = '::1'"])
      await administer(url, `UPDATE keys SET ${change} WHERE id = 'k1'`)
    for (const column of ['disabled_at_ms', 'deleted_at_ms'])
      await administer(url, `UPDATE accounts SET ${column} = 1 WHERE id = 'bea'`)
    assert.deepEqual(await registry.keysChangedAfter(begin + 2), {
      sequence: begin + 8,
      accounts: ['ida', 'bea'],
    })
  })

  it('numbers changes of keys in the order in which they become visible, also if transactions overlap', async (t) => {
    const registry = open(t, 'one')
    await administer(url, "INSERT INTO accounts (id) SELECT 'many' || i FROM generate_series(1, 20) i")
    const { sequence: begin } = await registry.keysChangedAfter(Number.MAX_SAFE_INTEGER)
    let seen = begin
    const known = new Set<string>()
    const changes = Array.from({ length: 20 }, (_, i) =>
      administer(
        url,
        `BEGIN; UPDATE accounts SET disabled_at_ms = 1 WHERE id = 'many${i + 1}'; SELECT pg_sleep(${(i % 5) / 50}); COMMIT`,
      ),
    )
    const all = Promise.all(changes)
    let isDone = false
    all.then(
      () => {
        isDone = true
      },
      () => undefined,
    )
    while (!isDone || seen < begin + 20) {
      const { sequence, accounts } = await registry.keysChangedAfter(seen)
      for (const account of accounts) known.add(account)
      seen = sequence
    }
    await all
    assert.equal(known.size, 20, 'none is missed')
  })

  it('hears of changes of keys and companies, and of everything after the connection was lost', async (t) => {
    const registry = open(t, 'one')
    const heard: Topic[] = []
    atEnd(
      t,
      registry.listen((topic) => heard.push(topic)),
    )
    const until = async (count: number) => {
      while (heard.length < count) await wait(POLL_MS)
      return heard.splice(0).toSorted()
    }
    assert.deepEqual(await until(2), ['companies', 'keys'])
    await registry.tellOfCompanies()
    assert.deepEqual(await until(1), ['companies'])
    await administer(
      url,
      "INSERT INTO accounts (id) VALUES ('eva'); UPDATE accounts SET disabled_at_ms = 1 WHERE id = 'eva'",
    )
    assert.deepEqual(await until(1), ['keys'])
    await administer(
      url,
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'firmensuche nodes' AND query LIKE 'LISTEN%'",
    )
    assert.deepEqual(await until(2), ['companies', 'keys'])
  })

  it('listens on one connection, also after one was lost while it began to', async (t) => {
    let cuts = 3
    const forwarder = await forwardTo(
      Number(new URL(url).port),
      (bytes) => bytes.includes('LISTEN') && cuts-- > 0,
    )
    atEnd(t, () => forwarder.close())
    const through = new URL(url)
    through.port = String(forwarder.port)
    const registry = openNodeRegistry(through.href, 'one')
    let heard = 0
    const end = registry.listen(() => heard++)
    while (heard < 2) await wait(POLL_MS)
    // Others would have begun at the same time.
    await wait(20 * POLL_MS)
    assert.equal(heard, 2)
    await end()
    // Waits for connections that are in use.
    await registry.close()
  })

  it('gives a source to one node, and to another when that one releases it, leaves or loses its lease', async (t) => {
    const [one, two] = [open(t, 'one'), open(t, 'two')]
    for (const node of [one, two]) await node.beat(REPORT)
    const claims = () => Promise.all([one.claimSource('s'), two.claimSource('s')])
    const [mine, theirs] = await claims()
    assert.notEqual(mine, theirs)
    assert.deepEqual(await claims(), [mine, theirs], 'it stays with the same node')
    const [owner, other] = mine ? [one, two] : [two, one]
    await owner.releaseSource('s')
    assert.equal(await other.claimSource('s'), true)
    assert.equal(await owner.claimSource('s'), false)
    await age(mine ? 'two' : 'one', 11)
    assert.equal(await owner.claimSource('s'), true)
    await owner.leave()
    await other.beat(REPORT)
    assert.equal(await other.claimSource('s'), true)
  })

  it('lets one node at a time write a shared index, also after one failed', async (t) => {
    const registries = ['one', 'two', 'three'].map((id) => open(t, id))
    let writing = 0
    let most = 0
    const write = (fails: boolean) => async () => {
      writing += 1
      most = Math.max(most, writing)
      await wait(POLL_MS)
      writing -= 1
      if (fails) throw new Error('not written')
      return 'written'
    }
    const results = await Promise.allSettled(
      registries.map((registry, i) => registry.writeIndex(write(i === 0))),
    )
    assert.deepEqual(
      results.map(({ status }) => status),
      ['rejected', 'fulfilled', 'fulfilled'],
    )
    assert.equal(most, 1)
  })
})
