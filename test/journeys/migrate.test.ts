/** All data of an installation go from SQLite to PostgreSQL and back, with the command `migrate` and real servers. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import {
  administer,
  databaseUrl,
  emptyDatabase,
  NO_POSTGRES,
  sharedCluster,
  startCluster,
} from '../fixtures/postgres.ts'
import { POSTGRES_USER } from '../fixtures/postgres-cluster.ts'
import { rowsOfDatabase, rowsOfFolder } from '../fixtures/transfer-rows.ts'
import { BRIEF } from '../thorough.ts'
import { growDisk, ownDisk } from './disk.ts'
import { Member, PASSWORD } from './member.ts'
import {
  atEnd,
  BIN,
  cleanEnv,
  importedFolder,
  makeKey,
  ONE_THREAD,
  type Output,
  run,
  type Server,
  sampleFile,
  search,
  startServer,
  stopWhen,
  temporaryFolder,
} from './program.ts'
import { startServerWithMailbox } from './server-with-mailbox.ts'

const skip = NO_POSTGRES
const MIB = 1024 * 1024
const IDA = 'ida@example.com'
/** No deep search ends before it has found all. */
const UNHURRIED = { DEEP_BUDGET_MS: '10000' }
const QUERIES = [{ name: 'Bau' }, { name: 'Adler', deep: true }, { name: 'Verwaltungs GmbH' }]
const DATABASES = ['accounts.sqlite', 'companies.sqlite', 'counters.sqlite']

/** What a program gets from a server: the bodies of its answers. */
async function answersOf(server: Server, key: string) {
  const ask = async (path: string, accept = 'application/json') => {
    const headers = { authorization: `Bearer ${key}`, accept }
    const answer = await fetch(`${server.url}/api/v1${path}`, { headers })
    assert.equal(answer.status, 200, path)
    return answer.text()
  }
  const found = QUERIES.map(async (query) => (await search(server.url, key, query)).text())
  return {
    found: await Promise.all(found),
    list: await ask('/companies?sort=name&limit=100'),
    updates: await ask('/companies?sort=-updated_at&limit=100'),
    export: await ask('/companies?sort=name&limit=1000', 'application/x-ndjson'),
    changes: await ask('/changes?limit=1000'),
    sources: await ask('/sources'),
  }
}

async function stop(server: Server): Promise<void> {
  server.process.kill('SIGTERM')
  assert.equal(await server.ended, 0)
}

const digests = (folder: string, names: readonly string[]) =>
  names.map((name) =>
    createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex'),
  )

const migrate = (folder: string, to: string, env: NodeJS.ProcessEnv = {}, ...more: readonly string[]) =>
  run(['migrate', '--to', to, '--data-dir', folder, ...more], env)

function isRefused({ code, out, err }: Output, expected: number, sentence: RegExp): void {
  assert.equal(code, expected, `${out}${err}`)
  assert.match(err, sentence)
  assert.doesNotMatch(`${out}${err}`, /\n\s+at |SECRET/)
}

