/** Complete snapshots and deletion lists, from the command line to the search. */
import assert from 'node:assert/strict'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { BRIEF } from '../thorough.ts'
import { ENTRIES, makeKey, ONE_THREAD, run, search, startServer, temporaryFolder } from './program.ts'

const MAPPING = `
source: partners
title: Business partners
columns: {id: Nr, name: Firma, number: Nummer, court: Gericht}
`

/** Partners with the ids 1 to `last` except those; the first one is a company of the register, too. */
function tableOf(last: number, except: readonly number[] = []): string {
  const ids = Array.from({ length: last }, (_, i) => i + 1).filter((id) => !except.includes(id))
  const rows = ids.map((id) =>
    id === 1 ? `1;${KNOWN.called};${KNOWN.number};Hannover` : `${id};Partner ${id};;`,
  )
  return `Nr;Firma;Nummer;Gericht\n${rows.join('\n')}\n`
}

/** A company in the fixture of OffeneRegister, and its name in the list. */
const KNOWN = { number: 'HRB 217675', called: 'Giesing Bräu' }

interface Place {
  readonly folder: string
  importTable(text: string, ...options: readonly string[]): ReturnType<typeof run>
}

async function listIn(test: TestContext): Promise<Place> {
  const folder = temporaryFolder(test)
  const mapping = join(folder, 'partners.yaml')
  writeFileSync(mapping, MAPPING)
  const importTable: Place['importTable'] = (text, ...options) => {
    const file = join(folder, 'partners.csv')
    writeFileSync(file, text)
    return run(['import', file, '--mapping', mapping, '--data-dir', join(folder, 'var'), ...options])
  }
  assert.equal((await importTable(tableOf(100))).code, 0)
  return { folder, importTable }
}

