import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  existsSync,
  linkSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { Failure } from '../../core/failure.ts'
import type { MatchedListRow } from '../../core/matching/customer-list.ts'
import { MATCHED_COLUMNS, matchedNames } from '../../core/matching/matched-columns.ts'
import { cellsFormat, csvFormat, jsonFormat, workbookFault } from '../../core/matching/row-lines.ts'
import { WORKBOOK_ROWS_MAX } from '../../core/matching/workbook.ts'
import { openOutputFile } from './output-file.ts'
import { writeWorkbookOf } from './workbook.ts'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'output-'))
  path = join(folder, 'matched.csv')
})
afterEach(() => rmSync(folder, { recursive: true }))

const RESULT = { state: 'not_found', companies: [], notes: [], faults: [] } as const
const FACTS = { 'the list': 'a', 'the kind of search': 'deep' }
const rowsOf = (...texts: string[]): MatchedListRow[] =>
  texts.map((text) => ({ row: { cells: [text] }, result: RESULT }))
const opened = (facts: Readonly<Record<string, string>> = FACTS) =>
  openOutputFile({ path, facts, format: csvFormat(['Firma'], ',', false) })
const firstCells = () =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(',')[0])
const isConflict = (error: unknown) => error instanceof Failure && error.code === 'conflict'

describe('the output of a match', () => {
  it('has its name only when it is complete, and leaves nothing else', async () => {
    const output = opened()
    output.write(rowsOf('a', 'b'))
    assert.deepEqual(readdirSync(folder).toSorted(), ['matched.csv.part', 'matched.csv.state'])
    await output.finish()
    output.close()
    assert.deepEqual(readdirSync(folder), ['matched.csv'])
    assert.deepEqual(firstCells(), ['Firma', 'a', 'b'])
  })

  it('that was begun is continued after its last complete row, whatever a killed run left behind', async () => {
    const first = opened()
    assert.equal(first.rowsDone, 0)
    first.write(rowsOf('a', 'b'))
    first.close()
    writeFileSync(`${path}.part`, `${readFileSync(`${path}.part`, 'utf8')}half a ro`)
    const second = opened()
    assert.equal(second.rowsDone, 2)
    second.write(rowsOf('c'))
    await second.finish()
    second.close()
    assert.deepEqual(firstCells(), ['Firma', 'a', 'b', 'c'])
  })

  it('that was begun from something else is refused with what differs', () => {
    opened().close()
    assert.throws(
      () => opened({ ...FACTS, 'the list': 'b' }),
      (error) =>
        isConflict(error) && /the list is another one now.*delete matched\.csv\.part/.test(String(error)),
    )
    writeFileSync(`${path}.part`, '')
    assert.throws(() => opened(), /its files do not fit each other/)
    writeFileSync(`${path}.state`, '')
    assert.throws(() => opened(), isConflict)
  })

  it('is never written through a link, to a pipe, or to a file with another name; one that was begun is refused then', async () => {
    const [mine, other] = [join(folder, 'mine'), join(folder, 'other')]
    const ends = ['part', 'state', 'state.new', 'part.new']
    const besides = ends.map((end) => `${path}.${end}`)
    writeFileSync(mine, 'mine')
    for (const beside of besides) symlinkSync(mine, beside)
    assert.throws(() => opened(), /matched\.csv\.state is a link/)
    rmSync(`${path}.state`)
    const linked = opened()
    linked.write(rowsOf('a'))
    await linked.finish()
    linked.close()
    assert.deepEqual(firstCells(), ['Firma', 'a'])
    const workbook = () =>
      openOutputFile({ path, facts: FACTS, format: cellsFormat(['Firma']), convert: writeWorkbookOf })
    rmSync(path)
    const converted = workbook()
    await converted.finish()
    converted.close()
    assert.equal(readFileSync(mine, 'utf8'), 'mine')
    rmSync(path)
    for (const put of [symlinkSync, linkSync, (_: string, at: string) => execFileSync('mkfifo', [at])]) {
      opened().close()
      renameSync(`${path}.part`, other)
      put(other, `${path}.part`)
      const before = readFileSync(other, 'utf8')
      assert.throws(
        () => opened(),
        (error) => error instanceof Failure && error.code === 'invalid_request',
      )
      assert.equal(readFileSync(other, 'utf8'), before)
      for (const beside of besides) rmSync(beside, { force: true })
    }
  })

  it('is not written over a file that exists', () => {
    writeFileSync(path, 'mine')
    assert.throws(() => opened(), isConflict)
    assert.equal(readFileSync(path, 'utf8'), 'mine')
    assert.ok(!existsSync(`${path}.part`))
  })

  it('in a folder that does not exist is refused', () => {
    path = join(folder, 'none', 'matched.csv')
    assert.throws(
      () => opened(),
      (error) => error instanceof Failure && error.code === 'invalid_request',
    )
  })
})

describe('the lines of a match', () => {
  const added = matchedNames([]).join(';')
  const empty = ';not_found'.padEnd(';not_found'.length + MATCHED_COLUMNS.length - 1, ';')

  it('as separated values have every cell, and the text of a line that could not be read', () => {
    const format = csvFormat(['Firma', ''], ';', true)
    assert.equal(format.start, `\ufeffFirma;;${added}\r\n`)
    const [row] = rowsOf('a;b')
    assert.equal(format.lineOf(row as MatchedListRow), `"a;b";${empty}\r\n`)
    const broken: MatchedListRow = { row: { cells: [], text: '{"a', fault: 'syntax' }, result: RESULT }
    assert.equal(format.lineOf(broken), `"{""a";${empty}\r\n`)
  })

  it('as JSON keep the letters of an object, and its numbers', () => {
    const { lineOf } = jsonFormat(['a'])
    const lineFor = (text: string) => lineOf({ row: { cells: [], text }, result: RESULT })
    const line = lineFor('{ "a": 12345678901234567890, "b": {"}": 1} }')
    assert.match(line, /^\{ "a": 12345678901234567890, "b": \{"\}": 1\},"match_state":"not_found",/)
    assert.equal(JSON.parse(line).b['}'], 1)
    assert.equal(JSON.parse(lineFor('{}')).match_state, 'not_found')
  })

  it('as JSON have a field for each column of a table, and a line that could not be read as text', () => {
    const { lineOf } = jsonFormat(['Firma', '', 'Firma'])
    const row = JSON.parse(lineOf({ row: { cells: ['a', 'b', 'c'] }, result: RESULT }))
    assert.deepEqual(Object.keys(row).slice(0, 3), ['Firma', 'column_2', 'Firma_2'])
    const broken = JSON.parse(lineOf({ row: { cells: [], text: '{"a', fault: 'syntax' }, result: RESULT }))
    assert.deepEqual([broken.line, broken.match_state], ['{"a', 'not_found'])
  })

  it('are no workbook if they have more rows than Excel opens', () => {
    assert.equal(workbookFault(WORKBOOK_ROWS_MAX - 1), undefined)
    assert.match(workbookFault(WORKBOOK_ROWS_MAX) ?? '', /too many for a workbook/)
  })

  it('for a workbook keep numbers apart from texts', () => {
    const { lineOf, start } = cellsFormat(['Firma'])
    assert.deepEqual(JSON.parse(start), ['Firma', ...matchedNames([])])
    assert.deepEqual(JSON.parse(lineOf(rowsOf('=1')[0] as MatchedListRow)).slice(0, 3), [
      '=1',
      'not_found',
      null,
    ])
  })
})
