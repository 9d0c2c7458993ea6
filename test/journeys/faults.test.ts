/** Files that cannot be read or written: a sentence, an exit code, and no further damage. */
import assert from 'node:assert/strict'
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import BetterSqlite from 'better-sqlite3'
import { openCountersDatabase } from '../../src/adapters/sqlite/counters/counters-database.ts'
import { HOUR_MS } from '../../src/core/usage/usage.ts'
import { BRIEF, someOf } from '../thorough.ts'
import { ENTRIES, importedFolder, makeKey, run, search, startServer, temporaryFolder } from './program.ts'

describe('a data folder with a fault', () => {
  it('with a damaged, truncated or empty index is served from a new index, and the log has the reason once', async (test) => {
    const dataDir = await importedFolder(test)
    const { key } = await makeKey(dataDir)
    const index = join(dataDir, 'companies.index')
    const whole = readFileSync(index)
    const flipped = Buffer.from(whole)
    flipped[flipped.length - 100] = flipped[flipped.length - 100]! ^ 1
    const faults: [Buffer, RegExp][] = [
      [flipped, /"because":"The index file is damaged: the checksum of \w+ is wrong\."/g],
      [
        whole.subarray(0, whole.length / 2),
        /"because":"The index file is shorter or longer than it says\."/g,
      ],
      [Buffer.alloc(0), /"because":"The index file [^"]+\."/g],
    ]
    for (const [bytes, because] of someOf(faults, 1)) {
      writeFileSync(index, bytes)
      const doctor = await run(['doctor', '--data-dir', dataDir])
      assert.match(doctor.out, /^warn +index .* rebuilds it/m)
      const server = await startServer(test, dataDir)
      const found = (await (await search(server.url, key, { name: 'Adler' })).json()) as unknown[]
      assert.ok(found.length > 0)
      server.process.kill('SIGTERM')
      assert.equal(await server.ended, 0)
      assert.equal(server.complained().match(because)?.length, 1, server.complained())
      assert.match((await run(['doctor', '--data-dir', dataDir])).out, /^ok +index /m)
    }
  })

  for (const file of ['accounts.sqlite', 'companies.sqlite', 'counters.sqlite']) {
    it(`with a ${file} that is not a database is not served, and a sentence says why`, async (test) => {
      const dataDir = await importedFolder(test)
      const path = join(dataDir, file)
      writeFileSync(path, 'This is no database, it is a text.'.repeat(1000))
      const before = readFileSync(path)
      const served = await run(['serve', '--data-dir', dataDir], { PORT: '0' })
      assert.equal(served.code, 6, served.err)
      assert.ok(served.err.includes(`${path} is not a database of firmensuche.`), served.err)
      assert.doesNotMatch(served.err, /\n\s+at /, 'a stack trace')
      assert.deepEqual(readFileSync(path), before)
      const doctor = await run(['doctor', '--data-dir', dataDir])
      assert.equal(doctor.code, 1)
      assert.match(doctor.out, new RegExp(`^fail +${file.split('.')[0]} `, 'm'))
    })

    it(`with a ${file} of a newer version is left unchanged, and the doctor reports it`, {
      skip: BRIEF,
    }, async (test) => {
      const dataDir = await importedFolder(test)
      const db = new BetterSqlite(join(dataDir, file))
      db.pragma('user_version = 99')
      db.close()
      const served = await run(['serve', '--data-dir', dataDir], { PORT: '0' })
      assert.equal(served.code, 6)
      assert.match(served.err, /newer version of firmensuche .*Nothing was changed/)
      const doctor = await run(['doctor', '--data-dir', dataDir])
      assert.equal(doctor.code, 1)
      assert.match(
        doctor.out,
        new RegExp(`^fail +${file.split('.')[0]} .*newer version of firmensuche .*Nothing was changed`, 'm'),
      )
    })
  }

  it('with a counters.sqlite without a version is migrated with its counts', {
    skip: BRIEF,
  }, async (test) => {
    const dataDir = await importedFolder(test)
    const path = join(dataDir, 'counters.sqlite')
    await openCountersDatabase(path, 0).close()
    const db = new BetterSqlite(path)
    const hour = Math.floor(Date.now() / HOUR_MS)
    db.exec(
      `DROP TABLE migrations; INSERT INTO usage_hours VALUES ('key_x', ${hour}, 'a', 7, 0, 0, 0, x'00')`,
    )
    db.pragma('user_version = 0')
    db.close()
    const server = await startServer(test, dataDir)
    const doctor = await run(['doctor', '--data-dir', dataDir])
    assert.match(doctor.out, /^ok +counters +intact$/m)
    server.process.kill('SIGTERM')
    assert.equal(await server.ended, 0)
    const after = new BetterSqlite(path)
    assert.equal(after.pragma('user_version', { simple: true }), 1)
    assert.equal(after.prepare('SELECT requests FROM usage_hours').pluck().get(), 7)
    after.close()
  })

  it('that cannot be created is reported', async (test) => {
    const folder = temporaryFolder(test)
    writeFileSync(join(folder, 'file'), '')
    for (const args of [['serve'], ['keys', 'create', '--name', 'x'], ['import', ENTRIES]]) {
      const output = await run([...args, '--data-dir', join(folder, 'file', 'var')], { PORT: '0' })
      assert.equal(output.code, 6, output.err)
      assert.match(output.err, /^The data folder .* cannot be used: /)
    }
  })

  it('that is a file is reported by doctor, status and keys, and left unchanged', {
    skip: BRIEF,
  }, async (test) => {
    const file = join(temporaryFolder(test), 'file')
    writeFileSync(file, 'a file')
    for (const dataDir of [file, join(file, 'var')]) {
      const doctor = await run(['doctor', '--data-dir', dataDir])
      assert.equal(doctor.code, 1)
      assert.match(doctor.out, /^fail +data folder .* is a file/m)
      for (const args of [['status'], ['keys', 'list'], ['keys', 'revoke', 'x']]) {
        const output = await run([...args, '--data-dir', dataDir])
        assert.equal(output.code, 6, output.out)
        assert.match(output.err, /cannot be used: .* is a file/)
      }
    }
    assert.equal(readFileSync(file, 'utf8'), 'a file')
  })

  it('with a damaged database gets one piece of advice from the doctor', async (test) => {
    const dataDir = await importedFolder(test)
    const path = join(dataDir, 'companies.sqlite')
    const bytes = readFileSync(path)
    bytes.fill(0x5a, 8192, 60_000)
    writeFileSync(path, bytes)
    const { code, out } = await run(['doctor', '--data-dir', dataDir])
    assert.equal(code, 1)
    const line = out.split('\n').find((text) => /^fail +companies /.test(text))
    assert.equal(line?.match(/backup/g)?.length, 1, out)
  })

  it('with open permissions still has databases that only its owner can read', {
    skip: BRIEF,
  }, async (test) => {
    const dataDir = temporaryFolder(test)
    chmodSync(dataDir, 0o755)
    const server = await startServer(test, await importedInto(dataDir))
    await makeKey(dataDir)
    const names = readdirSync(dataDir).filter((name) => /^(accounts|companies)/.test(name))
    assert.ok(names.length >= 6, names.join())
    for (const name of names) assert.equal(statSync(join(dataDir, name)).mode & 0o077, 0, name)
    server.process.kill('SIGTERM')
    assert.equal(await server.ended, 0)
  })

  it('that is missing is created neither by reading commands nor by revoking a key', {
    skip: BRIEF,
  }, async (test) => {
    const dataDir = join(temporaryFolder(test), 'none')
    for (const [code, ...args] of [
      [3, 'status'],
      [0, 'doctor'],
      [3, 'keys', 'list'],
      [3, 'keys', 'revoke', 'x'],
      [3, 'keys', 'rotate', 'x', '--overlap', '1h'],
    ] as const) {
      const output = await run([...args, '--data-dir', dataDir])
      assert.equal(output.code, code, output.err)
    }
    assert.throws(() => readFileSync(dataDir), /ENOENT/)
  })
})

