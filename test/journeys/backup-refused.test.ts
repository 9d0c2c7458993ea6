/** Files that are no whole backup are refused with a sentence, wherever they are damaged, and the data folder stays as it was. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  createReadStream,
  createWriteStream,
  existsSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { before, describe, it } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { readBackup } from '../../src/adapters/backup/read-backup.ts'
import { writeBackup } from '../../src/adapters/backup/write-backup.ts'
import { BACKUP_FORMAT, type BackupFacts, BackupRefused } from '../../src/core/backup/backup.ts'
import { BRIEF, often, seed } from '../thorough.ts'
import { ownDisk } from './disk.ts'
import { importedFolder, makeKey, run, sampleFile, temporaryFolder, wholeFile } from './program.ts'

const MIB = 1024 * 1024
const NEVER = new AbortController().signal

/** Everything in a folder but the lock and what SQLite keeps in memory. */
function digestOf(folder: string): string {
  const hash = createHash('sha256')
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (/-shm$|lock\.sqlite$|^(backup|restore)$/.test(name)) continue
    const content = readFileSync(join(folder, name))
    // A reader leaves an empty log.
    if (content.length > 0) hash.update(name).update(content)
  }
  return hash.digest('hex')
}

function reading(bytes: Uint8Array, pieces = 1): Promise<unknown> {
  const step = Math.max(1, Math.ceil(bytes.length / pieces))
  const chunks = Array.from({ length: pieces }, (_, i) => bytes.subarray(i * step, (i + 1) * step))
  return readBackup(Readable.from(chunks.filter(({ length }) => length > 0).map((one) => Buffer.from(one))), {
    ...{ name: 'It', into: undefined, accept: () => {}, read: () => {}, stop: NEVER },
  })
}

const isRefused = (error: unknown) => error instanceof BackupRefused

