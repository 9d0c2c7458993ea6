import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { createGunzip } from 'node:zlib'
import { hostileFile } from '../../../../test/fixtures/hostile-files.ts'
import { FileFault, type Row } from '../../../core/ingest/entry-source.ts'
import { XML_DEPTH_MAX, XML_PART_CHARS_MAX } from '../files/xml-reader.ts'
import { SI_TEXTS_MAX } from './si-messages.ts'
import { XJUSTIZ_SI } from './xjustiz-si.ts'

/** A synthetic message: no real company, no real person. */
const MESSAGE = readFileSync(new URL('../../../../test/fixtures/registers/si.xml', import.meta.url), 'utf8')

const CHUNK_BYTES = 64 * 1024

async function read(chunks: Iterable<Buffer>): Promise<{ rows: Row[]; fault?: FileFault }> {
  const rows: Row[] = []
  try {
    for await (const batch of XJUSTIZ_SI.rows({ path: 'si.xml', chunks: Readable.from(chunks) }))
      rows.push(...batch)
  } catch (error) {
    assert.ok(error instanceof FileFault, String(error))
    return { rows, fault: error }
  }
  return { rows }
}

const readText = (text: string, chunkBytes = CHUNK_BYTES) => read(chunksOf(Buffer.from(text), chunkBytes))

function* chunksOf(bytes: Buffer, chunkBytes: number) {
  for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes)
}

/** A document of one field, in which a test puts something. */
const withName = (inner: string) =>
  MESSAGE.replaceAll(
    'Müßiggang &amp; Söhne Beispielwerke GmbH</tns:bezeichnung.aktuell>',
    `${inner}</tns:bezeichnung.aktuell>`,
  )

test('the format is recognised by the name of its message or its namespace', () => {
  assert.ok(XJUSTIZ_SI.recognises(MESSAGE.slice(0, 4096)))
  assert.ok(XJUSTIZ_SI.recognises('\ufeff<x:nachricht.reg.0400003 xmlns:x="urn:other">'))
  assert.ok(!XJUSTIZ_SI.recognises('<html><body>nothing</body></html>'))
  assert.ok(!XJUSTIZ_SI.recognises('{"url":"http://www.xjustiz.de"}'))
})

test('a message tells number, name, former name, legal form, seat and address on the day of the extract', async () => {
  const { rows } = await readText(MESSAGE)
  const [row] = rows
  assert.ok(rows.length === 1 && row !== undefined && 'entry' in row)
  assert.deepEqual(row.entry, {
    source: 'xjustiz-si',
    sourceKey: 'F1103R_HRB900001B',
    number: {
      register: { country: 'DE', court: 'F1103R', type: 'HRB', digits: 900_001, suffix: 'B' },
      court: 'F1103R',
    },
    name: 'Müßiggang & Söhne Beispielwerke GmbH',
    elfCode: '2HBR',
    status: 'unknown',
    statusWord: '',
    seat: 'Berlin',
    address: 'Musterstraße 1 A, 10115 Berlin',
    registeredOn: null,
    formerNames: [{ name: 'Beispielwerke Vorrats GmbH', until: null }],
    formerNumbers: [],
    asOf: '2026-08-01',
  })
})

test('people of a message are neither in its entry nor in a rejected row', async () => {
  const rows = [...(await readText(MESSAGE)).rows, ...(await readText(withName(''))).rows]
  assert.equal(rows.length, 2)
  assert.equal('reason' in rows[1]! && rows[1].reason, 'name_missing')
  assert.doesNotMatch(JSON.stringify(rows), /Mustermann|Erika|Potsdam|1900/)
})

test('the entry is the same for other prefixes of the namespace and for any size of the chunks', async () => {
  const { rows } = await readText(MESSAGE)
  assert.deepEqual((await readText(MESSAGE, 1)).rows, rows)
  assert.deepEqual((await readText(MESSAGE.replaceAll('tns:', ''))).rows, rows)
  assert.deepEqual((await readText(MESSAGE.replaceAll('tns:', 'x:').replaceAll(':tns', ':x'))).rows, rows)
})

test('several messages in one document are several rows', async () => {
  const message = MESSAGE.slice(MESSAGE.indexOf('<tns:nachricht.reg'))
  const { rows, fault } = await readText(`<all>${message.repeat(3)}</all>`)
  assert.equal(fault, undefined)
  assert.equal(rows.filter((row) => 'entry' in row).length, 3)
})

test('a message without a number, or with one that cannot be parsed, is rejected', async () => {
  const reasonOf = async (text: string) =>
    (await readText(text)).rows.map((row) => 'reason' in row && row.reason)
  assert.deepEqual(await reasonOf(MESSAGE.replace('<tns:laufendeNummer>900001<', '<tns:laufendeNummer><')), [
    'number_missing',
  ])
  const { rows } = await readText(
    MESSAGE.replace(
      '<code>F1103R</code></tns:gericht></tns:auswahl_instanz',
      '<code>Z9999</code></tns:gericht></tns:auswahl_instanz',
    ),
  )
  assert.equal('entry' in rows[0]! && rows[0].entry.number, undefined)
})

