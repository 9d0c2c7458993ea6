// Thorough: keys under load while they change; keys.test.ts revokes one on every thread.
/**
 * The keys of an account on a running server, through the requests of its pages: each response applies on
 * every thread.
 */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import BetterSqlite from 'better-sqlite3'
import type { Mailbox } from './mailbox.ts'
import { Member } from './member.ts'
import { run, type Server, search, startServer } from './program.ts'
import { startServerWithMailbox } from './server-with-mailbox.ts'

const REVOCATIONS = 100
/** Of each the pace of making keys is bounded. */
const MEMBERS = 4
const CALLERS = 8
/** Of each caller; together 32. */
const CONNECTIONS = 4
const OVERLAP_S = 5
/** Keys that were answered before the process is killed. */
const ANSWERED_MIN = 30

const KEY_PARAMS = { name: 'short', scopes: ['companies:read'], expires_in: 'never' }

async function openSetup(test: TestContext) {
  const setup = await startServerWithMailbox(test, { THREADS: '2' })
  const ida = new Member(setup.server.url)
  await ida.signUp(setup.mailbox, 'ida@example.org')
  return { ...setup, ida }
}

async function newMember(server: Server, mailbox: Mailbox, name: string): Promise<Member> {
  const member = new Member(server.url)
  await member.signUp(mailbox, `${name}@example.org`)
  return member
}

async function makeKey(member: Member): Promise<{ id: string; secret: string }> {
  const { status, json } = await member.post('/keys', KEY_PARAMS)
  assert.equal(status, 201, JSON.stringify(json))
  return { id: json.key.id, secret: json.secret }
}

async function use({ url }: Server, secret: string): Promise<number> {
  const headers = { authorization: `Bearer ${secret}` }
  const answer = await fetch(`${url}/api/v1/companies?limit=1`, { headers })
  await answer.arrayBuffer()
  return answer.status
}

