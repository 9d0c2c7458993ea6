/** Backups of a data folder: made beside a running server, checked, restored, and the drill of docs/operating.md. */
import assert from 'node:assert/strict'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  copyFileSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { describe, it } from 'node:test'
import { BRIEF } from '../thorough.ts'
import { Member } from './member.ts'
import {
  atEnd,
  BIN,
  cleanEnv,
  importedFolder,
  type Lifetime,
  makeKey,
  ONE_THREAD,
  ROOT,
  run,
  sampleFile,
  search,
  startServer,
  stopWhen,
  temporaryFolder,
} from './program.ts'
import { startServerWithMailbox } from './server-with-mailbox.ts'

/** Several batches, so that backups fall into the middle of an import. */
const IMPORTED = 20_000
const PAGE = readFileSync(join(ROOT, 'docs/operating.md'), 'utf8')

/** Where it is CI the test is not left out, but fails. */
const NO_ZSTD =
  spawnSync('zstd', ['--version']).error !== undefined &&
  process.env.CI !== 'true' &&
  'the program zstd is missing'

const backUp = (dataDir: string, file: string, ...more: readonly string[]) =>
  run(['backup', file, '--data-dir', dataDir, ...more])
const restore = (file: string, dataDir: string, ...more: readonly string[]) =>
  run(['restore', file, '--data-dir', dataDir, ...more])

async function exported(dataDir: string): Promise<string> {
  const { code, out, err } = await run(['export', '--format', 'ndjson', '--data-dir', dataDir])
  assert.equal(code, 0, err)
  return out
}

/** The times of changes differ where a company was imported after the backup. */
function idsAndNames(text: string): readonly string[] {
  const lines = text.split('\n').filter((line) => line !== '')
  const companies = lines.map((line) => JSON.parse(line) as { uuid: string; name: string })
  return companies.map(({ uuid, name }) => `${uuid} ${name}`).toSorted()
}

/** Starts a server on a restored folder; returns the status of a search with each key. */
async function statusesOf(test: Lifetime, dataDir: string, keys: readonly string[]) {
  const server = await startServer(test, dataDir, ONE_THREAD)
  const found: number[] = []
  for (const key of keys) found.push((await search(server.url, key, { name: 'Adler' })).status)
  server.process.kill('SIGTERM')
  assert.equal(await server.ended, 0, server.complained())
  return found
}

