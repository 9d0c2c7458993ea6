/** `firmensuche export`: every company in each format, beside a server or without one, from both databases. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { parse } from 'csv-parse/sync'
import { detailSchema } from '../../src/http/api/company-schemas.ts'
import { listQuery } from '../../src/http/api/list-route.ts'
import { csvOf, LEI_COLUMNS, leiCells } from '../fixtures/gleif-files.ts'
import { emptyDatabase, NO_POSTGRES } from '../fixtures/postgres.ts'
import { BRIEF } from '../thorough.ts'
import {
  atEnd,
  BIN,
  cleanEnv,
  ENTRIES,
  importedFolder,
  makeKey,
  ONE_THREAD,
  run,
  sampleFile,
  startServer,
  temporaryFolder,
} from './program.ts'

const PUMA = '529900GRZ2BQY5ZM9N49'

interface Entity {
  readonly id: string
  readonly schema: string
  readonly properties: Readonly<Record<string, readonly string[]>>
}

type Row = Readonly<Record<string, string>>

async function exported(
  dataDir: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<string> {
  const { code, out, err } = await run(['export', ...args, '--data-dir', dataDir], env)
  assert.equal(code, 0, err)
  return out
}

function jsonLines(text: string) {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}

function csvRows(text: string): readonly Row[] {
  return parse(text, { columns: true }) as Row[]
}

/** A folder with a company of a register that also has an LEI and an odd name. */
async function folderWithLei(t: TestContext): Promise<string> {
  const folder = temporaryFolder(t)
  const entry = {
    company_number: 'D3304V_HRB13085',
    name: '"PUMA, SE"',
    current_status: 'currently registered',
    retrieved_at: '2018-07-27T13:49:16Z',
    previous_names: [{ company_name: '=Rudolf Dassler "Puma" AG' }],
  }
  const lei = leiCells({ lei: PUMA, name: '"PUMA, SE"', authority: 'RA000218', number: 'HRB 13085' })
  writeFileSync(join(folder, 'register.jsonl'), JSON.stringify(entry))
  writeFileSync(join(folder, 'lei2.csv'), csvOf(LEI_COLUMNS, [lei]))
  const files = [join(folder, 'register.jsonl'), join(folder, 'lei2.csv')]
  const dataDir = join(folder, 'var')
  const imported = await run(['import', ...files, '--data-dir', dataDir])
  assert.equal(imported.code, 0, imported.err)
  return dataDir
}