describe('keys of the dashboard', () => {
  it(`are refused from the moment the revocation was answered: ${REVOCATIONS} under ${CALLERS * CONNECTIONS} connections`, async (test) => {
    const { server, ida, mailbox } = await openSetup(test)
    const members = [ida]
    while (members.length < MEMBERS) members.push(await newMember(server, mailbox, `m${members.length}`))
    let late = 0
    let accepted = 0
    let refused = 0
    const lives = Array.from({ length: CALLERS }, async (_, caller) => {
      for (let i = caller; i < REVOCATIONS; i += CALLERS) {
        const member = members[i % MEMBERS]!
        const { id, secret } = await makeKey(member)
        let isRevoked = false
        const user = async () => {
          for (;;) {
            const wasRevoked = isRevoked
            const status = await use(server, secret)
            if (status === 200) accepted++
            if (status === 401) refused++
            if (wasRevoked && status !== 401) late++
            if (wasRevoked) return
          }
        }
        const users = Array.from({ length: CONNECTIONS }, user)
        const revoked = await member.post(`/keys/${id}/revoke`, { name: KEY_PARAMS.name })
        isRevoked = true
        assert.equal(revoked.status, 200)
        await Promise.all(users)
      }
    })
    await Promise.all(lives)
    assert.equal(late, 0)
    assert.ok(accepted >= REVOCATIONS / 2, `only ${accepted} requests were accepted: the test proves nothing`)
    assert.ok(refused >= REVOCATIONS * CONNECTIONS)
  })

  it('both work during the overlap of a rotation, and the old one is refused from its end on', async (test) => {
    const { server, dataDir, ida } = await openSetup(test)
    const { id, secret } = await makeKey(ida)
    const limit = ['--limit', '1000000/60s', '--data-dir', dataDir]
    assert.equal((await run(['keys', 'limit', id, ...limit])).code, 0)
    const rotated = await ida.post(`/keys/${id}/rotate`, { overlap_s: OVERLAP_S })
    assert.equal(rotated.status, 201)
    const endMs = Date.parse(rotated.json.old.ends_at)
    const seen = { inside: 0, after: 0 }
    while (seen.after < 20) {
      const sentMs = Date.now()
      const [old, fresh] = await Promise.all([use(server, secret), use(server, rotated.json.secret)])
      assert.equal(fresh, 200)
      // What was under way when the overlap ended may have either answer.
      if (Date.now() < endMs) assert.equal(old, 200)
      if (sentMs >= endMs) assert.equal(old, 401)
      if (Date.now() < endMs) seen.inside++
      if (sentMs >= endMs) seen.after++
    }
    assert.ok(seen.inside > 0, 'the overlap was over before anybody looked')
  })

  it('of a disabled account are refused until it is enabled, even after a restart', async (test) => {
    const { server, dataDir, ida } = await openSetup(test)
    const { secret } = await makeKey(ida)
    const command = async (act: string) =>
      assert.equal((await run(['accounts', act, 'ida@example.org', '--data-dir', dataDir])).code, 0)
    const statuses = async ({ url }: Server) => {
      const uses = Array.from({ length: 16 }, () => search(url, secret, { name: 'Bau' }))
      return [...new Set((await Promise.all(uses)).map(({ status }) => status))]
    }
    // The right is missing, so a key that is let in is answered 403.
    assert.deepEqual(await statuses(server), [403])
    await command('disable')
    assert.deepEqual(await statuses(server), [401])
    server.process.kill('SIGTERM')
    await server.ended
    const next = await startServer(test, dataDir)
    assert.deepEqual(await statuses(next), [401])
    await command('enable')
    assert.deepEqual(await statuses(next), [403])
  })

  it('are stored with history and e-mail, or not at all, when the process is killed while they are created and rotated', async (test) => {
    const { server, dataDir, ida, mailbox } = await openSetup(test)
    const bea = await newMember(server, mailbox, 'bea')
    const first = await makeKey(bea)
    const answered = new Set([first.id])
    const make = async () => {
      while (answered.size < 45) answered.add((await makeKey(ida)).id)
    }
    const rotate = async (id: string) => {
      for (let next = id; ; ) {
        const { status, json } = await bea.post(`/keys/${next}/rotate`, { overlap_s: 0 })
        assert.equal(status, 201)
        next = json.key.id
        answered.add(next)
        if (answered.size >= ANSWERED_MIN) server.process.kill('SIGKILL')
      }
    }
    await Promise.allSettled([make(), rotate(first.id)])
    await server.ended
    const stored = keysOnDisk(dataDir)
    assert.ok(answered.size >= ANSWERED_MIN)
    for (const id of answered) assert.ok(stored.keys.includes(id), `${id} was answered and is lost`)
    assert.deepEqual(stored.inHistory, stored.keys)
    assert.deepEqual(stored.inEmails, stored.keys)
    assert.deepEqual(stored.ended, stored.rotated, 'an old key ends with its successor, or neither')
    const again = await startServer(test, dataDir)
    assert.equal(await use(again, first.secret), 401)
    assert.equal((await search(again.url, first.secret, { name: 'Bau' })).status, 401)
  })
})

/** Ids, sorted: of the person's keys, and what history and e-mails say of their making. */
function keysOnDisk(dataDir: string) {
  const db = new BetterSqlite(join(dataDir, 'accounts.sqlite'))
  const ids = (sql: string) => (db.prepare(sql).pluck().all() as string[]).toSorted()
  try {
    return {
      keys: ids(`SELECT id FROM keys WHERE account <> 'local'`),
      ended: ids('SELECT id FROM keys WHERE ends_at_ms IS NOT NULL'),
      rotated: ids('SELECT rotated_from FROM keys WHERE rotated_from IS NOT NULL'),
      inHistory: ids(
        `SELECT subject FROM audit WHERE event = 'key_created' AND account_id IS NOT 'local'
         UNION ALL SELECT json_extract(detail, '$.successor') FROM audit WHERE event = 'key_rotated'`,
      ),
      inEmails: ids(
        `SELECT json_extract(data, '$.key') FROM emails WHERE kind IN ('new_key', 'key_rotated')`,
      ),
    }
  } finally {
    db.close()
  }
}
