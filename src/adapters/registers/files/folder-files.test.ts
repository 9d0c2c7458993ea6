import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { FileFault } from '../../../core/ingest/entry-source.ts'
import { FOLDER_FILES_MAX, filesIn } from './folder-files.ts'

describe('the files of a folder', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'folder-files-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const put = (...names: readonly string[]) => {
    for (const name of names) {
      mkdirSync(join(folder, name, '..'), { recursive: true })
      writeFileSync(join(folder, name), '')
    }
  }
  const found = async () => (await filesIn(folder)).map((path) => relative(folder, path))

  it('are read in the order of their paths, daily folders included', async () => {
    put('2025/02/b.json', '2025/02/a.json', '2024-12/2024-12-31.json', '2024-12/2024-12-01.json', 'z.tsv.gz')
    assert.deepEqual(await found(), [
      '2024-12/2024-12-01.json',
      '2024-12/2024-12-31.json',
      '2025/02/a.json',
      '2025/02/b.json',
      'z.tsv.gz',
    ])
  })

  it('are those of a register: no hidden files, links, documents or deeper folders', async () => {
    put('a.json', '.git/b.json', '.c.json', 'README.md', '1/2/3/d.json')
    symlinkSync('/', join(folder, 'root'))
    symlinkSync(join(folder, 'a.json'), join(folder, 'link.json'))
    assert.deepEqual(await found(), ['a.json'])
  })

  it('are not those of a data folder of this program, but those delivered to its inbox', async () => {
    put('a.json', 'data/lock.sqlite', 'data/companies.sqlite', 'data/lists/list.csv', 'data/inbox/own/b.csv')
    assert.deepEqual(await found(), ['a.json'])
    const inbox = join(folder, 'data/inbox')
    assert.deepEqual(await filesIn(inbox), [join(inbox, 'own/b.csv')])
    await assert.rejects(filesIn(join(folder, 'data')), /data is a data folder of firmensuche\./)
  })

  it('must be at least one and at most the limit', async () => {
    await assert.rejects(filesIn(folder), (error) => {
      assert.ok(error instanceof FileFault)
      return error.reason === 'folder' && /is a folder without register files\.$/.test(error.message)
    })
    put(...Array.from({ length: FOLDER_FILES_MAX }, (_, i) => `${i}.json`))
    assert.equal((await found()).length, FOLDER_FILES_MAX)
    put('one-more.json')
    await assert.rejects(filesIn(folder), /more than 10000 files/)
  })

  it('of a path that is no folder are the path itself, also if nothing is there', async () => {
    put('a.json')
    assert.deepEqual(await filesIn(join(folder, 'a.json')), [join(folder, 'a.json')])
    assert.deepEqual(await filesIn(join(folder, 'none')), [join(folder, 'none')])
  })
})