describe('a file that is no whole backup', () => {
  const file = wholeFile()
  let dataDir: string
  let folder: string
  let backup: string
  let bytes: Buffer

  before(async () => {
    dataDir = await importedFolder(file)
    await makeKey(dataDir)
    folder = temporaryFolder(file)
    backup = join(folder, 'a.fsb')
    const made = await run(['backup', backup, '--data-dir', dataDir])
    assert.equal(made.code, 0, made.err)
    bytes = readFileSync(backup)
  })

  it('is refused wherever it is cut off, in whatever pieces it arrives', async () => {
    await reading(bytes)
    await reading(bytes, 1000)
    const property = fc.asyncProperty(
      fc.integer({ min: 0, max: bytes.length - 1 }),
      fc.integer({ min: 1, max: 50 }),
      (length, pieces) => assert.rejects(reading(bytes.subarray(0, length), pieces), isRefused),
    )
    await fc.assert(property, { numRuns: often(1000, 300), seed: seed() })
    for (const lost of [1, 39, 40, 41, bytes.length - 1, bytes.length - 39, bytes.length])
      await assert.rejects(reading(bytes.subarray(0, bytes.length - lost)), isRefused, `${lost} bytes`)
  })

  it('is refused whichever bit of it is flipped', async () => {
    const property = fc.asyncProperty(
      fc.integer({ min: 0, max: bytes.length - 1 }),
      fc.integer({ min: 0, max: 7 }),
      async (place, bit) => {
        const flipped = Buffer.from(bytes)
        flipped[place]! ^= 1 << bit
        await assert.rejects(reading(flipped), isRefused)
      },
    )
    await fc.assert(property, { numRuns: often(1000, 300), seed: seed() })
    // The headers of Zstandard and tar, and the mark at the end.
    for (const place of [...Array(20).keys(), ...[...Array(40).keys()].map((i) => bytes.length - 1 - i)]) {
      const flipped = Buffer.from(bytes)
      flipped[place]! ^= 1
      await assert.rejects(reading(flipped), isRefused, `byte ${place}`)
    }
  })

  it('is refused with something before, behind or between its bytes', async () => {
    await assert.rejects(reading(Buffer.concat([bytes, Buffer.of(0)])), isRefused)
    await assert.rejects(reading(Buffer.concat([bytes, bytes])), isRefused)
    await assert.rejects(reading(Buffer.concat([Buffer.of(0), bytes])), isRefused)
    const middle = bytes.length >> 1
    await assert.rejects(
      reading(Buffer.concat([bytes.subarray(0, middle), Buffer.alloc(100), bytes.subarray(middle)])),
      isRefused,
    )
  })

  it('is refused by restore with a sentence, an exit code, and no change of the folder', {
    skip: BRIEF,
  }, async () => {
    const flipped = Buffer.from(bytes)
    flipped[bytes.length >> 1]! ^= 1
    const cases: readonly (readonly [name: string, content: Uint8Array, sentence: RegExp])[] = [
      ['cut', bytes.subarray(0, bytes.length - 1000), /cut is not complete: its end is missing/],
      ['flipped', flipped, /flipped is damaged: its checksums do not match/],
      ['empty', Buffer.of(), /empty is not a backup of firmensuche/],
      ['garbage', Buffer.from('PK\x03\x04 some archive'), /garbage is not a backup of firmensuche/],
      ['sqlite', readFileSync(join(dataDir, 'accounts.sqlite')), /sqlite is not a backup/],
      ['newer', await made({ format: BACKUP_FORMAT + 1 }), /newer version .*format 2, this version reads 1/],
      [
        'schema',
        await made({ schemas: { accounts: 999 } }),
        /newer version .*schema version 999 of accounts, this version knows/,
      ],
      ['foreign', await made({}, 'other.sqlite'), /contains other\.sqlite, which this version/],
      ['broken', await made({ schemas: { accounts: 1 } }), /its database accounts cannot be used/],
    ]
    const state = digestOf(dataDir)
    const empty = join(folder, 'new')
    for (const [name, content, sentence] of cases) {
      const path = join(folder, name)
      writeFileSync(path, content)
      for (const args of [
        ['restore', path, '--replace', '--data-dir', dataDir],
        ['restore', path, '--data-dir', empty],
        ['verify', path],
      ]) {
        const { code, err } = await run(args)
        assert.equal(code, 4, `${args.join(' ')}: ${err}`)
        assert.match(err, sentence)
        assert.match(err, args[0] === 'verify' ? /It cannot be restored\.$/m : /Nothing was changed\.$/m)
      }
      assert.equal(digestOf(dataDir), state)
      assert.equal(existsSync(empty), false)
    }
    const missing = await run(['restore', join(folder, 'missing'), '--data-dir', empty])
    assert.equal(missing.code, 3)
    const isFolder = await run(['verify', folder])
    assert.equal(isFolder.code, 3)
    assert.match(isFolder.err, /is a folder, not a backup/)
    const pipe = join(folder, 'pipe')
    execFileSync('mkfifo', [pipe])
    const isPipe = await run(['verify', pipe])
    assert.equal(isPipe.code, 3)
    assert.match(isPipe.err, /is a pipe or a device\. Read it from standard input: - < /)
  })

  it('is refused if SQLite finds its database damaged although its checksums are right', async () => {
    const database = readFileSync(join(dataDir, 'companies.sqlite'))
    // The content of pages in the middle.
    database.fill(0xa5, database.length >> 1, (database.length >> 1) + 8192)
    const path = join(folder, 'damaged')
    writeFileSync(path, await made({ schemas: { companies: 1 } }, 'companies.sqlite', database))
    const state = digestOf(dataDir)
    const { code, err } = await run(['restore', path, '--replace', '--data-dir', dataDir])
    assert.equal(code, 4, err)
    assert.match(err, /is complete, but its database companies (was damaged|cannot be used)/)
    assert.equal(digestOf(dataDir), state)
    assert.equal((await run(['verify', path, '--checksums'])).code, 0)
  })

  /** A whole backup of one file that says something else about itself. */
  async function made(
    about: Partial<BackupFacts>,
    name = 'accounts.sqlite',
    content: Buffer = Buffer.from('no database'),
  ): Promise<Buffer> {
    const path = join(folder, 'made')
    const facts = { format: BACKUP_FORMAT, version: '9.9.9', madeAtMs: 0, schemas: {}, ...about }
    const contents = [{ name, bytes: content.length, open: () => Readable.from([content]) }]
    await writeBackup(facts, contents, createWriteStream(path), { stop: NEVER, written: () => {} })
    return readFileSync(path)
  }

  it('does not grow what is kept in memory with its size', async () => {
    const path = join(folder, 'large')
    const contents = [{ name: 'large.sqlite', bytes: 256 * MIB, open: () => chunks(256) }]
    const about = { format: BACKUP_FORMAT, version: '1', madeAtMs: 0, schemas: {} }
    await writeBackup(about, contents, createWriteStream(path), { stop: NEVER, written: () => {} })
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const kept: number[] = []
    let bytes = 0
    await readBackup(createReadStream(path), {
      ...{ name: path, into: undefined, accept: () => {}, stop: NEVER },
      read: (more) => {
        bytes += more
        if (bytes < (kept.length + 1) * 16 * MIB) return
        // What is no longer used is counted until it is collected.
        collect()
        kept.push(process.memoryUsage().arrayBuffers)
      },
    })
    assert.ok(kept.length > 4, `looked ${kept.length} times`)
    // Memory of what was written before is freed in the background.
    const later = kept.slice(kept.length >> 1)
    assert.ok(Math.max(...later) < 64 * MIB, `${kept} bytes`)
  })
})

