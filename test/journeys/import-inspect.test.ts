/** From a list without a mapping to its companies: `--inspect`, `--write`, `--dry-run`, import. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { ENTRIES, run, temporaryFolder } from './program.ts'

const TABLE = `Kundennummer;Firma;Handelsregister;Amtsgericht;Straße;PLZ;Ort;Telefon
1;Blaubär Spedition GmbH;HRB 4711;München;Am Platz 1;85748;Garching;089 1
2;Möwennest Reederei;;;Kai 7;24103;Kiel;0431 2
3;Ohne Gericht GmbH;HRB 12;;Weg 3;89073;Ulm;
`

function listIn(test: TestContext): { file: string; mapping: string; folder: string } {
  const folder = temporaryFolder(test)
  const file = join(folder, 'Unsere Kunden.csv')
  writeFileSync(file, Buffer.from(TABLE, 'latin1'))
  return { file, mapping: join(folder, 'kunden.yaml'), folder }
}

describe('an import with --inspect', () => {
  it('writes a mapping that the import takes, and shows the companies of the first rows', async (test) => {
    const { file, mapping, folder } = listIn(test)
    const data = ['--data-dir', join(folder, 'var')]
    const looked = await run(['import', file, '--inspect', '--write', mapping, ...data])
    assert.equal(looked.code, 0, looked.err)
    assert.match(looked.out, /is of the format table \(CSV, windows-1252, separator ";"\)\.$/m)
    assert.match(looked.out, /^number +Handelsregister +HRB 4711$/m)
    assert.match(looked.out, /^Not used: Telefon\.$/m)
    assert.match(looked.out, /^3 rows looked at: 2 companies, 1 rejected\.$/m)
    assert.match(looked.out, /^Blaubär Spedition GmbH +HRB 4711 +München .* Am Platz 1, 85748 Garching/m)
    assert.match(looked.out, /^4 +number_unreadable +3;Ohne Gericht/m)
    assert.equal(existsSync(join(folder, 'var')), false)
    const imported = await run(['import', file, '--mapping', mapping, ...data])
    assert.equal(imported.code, 0, imported.err)
    assert.match(imported.out, /^3 rows read: 2 companies new/)
  })

  it('prints the mapping alone on standard output if it is written to no file', async (test) => {
    const { file, mapping } = listIn(test)
    const looked = await run(['import', '--inspect', file])
    assert.equal(looked.code, 0)
    assert.match(looked.err, /Blaubär Spedition GmbH/)
    writeFileSync(mapping, looked.out)
    const preview = await run(['import', file, '--mapping', mapping, '--dry-run', '--json'])
    assert.equal(JSON.parse(preview.out.trim().split('\n').at(-1)!).good, 2)
    const asJson = JSON.parse((await run(['import', file, '--inspect', '--json'])).out)
    assert.equal(asJson.mapping.trimEnd(), looked.out.trimEnd())
    assert.deepEqual([asJson.format, asJson.encoding, asJson.rows], ['table', 'windows-1252', 3])
  })

  it('never overwrites a file, and looks at one file without other options', async (test) => {
    const { file, mapping } = listIn(test)
    writeFileSync(mapping, 'mine')
    const again = await run(['import', file, '--inspect', '--write', mapping])
    assert.equal(again.code, 2)
    assert.match(again.err, /exists already/)
    assert.equal(readFileSync(mapping, 'utf8'), 'mine')
    assert.match((await run(['import', file, '--inspect', '--dry-run'])).err, /leave out --dry-run/)
    assert.match((await run(['import', file, file, '--inspect'])).err, /looks at one file/)
    assert.match((await run(['import', file, '--write', 'x'])).err, /--write needs --inspect/)
  })

  it('says what is missing with 4, and what needs no mapping', async (test) => {
    const { file, folder } = listIn(test)
    writeFileSync(file, 'Firma;Ort\nAdler GmbH;Ulm\n')
    const looked = await run(['import', file, '--inspect'])
    assert.equal(looked.code, 4)
    assert.match(looked.err, /No column looks like a register number/)
    const register = await run(['import', ENTRIES, '--inspect'])
    assert.equal(register.code, 0)
    assert.match(register.out, /is of the format offeneregister\.\nIt needs no mapping/)
    const missing = await run(['import', join(folder, 'none.csv'), '--inspect'])
    assert.equal(missing.code, 4)
    assert.match(missing.err, /there is no such file/)
  })
})
