/** Matching lists of customers with the command line: in the data folder and with a server. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openCustomerList } from '../../src/adapters/registers/customer-list.ts'
import { MATCHED_COLUMNS, matchedNames } from '../../src/core/matching/matched-columns.ts'
import { BRIEF, someOf } from '../thorough.ts'
import {
  assertLargePages,
  atEnd,
  BIN,
  cleanEnv,
  importedFolder,
  makeKey,
  ONE_THREAD,
  POLL_MS,
  ROOT,
  run,
  sampleLines,
  startServer,
  stopWhen,
  temporaryFolder,
} from './program.ts'

const LISTS = join(ROOT, 'test/fixtures/lists')
const EXCEL = join(LISTS, 'excel-de.csv')
/** Long enough to be ended in the middle. */
const LONG_ROWS = 20_000
const UUID = /^[0-9a-f-]{36}$/

/** The folder of a register, and one for files. */
async function places(test: TestContext) {
  return { dataDir: await importedFolder(test), folder: temporaryFolder(test) }
}

/** Returns the cells of the added columns by name, a row each. */
async function addedOf(path: string): Promise<readonly Readonly<Record<string, string>>[]> {
  const list = await openCustomerList(path, { hasNoHeader: false })
  const rows = (await Array.fromAsync(list.rows(0))).flat()
  const names = matchedNames([])
  return rows.map(({ cells }) =>
    Object.fromEntries(names.map((name) => [name, cells[list.header.indexOf(name)] ?? ''])),
  )
}

function longList(folder: string): string {
  const names = sampleLines(LONG_ROWS).map((line, i) => `${i};${(JSON.parse(line) as { name: string }).name}`)
  const path = join(folder, 'long.csv')
  writeFileSync(path, `Nr;Firma\n${names.map((line) => line.replaceAll('"', '')).join('\n')}\n`)
  return path
}

