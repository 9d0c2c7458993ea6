import assert from 'node:assert/strict'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { crc32 } from 'node:zlib'
import { indexedCompany } from '../../../test/fixtures/indexed-companies.ts'
import { IMAGE_FORMAT } from '../../engine/format/image.ts'
import type { IndexImage } from './index-image.ts'
import { buildIndexImage, loadIndexImage, saveIndexImage } from './index-image.ts'
import { EmbeddedNameIndex } from './name-index.ts'

// Own process: it has hooks for each test.

let folder: string
let path: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'index-'))
  path = join(folder, 'names.index')
})
afterEach(() => rmSync(folder, { recursive: true }))

function exampleImage(sequence = 7): IndexImage {
  const companies = ['Müller-Bau GmbH', 'Zander GmbH', 'Öl & Gas GmbH'].map((name, i) =>
    indexedCompany(i + 1, name, { seat: 'Ulm', formerNames: [{ name: `${name} Alt` }] }),
  )
  return buildIndexImage([companies], { snapshotNumber: 2, sequence, nowMs: 1_700_000_000_000 })
}

function namesIn(image: IndexImage, asked: string): string[] {
  const index = new EmbeddedNameIndex()
  index.publish(image)
  return index.search({ name: asked, deep: true, limit: 10, minScore: 50 }).hits.map((hit) => hit.record.name)
}

function refusalOf(sequence = 7): string {
  const loaded = loadIndexImage(path, { sequence })
  return 'refused' in loaded ? loaded.refused : 'not refused'
}

/** The example as a file of another format, its header's checksum right. */
function ofFormat(format: number): Buffer {
  const file = Buffer.from(new Uint8Array(exampleImage().bytes))
  const header = file.subarray(16, 16 + file.readUInt32LE(8))
  header.write(header.toString('utf8').replace(`"format":${IMAGE_FORMAT}`, `"format":${format}`))
  file.writeUInt32LE(crc32(header), 12)
  return file
}

test('a saved image is loaded byte for byte and gives the same answers', () => {
  const image = exampleImage()
  saveIndexImage(path, image)
  const loaded = loadIndexImage(path, { sequence: 7 })
  assert.ok('image' in loaded)
  assert.deepEqual(new Uint8Array(loaded.image.bytes), new Uint8Array(image.bytes))
  assert.deepEqual(namesIn(loaded.image, 'müllerbau'), ['Müller-Bau GmbH'])
  assert.deepEqual(namesIn(loaded.image, 'zander alt'), ['Zander GmbH'])
})

test('building twice from the same companies gives the same bytes', () => {
  assert.deepEqual(new Uint8Array(exampleImage().bytes), new Uint8Array(exampleImage().bytes))
})

test('an image without companies can be saved, loaded and searched', () => {
  saveIndexImage(path, buildIndexImage([], { snapshotNumber: 1, sequence: 0, nowMs: 0 }))
  const loaded = loadIndexImage(path, { sequence: 0 })
  assert.ok('image' in loaded)
  for (const asked of ['a', 'HRB 1', '1']) assert.deepEqual(namesIn(loaded.image, asked), [])
})

test('a flipped bit in any byte of the file is refused', () => {
  saveIndexImage(path, exampleImage())
  const good = readFileSync(path)
  for (let i = 0; i < good.length; i++) {
    // The header whole; of the sections, whose checksums are all alike, one byte in 97.
    if (i > 4096 && i % 97 !== 0) continue
    const bad = Buffer.from(good)
    bad[i] = (bad[i] as number) ^ (1 << (i % 8))
    writeFileSync(path, bad)
    assert.notEqual(refusalOf(), 'not refused', `byte ${i} of ${good.length}`)
  }
})

test('a file that is truncated anywhere, or has bytes after its end, is refused', () => {
  saveIndexImage(path, exampleImage())
  const good = readFileSync(path)
  for (const length of [0, 1, 8, 15, 16, 17, 500, 5000, good.length - 8, good.length - 1]) {
    writeFileSync(path, good)
    truncateSync(path, length)
    assert.notEqual(refusalOf(), 'not refused', `${length} bytes`)
  }
  writeFileSync(path, Buffer.concat([good, Buffer.alloc(8)]))
  assert.equal(refusalOf(), 'The index file is shorter or longer than it says.')
})

test('an image of another state of the store and a file that is not an image are refused with the reason', () => {
  assert.equal(refusalOf(), 'There is no readable index file.')
  saveIndexImage(path, exampleImage(6))
  assert.equal(refusalOf(), 'The index file is at change 6, the store at 7.')
  writeFileSync(path, ofFormat(0))
  assert.equal(refusalOf(), `The index file has format 0, this version reads ${IMAGE_FORMAT}.`)
  writeFileSync(path, 'SQLite format 3\0 and more than that')
  assert.equal(refusalOf(), 'The file is not an index file.')
})

test('a save that cannot replace the file leaves the old file and no temporary one', () => {
  mkdirSync(path)
  writeFileSync(join(path, 'something'), 'old')
  assert.throws(() => saveIndexImage(path, exampleImage()))
  assert.deepEqual(readdirSync(folder), ['names.index'])
  assert.equal(readFileSync(join(path, 'something'), 'utf8'), 'old')
})

test('a save to a missing folder throws', () => {
  assert.throws(() => saveIndexImage(join(folder, 'none', 'names.index'), exampleImage()), { code: 'ENOENT' })
})

test('another thread reads the same memory', async () => {
  const image = exampleImage()
  const source = `const { workerData, parentPort } = require('node:worker_threads')
    import(${JSON.stringify(import.meta.resolve('./name-index.ts'))}).then(({ EmbeddedNameIndex }) => {
      const index = new EmbeddedNameIndex()
      index.publish(workerData)
      parentPort.postMessage(index.search({ name: 'zander', deep: false, limit: 5 }).hits[0].record.name)
      new Uint8Array(workerData.bytes)[0] = 0
      parentPort.postMessage('written')
    })`
  const worker = new Worker(source, { eval: true, workerData: image })
  const messages: unknown[] = []
  await new Promise<void>((resolve, reject) => {
    worker.on('error', reject)
    worker.on('message', (message) => messages.push(message) === 2 && resolve())
  })
  await worker.terminate()
  assert.deepEqual(messages, ['Zander GmbH', 'written'])
  assert.equal(new Uint8Array(image.bytes)[0], 0)
})