describe('a complete snapshot', () => {
  it('tells with --dry-run how many entries it would withdraw and whether it would stop, and stores nothing', {
    skip: BRIEF,
  }, async (test) => {
    const { folder, importTable } = await listIn(test)
    const dry = (ids: readonly number[], ...options: readonly string[]) =>
      importTable(tableOf(100, ids), '--full-snapshot', '--dry-run', ...options)
    await startServer(test, join(folder, 'var'), ONE_THREAD)
    const few = await dry([7, 77])
    assert.equal(few.code, 0, few.err)
    assert.match(few.out, /^98 rows read: 98 would be imported, 0 rejected\. Nothing was stored\.$/m)
    assert.match(few.out, /^2 of the 100 entries of partners would be withdrawn\.$/m)
    const many = [1, 2, 3, 4, 5, 6]
    const stopped = await dry(many)
    assert.equal(stopped.code, 4)
    assert.match(
      stopped.err,
      /^No entry would be withdrawn: 6 of the 100 entries of partners are missing, which is more than 5 %\. If that is right, repeat the command with --yes-really\.$/m,
    )
    assert.match(
      (await dry(many, '--yes-really')).out,
      /^6 of the 100 entries of partners would be withdrawn/m,
    )
    const listed = await importTable('Nr\n5\n6\n1000\n', '--deletions', '--dry-run', '--json')
    const { good, withdrawal } = JSON.parse(listed.out.trim().split('\n').at(-1)!)
    assert.deepEqual(
      [good, withdrawal],
      [3, { sources: [{ source: 'partners', entries: 100, found: 2 }], not_withdrawn: null }],
    )
    const same = await importTable(tableOf(100), '--full-snapshot')
    assert.match(same.out, /^100 rows read: 0 companies new, 0 changed, 100 unchanged/m, same.err)
    const empty = await importTable(
      tableOf(9),
      '--full-snapshot',
      '--dry-run',
      '--data-dir',
      join(folder, 'none'),
    )
    assert.match(empty.out, /^No entry would be withdrawn: none of the source is stored\.$/m)
    assert.equal(existsSync(join(folder, 'none')), false)
  })

  it('withdraws the entries that it does not contain; their companies are neither found nor shown', async (test) => {
    const { folder, importTable } = await listIn(test)
    const server = await startServer(test, join(folder, 'var'), ONE_THREAD)
    const { key } = await makeKey(join(folder, 'var'))
    const hits = async (name: string) =>
      (await (await search(server.url, key, { name })).json()) as { uuid: string; name: string }[]
    const [partner] = await hits('partner 77')
    const done = await importTable(tableOf(100, [77]), '--full-snapshot')
    assert.equal(done.code, 0, done.err)
    assert.match(done.out, /^1 entry withdrawn, 1 company deleted that no other entry tells\.$/m)
    assert.ok((await hits('partner 77')).every(({ name }) => name !== 'Partner 77'))
    const headers = { authorization: `Bearer ${key}` }
    const gone = await fetch(`${server.url}/api/v1/companies/${partner?.uuid}`, { headers })
    assert.equal(gone.status, 404)
    const changes = await fetch(`${server.url}/api/v1/changes?limit=1000`, { headers })
    const last = ((await changes.json()) as { uuid: string; kind: string; fields: string[] }[]).at(-1)
    assert.deepEqual([last?.uuid, last?.kind, last?.fields], [partner?.uuid, 'removed', []])
  })

  it('withdraws nothing above 5 %, or if the ids of rows are not known, unless it is forced', {
    skip: BRIEF,
  }, async (test) => {
    const { folder, importTable } = await listIn(test)
    const missing = [2, 3, 4, 5, 6, 7]
    const stopped = await importTable(tableOf(100, missing), '--full-snapshot')
    assert.equal(stopped.code, 4)
    assert.match(
      stopped.err,
      /^No entry was withdrawn: 6 of the 100 entries of partners are missing, which is more than 5 %\. If that is right, repeat the command with --yes-really\.$/m,
    )
    const status = await run(['status', '--data-dir', join(folder, 'var')])
    assert.match(status.out, /100 companies/)
    const unread = await importTable(`${tableOf(100, [2])};Ohne Nummer;;\n`, '--full-snapshot')
    assert.match(unread.err, /^No entry was withdrawn: of 1 rejected rows the id could not be read/m)
    const nameless = await importTable(`${tableOf(100, [2, 3])}3;;;\n`, '--full-snapshot')
    assert.match(nameless.out, /^1 entry withdrawn/m, 'a rejected row with an id is in the snapshot')
    const forced = await importTable(tableOf(100, missing), '--full-snapshot', '--yes-really')
    assert.equal(forced.code, 0, forced.err)
    assert.match(forced.out, /^5 entries withdrawn, 5 companies deleted/m)
  })

  it('withdraws exactly 5 % without being forced', { skip: BRIEF }, async (test) => {
    const { importTable } = await listIn(test)
    const done = await importTable(tableOf(100, [2, 3, 4, 5, 6]), '--full-snapshot')
    assert.match(done.out, /^5 entries withdrawn/m, done.err)
  })

  it('leaves what other sources tell, as if the withdrawn entry had never been there', {
    skip: BRIEF,
  }, async (test) => {
    const { folder, importTable } = await listIn(test)
    const dataDir = join(folder, 'var')
    assert.equal((await run(['import', ENTRIES, '--data-dir', dataDir])).code, 0)
    const server = await startServer(test, dataDir, ONE_THREAD)
    const { key } = await makeKey(dataDir)
    const found = async () =>
      (await search(server.url, key, { name: KNOWN.called, deep: true })).json() as Promise<
        { uuid: string }[]
      >
    const [company] = await found()
    const headers = { authorization: `Bearer ${key}` }
    const shown = async () =>
      (await (await fetch(`${server.url}/api/v1/companies/${company?.uuid}`, { headers })).json()) as {
        sources: { source: string }[]
        other_names: object[]
      }
    const before = await shown()
    assert.deepEqual(before.sources.map(({ source }) => source).sort(), ['offeneregister', 'partners'])
    await importTable(tableOf(100, [1]), '--full-snapshot')
    const after = await shown()
    assert.deepEqual(
      after.sources.map(({ source }) => source),
      ['offeneregister'],
    )
    assert.deepEqual([before.other_names.length, after.other_names.length], [1, 0])
  })
})