describe('backup', () => {
  it('in the folder that a restore uses is refused, and no start or restore deletes it', async (t) => {
    const dataDir = await importedFolder(t)
    mkdirSync(join(dataDir, 'restore'))
    const file = join(dataDir, 'restore', 'monday.fsb')
    assert.equal((await backUp(dataDir, file)).code, 0)
    const refused = await restore(file, dataDir, '--replace')
    assert.equal(refused.code, 2, refused.err)
    assert.match(refused.err, /monday\.fsb is in .*restore, the folder for the files of a restore\. Move it/)
    const key = await run(['keys', 'create', '--name', 'after', '--data-dir', dataDir])
    assert.equal(key.code, 0, key.err)
    const other = join(temporaryFolder(t), 'a.fsb')
    copyFileSync(file, other)
    assert.equal((await restore(other, dataDir, '--replace')).code, 0)
    assert.deepEqual(readFileSync(file), readFileSync(other))
    assert.deepEqual(readdirSync(join(dataDir, 'restore')), ['monday.fsb'])
  })

  it('of a running server contains all that was stored before, and a restored folder answers like the old one', async (t) => {
    const dataDir = await importedFolder(t)
    const folder = temporaryFolder(t)
    const [file, restored] = [join(folder, 'a.fsb'), join(folder, 'restored')]
    const server = await startServer(t, dataDir, ONE_THREAD)
    const kept = await makeKey(dataDir)
    const made = await backUp(dataDir, file, '--json')
    assert.equal(made.code, 0, made.err)
    const later = await makeKey(dataDir)
    assert.equal((await search(server.url, later.key, { name: 'Adler' })).status, 200)

    const names = ['counters.sqlite', 'accounts.sqlite', 'companies.sqlite', 'companies.index', 'secret']
    const { files } = JSON.parse(made.out) as { files: { name: string; bytes: number; sha256: string }[] }
    assert.deepEqual(
      files.map(({ name }) => name),
      names,
    )
    assert.equal(statSync(file).mode & 0o777, 0o600)
    const verified = await run(['verify', file, '--json', '--full'])
    assert.equal(verified.code, 0, verified.err)
    assert.deepEqual(JSON.parse(verified.out).files, files)
    const { databases } = JSON.parse(verified.out) as {
      databases: { database: string; rows: Record<string, number> }[]
    }
    // The first start of the server made a key, too.
    assert.equal(databases.find(({ database }) => database === 'accounts')?.rows.keys, 2)

    const done = await restore(file, restored)
    assert.equal(done.code, 0, done.err)
    assert.deepEqual(readdirSync(restored).toSorted(), [...names, 'lock.sqlite'].toSorted())
    assert.equal(await exported(restored), await exported(dataDir))
    assert.deepEqual(readFileSync(join(restored, 'secret')), readFileSync(join(dataDir, 'secret')))
    for (const name of names) assert.equal(statSync(join(restored, name)).mode & 0o777, 0o600, name)
    assert.deepEqual(readdirSync(join(dataDir, 'backup')), ['lock.sqlite'])
    const doctor = await run(['doctor', '--data-dir', restored], { PORT: '0' })
    assert.equal(doctor.code, 0, doctor.out)
    assert.match(doctor.out, /^ok +index +intact and current/m)
    assert.deepEqual(await statusesOf(t, restored, [kept.key, later.key]), [200, 401])
  })

  it('with --quiet prints nothing but what an operator should read', { skip: BRIEF }, async (t) => {
    const dataDir = await importedFolder(t)
    const file = join(temporaryFolder(t), 'a.fsb')
    assert.deepEqual(await backUp(dataDir, file, '--quiet'), { code: 0, out: '', err: '' })
    const refused = await backUp(dataDir, file, '--quiet')
    assert.deepEqual([refused.code, refused.out], [5, ''])
    assert.match(refused.err, /a\.fsb/)
    writeFileSync(`${file}.Ab3dEf6hIj.partial`, '')
    const left = await backUp(dataDir, file, '--quiet', '--force')
    assert.deepEqual([left.code, left.out], [0, ''])
    assert.match(left.err, /partial is of a backup that was interrupted/)
    assert.equal((await backUp(dataDir, file, '--quiet', '--json')).code, 2)
  })

  it('made again and again while an import and keys are stored is a state that the server had, each time', {
    skip: BRIEF,
  }, async (t) => {
    const dataDir = await importedFolder(t)
    const folder = temporaryFolder(t)
    const server = await startServer(t, dataDir, ONE_THREAD)
    const before = JSON.parse((await run(['status', '--json', '--data-dir', dataDir])).out).companies
    let isImported = false
    const importing = run(['import', sampleFile(t, IMPORTED), '--data-dir', dataDir]).finally(() => {
      isImported = true
    })
    const states: { readonly file: string; readonly keys: readonly string[] }[] = []
    const keys: string[] = []
    while (!isImported) {
      keys.push((await makeKey(dataDir)).key)
      const file = join(folder, `${states.length}.fsb`)
      const known = [...keys]
      const storing = makeKey(dataDir)
      const made = await backUp(dataDir, file)
      assert.equal(made.code, 0, made.err)
      keys.push((await storing).key)
      states.push({ file, keys: known })
    }
    assert.equal((await importing).code, 0)
    server.process.kill('SIGTERM')
    await server.ended
    const after = JSON.parse((await run(['status', '--json', '--data-dir', dataDir])).out).companies
    const counts: number[] = []
    for (const [i, { file, keys: known }] of states.entries()) {
      const restored = join(folder, String(i))
      const done = await restore(file, restored)
      assert.equal(done.code, 0, done.err)
      const status = JSON.parse((await run(['status', '--json', '--data-dir', restored])).out)
      counts.push(status.companies)
      assert.deepEqual(
        await statusesOf(t, restored, known),
        known.map(() => 200),
      )
    }
    t.diagnostic(`companies in ${counts.length} backups: ${counts.join(', ')} (${before} to ${after})`)
    assert.ok(counts.length > 0)
    assert.deepEqual(
      counts,
      counts.toSorted((a, b) => a - b),
    )
    assert.ok(counts.every((count) => count >= before && count <= after))
  })

  it('is completed by the import that it interrupted: the same companies with the same ids', {
    skip: BRIEF,
  }, async (t) => {
    const dataDir = await importedFolder(t)
    const folder = temporaryFolder(t)
    const sample = sampleFile(t, IMPORTED)
    const [file, restored] = [join(folder, 'a.fsb'), join(folder, 'restored')]
    const importing = spawn(process.execPath, [BIN, 'import', sample, '--json', '--data-dir', dataDir], {
      env: cleanEnv(),
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = once(importing, 'close')
    await once(importing.stdout, 'data')
    importing.stdout.resume()
    const made = await backUp(dataDir, file)
    assert.equal(made.code, 0, made.err)
    assert.deepEqual(await ended, [0, null])
    assert.equal((await restore(file, restored)).code, 0)
    assert.equal((await run(['import', sample, '--data-dir', restored])).code, 0)
    assert.deepEqual(idsAndNames(await exported(restored)), idsAndNames(await exported(dataDir)))
  })

  it('keeps sessions and second factors: a restored server knows the people who were signed in', {
    skip: BRIEF,
  }, async (t) => {
    const { server, mailbox, dataDir } = await startServerWithMailbox(t)
    const ida = new Member(server.url)
    await ida.signUp(mailbox, 'ida@example.com')
    const folder = temporaryFolder(t)
    const file = join(folder, 'a.fsb')
    assert.equal((await backUp(dataDir, file)).code, 0)
    const restored = join(folder, 'restored')
    assert.equal((await restore(file, restored)).code, 0)
    const again = await startServer(t, restored, ONE_THREAD)
    ida.goTo(again.url)
    assert.equal(await ida.isSignedIn(), true)
  })

  it('goes through standard output and input, with messages elsewhere', { skip: BRIEF }, async (t) => {
    const dataDir = await importedFolder(t)
    const folder = temporaryFolder(t)
    const [file, restored] = [join(folder, 'piped'), join(folder, 'restored')]
    const child = spawn(process.execPath, [BIN, 'backup', '-', '--data-dir', dataDir], {
      env: cleanEnv(),
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const ended = once(child, 'close')
    await pipeline(child.stdout, createWriteStream(file))
    assert.deepEqual(await ended, [0, null])
    for (const [command, ...more] of [['verify'], ['restore', '--data-dir', restored]]) {
      const { status, stderr } = spawnSync(process.execPath, [BIN, command!, '-', ...more], {
        env: cleanEnv(),
        input: readFileSync(file),
        encoding: 'utf8',
      })
      assert.equal(status, 0, stderr)
    }
    assert.equal(await exported(restored), await exported(dataDir))
    const json = await backUp(dataDir, '-', '--json')
    assert.equal(json.code, 2)
    assert.match(json.err, /--json cannot be used/)
  })

  it('whose reader ends early exits with a sentence', { skip: BRIEF }, async (t) => {
    const dataDir = await importedFolder(t)
    // It is larger than what a pipe holds.
    const command = `"${process.execPath}" "${BIN}" backup - --data-dir "${dataDir}" | head -c 10 > /dev/null; exit \${PIPESTATUS[0]}`
    const { status, stderr } = spawnSync('bash', ['-c', command], { env: cleanEnv(), encoding: 'utf8' })
    assert.equal(status, 6, stderr)
    assert.match(stderr, /The reader of the backup ended/)
  })

  it('is a tar archive that other programs unpack and check', { skip: NO_ZSTD }, async (t) => {
    const dataDir = await importedFolder(t)
    const folder = temporaryFolder(t)
    const file = join(folder, 'a.fsb')
    assert.equal((await backUp(dataDir, file)).code, 0)
    execFileSync('tar', ['--zstd', '-xf', file], { cwd: folder })
    execFileSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: folder })
  })

  it('replaces an existing file only with --force, and is refused without data or a folder for it', async (t) => {
    const dataDir = await importedFolder(t)
    const folder = temporaryFolder(t)
    const file = join(folder, 'a.fsb')
    writeFileSync(file, 'mine')
    const refused = await backUp(dataDir, file)
    assert.equal(refused.code, 5)
    assert.match(refused.err, /exists already\. Choose another name, or replace it with --force/)
    assert.equal(readFileSync(file, 'utf8'), 'mine')
    assert.equal((await backUp(dataDir, file, '--force')).code, 0)
    assert.equal((await run(['verify', file])).code, 0)
    const none = await backUp(temporaryFolder(t), join(folder, 'b.fsb'))
    assert.equal(none.code, 3)
    assert.match(none.err, /has no databases/)
    assert.equal((await backUp(dataDir, join(folder, 'missing', 'b.fsb'))).code, 3)
    assert.deepEqual(readdirSync(folder), ['a.fsb'])
  })

  it('keeps files that somebody put into the folder of its copies, and may be one of them', {
    skip: BRIEF,
  }, async (t) => {
    const dataDir = await importedFolder(t)
    const folder = join(dataDir, 'backup')
    mkdirSync(folder)
    for (const name of ['sunday.fsb', 'monday.fsb'])
      assert.equal((await backUp(dataDir, join(folder, name))).code, 0)
    assert.deepEqual(readdirSync(folder).toSorted(), ['lock.sqlite', 'monday.fsb', 'sunday.fsb'])
    assert.equal((await run(['verify', join(folder, 'sunday.fsb')])).code, 0)
  })

  it('without the secret leaves the one of the folder that it is restored into', {
    skip: BRIEF,
  }, async (t) => {
    const dataDir = await importedFolder(t)
    const server = await startServer(t, dataDir, ONE_THREAD)
    server.process.kill('SIGTERM')
    await server.ended
    const folder = temporaryFolder(t)
    const [file, restored] = [join(folder, 'a.fsb'), join(folder, 'restored')]
    const made = await backUp(dataDir, file, '--without-secret')
    assert.equal(made.code, 0, made.err)
    assert.match(made.out, /does not contain the file secret/)
    mkdirSync(restored, { mode: 0o700 })
    copyFileSync(join(dataDir, 'secret'), join(restored, 'secret'))
    assert.equal((await restore(file, restored)).code, 0)
    assert.deepEqual(readFileSync(join(restored, 'secret')), readFileSync(join(dataDir, 'secret')))
    // One with a secret does not replace another secret unasked.
    const whole = join(folder, 'b.fsb')
    assert.equal((await backUp(dataDir, whole)).code, 0)
    const other = join(folder, 'other')
    mkdirSync(other, { mode: 0o700 })
    writeFileSync(join(other, 'secret'), '0'.repeat(64))
    const refused = await restore(whole, other)
    assert.equal(refused.code, 5)
    assert.match(refused.err, /has data already \(secret\)/)
    assert.equal(readFileSync(join(other, 'secret'), 'utf8'), '0'.repeat(64))
  })

  it('that a signal stops leaves no file', { skip: BRIEF }, async (t) => {
    const dataDir = await importedFolder(t)
    assert.equal((await run(['import', sampleFile(t, IMPORTED), '--data-dir', dataDir])).code, 0)
    const folder = temporaryFolder(t)
    const file = join(folder, 'a.fsb')
    const stopped = await stopWhen(t, ['backup', file, '--data-dir', dataDir], /copying|writing/, 'SIGTERM')
    assert.equal(stopped.code, 143, stopped.err)
    assert.match(stopped.err, /Stopped\. No backup was written\./)
    assert.deepEqual(readdirSync(folder), [])
    assert.deepEqual(readdirSync(join(dataDir, 'backup')), ['lock.sqlite'])
  })
})

describe('restore', () => {
  it('refuses a folder in use and one with data, and with --replace replaces also what was only in the old log', {
    skip: BRIEF,
  }, async (t) => {
    const dataDir = await importedFolder(t)
    const folder = temporaryFolder(t)
    const file = join(folder, 'a.fsb')
    const server = await startServer(t, dataDir, ONE_THREAD)
    const kept = await makeKey(dataDir)
    assert.equal((await backUp(dataDir, file)).code, 0)
    const old = await exported(dataDir)
    const later = await makeKey(dataDir)
    assert.equal((await run(['import', sampleFile(t, 2000), '--data-dir', dataDir])).code, 0)
    for (const more of [[], ['--replace']]) {
      const busy = await restore(file, dataDir, ...more)
      assert.equal(busy.code, 5)
      assert.match(busy.err, /is in use by process/)
    }
    assert.equal((await search(server.url, later.key, { name: 'Adler' })).status, 200)
    server.process.kill('SIGKILL')
    await server.ended
    assert.ok(existsSync(join(dataDir, 'accounts.sqlite-wal')))
    const full = await restore(file, dataDir)
    assert.equal(full.code, 5)
    assert.match(full.err, /has data already \(companies\.sqlite\).*--replace/)
    assert.notEqual(await exported(dataDir), old)
    writeFileSync(join(dataDir, 'sample-import-unfinished'), '')
    const replaced = await restore(file, dataDir, '--replace')
    assert.equal(replaced.code, 0, replaced.err)
    assert.equal(existsSync(join(dataDir, 'sample-import-unfinished')), false)
    assert.equal(await exported(dataDir), old)
    assert.deepEqual(await statusesOf(t, dataDir, [kept.key, later.key]), [200, 401])
  })
})

/** A folder for `PATH` in which `firmensuche` is this program. */
function programFolder(test: Lifetime): string {
  const folder = temporaryFolder(test)
  writeFileSync(join(folder, 'firmensuche'), `#!/bin/sh\nexec "${process.execPath}" "${BIN}" "$@"\n`)
  chmodSync(join(folder, 'firmensuche'), 0o755)
  return folder
}

it('the nightly backup by cron and by systemd makes a file that can be restored, and prints nothing', async (t) => {
  const dataDir = await importedFolder(t)
  const folder = temporaryFolder(t)
  // As cron and systemd unescape them.
  const cron = /^30 2 \* \* \* firmensuche (firmensuche backup .*)$/m.exec(PAGE)![1]!.replaceAll('\\%', '%')
  const unit = readFileSync(join(ROOT, 'deploy/firmensuche-backup.service'), 'utf8')
  const lines = [...unit.matchAll(/^ExecStart=\/bin\/sh -c '(.*)'$/gm)].map(([, line]) =>
    line!.replaceAll('%%', '%').replaceAll('$$', '$'),
  )
  assert.equal(lines.length, 2)
  const env = { ...cleanEnv(), PATH: `${programFolder(t)}:${process.env.PATH}`, DATA_DIR: dataDir }
  const printed = [cron, ...lines].map((line) => {
    const placed = line
      .replaceAll('/var/backups/firmensuche', folder)
      .replaceAll('/var/lib/firmensuche', dataDir)
    return execFileSync('sh', ['-c', placed], { env, encoding: 'utf8', stdio: 'pipe' })
  })
  assert.deepEqual(printed.slice(0, 2), ['', ''])
  assert.match(printed[2]!, /It can be restored/)
  assert.equal(readdirSync(folder).length, 1)
})

describe('the drill of docs/operating.md', () => {
  it('runs as it stands, beside the running server', { skip: BRIEF }, async (t) => {
    const dataDir = await importedFolder(t)
    await startServer(t, dataDir, ONE_THREAD)
    const { key } = await makeKey(dataDir)
    const folder = temporaryFolder(t)
    const script = /### Drill[\s\S]*?```sh\n([\s\S]*?)```/.exec(PAGE)![1]!
    const programs = programFolder(t)
    const child = spawn('sh', ['-c', script], {
      env: {
        ...cleanEnv(ONE_THREAD),
        ...{ PATH: `${programs}:${process.env.PATH}`, DATA_DIR: dataDir, KEY: key },
        ...{
          BACKUP: join(folder, 'a.fsb'),
          DRILL: join(folder, 'drill'),
          DRILL_PORT: String(await freePort()),
        },
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    atEnd(t, () => {
      if (child.exitCode === null) process.kill(-child.pid!, 'SIGKILL')
    })
    let [out, err] = ['', '']
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      err += text
    })
    const [code] = await once(child, 'close')
    assert.equal(code, 0, out + err)
    const sums = [...out.matchAll(/^([0-9a-f]{64}) {2}-$/gm)].map(([, sum]) => sum)
    assert.equal(sums.length, 2)
    assert.equal(sums[0], sums[1])
    assert.match(out, /\[\{"uuid":"[^"]+","name":"Adler/)
    assert.equal(existsSync(join(folder, 'drill')), false)
  })
})

async function freePort(): Promise<number> {
  const { createServer } = await import('node:net')
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
