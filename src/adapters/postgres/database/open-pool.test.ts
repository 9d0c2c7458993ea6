import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { administer, databaseUrl, NO_POSTGRES, startCluster } from '../../../../test/fixtures/postgres.ts'
import type { PostgresCluster } from '../../../../test/fixtures/postgres-cluster.ts'
import { Failure } from '../../../core/failure.ts'
import { checkMigrated } from './migrate.ts'
import { openPool, type PoolSettings } from './open-pool.ts'
import { inTransaction, onConnection, type Statements, statementsOf } from './statements.ts'

const PASSWORD = 'p@ss/wörd%'

/** Makes a certificate for `localhost`, which is its own CA. Debian installs `openssl` with PostgreSQL. */
function makeCertificate(folder: string): void {
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '30']
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const files = ['-keyout', join(folder, 'server.key'), '-out', join(folder, 'server.crt')]
  execFileSync('openssl', ['req', ...kind, ...names, ...files], { stdio: 'ignore' })
}

describe('connections to PostgreSQL', { skip: NO_POSTGRES }, () => {
  let folder: string
  let cluster: PostgresCluster
  let open: string

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'firmensuche-'))
    cluster = await startCluster({ settings: ['fsync=off'] })
    makeCertificate(cluster.data)
    for (const file of ['server.key', 'server.crt']) cluster.own(join(cluster.data, file))
    copyFileSync(join(cluster.data, 'server.crt'), join(folder, 'ca.crt'))
    await administer(cluster, `CREATE USER reader PASSWORD '${PASSWORD}'`)
    await administer(cluster, 'CREATE USER few CONNECTION LIMIT 1')
    await administer(cluster, 'CREATE USER secure')
    await administer(cluster, 'CREATE DATABASE firmensuche')
    await administer(cluster, "CREATE DATABASE latin TEMPLATE template0 ENCODING 'LATIN1' LOCALE 'C'")
    writeFileSync(
      join(cluster.data, 'pg_hba.conf'),
      [
        'host all reader 127.0.0.1/32 scram-sha-256',
        'hostnossl all secure 127.0.0.1/32 reject',
        'host all all 127.0.0.1/32 trust',
        'local all all trust',
      ].join('\n'),
    )
    cluster.reload()
    open = databaseUrl(cluster, 'firmensuche')
  })
  after(() => {
    cluster.stop('immediate')
    rmSync(folder, { recursive: true })
  })

  /** Opens a pool for one use. */
  async function using<Result>(
    settings: Partial<PoolSettings> & { readonly url: string },
    use: (statements: Statements) => Promise<Result>,
  ): Promise<Result> {
    const database = openPool({ connectionsMax: 2, purpose: 'test', statementTimeoutMs: 0, ...settings })
    try {
      return await use(statementsOf(database.pool, database.place))
    } finally {
      await database.pool.end()
    }
  }

  const one = (statements: Statements) => statements.first('SELECT 1 AS one')

  /** Expects a sentence without secrets. */
  async function fails(url: string, sentence: RegExp, use: (db: Statements) => Promise<unknown> = one) {
    await assert.rejects(using({ url, statementTimeoutMs: 200 }, use), (error) => {
      assert.ok(error instanceof Failure, String(error))
      assert.equal(error.code, 'service_unavailable')
      assert.match(error.message, sentence)
      assert.doesNotMatch(JSON.stringify(error) + error.stack, /p@ss|p%40ss|SECRET/)
      return true
    })
  }

  const as = (user: string, rest = '') => open.replace('postgres@', `${user}@`) + rest
  const withPassword = `reader:${encodeURIComponent(PASSWORD)}`

  it('are made with a password of any characters, and over a socket', async () => {
    assert.deepEqual(await using({ url: as(withPassword) }, one), { one: 1 })
    const socket = `postgres://postgres@/firmensuche?host=${cluster.folder}&port=${cluster.port}`
    assert.deepEqual(await using({ url: socket }, one), { one: 1 })
  })

  it('name the program and their purpose to the server, and return 64-bit numbers as numbers', async () => {
    const row = await using({ url: open }, (db) =>
      db.first("SELECT current_setting('application_name') AS name, 1795560000000::bigint AS ms"),
    )
    assert.deepEqual(row, { name: 'firmensuche test', ms: 1_795_560_000_000 })
  })

  it('that fail are explained in a sentence without the password', async () => {
    await fails(as('reader:SECRET'), /on 127\.0\.0\.1:\d+ does not accept the password of DATABASE_URL\.$/)
    await fails(as('reader'), /wants a password/)
    await fails(as('nobody-knows:SECRET').replace('firmensuche', 'latin'), /does not accept the user/)
    await fails(as('secure'), /TLS is required/)
    await fails(databaseUrl(cluster, 'none'), /^The PostgreSQL database none on .* does not exist\./)
    await fails(open.replace('127.0.0.1', 'no-such-host.invalid'), /the name of its server is not known/)
    await fails('postgres://u:SECRET@/x?host=/no/socket', /x on \/no\/socket, port 5432 .* no such socket/)
    await fails(`${open}?sslmode=require`, /its server has no TLS/)
    await fails(`${open}?sslrootcert=/no/ca.crt`, /^DATABASE_URL names the file \/no\/ca\.crt, which cannot/)
    await fails(`${open}?sslmode=verify-ca`, /needs sslrootcert/)
  })

  it('are refused in a sentence where no server listens, or one that never answers', async () => {
    const silent = createServer((socket) => socket.resume())
    await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done))
    const { port } = silent.address() as AddressInfo
    const url = `postgres://u:SECRET@127.0.0.1:${port}/x`
    await fails(url, /its server does not answer/)
    await new Promise((done) => silent.close(done))
    await fails(url, /no server listens there/)
  })

  it('refuse a database with another encoding', async () => {
    const database = openPool({
      url: databaseUrl(cluster, 'latin'),
      connectionsMax: 1,
      purpose: 'test',
      statementTimeoutMs: 0,
    })
    await assert.rejects(
      checkMigrated(database, { part: 'companies', migrations: [] }),
      /latin on .* has the encoding LATIN1\. Create it with the encoding UTF8\.$/,
    )
    await database.pool.end()
  })

  it('end statements that take too long, and explain what the user may not do', async () => {
    await fails(open, /took too long to answer/, (db) => db.all('SELECT pg_sleep(60)'))
    await fails(as(withPassword), /refuses a statement/, (db) => db.run('CREATE TABLE x (y integer)'))
    await fails(`${open}?options=-cdefault_transaction_read_only=on`, /read-only copy/, (db) =>
      db.run('CREATE TABLE x (y integer)'),
    )
  })

  it('are waited for while others use them, and refused in a sentence if the server has no more', async () => {
    await using({ url: as('few'), connectionsMax: 1 }, async (db) => {
      assert.deepEqual(await Promise.all([one(db), one(db)]), [{ one: 1 }, { one: 1 }])
      await fails(as('few'), /has no connection left/)
    })
  })

  it('are made again after the server was stopped and started, without an error that nobody awaits', async () => {
    await using({ url: open, connectionsMax: 3 }, async (db) => {
      await Promise.all([1, 2, 3].map(() => one(db)))
      const running = assert.rejects(db.all('SELECT pg_sleep(60)'), /starts or stops at the moment/)
      cluster.stop('fast')
      await running
      // Each of them was ended, and may not have been told yet.
      await Promise.all([1, 2, 3].map(() => assert.rejects(one(db), Failure)))
      cluster.start()
      assert.deepEqual(await one(db), { one: 1 })
    })
  })

  it('keep all statements of a transaction, or none if a step fails', async () => {
    const database = openPool({ url: open, connectionsMax: 1, purpose: 'test', statementTimeoutMs: 0 })
    const statements = statementsOf(database.pool, database.place)
    await statements.run('CREATE TABLE kept (x integer)')
    const put = (x: number, more: () => void) =>
      onConnection(database, (db) =>
        inTransaction(db, async () => {
          await db.run('INSERT INTO kept VALUES ($1)', [x])
          more()
        }),
      )
    await put(1, () => undefined)
    const fail = () => {
      throw new Error('a step')
    }
    await assert.rejects(put(2, fail), /a step/)
    assert.deepEqual(await statements.all('SELECT x FROM kept'), [{ x: 1 }])
    await database.pool.end()
  })

  describe('with TLS', () => {
    before(() => {
      writeFileSync(join(cluster.data, 'postgresql.auto.conf'), 'ssl = on\n')
      cluster.stop()
      cluster.start()
    })

    const isEncrypted = (db: Statements) =>
      db.first('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()')

    it('are encrypted, and check the certificate where sslmode says so', async () => {
      const localhost = as('secure').replace('127.0.0.1', 'localhost')
      const ca = `sslrootcert=${folder}/ca.crt`
      for (const url of [
        as('secure', '?sslmode=require'),
        as('secure', `?sslmode=verify-ca&${ca}`),
        `${localhost}?sslmode=verify-full&${ca}`,
      ]) {
        assert.deepEqual(await using({ url }, isEncrypted), { ssl: true }, url)
      }
      await fails(`${localhost}?sslmode=verify-full`, /certificate of its server is not trusted/)
      await fails(as('secure', `?sslmode=verify-full&${ca}`), /certificate of its server is for another host/)
    })
  })
})
