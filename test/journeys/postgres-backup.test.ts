// Thorough: it needs pg_dump and two databases; the contract of the transfer copies every row.
/** Backups of data in PostgreSQL: what the command says, and how a restored dump is checked, with the drill of docs/operating.md. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { before, describe, it } from 'node:test'
import { administer, databaseUrl, emptyDatabase, NO_POSTGRES, sharedCluster } from '../fixtures/postgres.ts'
import { postgresPrograms } from '../fixtures/postgres-cluster.ts'
import {
  BIN,
  cleanEnv,
  ENTRIES,
  makeKey,
  ROOT,
  run,
  sampleFile,
  temporaryFolder,
  wholeFile,
} from './program.ts'

const PAGE = readFileSync(join(ROOT, 'docs/operating.md'), 'utf8')
const DRILL = 'firmensuche_drill'

describe('a backup of data in PostgreSQL', { skip: NO_POSTGRES }, () => {
  const file = wholeFile()
  let folder: string
  let url: string
  let env: NodeJS.ProcessEnv

  before(async () => {
    folder = temporaryFolder(file)
    url = await emptyDatabase(file)
    env = { DATABASE_URL: url }
    const imported = await run(['import', ENTRIES, '--data-dir', folder], env)
    assert.equal(imported.code, 0, imported.err)
    await makeKey(folder, [], env)
  })

  const verify = (restored: string, settings = env, ...more: readonly string[]) =>
    run(['verify', '--restored', restored, '--data-dir', folder, ...more], settings)

  it('is not made by the command, which names pg_dump with the database, the secret, and no password', async () => {
    const { port, pathname } = new URL(url)
    const withPassword = url.replace('postgres@', 'postgres:hidden@')
    const file = join(temporaryFolder({ after: () => {} }), 'a.fsb')
    const { code, out, err } = await run(['backup', file, '--data-dir', folder], {
      DATABASE_URL: withPassword,
    })
    assert.equal(code, 2)
    assert.equal(out, '')
    const database = pathname.slice(1)
    assert.match(
      err,
      new RegExp(
        `pg_dump --format=custom --file=firmensuche\\.dump --host=127\\.0\\.0\\.1 --port=${port} --username=postgres ${database}$`,
        'm',
      ),
    )
    assert.ok(err.includes(join(folder, 'secret')))
    assert.match(err, /verify --restored/)
    assert.ok(!err.includes('hidden'), err)
    const restored = await run(['restore', join(folder, 'a.fsb'), '--data-dir', folder], env)
    assert.equal(restored.code, 2)
    assert.match(restored.err, /pg_restore/)
  })

  it('is restored by the drill of docs/operating.md with the real programs, and the check finds it complete', async () => {
    const script = /### Backup of PostgreSQL[\s\S]*?```sh\n([\s\S]*?)```/.exec(PAGE)![1]!
    const programs = join(folder, 'bin')
    mkdirSync(programs)
    writeFileSync(join(programs, 'firmensuche'), `#!/bin/sh\nexec "${process.execPath}" "${BIN}" "$@"\n`)
    chmodSync(join(programs, 'firmensuche'), 0o755)
    const { status, stdout, stderr } = spawnSync('sh', ['-c', script], {
      env: {
        ...cleanEnv(),
        PATH: [programs, postgresPrograms(), process.env.PATH].join(delimiter),
        ...{ DATABASE_URL: url, DRILL_URL: databaseUrl(await sharedCluster(), DRILL) },
        ...{ BACKUP: join(folder, 'a.dump'), DATA_DIR: join(folder, 'none') },
      },
      encoding: 'utf8',
    })
    assert.equal(status, 0, stdout + stderr)
    assert.match(stdout, /^companies +498 +498$/m)
    assert.match(
      stdout,
      /A server can be started on the .*firmensuche_drill.*: it is complete up to change 498\./,
    )
    assert.ok(!readdirSync(folder).includes('none'))
  })

  it('that was restored is complete although the original has changed since, and its companies can be read', async (t) => {
    const copy = await copied()
    const more = await run(['import', sampleFile(t, 50), '--data-dir', folder], env)
    assert.equal(more.code, 0, more.err)
    const { code, out } = await verify(copy, env, '--json')
    assert.equal(code, 0, out)
    const found = JSON.parse(out)
    assert.deepEqual(found.faults, [])
    assert.ok(found.last_change_now > found.last_change)
    const status = await run(['status', '--json', '--data-dir', temporaryFolder(t)], { DATABASE_URL: copy })
    assert.equal(JSON.parse(status.out).companies, 498)
    const alone = await verify(copy, {})
    assert.equal(alone.code, 0, alone.err)
    assert.doesNotMatch(alone.out, /now/)
  })

  it('that lacks rows, an index, a table or everything, or is one of other data, is told by what it lacks', async (t) => {
    const faults: readonly (readonly [sql: string, sentence: RegExp])[] = [
      ['DELETE FROM former_names; DELETE FROM companies', /Tables are empty: companies, .*former_names\./],
      ['DROP INDEX key_changes_by_sequence', /It has \d+ indexes of \d+\./],
      ['DROP TRIGGER key_changed ON keys', /It has \d+ triggers of \d+\./],
      ['DROP TABLE former_names', /Tables are missing: former_names\./],
      [
        "UPDATE changes SET kind = 'other' WHERE sequence = (SELECT max(sequence) FROM changes)",
        /Its last change \(\d+\) is not one of/,
      ],
      [
        "UPDATE migrations SET version = 999 WHERE version = 1 AND part = 'accounts'",
        /A newer version of firmensuche wrote/,
      ],
    ]
    for (const [sql, sentence] of faults) {
      const copy = await copied()
      await administer(copy, sql)
      const { code, out, err } = await verify(copy)
      assert.equal(code, 4, `${sql}: ${out}${err}`)
      assert.match(out, sentence)
      assert.match(out, /is not a complete copy\./)
    }
    const empty = await verify(await emptyDatabase(t))
    assert.equal(empty.code, 4)
    assert.match(empty.out, /It has no tables of firmensuche: no dump was restored into it\./)
    const missing = await verify(url.replace(/[^/]*$/, 'no_such_database'))
    assert.equal(missing.code, 6)
    assert.match(missing.err, /no_such_database .* does not exist/)
    for (const args of [[], ['file', '--restored', url], ['--restored', 'nothing']])
      assert.equal((await run(['verify', ...args])).code, 2)
  })

  let copies = 0

  /** A copy as pg_dump and pg_restore would make it. */
  async function copied(): Promise<string> {
    const cluster = await sharedCluster()
    copies += 1
    const name = `copy_${copies}`
    await administer(cluster, `CREATE DATABASE ${name} TEMPLATE ${new URL(url).pathname.slice(1)}`)
    return databaseUrl(cluster, name)
  }
})