describe('firmensuche export', () => {
  it('writes each company as the API returns it, with EUID, LEI, former names and the licence of each source', async (t) => {
    const folder = await importedFolder(t)
    const { url } = await startServer(t, folder, ONE_THREAD)
    const { key } = await makeKey(folder, ['--limit', '100000/60s'])
    const companies = jsonLines(await exported(folder, ['--format', 'ndjson']))
    assert.equal(companies.length, 498)
    for (const company of companies) detailSchema.parse(company)
    for (const company of companies.slice(0, 50)) {
      const headers = { authorization: `Bearer ${key}` }
      const response = await fetch(`${url}/api/v1/companies/${company.uuid}`, { headers })
      assert.deepEqual(company, await response.json())
    }
    assert.ok(companies.some(({ former_names: names }) => names.length > 0))
    assert.ok(companies.every(({ euid, sources }) => euid !== '' && sources[0].licence === 'CC BY 4.0'))
  })

  it('writes CSV with the columns of the list first, and cells that no spreadsheet runs', async (t) => {
    const folder = await importedFolder(t)
    const rows = csvRows(await exported(folder, ['--format', 'csv']))
    const companies = jsonLines(await exported(folder, ['--format', 'ndjson']))
    assert.equal(rows.length, companies.length)
    for (const [i, row] of rows.entries()) {
      const { uuid, name, euid, registration_number: number, updated_at: updated } = companies[i]
      assert.deepEqual([row.uuid, row.name, row.euid, row.registration_number], [uuid, name, euid, number])
      assert.deepEqual([row.updated_at, row.lei], [updated, ''])
      assert.match(row.sources!, /^offeneregister \d{4}-\d\d-\d\d$/)
    }
    const [puma] = csvRows(await exported(await folderWithLei(t), ['--format', 'csv']))
    assert.equal(puma?.name, '"PUMA, SE"')
    assert.equal(puma.lei, PUMA)
    assert.equal(puma.former_names, `'=Rudolf Dassler "Puma" AG`)
    assert.equal(puma.euid, 'DED3304V.HRB13085')
  })

  it('writes entities of FollowTheMoney that refer to each other, with licence and source', {
    skip: BRIEF,
  }, async (t) => {
    const entities = jsonLines(await exported(await folderWithLei(t), ['--format', 'ftm'])) as Entity[]
    const [company, address, ...documents] = entities as [Entity, Entity, ...Entity[]]
    assert.equal(company.schema, 'Company')
    assert.deepEqual(company.properties.name, ['PUMA, SE'])
    assert.deepEqual(company.properties.previousName, ['=Rudolf Dassler "Puma" AG'])
    assert.deepEqual(company.properties.leiCode, [PUMA])
    assert.deepEqual(company.properties.registrationNumber, ['Fürth HRB 13085', 'DED3304V.HRB13085'])
    assert.deepEqual(company.properties.jurisdiction, ['de'])
    assert.match(
      company.properties.notes!.join('\n'),
      /Source: offeneregister, as of 2018-07-27; licence: CC BY 4\.0, from/,
    )
    assert.deepEqual(company.properties.addressEntity, [address.id])
    assert.deepEqual(address.properties.full, ['Am Platz 1, 10115 Berlin'])
    assert.deepEqual(
      documents.map(({ properties }) => [properties.type![0], properties.number![0]]),
      [
        ['register number', 'HRB 13085'],
        ['EUID', 'DED3304V.HRB13085'],
        ['LEI', PUMA],
      ],
    )
    for (const { properties } of documents) assert.deepEqual(properties.holder, [company.id])
  })

  it('writes what the list with the same filters has, and has an option for each of its filters', {
    skip: BRIEF,
  }, async (t) => {
    const folder = await importedFolder(t)
    const { url } = await startServer(t, folder, ONE_THREAD)
    const { key } = await makeKey(folder, ['--limit', '100000/60s'])
    const cases: [string[], string][] = [
      [
        ['--status', 'removed', '--legal-form', 'GmbH,GmbH & Co. KG'],
        'status=removed&legal_form=GmbH&legal_form=GmbH %26 Co. KG',
      ],
      [
        ['--register-court', 'Freiburg', '--register-type', 'GnR'],
        'register_court=Freiburg&register_type=GnR',
      ],
      [['--city', 'köln, Berlin', '--state', 'DE-NW,DE-BE'], 'city=köln&city=Berlin&state=DE-NW&state=DE-BE'],
      [['--postcode', '7,1', '--country', 'DE'], 'postcode=7&postcode=1&country=DE'],
      [['--updated-since', '2020-01-01T00:00:00Z'], 'updated_since=2020-01-01T00:00:00Z'],
      [
        ['--registered-from', '1990-01-01', '--registered-to', '2030-01-01'],
        'registered_from=1990-01-01&registered_to=2030-01-01',
      ],
      [['--register-court', 'Atlantis'], 'register_court=Atlantis'],
    ]
    for (const [args, query] of cases) {
      const headers = { authorization: `Bearer ${key}`, accept: 'application/x-ndjson' }
      const response = await fetch(`${url}/api/v1/companies?limit=1000&${query}`, { headers })
      const listed = await response.text()
      assert.equal(response.status, 200, listed)
      const uuids = (text: string) => (text === '' ? [] : jsonLines(text).map(({ uuid }) => uuid as string))
      assert.deepEqual(uuids(await exported(folder, ['--format', 'ndjson', ...args])), uuids(listed), query)
    }
    const help = await run(['export', '--help'])
    const parameters = Object.keys(listQuery.shape).filter(
      (name) => !['sort', 'limit', 'cursor'].includes(name),
    )
    for (const name of parameters) assert.ok(help.out.includes(`--${name.replaceAll('_', '-')} <`), name)
  })

  it('writes a file only when it is complete, and replaces one of its name', async (t) => {
    const folder = await importedFolder(t)
    const target = temporaryFolder(t)
    const file = join(target, 'all.csv')
    writeFileSync(file, 'before')
    const { code, out, err } = await run(
      ['export', '--format', 'csv', '-o', 'all.csv', '--data-dir', folder],
      {},
      target,
    )
    assert.deepEqual([code, out], [0, ''])
    assert.match(err, /^498 companies exported\.$/m)
    assert.equal(csvRows(readFileSync(file, 'utf8')).length, 498)
    assert.deepEqual(readdirSync(target), ['all.csv'])
    const missing = await run([
      'export',
      '--format',
      'csv',
      '-o',
      join(target, 'no/all.csv'),
      '--data-dir',
      folder,
    ])
    assert.equal(missing.code, 1)
  })

  it('keeps the file of before and leaves no other one when a signal stops it', {
    skip: BRIEF,
  }, async (t) => {
    const folder = temporaryFolder(t)
    const imported = await run(['import', sampleFile(t, 20_000), '--data-dir', folder])
    assert.equal(imported.code, 0, imported.err)
    const target = temporaryFolder(t)
    writeFileSync(join(target, 'all.csv'), 'before')
    const args = ['export', '--format', 'ftm', '-o', join(target, 'all.csv'), '--data-dir', folder]
    const child = spawn(process.execPath, [BIN, ...args], {
      env: cleanEnv(),
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    atEnd(t, () => child.kill('SIGKILL'))
    // Its first line of progress: companies are being written.
    child.stderr.once('data', () => child.kill('SIGINT'))
    const [code] = await once(child, 'close')
    assert.equal(code, 130)
    assert.deepEqual(readdirSync(target), ['all.csv'])
    assert.equal(readFileSync(join(target, 'all.csv'), 'utf8'), 'before')
  })

  it('ends without an error when its reader has seen enough', async (t) => {
    const folder = await importedFolder(t)
    const child = spawn(process.execPath, [BIN, 'export', '--format', 'ftm', '--data-dir', folder], {
      env: cleanEnv(),
    })
    child.stdout.once('data', () => child.stdout.destroy())
    child.stderr.resume()
    const [code] = await once(child, 'close')
    assert.equal(code, 0)
  })

  it('says which option is wrong and what it accepts', async (t) => {
    const folder = await importedFolder(t)
    const cases: [string[], RegExp][] = [
      [['--format', 'xlsx'], /--format must be one of ndjson, csv, ftm\./],
      [
        ['--format', 'csv', '--status', 'gone'],
        /--status accepts a list, separated by commas, of: active, liquidation/,
      ],
      [
        ['--format', 'csv', '--registered-from', '1.1.2020'],
        /--registered-from cannot be read; see firmensuche export --help/,
      ],
    ]
    for (const [args, expected] of cases) {
      const { code, out, err } = await run(['export', ...args, '--data-dir', folder])
      assert.deepEqual([code, out], [2, ''])
      assert.match(err, expected)
    }
    const none = await run(['export', '--format', 'csv', '--data-dir', temporaryFolder(t)])
    assert.equal(none.code, 6)
    assert.match(none.err, /No companies are stored in/)
  })

  it('writes the same from PostgreSQL', { skip: BRIEF || NO_POSTGRES }, async (t) => {
    const env = { DATABASE_URL: await emptyDatabase(t) }
    const folder = temporaryFolder(t)
    const imported = await run(['import', ENTRIES, '--data-dir', folder], env)
    assert.equal(imported.code, 0, imported.err)
    const sqlite = await importedFolder(t)
    for (const args of [
      ['--format', 'ftm'],
      ['--format', 'ftm', '--status', 'active'],
    ]) {
      const sorted = (text: string) => text.trimEnd().split('\n').toSorted()
      assert.deepEqual(sorted(await exported(folder, args, env)), sorted(await exported(sqlite, args)))
    }
  })
})