describe('firmensuche match', () => {
  it('writes a list of a German Excel with all its columns, and what was found', async (test) => {
    const { dataDir, folder } = await places(test)
    const output = join(folder, 'matched.csv')
    const matched = await run(['match', EXCEL, '-o', output, '--data-dir', dataDir])
    assert.equal(matched.code, 0, matched.err)
    assert.match(matched.err, /name: "Firma", city: "Ort", number: "Handelsregisternr\."/)
    assert.match(
      matched.out,
      /^6 rows written to .*matched\.csv: 2 found, 2 possible, 1 not_found, 1 invalid\.$/m,
    )
    const text = readFileSync(output, 'utf8')
    assert.ok(text.startsWith('\ufeffKundennr.;Firma;Straße;'), 'byte order mark, semicolons and umlauts')
    assert.match(text, /;\+49 89 123-0;/)
    assert.match(text, /;'=1\+1;/)
    const added = await addedOf(output)
    assert.deepEqual(
      added.map((row) => [row.match_state, row.match_name, row.match_reason]),
      [
        ['found', 'Adler Automaten GmbH', 'same_name'],
        ['possible', 'Adler Hausverwaltung und Immobilien GmbH', 'slip, removed'],
        ['possible', "Schützenverein 'Adler' Altensteig e.V.", 'extra_words'],
        ['not_found', '', ''],
        ['invalid', '', 'name: required'],
        [
          'found',
          'Oberrheinische Weingutsbesitzer und Weingüter eingetragene Genossenschaft',
          'register_number',
        ],
      ],
    )
    assert.match(added[0]?.match_uuid ?? '', UUID)
    assert.deepEqual(readdirSync(folder), ['matched.csv'])
  })

  it('finds the same in every kind of file, writes every kind, and with a server the same as in its data folder', {
    skip: BRIEF,
  }, async (test) => {
    const { dataDir, folder } = await places(test)
    const server = await startServer(test, dataDir, ONE_THREAD)
    const { key } = await makeKey(dataDir, ['--scopes', 'companies:search,companies:search:deep'])
    const expected = join(folder, 'expected.csv')
    assert.equal((await run(['match', EXCEL, '-o', expected, '--data-dir', dataDir])).code, 0)
    const inputs = ['excel-de.csv', 'unicode-text.tsv', 'customers.xlsx', 'customers.jsonl']
    const outputs = ['.csv', '.xlsx', '.jsonl', '.tsv']
    for (const [i, name] of inputs.entries()) {
      const output = join(folder, `from-${name}${outputs[i]}`)
      const how = i % 2 === 0 ? ['--url', server.url, '--key', key] : ['--data-dir', dataDir]
      const matched = await run(['match', join(LISTS, name), '-o', output, ...how])
      assert.equal(matched.code, 0, matched.err)
      assert.deepEqual(await addedOf(output), await addedOf(expected), output)
    }
    const again = join(folder, 'again.csv')
    const env = { API_KEY: key }
    assert.equal((await run(['match', EXCEL, '-o', again, '--url', server.url], env)).code, 0)
    assert.equal(readFileSync(again, 'utf8'), readFileSync(expected, 'utf8'))
  })

  it('with a server stays within a limit that is smaller than a request', { skip: BRIEF }, async (test) => {
    const { dataDir, folder } = await places(test)
    const server = await startServer(test, dataDir, ONE_THREAD)
    const { key } = await makeKey(dataDir, [
      '--scopes',
      'companies:search,companies:search:deep',
      '--limit',
      '12/1s',
    ])
    const output = join(folder, 'matched.csv')
    const matched = await run(['match', EXCEL, '-o', output, '--url', server.url, '--key', key])
    assert.equal(matched.code, 0, matched.err)
    assert.match(matched.err, /The limit of the key is reached: waiting /)
    assert.match(matched.out, /2 found, 2 possible/)
  })

  it('killed at any moment is continued by the same command, with the same result', {
    skip: BRIEF,
  }, async (test) => {
    const { dataDir, folder } = await places(test)
    const list = longList(folder)
    const args = ['match', list, '-o', join(folder, 'matched.csv'), '--data-dir', dataDir]
    const child = spawn(process.execPath, [BIN, ...args], { env: cleanEnv(), stdio: 'ignore' })
    atEnd(test, () => child.kill('SIGKILL'))
    const state = join(folder, 'matched.csv.state')
    const rowsDone = () =>
      existsSync(state) ? (JSON.parse(readFileSync(state, 'utf8')) as { rowsDone: number }).rowsDone : 0
    while (rowsDone() === 0 && child.exitCode === null) await sleep(POLL_MS)
    assertLargePages(child.pid)
    child.kill('SIGKILL')
    await once(child, 'exit')
    const before = rowsDone()
    assert.ok(before > 0 && before < LONG_ROWS, `${before} rows`)
    const completed = await run(args)
    assert.equal(completed.code, 0, completed.err)
    assert.match(completed.err, new RegExp(`Continuing after ${before.toLocaleString('en')} rows`))
    const whole = join(folder, 'whole.csv')
    assert.equal((await run(['match', list, '-o', whole, '--data-dir', dataDir])).code, 0)
    assert.equal(readFileSync(join(folder, 'matched.csv'), 'utf8'), readFileSync(whole, 'utf8'))
    assert.deepEqual(readdirSync(folder).toSorted(), ['long.csv', 'matched.csv', 'whole.csv'])
  })

  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)
    it(`interrupted by ${signal} says how to continue, and refuses to continue with another list`, {
      skip: BRIEF,
    }, async (test) => {
      const { dataDir, folder } = await places(test)
      const list = longList(folder)
      const args = ['match', list, '-o', join(folder, 'matched.csv'), '--data-dir', dataDir]
      const cut = await stopWhen(test, args, /matching \d+ %/, signal)
      assert.equal(cut.code, code, cut.err)
      assert.match(cut.err, /^Stopped after \d+ of 20000 rows\. Run the same command again to continue\.$/m)
      copyFileSync(EXCEL, list)
      const other = await run(args)
      assert.equal(other.code, 5)
      assert.match(other.err, /was begun, but cannot be continued: the list is another one now/)
    })

  it('writes rows to standard output, and everything else to stderr', async (test) => {
    const { dataDir } = await places(test)
    const lines = await run(['match', join(LISTS, 'customers.jsonl'), '-o', '-', '--data-dir', dataDir])
    assert.equal(lines.code, 0, lines.err)
    const rows = lines.out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    assert.equal(rows.length, 6)
    assert.equal(rows[0].match_state, 'found')
    assert.match(lines.out, /"revenue": 12345678901234567890/)
    assert.match(lines.err, /^6 rows: 2 found/m)
    const csv = await run(['match', EXCEL, '-o', '-', '--data-dir', dataDir])
    assert.equal(csv.out.trimEnd().split('\r\n').length, 7)
  })

  it('takes the columns that are named, also by position in a list without a header', {
    skip: BRIEF,
  }, async (test) => {
    const { dataDir, folder } = await places(test)
    const list = join(folder, 'bare.csv')
    writeFileSync(list, 'x,Adler Automaten GmbH\ny,AUTO-Adler GmbH\n')
    const args = ['match', list, '-o', '-', '--data-dir', dataDir]
    const without = await run(args)
    assert.equal(without.code, 2)
    assert.match(without.err, /looks like the row of a company, not like a header\. Add --without-header/)
    const named = await run([...args, '--without-header', '--name', '2'])
    assert.equal(named.code, 0, named.err)
    assert.match(named.out, /^\S*Column 1,Column 2,match_state,/)
    assert.match(named.out, /^y,AUTO-Adler GmbH,found,/m)
    const unknown = await run([...args, '--name', 'Kunde'])
    assert.equal(unknown.code, 2)
    assert.match(unknown.err, /There is no column "Kunde"/)
  })

  it('ends with the code of its fault, and writes nothing then', async (test) => {
    const { dataDir, folder } = await places(test)
    const output = join(folder, 'matched.csv')
    const at = ['--data-dir', dataDir]
    const written = (name: string, text: string) => {
      writeFileSync(join(folder, name), text)
      return join(folder, name)
    }
    const cases: [string[], number, RegExp][] = [
      [[join(folder, 'none.csv'), '-o', output, ...at], 4, /there is no such file/],
      [[written('open.csv', 'Firma\n"Adler\nx\n'), '-o', output, ...at], 4, /a quote is never closed/],
      [[written('other.csv', 'Betrag\n5\n'), '-o', output, ...at], 2, /Name it: --name COLUMN/],
      [[EXCEL, '-o', join(folder, 'matched.pdf'), ...at], 2, /must end in one of \.csv/],
      [[EXCEL, '-o', written('there.csv', 'x'), ...at], 5, /exists already/],
      [[EXCEL, '-o', output, '--data-dir', join(folder, 'empty')], 6, /There are no companies in .*--url/],
      [[EXCEL, '-o', output, '--url', 'nonsense'], 2, /is no address/],
      [[EXCEL, '-o', output, '--url', 'http://127.0.0.1:1'], 2, /needs an API key/],
      [[EXCEL, ...at], 2, /--output/],
    ]
    for (const [args, code, sentence] of someOf(cases, 3)) {
      const ended = await run(['match', ...args])
      assert.equal(ended.code, code, `${args.join(' ')}: ${ended.err}`)
      assert.match(ended.err, sentence)
    }
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.startsWith('matched')),
      [],
    )
  })

  it('ends with 4 if more than half of the rows are invalid: probably it was the wrong column', {
    skip: BRIEF,
  }, async (test) => {
    const { dataDir, folder } = await places(test)
    const output = join(folder, 'matched.csv')
    const matched = await run([
      'match',
      EXCEL,
      '-o',
      output,
      '--number',
      'Telefon',
      '--name',
      'Handelsregisternr.',
      '--data-dir',
      dataDir,
    ])
    assert.equal(matched.code, 4)
    assert.equal((await addedOf(output)).length, 6)
  })

  it('matches its own output once more beside the columns of the first time', {
    skip: BRIEF,
  }, async (test) => {
    const { dataDir, folder } = await places(test)
    const [first, second] = [join(folder, 'first.csv'), join(folder, 'second.csv')]
    assert.equal((await run(['match', EXCEL, '-o', first, '--data-dir', dataDir])).code, 0)
    assert.equal((await run(['match', first, '-o', second, '--data-dir', dataDir])).code, 0)
    const { header } = await openCustomerList(second, { hasNoHeader: false })
    assert.equal(header.length, 8 + 2 * MATCHED_COLUMNS.length)
    assert.ok(header.includes('match_state_2'))
  })
})
