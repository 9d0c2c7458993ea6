/** Accounts and keys on PostgreSQL, from the sign-up to the revocation, with real servers. */
// Thorough: the way of first-day.test.ts on PostgreSQL, which the contracts of accounts run on, too.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Client } from 'pg'
import { emptyDatabase, NO_POSTGRES } from '../fixtures/postgres.ts'
import { BRIEF } from '../thorough.ts'
import { Member } from './member.ts'
import { importedFolder, run, search, startServer } from './program.ts'
import { startServerWithMailbox } from './server-with-mailbox.ts'

const IDA = 'ida@example.com'
const skip = NO_POSTGRES
const FIND = { name: 'Bau' }

test('a person signs up, confirms, creates a key, searches, rotates and revokes, and all of it is on PostgreSQL', {
  skip,
}, async (t) => {
  const DATABASE_URL = await emptyDatabase(t)
  const { mailbox, dataDir, settings, server } = await startServerWithMailbox(t, { DATABASE_URL })
  const ida = new Member(server.url)
  await ida.signUp(mailbox, IDA)
  const params = { name: 'CRM', kind: 'live', scopes: ['companies:search'], expires_in: 'never' }
  const made = await ida.post('/keys', params)
  assert.equal(made.status, 201, JSON.stringify(made.json))
  assert.deepEqual((await mailbox.next(({ subject }) => subject.includes('CRM'))).to, [IDA])
  assert.equal((await search(server.url, made.json.secret, FIND)).status, 200)

  const rotated = await ida.post(`/keys/${made.json.key.id}/rotate`, { overlap_s: 0 })
  assert.equal(rotated.status, 201, JSON.stringify(rotated.json))
  assert.equal((await search(server.url, made.json.secret, FIND)).status, 401)
  assert.equal((await search(server.url, rotated.json.secret, FIND)).status, 200)
  const { id } = rotated.json.key
  const revoked = await ida.post(`/keys/${id}/revoke`, { name: 'CRM' })
  assert.equal(revoked.status, 200, JSON.stringify(revoked.json))
  assert.equal((await search(server.url, rotated.json.secret, FIND)).status, 401)
  const history = await ida.get(`/keys/${id}/history`)
  assert.deepEqual(
    history.json.entries.map(({ event }: { event: string }) => event),
    ['key_revoked', 'key_rotated', 'key_created'],
  )

  const command = async (...args: string[]) => run([...args, '--data-dir', dataDir], settings)
  assert.equal((await command('accounts', 'grant-operator', IDA)).code, 0)
  server.process.kill('SIGTERM')
  assert.equal(await server.ended, 0)
  assert.ok(!existsSync(join(dataDir, 'counters.sqlite')))
  const client = new Client({ connectionString: DATABASE_URL })
  await client.connect()
  const { rows } = await client.query('SELECT email FROM accounts WHERE email IS NOT NULL')
  await client.end()
  assert.deepEqual(rows, [{ email: IDA }])

  const [account] = JSON.parse((await command('accounts', 'list', '--json')).out)
  assert.deepEqual([account.email, account.role, account.keys], [IDA, 'operator', 2])
  const again = await startServer(t, dataDir, settings)
  ida.goTo(again.url)
  assert.equal(await ida.isSignedIn(), true)
  const { json } = await ida.get('/keys')
  const requests = json.keys.map((key: { requests_24h: number }) => key.requests_24h)
  assert.deepEqual(requests, [1, 1], 'the requests that the first server counted')
})

test('a server whose PostgreSQL cannot be reached says so in a sentence, and stores nothing in files', {
  skip: BRIEF || skip,
}, async (t) => {
  const dataDir = await importedFolder(t)
  const DATABASE_URL = 'postgres://nobody:secret-word@127.0.0.1:1/firmensuche'
  const { code, out, err } = await run(['serve', '--data-dir', dataDir], { DATABASE_URL })
  assert.equal(code, 6, err)
  assert.match(err, /firmensuche on 127\.0\.0\.1:1 cannot be reached/)
  assert.ok(!`${out}${err}`.includes('secret-word'))
  assert.ok(!/\n +at /.test(err), 'no stack')
})