describe('the command migrate', { skip }, () => {
  it('takes accounts, sessions, keys, companies, changes and usage to PostgreSQL and back: all answers are the same', {
    skip: BRIEF,
  }, async (t) => {
    const { mailbox, dataDir, settings, server } = await startServerWithMailbox(t, UNHURRIED)
    const ida = new Member(server.url)
    await ida.signUp(mailbox, IDA)
    const make = async (name: string) => {
      const params = {
        name,
        kind: 'live',
        scopes: ['companies:search', 'companies:search:deep', 'companies:read'],
      }
      const made = await ida.post('/keys', { ...params, expires_in: 'never' })
      assert.equal(made.status, 201, JSON.stringify(made.json))
      return made.json as { secret: string; key: { id: string } }
    }
    const [counted, used] = [await make('counted'), await make('used')]
    const requestsOf = async () => {
      const { json } = await ida.get('/keys')
      return json.keys.find(({ id }: { id: string }) => id === counted.key.id).requests_24h as number
    }
    for (const query of [...QUERIES, ...QUERIES])
      assert.equal((await search(server.url, counted.secret, query)).status, 200)
    const [first] = JSON.parse((await answersOf(server, used.secret)).list) as { uuid: string }[]
    const command = (...args: readonly string[]) => run([...args, '--data-dir', dataDir], settings)
    assert.equal((await command('suppress', first!.uuid, '--reason', 'r')).code, 0)
    const before = await answersOf(server, used.secret)
    assert.match(before.changes, /"suppressed"/)
    isRefused(await migrate(dataDir, await emptyDatabase(t)), 5, /is in use by process \d+ \(serve\)/)
    await stop(server)

    /** Everything is as before on a server that was started after a migration. */
    const isSame = async (env: NodeJS.ProcessEnv) => {
      const next = await startServer(t, dataDir, { ...settings, ...env })
      ida.goTo(next.url)
      assert.equal(await ida.isSignedIn(), true)
      assert.equal(await requestsOf(), 2 * QUERIES.length)
      assert.deepEqual(await answersOf(next, used.secret), before)
      const other = new Member(next.url)
      assert.equal((await other.signIn(IDA, PASSWORD)).status, 200)
      assert.equal((await other.signIn(IDA, 'Pferdeapfelkuchen-18')).status, 401)
      const [account] = JSON.parse((await run(['accounts', 'list', '--json', '--data-dir', dataDir])).out)
      assert.deepEqual([account.email, account.keys], [IDA, 2])
      await stop(next)
    }

    const DATABASE_URL = await emptyDatabase(t)
    const source = digests(dataDir, DATABASES)
    const there = await migrate(dataDir, DATABASE_URL)
    assert.equal(there.code, 0, there.err)
    assert.match(there.out, /^companies +498 +[0-9a-f]{32}$/m)
    assert.match(there.out, /^Now set DATABASE_URL to the address of the PostgreSQL database test_\w+ on/m)
    assert.deepEqual(digests(dataDir, DATABASES), source)
    await isSame({ DATABASE_URL })

    isRefused(await migrate(dataDir, 'sqlite', { DATABASE_URL }), 5, /has databases already/)
    const old = join(dataDir, 'old')
    mkdirSync(old)
    for (const name of DATABASES) renameSync(join(dataDir, name), join(old, name))
    const stored = await rowsOfDatabase(DATABASE_URL)
    const back = await migrate(dataDir, 'sqlite', { DATABASE_URL })
    assert.equal(back.code, 0, back.err)
    assert.match(back.out, /^Now remove DATABASE_URL from the settings/m)
    assert.deepEqual(await rowsOfDatabase(DATABASE_URL), stored)
    assert.ok(!existsSync(join(dataDir, 'migration-unfinished')))
    await isSame({})
  })

  it('reads what a killed server left in its write-ahead logs, and changes neither file nor log', {
    skip: BRIEF,
  }, async (t) => {
    const dataDir = await importedFolder(t)
    const server = await startServer(t, dataDir, ONE_THREAD)
    const { key } = await makeKey(dataDir)
    const [company] = (await (await search(server.url, key, { name: 'Bau' })).json()) as { uuid: string }[]
    assert.equal((await run(['suppress', company!.uuid, '--reason', 'r', '--data-dir', dataDir])).code, 0)
    server.process.kill('SIGKILL')
    await server.ended
    const names = ['accounts.sqlite', 'accounts.sqlite-wal', 'companies.sqlite', 'companies.sqlite-wal']
    const before = digests(dataDir, names)
    const DATABASE_URL = await emptyDatabase(t)
    const { code, err } = await migrate(dataDir, DATABASE_URL)
    assert.equal(code, 0, err)
    assert.deepEqual(digests(dataDir, names), before)
    const { suppressions, keys } = await rowsOfDatabase(DATABASE_URL)
    assert.deepEqual([suppressions?.length, keys?.length], [1, 2])
    const after = await startServer(t, dataDir, { ...ONE_THREAD, DATABASE_URL })
    const found = (await (await search(after.url, key, { name: 'Bau' })).json()) as { uuid: string }[]
    assert.ok(found.length > 0 && found.every(({ uuid }) => uuid !== company!.uuid))
  })

  it('prints each step and the result as JSON lines with --json', async (t) => {
    const { out } = await migrate(await importedFolder(t), await emptyDatabase(t), {}, '--json')
    const lines = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    assert.deepEqual(
      [...new Set(lines.map(({ step }) => step))],
      ['copying', 'indexing', 'comparing', 'done'],
    )
    const copied = lines.filter(({ step }) => step === 'copying').at(-1)
    assert.equal(copied.rows, copied.rows_total)
    assert.equal(lines.at(-1).copied, copied.rows)
    assert.equal(lines.at(-1).tables[0].table, 'companies')
    assert.match(lines.at(-1).tables[0].checksum, /^[0-9a-f]{32}$/)
  })

  it('that is stopped by a signal ends with its code, and is completed by the same command', {
    skip: BRIEF,
  }, async (t) => {
    const folder = temporaryFolder(t)
    const imported = await run(['import', sampleFile(t, 12_000), '--data-dir', folder])
    assert.equal(imported.code, 0, imported.err)
    for (const [signal, expected] of [
      ['SIGINT', 130],
      ['SIGTERM', 143],
    ] as const) {
      const url = await emptyDatabase(t)
      const args = ['migrate', '--to', url, '--data-dir', folder]
      const { code, err } = await stopWhen(t, args, /copying/, signal)
      assert.equal(code, expected, err)
      assert.match(err, /^Stopped\. What was copied is kept; run the same command again to complete/m)
      for (const command of ['serve', 'status', 'import', 'doctor', 'accounts']) {
        const words = command === 'import' ? [imported.out, 'x'] : command === 'accounts' ? ['list'] : []
        const env = { DATABASE_URL: url, PORT: '0' }
        const refused = await run([command, ...words, '--data-dir', temporaryFolder(t)], env)
        assert.equal(refused.code, command === 'doctor' ? 1 : 6, `${command}: ${refused.out}${refused.err}`)
        assert.match(
          refused.out + refused.err,
          /a migration into it was not completed\. Run `firmensuche migrate` again, or drop/,
        )
      }
      const again = await run(args)
      assert.equal(again.code, 0, again.err)
      assert.deepEqual(await rowsOfDatabase(url), allOf(folder))
    }
  })
})

