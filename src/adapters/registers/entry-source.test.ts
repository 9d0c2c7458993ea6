import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { FileFault, type Row } from '../../core/ingest/entry-source.ts'
import { germanKey } from '../../names/reading/register-number.ts'
import { registerFiles } from './entry-source.ts'
import { LINE_BYTES_MAX } from './files/line-splitter.ts'
import { BZIP2_PROGRAMS } from './files/unbzip2.ts'

/** 400 entries of the sample in data/, packed by bzip2 1.0.8 in two streams of 200. */
const BZIP2_SAMPLE = fileURLToPath(
  new URL('../../../test/fixtures/registers/two-streams.jsonl.bz2', import.meta.url),
)
const BZIP2_ROWS = 400
const FIRST_STREAM_ROWS = 200

function line(number: number, change: object = {}): string {
  return JSON.stringify({
    company_number: `D2601V_HRB${number}`,
    name: `Fürma ${number} GmbH`,
    current_status: 'currently registered',
    retrieved_at: '2018-07-27T13:49:16Z',
    all_attributes: { registered_office: 'München' },
    ...change,
  })
}

/** Not as small as possible: that would take most of the test's time. */
const brotli = (text: string): Buffer =>
  brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })

const lines = (count: number): string => Array.from({ length: count }, (_, i) => `${line(i + 1)}\n`).join('')