async function* chunks(count: number): AsyncGenerator<Uint8Array> {
  for (let i = 0; i < count; i++) yield Buffer.alloc(MIB, i)
}

describe('a full disk', () => {
  it('under the backup leaves no file and a sentence', { skip: BRIEF }, async (t) => {
    const disk = ownDisk(t, MIB / 8)
    if (disk === undefined) return
    const dataDir = await importedFolder(t)
    const { code, err } = await run(['backup', join(disk, 'a.fsb'), '--data-dir', dataDir])
    assert.equal(code, 6, err)
    assert.match(err, /a\.fsb.* cannot be written: the disk is full|has .* free, but the backup needs/)
    assert.deepEqual(readdirSync(disk), [])
    assert.deepEqual(readdirSync(join(dataDir, 'backup')), ['lock.sqlite'])
  })

  it('that fills while the backup is written leaves no file, and keeps an older one', async (t) => {
    const disk = ownDisk(t, MIB)
    if (disk === undefined) return
    const dataDir = await importedFolder(t)
    const file = join(disk, 'a.fsb')
    assert.equal((await run(['backup', file, '--data-dir', dataDir])).code, 0)
    const old = readFileSync(file)
    // The check before lets it pass: a backup could be a tenth of its content.
    assert.equal((await run(['import', sampleFile(t, 3000), '--data-dir', dataDir])).code, 0)
    const { code, err } = await run(['backup', file, '--force', '--data-dir', dataDir])
    assert.equal(code, 6, err)
    assert.match(err, /cannot be written: the disk is full/)
    assert.deepEqual(readdirSync(disk), ['a.fsb'])
    assert.deepEqual(readFileSync(file), old)
  })

  it('under the data folder refuses copies of its databases, and a restore', { skip: BRIEF }, async (t) => {
    const disk = ownDisk(t, 2 * MIB)
    if (disk === undefined) return
    const folder = temporaryFolder(t)
    const file = join(folder, 'a.fsb')
    const other = await importedFolder(t)
    assert.equal((await run(['import', sampleFile(t, 3000), '--data-dir', other])).code, 0)
    assert.equal((await run(['backup', file, '--data-dir', other])).code, 0)
    const restored = await run(['restore', file, '--data-dir', join(disk, 'new')])
    assert.equal(restored.code, 6, restored.err)
    assert.match(restored.err, /has .* MB free, but the backup needs .* MB/)
    assert.deepEqual(readdirSync(disk), [])
    const { cpSync } = await import('node:fs')
    cpSync(await importedFolder(t), disk, { recursive: true })
    writeFileSync(join(disk, 'ballast'), Buffer.alloc(MIB / 2 + MIB / 4))
    const { code, err } = await run(['backup', join(folder, 'b.fsb'), '--data-dir', disk])
    assert.equal(code, 6, err)
    assert.match(err, /but a copy of its databases takes/)
    assert.deepEqual(readdirSync(folder), ['a.fsb'])
  })
})