describe('a migration whose connection is cut', { skip }, () => {
  it('ends with a sentence, and is completed by the same command', { skip: BRIEF }, async (t) => {
    const folder = temporaryFolder(t)
    assert.equal((await run(['import', sampleFile(t, 12_000), '--data-dir', folder])).code, 0)
    for (const isStopped of [false, true]) {
      const cluster = await startCluster({ settings: ['fsync=off'] })
      const url = await emptyDatabase(t, cluster)
      const cut = isStopped ? async () => cluster.stop('immediate') : () => administer(cluster, CUT)
      const { code, err } = await cutWhenCopying(['migrate', '--to', url, '--data-dir', folder], cut)
      assert.equal(code, 6, err)
      assert.match(err, /The PostgreSQL database \S+ on \S+ cannot be (reached|used): /)
      assert.doesNotMatch(err, /\n\s+at |Error/)
      if (isStopped) cluster.start()
      const again = await migrate(folder, url)
      assert.equal(again.code, 0, again.err)
      assert.deepEqual(await rowsOfDatabase(url), allOf(folder))
      cluster.stop()
    }
  })
})

const CUT =
  "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'firmensuche data migration'"

/** Runs a command, and does something once when it copies. */
async function cutWhenCopying(args: readonly string[], cut: () => Promise<void>) {
  const child = spawn(process.execPath, [BIN, ...args], {
    env: cleanEnv(),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let err = ''
  let cutting: Promise<void> | undefined
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text
    if (/copying/.test(err)) cutting ??= cut()
  })
  const [code] = (await once(child, 'close')) as [number | null]
  await cutting
  return { code, err }
}

/** The rows of a folder; usage has no file before the first start of a server. */
function allOf(folder: string) {
  return { usage_hours: [], ...rowsOfFolder(folder) }
}

