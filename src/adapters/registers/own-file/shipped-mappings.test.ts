import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { parse } from 'csv-parse/sync'
import { FOREIGN_REGISTERS, FRENCH_PERSON } from '../../../../test/fixtures/foreign-registers.ts'
import { readEntry } from '../../../core/ingest/read-entry.ts'
import { formOfElf } from '../../../names/reading/elf-code.ts'
import type { Mapping } from './mapping.ts'
import { entryOfCells, isSelected, missingColumns } from './own-entry.ts'
import { faultOfMapping, parseMapping } from './read-mapping.ts'

const FOLDER = join(import.meta.dirname, '../../../../data/mappings')

function shipped(name: string): Mapping {
  const mapping = parseMapping(readFileSync(join(FOLDER, `${name}.yaml`), 'utf8'))
  assert.ok(typeof mapping !== 'string', String(mapping))
  return mapping
}

/** The cells of a line below a header. */
function cellsOf(header: string, line: string): Record<string, string> {
  const [columns = [], values = []] = parse(`${header}\n${line}`) as string[][]
  return Object.fromEntries(columns.map((column, i) => [column.trim(), (values[i] ?? '').trim()]))
}

test('every shipped mapping is that of a known register, and all its legal forms are known', () => {
  const names = readdirSync(FOLDER).map((file) => file.replace(/\.yaml$/, ''))
  assert.deepEqual(names.sort(), FOREIGN_REGISTERS.map(({ mapping }) => mapping).sort())
  for (const name of names) {
    const mapping = shipped(name)
    assert.equal(mapping.source, name)
    assert.ok(mapping.licence !== '' && mapping.attribution !== '')
    for (const [value, code] of Object.entries(mapping.legal_forms))
      assert.ok(formOfElf(code) !== undefined, `${name}: ${value} ${code}`)
  }
})

test('the columns of a shipped mapping are those of its register, and a line becomes the company', () => {
  for (const { mapping: name, header, lineOf, ...register } of FOREIGN_REGISTERS) {
    const mapping = shipped(name)
    for (let i = 0; i < 42; i++) {
      const cells = cellsOf(header, lineOf(i))
      assert.deepEqual(missingColumns(mapping, Object.keys(cells)), [])
      assert.ok(isSelected(mapping, cells))
      const entry = entryOfCells(mapping, cells, '2026-11-01')
      assert.ok(typeof entry !== 'string', String(entry))
      const company = readEntry(entry)
      assert.ok(typeof company !== 'string', String(company))
      assert.deepEqual(company.register, {
        ...{ country: register.country, type: 'foreign', number: register.numberOf(i) },
      })
      assert.deepEqual([company.name, company.form], [register.nameOf(i), register.formOf(i)])
      assert.notEqual(company.status, 'unknown')
    }
  }
})

test('former names, addresses and statuses are read; natural persons of the French register are not', () => {
  const entryOf = (name: string, i: number) => {
    const { header, lineOf } = FOREIGN_REGISTERS.find(({ mapping }) => mapping === name)!
    const entry = entryOfCells(shipped(name), cellsOf(header, lineOf(i)), '2026-11-01')
    assert.ok(typeof entry !== 'string', String(entry))
    return entry
  }
  const british = entryOf('companies-house', 28)
  assert.deepEqual(
    british.formerNames.map(({ name }) => name),
    [`OLD ${british.name}`],
  )
  assert.deepEqual(
    [british.status, british.seat, british.registeredOn],
    ['liquidation', 'ABERDEEN', '2001-01-31'],
  )
  assert.equal(british.address, '28, HIGH STREET, ABERDEEN, AB10 1AA')
  assert.equal(entryOf('brreg', 6).status, 'insolvency')
  assert.equal(entryOf('brreg', 7).status, 'active')
  const { header } = FOREIGN_REGISTERS.find(({ mapping }) => mapping === 'sirene')!
  assert.equal(isSelected(shipped('sirene'), cellsOf(header, FRENCH_PERSON)), false)
})

test('only the shipped mapping of a register may have its name: its facts count more than those of a list', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'mappings-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const faultOf = (text: string) => {
    const path = join(folder, 'mapping.yaml')
    writeFileSync(path, text)
    return faultOfMapping(path)
  }
  for (const { mapping: name } of FOREIGN_REGISTERS) {
    const text = readFileSync(join(FOLDER, `${name}.yaml`), 'utf8')
    assert.equal(await faultOf(text), undefined)
    const adjusted = `${text}\nas_of: 2026-11-01\ntable: {encoding: utf-8}\n`.replace(
      /^title: .*$/m,
      'title: Mine',
    )
    assert.equal(await faultOf(adjusted), undefined, name)
    const named = (sentence: string | undefined) =>
      assert.match(
        sentence ?? '',
        new RegExp(`"${name}" is the name of a register.*data/mappings/${name}\\.yaml`),
      )
    named(await faultOf(`source: ${name}\ntitle: x\ncolumns: {id: Nr, name: Firma}\n`))
    named(await faultOf(text.replace(/^ {2}name: .*$/m, '  name: other')))
  }
  const french = readFileSync(join(FOLDER, 'sirene.yaml'), 'utf8')
  assert.match(
    (await faultOf(french.replace(/^except:[\s\S]*?(?=^\S|$(?![\s\S]))/m, ''))) ?? '',
    /name of a register/,
  )
})