async function importedInto(dataDir: string): Promise<string> {
  const imported = await run(['import', ENTRIES, '--data-dir', dataDir])
  assert.equal(imported.code, 0, imported.err)
  return dataDir
}

describe('files that cannot be read', () => {
  it('are each reported in a sentence with exit code 4, and valid rows are stored', async (test) => {
    const folder = temporaryFolder(test)
    const dataDir = join(folder, 'var')
    const cut = join(folder, 'cut.jsonl.bz2')
    writeFileSync(cut, readFileSync(new URL('../fixtures/registers/two-streams.jsonl.bz2', import.meta.url)))
    truncateSync(cut, 3000)
    const empty = join(folder, 'empty.jsonl')
    writeFileSync(empty, '')
    const inside = join(folder, 'inside')
    mkdirSync(inside)
    const files = [join(folder, 'missing.jsonl'), empty, inside, cut, ENTRIES]
    const output = await run(['import', ...files, '--data-dir', dataDir])
    assert.equal(output.code, 4, output.err)
    for (const path of files.slice(0, -1)) assert.ok(output.err.includes(`${path}`), path)
    assert.doesNotMatch(output.err, /\n\s+at /, 'a stack trace')
    const status = JSON.parse((await run(['status', '--json', '--data-dir', dataDir])).out)
    assert.ok(status.companies > 400)
    assert.equal(status.index.is_current, true)
  })
})
