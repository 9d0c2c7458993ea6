import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { hostileFile } from '../../../../test/fixtures/hostile-files.ts'
import { zipOf } from '../../../../test/fixtures/zip.ts'
import { BRIEF } from '../../../../test/thorough.ts'
import { FileFault } from '../../../core/ingest/entry-source.ts'
import { registerFiles } from '../entry-source.ts'
import { DIRECTORY_BYTES_MAX, ENTRIES_MAX, openArchive, UNPACKED_BYTES_MAX } from './zip-archive.ts'

const LINE = `${JSON.stringify({
  company_number: 'D2601V_HRB1',
  name: 'Muster GmbH',
  current_status: 'currently registered',
})}\n`
const TEXT = LINE.repeat(1000)

let folder: string
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'unzip-'))
})
after(() => rmSync(folder, { recursive: true }))

async function read(bytes: Buffer): Promise<{ rows: number; fault?: string; sentence?: string }> {
  const path = join(folder, 'packed')
  writeFileSync(path, bytes)
  let rows = 0
  try {
    for await (const batch of registerFiles().read(path)) rows += batch.rows.length
    return { rows }
  } catch (error) {
    assert.ok(error instanceof FileFault, String(error))
    return { rows, fault: error.reason, sentence: error.message }
  }
}

test('the only file of an archive is read, whatever its name is and whatever folders stand beside it', async () => {
  const name = '../../outside.jsonl'
  assert.deepEqual(await read(zipOf({ name: 'folder/', bytes: '' }, { name, bytes: TEXT })), { rows: 1000 })
  assert.equal(existsSync(join(folder, name)), false)
})

test('an archive without a file, or with several ones, is refused with a sentence', async () => {
  const empty = await read(zipOf())
  assert.equal(empty.fault, 'archive_files')
  const member = { name: 'a.jsonl', bytes: TEXT }
  const several = await read(zipOf(member, { ...member, name: 'b.jsonl' }))
  assert.equal(several.fault, 'archive_files')
  assert.match(several.sentence ?? '', /does not contain exactly one file/)
})

test('an archive may have as many folders as the limit allows beside its file, and not one more', {
  skip: BRIEF,
}, async () => {
  const folders = (count: number) => Array.from({ length: count }, (_, i) => ({ name: `${i}/`, bytes: '' }))
  const file = { name: 'a.jsonl', bytes: TEXT }
  assert.deepEqual(await read(zipOf(...folders(ENTRIES_MAX - 1), file)), { rows: 1000 })
  assert.equal((await read(zipOf(...folders(ENTRIES_MAX), file))).fault, 'archive_files')
})

test('names, extra fields and comments of an archive are read up to a limit', async () => {
  const path = join(folder, 'directory')
  writeFileSync(path, hostileFile('extra-fields.zip'))
  const archive = await openArchive(path)
  let bytes = 0
  const read = async () => {
    for await (const _ of archive.members()) bytes += 0xfffc
  }
  await assert.rejects(read, { reason: 'archive_files' })
  archive.close()
  assert.ok(bytes > DIRECTORY_BYTES_MAX - 2 * 0xfffc && bytes <= DIRECTORY_BYTES_MAX, `${bytes} bytes`)
})

test('an archive in an archive is refused', async () => {
  const inner = zipOf({ name: 'a.jsonl', bytes: TEXT })
  assert.equal((await read(zipOf({ name: 'a.zip', bytes: inner }))).fault, 'archive_files')
})

test('an encrypted archive is refused', async () => {
  const encrypted = zipOf({ name: 'a.jsonl', bytes: TEXT, isEncrypted: true })
  assert.deepEqual((await read(encrypted)).fault, 'archive_encrypted')
})

test('an archive that unpacks to much more than its size is refused before it is unpacked', async () => {
  const zeros = zipOf({ name: 'a.jsonl', bytes: Buffer.alloc(32 * 1024 * 1024) })
  assert.ok(zeros.length < 100_000)
  assert.deepEqual((await read(zeros)).fault, 'unpacks_too_large')
  assert.ok(UNPACKED_BYTES_MAX > 2 ** 32)
})

test('an archive with more bytes than it says ends as damaged', async () => {
  const lying = await read(zipOf({ name: 'a.jsonl', bytes: TEXT, saidBytes: 1000 }))
  assert.equal(lying.fault, 'damaged')
})

test('a truncated or damaged archive is a fault with a sentence', async () => {
  const bytes = zipOf({ name: 'a.jsonl', bytes: TEXT })
  assert.equal((await read(bytes.subarray(0, bytes.length - 30))).fault, 'truncated')
  for (let at = 4; at < bytes.length; at += 5) {
    const flipped = Buffer.from(bytes)
    flipped[at]! ^= 0x11
    const { fault, rows } = await read(flipped)
    assert.ok(fault !== undefined || rows === 1000, `${at}: ${rows} rows`)
  }
})