describe('reading register files', () => {
  let folder: string
  const put = (name: string, bytes: string | Buffer): string => {
    const path = join(folder, name)
    writeFileSync(path, bytes)
    return path
  }

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'registers-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  async function read(path: string, programs = BZIP2_PROGRAMS): Promise<{ rows: Row[]; fault?: FileFault }> {
    const rows: Row[] = []
    try {
      for await (const batch of registerFiles({ bzip2Programs: programs }).read(path))
        rows.push(...batch.rows)
    } catch (error) {
      assert.ok(error instanceof FileFault, String(error))
      return { rows, fault: error }
    }
    return { rows }
  }

  const reasons = (rows: readonly Row[]): unknown[] =>
    rows.map((row) => ('reason' in row ? row.reason : 'good'))

  it('reads the fields of an entry that the product needs', async () => {
    const text = line(1, {
      registered_address: 'Am Platz 1, 80331 München.',
      previous_names: [{ company_name: 'Alt GmbH' }],
      subsequent_registrations: [
        {
          previous_entity: { entity_properties: { company_number: 'R1101_HRB77942' } },
          subsequent_entity: { entity_properties: { company_number: 'D2601V_HRB1' } },
          previous_registration_end_date: '2019-01-08',
        },
        {
          previous_entity: { entity_properties: { company_number: 'D2601V_HRB1' } },
          subsequent_entity: { entity_properties: { company_number: 'M1502_HRB96822' } },
        },
      ],
    })
    const { rows } = await read(put('one.jsonl', text))
    assert.deepEqual(rows, [
      {
        line: 1,
        text,
        entry: {
          source: 'offeneregister',
          sourceKey: 'D2601V_HRB1',
          number: {
            register: { country: 'DE', court: 'D2601V', type: 'HRB', digits: 1, suffix: '' },
            court: 'D2601V',
          },
          name: 'Fürma 1 GmbH',
          status: 'active',
          statusWord: 'currently registered',
          seat: 'München',
          address: 'Am Platz 1, 80331 München.',
          registeredOn: null,
          formerNames: [{ name: 'Alt GmbH', until: null }],
          formerNumbers: [
            {
              register: { country: 'DE', court: 'R1101', type: 'HRB', digits: 77_942, suffix: '' },
              until: '2019-01-08',
            },
          ],
          asOf: '2018-07-27',
        },
      },
    ])
  })

  it('reads the status from the words of the source, any other word as unknown', async () => {
    const words = ['currently registered', 'removed', 'pending', '']
    const text = words.map((current_status, i) => `${line(i, { current_status })}\n`).join('')
    const { rows } = await read(put('status.jsonl', text))
    assert.deepEqual(
      rows.map((row) => 'entry' in row && [row.entry.status, row.entry.statusWord]),
      [
        ['active', 'currently registered'],
        ['removed', 'removed'],
        ['unknown', 'pending'],
        ['unknown', ''],
      ],
    )
  })

  it('keeps an entry without a former number that cannot be parsed', async () => {
    const move = (from: string): object => ({
      previous_entity: { entity_properties: { company_number: from } },
      subsequent_entity: { entity_properties: { company_number: 'D2601V_HRB1' } },
    })
    const moves = { subsequent_registrations: [move('nonsense'), move('R1101_HRB7'), move('D2601V_HRB1')] }
    const { rows } = await read(put('moves.jsonl', line(1, moves)))
    const [row] = rows
    assert.ok(row !== undefined && 'entry' in row)
    assert.deepEqual(
      row.entry.formerNumbers.map(({ register, until }) => [
        germanKey(register).court,
        germanKey(register).digits,
        until,
      ]),
      [['R1101', 7, null]],
    )
  })

  it('reads plain, gzip and brotli files, recognized by their content and not by their names', async () => {
    const text = lines(5000)
    const plain = await read(put('a.jsonl', text))
    assert.equal(plain.rows.length, 5000)
    assert.deepEqual(await read(put('a.jsonl.gz', gzipSync(text))), plain)
    assert.deepEqual(await read(put('gzip-with-another-name.jsonl', gzipSync(text))), plain)
    assert.deepEqual(
      await read(put('two-members.gz', Buffer.concat([gzipSync(lines(5000)), gzipSync('')]))),
      plain,
    )
    assert.deepEqual(await read(put('a.jsonl.br', brotli(text))), plain)
    assert.deepEqual(await read(put('not-brotli.br', text)), plain)
  })

  it('reads lines that end in CR LF, start with a byte order mark or have empty lines between them', async () => {
    const { rows } = await read(put('windows.jsonl', `\ufeff${line(1)}\r\n\r\n${line(2)}\r\n\n${line(3)}`))
    assert.deepEqual(reasons(rows), ['good', 'good', 'good'])
    assert.deepEqual(
      rows.map((row) => row.line),
      [1, 3, 5],
    )
  })

  it('rejects an invalid row with its line and reason, and keeps the valid rows around it', async () => {
    const bad: [string, string | Buffer][] = [
      ['broken_json', '{"company_number": "D2601V_HRB1", "name": '],
      ['not_an_object', '[1, 2]'],
      ['not_an_object', '"text"'],
      ['not_utf8', Buffer.from(line(2), 'latin1')],
      ['name_missing', line(2, { name: undefined })],
      ['name_missing', line(2, { name: null })],
      ['number_missing', line(2, { company_number: undefined })],
      ['field_type', line(2, { name: 7 })],
      ['field_type', line(2, { previous_names: 'Alt GmbH' })],
      ['field_type', line(2, { previous_names: ['Alt GmbH'] })],
      ['field_type', line(2, { all_attributes: [] })],
    ]
    for (const [reason, text] of bad) {
      const bytes = Buffer.concat([
        Buffer.from(`${line(1)}\n`),
        Buffer.from(text),
        Buffer.from(`\n${line(3)}\n`),
      ])
      const { rows, fault } = await read(put('bad.jsonl', bytes))
      assert.equal(fault, undefined)
      assert.deepEqual(reasons(rows), ['good', reason, 'good'], String(text))
      assert.equal(rows[1]!.line, 2)
    }
  })

  it('accepts a line of 1 MiB and rejects a longer one without keeping it in memory', async () => {
    const exact = line(2, { filler: '' })
    const filled = (bytes: number): string => line(2, { filler: 'x'.repeat(bytes - exact.length + 1) })
    const fits = filled(LINE_BYTES_MAX - Buffer.byteLength(line(2)) + line(2).length - 1)
    assert.equal(Buffer.byteLength(fits), LINE_BYTES_MAX)
    const { rows } = await read(
      put('long.jsonl', `${line(1)}\n${fits}\n${fits.replace('xx', 'xxx')}\n${line(3)}\n`),
    )
    assert.deepEqual(reasons(rows), ['good', 'good', 'line_too_long', 'good'])
    assert.ok(rows[2]!.text.length < 10_000)
    const huge = await read(put('huge.jsonl', `${line(1)}\n${'x'.repeat(5 * LINE_BYTES_MAX)}\n${line(3)}\n`))
    assert.deepEqual(reasons(huge.rows), ['good', 'line_too_long', 'good'])
    const unended = await read(put('unended.jsonl', `${line(1)}\n${'x'.repeat(5 * LINE_BYTES_MAX)}`))
    assert.deepEqual(reasons(unended.rows), ['good', 'line_too_long'])
  })

  it('describes in a sentence why a file cannot be read', async () => {
    mkdirSync(join(folder, 'folder'))
    // Nobody writes into it, so that opening it as a file would not return.
    spawnSync('mkfifo', [join(folder, 'pipe.jsonl')])
    for (const [path, reason, sentence] of [
      [join(folder, 'none.jsonl'), 'missing', /there is no such file\.$/],
      [join(folder, 'folder'), 'folder', /is a folder\. Name one of its files\./],
      [join(folder, 'pipe.jsonl'), 'not_a_file', /is a pipe or a device\./],
      ['/dev/null', 'not_a_file', /is a pipe or a device\./],
      [put('empty.jsonl', ''), 'empty', /is empty\.$/],
      [put('empty.jsonl.gz', gzipSync('')), 'empty', /is empty\.$/],
      [put('blank.jsonl', '\n\n'), 'empty', /is empty\.$/],
      [
        put('table.csv', 'name,number\nA GmbH,1\n'),
        'unknown_format',
        /one JSON object per line\), register announcements, GLEIF or XJustiz,/,
      ],
      [
        put('list.json', `[\n${line(1)},\n${line(2)}\n]`.replaceAll('},', '},\n')),
        'unknown_format',
        /one JSON/,
      ],
      [
        put('pretty.json', JSON.stringify(JSON.parse(line(1)), null, 2)),
        'unknown_format',
        /one JSON object per line/,
      ],
      [put('page.html', '<p>\n'.repeat(500)), 'unknown_format', /one JSON object per line/],
    ] as const) {
      const { rows, fault } = await read(path)
      assert.equal(fault?.reason, reason, path)
      assert.deepEqual(rows, [], 'no rows of another format are told')
      assert.match(fault.message, sentence)
      assert.equal(fault.file, path)
    }
  })

  it('keeps the rows before the end of a truncated file and reports its position', async () => {
    const text = lines(20_000)
    for (const [name, packed] of [
      ['cut.gz', gzipSync(text)],
      ['cut.br', brotli(text)],
    ] as const) {
      const half = packed.subarray(0, packed.length >> 1)
      const { rows, fault } = await read(put(name, half))
      assert.equal(fault?.reason, 'truncated', name)
      assert.ok(rows.length > 1000 && rows.length < 20_000, `${name}: ${rows.length}`)
      assert.ok(reasons(rows).every((reason) => reason === 'good'))
      assert.equal(fault.line, rows.length)
      assert.equal(fault.byte, half.length)
      assert.match(
        fault.message,
        new RegExp(`ends too early, after byte ${half.length} \\(line ${rows.length}\\)`),
      )
    }
  })

  it('detects a flipped bit in a compressed file', async () => {
    const text = lines(20_000)
    for (const [name, packed] of [
      ['flip.gz', gzipSync(text)],
      ['flip.bz2', readFileSync(BZIP2_SAMPLE)],
    ] as const) {
      const flipped = Buffer.from(packed)
      flipped[flipped.length >> 1]! ^= 0x10
      assert.equal((await read(put(name, flipped))).fault?.reason, 'damaged', name)
    }
  })

  const bzip2Ways: [string, readonly string[]][] = [['JavaScript', []]]
  for (const program of BZIP2_PROGRAMS) {
    if (spawnSync(program, ['--help']).error === undefined) bzip2Ways.push([program, [program]])
    else it.skip(`bzip2 by ${program}: this machine does not have it`)
  }
  for (const [way, programs] of bzip2Ways) {
    describe(`bzip2 by ${way}`, () => {
      it('reads all streams of a file', async () => {
        const { rows, fault } = await read(BZIP2_SAMPLE, programs)
        assert.equal(fault, undefined)
        assert.equal(rows.length, BZIP2_ROWS)
      })

      it('detects a truncated first or second stream and keeps the rows before it', async () => {
        const packed = readFileSync(BZIP2_SAMPLE)
        const late = await read(put('late.bz2', packed.subarray(0, packed.length - 5)), programs)
        assert.equal(late.fault?.reason, 'truncated')
        assert.ok(late.rows.length >= FIRST_STREAM_ROWS, `${late.rows.length} rows`)
        assert.match(late.fault.message, /ends too early/)
        const early = await read(put('early.bz2', packed.subarray(0, packed.length / 4)), programs)
        assert.equal(early.fault?.reason, 'truncated')
      })
    })
  }

  it('reports that a file may not be read', { skip: permissionSkip() }, () => {
    const path = put('secret.jsonl', line(1))
    chmodSync(path, 0o000)
    chmodSync(folder, 0o755)
    const script = `
      if (process.getuid() === 0) process.setuid(65534)
      const { registerFiles } = await import(${JSON.stringify(new URL('./entry-source.ts', import.meta.url).href)})
      try {
        for await (const _ of registerFiles().read(${JSON.stringify(path)})) console.log('read')
      } catch (error) {
        console.log(error.reason, error.message)
      }`
    const child = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
    assert.match(child.stdout, /^no_permission .*this user may not read the file\.\n$/, child.stderr)
  })
})

/** Root may read everything: it needs another user that can still read this source. */
function permissionSkip(): string | false {
  if (process.getuid === undefined) return 'this system has no users'
  if (process.getuid() !== 0) return false
  const script = 'process.setuid(65534); require("fs").readFileSync(process.argv[1])'
  const tried = spawnSync(process.execPath, ['-e', script, fileURLToPath(import.meta.url)])
  return tried.status === 0 ? false : 'root may read everything, and no other user can read this source'
}
