/** Files that are no text are refused with a sentence, whatever their name, and texts with some control characters are not. */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { FileFault } from '../../../core/ingest/entry-source.ts'
import { registerFiles } from '../entry-source.ts'
import { inspectFile } from '../inspect-file.ts'
import { binaryContent, CONTROL_SHARE_MAX } from './binary-content.ts'

let folder: string
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'binary-'))
  writeFileSync(join(folder, 'm.yaml'), 'source: list\ntitle: List\ncolumns: {id: Nr, name: Firma}\n')
})
after(() => rmSync(folder, { recursive: true }))

function randomBytes(length: number): Buffer {
  let seed = 7
  return Buffer.from(
    Array.from({ length }, () => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % 256
    }),
  )
}

const HEADER = Buffer.from('Nr;Firma\n1;Adler GmbH\n')
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const PDF = Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<< /Type /Catalog >>\nendobj\n', 'latin1')
const BINARIES: Readonly<Record<string, readonly [bytes: Buffer, sentence: RegExp]>> = {
  png: [PNG, /is a PNG image\.$/],
  pdf: [PDF, /is a PDF document\.$/],
  program: [readFileSync(process.execPath).subarray(0, 20_000), /is a program\.$/],
  random: [randomBytes(20_000), /is no text: it contains binary data\.$/],
  'random after a header': [Buffer.concat([HEADER, randomBytes(20_000)]), /is no text/],
  'a compressed image': [gzipSync(PNG), /is a PNG image\.$/],
  'compressed twice': [gzipSync(gzipSync(HEADER)), /is compressed twice\. Unpack it first\.$/],
  'a tar archive': [Buffer.concat([Buffer.from('list.csv'), Buffer.alloc(504), HEADER]), /is no text/],
}

async function faultOf(read: () => Promise<unknown>): Promise<FileFault> {
  const fault = await read().then(
    () => undefined,
    (error: unknown) => error,
  )
  assert.ok(fault instanceof FileFault, String(fault))
  return fault
}

for (const [name, [bytes, sentence]] of Object.entries(BINARIES)) {
  test(`${name} is refused as a table, as a register file and by --inspect`, async () => {
    const path = join(folder, 'list.csv')
    writeFileSync(path, bytes)
    const all = (how = {}) => Array.fromAsync(registerFiles().read(path, how))
    for (const read of [() => all({ mapping: join(folder, 'm.yaml') }), all, () => inspectFile(path)]) {
      const fault = await faultOf(read)
      assert.equal(fault.reason, 'binary')
      assert.match(fault.message, sentence)
    }
  })
}

test('a text may have one control character, or as many as the largest share, in every encoding', () => {
  const text = (controls: number) => `Nr;Firma\n${'\u001f'.repeat(controls)}`.padEnd(1000, 'ä')
  const most = 1000 * CONTROL_SHARE_MAX
  for (const encoding of ['utf8', 'latin1', 'utf16le'] as const) {
    const of = (controls: number) => binaryContent(Buffer.from(text(controls), encoding))
    assert.equal(of(most), undefined, encoding)
    assert.match(of(most + 1) ?? '', /no text/, encoding)
  }
  assert.equal(binaryContent(Buffer.from('Nr;Firma\n1;\u001f\n')), undefined)
  assert.match(binaryContent(Buffer.from('Nr\0;Firma\n1;A\n')) ?? '', /no text/)
  assert.equal(binaryContent(Buffer.from('Nr;Firma\r\n\f1;\0A\tB\u000b\r\n')), undefined)
})