test('a document type is refused, so entities are neither expanded nor loaded from elsewhere', async () => {
  const laughs = `<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>`
  const file = `<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>`
  for (const [doctype, entity] of [
    [laughs, '&b;'],
    [file, '&f;'],
  ] as const) {
    const { rows, fault } = await readText(
      withName(entity).replace(/^<\?xml[^>]*>/, (start) => start + doctype),
    )
    assert.deepEqual(rows, [])
    assert.equal(fault?.reason, 'malformed')
    assert.match(fault.message, /^si\.xml has a document type, which is refused, near line 1\./)
  }
  const { fault } = await readText(withName('&unknown;'))
  assert.match(fault?.message ?? '', /is not well-formed XML/)
})

test('a document that ends too early keeps the messages before', async () => {
  const message = MESSAGE.slice(MESSAGE.indexOf('<tns:nachricht.reg'))
  const { rows, fault } = await readText(`<all>${message}${message.slice(0, -500)}`)
  assert.equal(rows.length, 1)
  assert.match(
    fault?.message ?? '',
    /is not well-formed XML, near line \d+\. The messages before are valid\./,
  )
})

test('a document that is not UTF-8 is refused', async () => {
  const { fault } = await read([Buffer.from(MESSAGE.replace('UTF-8', 'ISO-8859-1'), 'latin1')])
  assert.match(fault?.message ?? '', /^si\.xml is not UTF-8/)
})

test('the limits of depth, parts and texts hold at their edges', async () => {
  const nested = (depth: number) => `<a>`.repeat(depth) + `</a>`.repeat(depth)
  assert.equal((await readText(nested(XML_DEPTH_MAX))).fault, undefined)
  assert.match((await readText(nested(XML_DEPTH_MAX + 1))).fault?.message ?? '', /nested too deeply/)

  const part = (chars: number) => `<a><!--${'x'.repeat(chars - '<a><!---->'.length)}-->`
  const fault = async (text: string) => (await readText(`${`<x/>`.replace('/', '') + text}</a></x>`)).fault
  assert.equal(await fault(part(XML_PART_CHARS_MAX - CHUNK_BYTES)), undefined)
  assert.match(
    (await fault(part(XML_PART_CHARS_MAX + 2 * CHUNK_BYTES)))?.message ?? '',
    /a part that is too long/,
  )

  const names = (count: number) =>
    MESSAGE.replace(
      '<tns:bezeichnung.alt>',
      `${'<tns:bezeichnung.alt>A GmbH</tns:bezeichnung.alt>'.repeat(count)}<tns:bezeichnung.alt>`,
    )
  const { rows } = await readText(names(1))
  const others = 'entry' in rows[0]! ? countOfTexts : 0
  assert.equal((await readText(names(SI_TEXTS_MAX - others))).fault, undefined)
  assert.match((await readText(names(SI_TEXTS_MAX - others + 1))).fault?.message ?? '', /too many texts/)
})

/** Texts of the fields in the synthetic message. */
const countOfTexts = 14

test('100 MB of nested tags, or of one text, end in a sentence before they are in memory', async () => {
  const chunk = (text: string) => Buffer.from(text.repeat(CHUNK_BYTES / text.length))
  function* endless(text: string, read: { chunks: number }) {
    for (; read.chunks < (100 * 1024 * 1024) / CHUNK_BYTES; read.chunks++) yield chunk(text)
  }
  for (const [text, sentence] of [
    ['<aa><bb>', /nested too deeply/],
    ['<a x="aaaaaaaaaa', /not well-formed|too long/],
    ['<!-- aaa', /too long|not well-formed/],
  ] as const) {
    const done = { chunks: 0 }
    const { fault } = await read(endless(text, done))
    assert.match(fault?.message ?? '', sentence)
    assert.ok(done.chunks < 64, `${done.chunks} chunks of ${text}`)
  }
})

test('attributes, comments and entities are read up to a limit', async () => {
  for (const [name, sentence] of [
    ['attributes.xml.gz', /too many attributes/],
    ['comment.xml.gz', /a part that is too long/],
    ['entity.xml.gz', /a part that is too long/],
  ] as const) {
    let bytes = 0
    const unpacker = Readable.from([hostileFile(name)]).pipe(createGunzip())
    const counted = unpacker.map((chunk: Buffer) => {
      bytes += chunk.length
      return chunk
    })
    const { rows, fault } = await read(counted as never)
    assert.equal(rows.length, 0)
    assert.match(fault?.message ?? '', sentence)
    assert.match(fault?.message ?? '', /^si\.xml .*near line 1\. The messages before are valid\.$/)
    assert.ok(bytes < 2 * XML_PART_CHARS_MAX, `${name}: ${bytes} bytes`)
  }
})