describe('a migration that cannot be', { skip }, () => {
  it('says what is wrong with --to, without the address', async (t) => {
    const folder = await importedFolder(t)
    for (const to of ['postgres:/u:SECRET@h/x', 'mysql://u:SECRET@h/x', 'postgres://u:SECRET@h', ''])
      isRefused(await migrate(folder, to), 2, /^--to must be sqlite, or postgres:\/\/user:password@host/)
    const DATABASE_URL = 'postgres://u:SECRET@127.0.0.1:1/x'
    isRefused(
      await migrate(folder, DATABASE_URL, { DATABASE_URL }),
      2,
      /^DATABASE_URL is set, so the data are in/,
    )
    isRefused(await migrate(folder, 'sqlite'), 2, /^The data are in SQLite files already/)
    isRefused(
      await migrate(folder, DATABASE_URL),
      6,
      /database x on 127\.0\.0\.1:1 cannot be reached: no server/,
    )
    isRefused(await migrate(folder, `${DATABASE_URL}?sslmode=verify-ca`), 6, /^--to needs sslrootcert/)
    isRefused(await migrate(join(folder, 'none'), DATABASE_URL), 3, /none does not exist/)
    isRefused(await migrate(temporaryFolder(t), DATABASE_URL), 3, /has no databases/)
    assert.ok(!existsSync(join(folder, 'none')))
  })

  it('with a wrong password says so without it; PGPASSWORD may have the password', {
    skip: BRIEF,
  }, async (t) => {
    const words = join(temporaryFolder(t), 'password')
    chmodSync(join(words, '..'), 0o755)
    writeFileSync(words, 'right\n')
    const cluster = await startCluster({ settings: ['fsync=off'], passwordFile: words })
    const folder = await importedFolder(t)
    const to = (user: string) => `postgres://${user}@127.0.0.1:${cluster.port}/postgres`
    const wrong = await migrate(folder, to(`${POSTGRES_USER}:SECRET`))
    isRefused(wrong, 6, /does not accept the password of --to\./)
    const { code, out, err } = await migrate(folder, to(POSTGRES_USER), { PGPASSWORD: 'right' })
    assert.equal(code, 0, err)
    assert.doesNotMatch(`${out}${err}`, /right/)
  })

  it('into an older PostgreSQL is refused', { skip: BRIEF }, async (t) => {
    const url = await emptyDatabase(t)
    // A server that says that it is older.
    await administer(
      url,
      `CREATE SCHEMA older;
       CREATE FUNCTION older.current_setting(name text) RETURNS text LANGUAGE sql AS $$
         SELECT CASE name WHEN 'server_version_num' THEN '140011' WHEN 'server_version' THEN '14.11'
           ELSE pg_catalog.current_setting(name) END $$`,
    )
    const older = `${url}?options=-csearch_path%3Dolder,pg_catalog,public`
    isRefused(
      await migrate(await importedFolder(t), older),
      6,
      /runs on PostgreSQL 14\.11, but version 15 or later is required/,
    )
    assert.deepEqual(await rowsOfDatabase(url), {})
  })

  it('into a folder on a full disk ends with a sentence, and is completed by the same command when there is room', {
    skip: BRIEF || BRIEF,
  }, async (t) => {
    const [DATABASE_URL, disk] = [await emptyDatabase(t), ownDisk(t, 400 * 1024)]
    if (disk === undefined) return
    const folder = await importedFolder(t)
    assert.equal((await migrate(folder, DATABASE_URL)).code, 0)
    const target = join(disk, 'var')
    isRefused(await migrate(target, 'sqlite', { DATABASE_URL }), 6, /cannot be written: the disk is full/)
    isRefused(
      await run(['keys', 'list', '--data-dir', target]),
      6,
      /a migration into its folder was not completed/,
    )
    growDisk(disk, 64 * MIB)
    const { code, err } = await migrate(target, 'sqlite', { DATABASE_URL })
    assert.equal(code, 0, err)
    assert.deepEqual(rowsOfFolder(target), allOf(folder))
  })

  it('into a PostgreSQL on a full disk ends with a sentence, and is completed by the same command when there is room', {
    skip: BRIEF || BRIEF,
  }, async (t) => {
    const disk = ownDisk(t, 11 * MIB)
    if (disk === undefined) return
    const cluster = await sharedCluster()
    for (const place of [disk, join(disk, '..')]) chmodSync(place, 0o755)
    cluster.own(disk)
    await administer(cluster, `CREATE TABLESPACE small LOCATION '${disk}'`)
    atEnd(t, () => administer(cluster, 'DROP TABLESPACE small'))
    await administer(cluster, 'CREATE DATABASE on_small TEMPLATE template0 TABLESPACE small')
    atEnd(t, () => administer(cluster, 'DROP DATABASE on_small WITH (FORCE)'))
    const url = databaseUrl(cluster, 'on_small')
    const folder = temporaryFolder(t)
    assert.equal((await run(['import', sampleFile(t, 12_000), '--data-dir', folder])).code, 0)
    isRefused(await migrate(folder, url), 6, /cannot be written: the disk of its server is full/)
    growDisk(disk, 256 * MIB)
    const { code, err } = await migrate(folder, url)
    assert.equal(code, 0, err)
    assert.deepEqual(await rowsOfDatabase(url), allOf(folder))
  })
})