describe('a deletion list', () => {
  it('withdraws the entries that it lists and stores nothing; unknown ones change nothing', async (test) => {
    const { folder, importTable } = await listIn(test)
    const done = await importTable('Nr\n12\n13\n4711\n', '--deletions', '--json')
    assert.equal(done.code, 0, done.err)
    const { rows, withdrawn, deleted, unchanged, created } = JSON.parse(done.out.trim().split('\n').at(-1)!)
    assert.deepEqual(
      { rows, withdrawn, deleted, unchanged, created },
      { rows: 3, withdrawn: 2, deleted: 2, unchanged: 1, created: 0 },
    )
    const again = await importTable('Nr\n12\n13\n', '--deletions')
    assert.match(again.out, /0 changed, 2 unchanged/)
    const register = await run(['import', ENTRIES, '--deletions', '--data-dir', join(folder, 'var')])
    assert.match(register.out, /0 companies new/)
  })

  it('withdraws nothing above 5 % unless it is forced: a full file given by mistake deletes nothing', async (test) => {
    const { importTable } = await listIn(test)
    const dry = await importTable(tableOf(100), '--deletions', '--dry-run')
    assert.equal(dry.code, 4, dry.out)
    assert.match(dry.err, /^No entry would be withdrawn: 100 of the 100 entries of partners are listed/m)
    const stopped = await importTable(tableOf(100), '--deletions')
    assert.equal(stopped.code, 4, stopped.out)
    assert.match(
      stopped.err,
      /^No entry was withdrawn: 100 of the 100 entries of partners are listed, which is more than 5 %\. If that is right, repeat the command with --yes-really\.$/m,
    )
    const forced = await importTable(tableOf(100), '--deletions', '--yes-really')
    assert.match(forced.out, /^100 entries withdrawn, 100 companies deleted/m, forced.err)
  })

  it('cannot be combined with a snapshot, and an import that withdraws nothing cannot be forced', {
    skip: BRIEF,
  }, async (test) => {
    const { importTable } = await listIn(test)
    const both = await importTable('Nr\n1\n', '--deletions', '--full-snapshot')
    assert.match(both.err, /Choose one of --full-snapshot and --deletions\./)
    const forced = await importTable('Nr\n1\n', '--yes-really')
    assert.match(forced.err, /--yes-really needs --full-snapshot or --deletions\./)
  })
})

describe('a source of complete snapshots, or of deletion lists', () => {
  it('withdraws at each run, stops above 5 %, and is forced by the command', {
    skip: BRIEF,
  }, async (test) => {
    const { folder } = await listIn(test)
    const dataDir = join(folder, 'var')
    const file = join(folder, 'partners.csv')
    const mapping = join(folder, 'partners.yaml')
    const sources = (...args: string[]) => run(['sources', ...args, '--data-dir', dataDir])
    await sources('add', 'partners', '--file', file, '--mapping', mapping, '--full-snapshot')
    writeFileSync(file, tableOf(100, [50]))
    assert.match((await sources('run', 'partners')).out, /^1 entry withdrawn/m)
    writeFileSync(file, tableOf(60))
    const stopped = await sources('run', 'partners')
    assert.equal(stopped.code, 4)
    assert.match(stopped.err, /The source partners failed: No entry was withdrawn: 40 of the 100/)
    assert.match((await sources('list')).out, /failed .*No entry was withdrawn/)
    assert.match((await sources('run', 'partners', '--yes-really')).out, /^40 entries withdrawn/m)
  })

  it('of deletion lists stops in the same way, also in a watched folder', { skip: BRIEF }, async (test) => {
    const { folder } = await listIn(test)
    const dataDir = join(folder, 'var')
    const mapping = join(folder, 'partners.yaml')
    const sources = (...args: string[]) => run(['sources', ...args, '--data-dir', dataDir])
    await sources('add', 'gone', '--inbox', '--mapping', mapping, '--deletions')
    writeFileSync(join(dataDir, 'inbox', 'gone', 'partners.csv'), tableOf(100))
    const stopped = await sources('run', 'gone')
    assert.equal(stopped.code, 4, stopped.out)
    assert.match(stopped.err, /The source gone failed: No entry was withdrawn: 100 of the 100/)
  })
})
