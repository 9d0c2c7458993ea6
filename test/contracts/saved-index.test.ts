/** The saved index and the store that it was made of: gone on from where it can be, never trusted where it cannot. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import BetterSqlite from 'better-sqlite3'
import { buildWhole, openSavedIndex } from '../../src/adapters/embedded/follow-store.ts'
import { loadIndexImage, saveIndexImage } from '../../src/adapters/embedded/index-image.ts'
import { EmbeddedNameIndex } from '../../src/adapters/embedded/name-index.ts'
import { openCompanyStore } from '../../src/adapters/sqlite/companies/read/company-store.ts'
import { openCompanyWriter } from '../../src/adapters/sqlite/companies/write/company-writer.ts'
import type { CompanyStore } from '../../src/core/company/company-store.ts'
import type { IncomingCompany } from '../../src/core/company/company-writer.ts'
import { headerOf } from '../../src/engine/format/image.ts'
import { deferCompanies } from '../fixtures/deferred-ports.ts'
import { incomingCompany, seenBy } from '../fixtures/incoming-companies.ts'
import { IS_THOROUGH, often } from '../thorough.ts'

function incoming(digits: number, name: string, asOf = '2018-05-01'): IncomingCompany {
  return incomingCompany(digits, { name, source: seenBy(asOf, `D2601V_HRB${digits}`) })
}

/** Saves that are killed, and how many more each has behind it. */
const KILLS = often(8, 2)
const KILL_STRIDE = 3

const NAMES = ['Adler GmbH', 'Bussard GmbH', 'Condor GmbH', 'Dohle GmbH', 'Elster GmbH', 'Falke GmbH']
const FIRST = NAMES.map((name, i) => incoming(i + 1, name))

savedIndexContract('a saved index', (store) => store)
if (IS_THOROUGH) savedIndexContract('a saved index of companies that answer later', deferCompanies)

function savedIndexContract(subject: string, storeOf: (store: CompanyStore) => CompanyStore): void {
  describe(subject, () => {
    let folder: string
    let database: string
    let path: string

    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), 'saved-index-'))
      database = join(folder, 'companies.sqlite')
      path = join(folder, 'companies.index')
    })
    afterEach(() => rmSync(folder, { recursive: true }))

    const save = (companies: readonly IncomingCompany[], nowMs = 5, into = database) => {
      const writer = openCompanyWriter(into, 1)
      writer.save(companies, nowMs)
      writer.close()
    }
    const withStore = async <Result>(use: (store: CompanyStore) => Promise<Result>): Promise<Result> => {
      const store = storeOf(openCompanyStore(database))
      try {
        return await use(store)
      } finally {
        await store.close()
      }
    }
    const saveIndex = () => withStore(async (store) => saveIndexImage(path, await buildWhole(store, 3, 1)))
    const open = () => withStore((store) => openSavedIndex(store, path, 9))
    const refusal = async () => {
      const opened = await open()
      return opened.kind === 'refused' ? opened.reason : 'taken'
    }
    const found = async (name: string) => {
      const opened = await open()
      assert.ok(opened.kind === 'snapshot', 'taken')
      const index = new EmbeddedNameIndex()
      index.publish(opened.snapshot)
      return index.search({ name, deep: true, limit: 9 }).hits.map((hit) => [hit.kind, hit.record.name])
    }

    it('is used as it is if nothing changed', async () => {
      save(FIRST)
      await saveIndex()
      const opened = await open()
      assert.ok(opened.kind === 'snapshot')
      assert.equal(opened.snapshot.delta, undefined)
      assert.deepEqual(await found('Adler'), [['form', 'Adler GmbH']])
    })

    it('is updated with a changed and a new company, each once, and no other company is read', async () => {
      save(FIRST)
      await saveIndex()
      const before = readFileSync(path)
      save([incoming(1, 'Albatros GmbH', '2019-01-01'), incoming(7, 'Geier GmbH')], 6)
      assert.deepEqual(await found('Albatros'), [['form', 'Albatros GmbH']])
      assert.deepEqual(await found('Adler'), [['former', 'Albatros GmbH']])
      assert.deepEqual(await found('Geier'), [['form', 'Geier GmbH']])
      assert.deepEqual(await found('Bussard'), [['form', 'Bussard GmbH']])
      const opened = await open()
      assert.ok(opened.kind === 'snapshot')
      const { delta, sequence } = opened.snapshot
      assert.deepEqual([headerOf(delta!.image).companies, delta!.deletions.count, sequence], [2, 1, 8])
      assert.deepEqual(readFileSync(path), before)
    })

    it('no longer finds a company that was merged or suppressed since, and finds the one that it was merged into', async () => {
      save(FIRST)
      await saveIndex()
      const db = new BetterSqlite(database)
      const [gone, into] = db.prepare('SELECT id, uuid FROM companies ORDER BY id LIMIT 2').all() as {
        id: number
        uuid: Buffer
      }[]
      db.prepare('DELETE FROM company_sources WHERE company_id = ?').run(gone!.id)
      db.prepare('DELETE FROM companies WHERE id = ?').run(gone!.id)
      const log = db.prepare(
        'INSERT INTO changes (uuid, kind, at_ms, fields, into_uuid) VALUES (?, ?, 6, ?, ?)',
      )
      log.run(gone!.uuid, 'merged', '', into!.uuid)
      db.close()
      assert.deepEqual(await found('Adler'), [])
      assert.deepEqual(await found('HRB 1 München'), [])
      assert.deepEqual(await found('Bussard'), [['form', 'Bussard GmbH']])
    })

    it('is refused if so much changed that a new build is faster', async () => {
      save(FIRST)
      await saveIndex()
      save(
        NAMES.slice(0, 3).map((name, i) => incoming(i + 1, `Neu ${name}`, '2019-01-01')),
        6,
      )
      assert.equal((await open()).kind, 'snapshot')
      save([incoming(9, 'Habicht GmbH')], 7)
      assert.match(
        await refusal(),
        /^The index file is at change 6, the store at 10: too many changes to add\.$/,
      )
    })

    it('is refused if the store lost changes that it contains, as after a power loss, even if the log has grown again', async () => {
      save(FIRST.slice(0, 5))
      const db = new BetterSqlite(database)
      db.pragma('wal_checkpoint(TRUNCATE)')
      db.close()
      const before = readFileSync(database)
      save(FIRST.slice(5))
      await saveIndex()
      writeFileSync(database, before)
      for (const beside of ['-wal', '-shm']) rmSync(database + beside, { force: true })
      assert.match(await refusal(), /built from other companies than the stored ones/)
      save([incoming(8, 'Habicht GmbH')], 77)
      assert.match(await refusal(), /built from other companies than the stored ones/)
    })

    it('of another store is refused, even if both have the same last change', async () => {
      save(FIRST)
      await saveIndex()
      rmSync(database)
      for (const beside of ['-wal', '-shm']) rmSync(database + beside, { force: true })
      save(FIRST.toReversed())
      assert.match(await refusal(), /built from other companies than the stored ones/)
    })

    it('that is damaged, truncated or missing is refused with the reason', async () => {
      save(FIRST)
      await saveIndex()
      const whole = readFileSync(path)
      const flipped = Buffer.from(whole)
      flipped[flipped.length - 20]! ^= 1
      for (const [bytes, reason] of [
        [flipped, /damaged/],
        [whole.subarray(0, whole.length - 1), /shorter or longer/],
        [Buffer.alloc(0), /too short/],
      ] as const) {
        writeFileSync(path, bytes)
        assert.match(await refusal(), reason)
      }
      rmSync(path)
      assert.match(await refusal(), /no readable index file/)
    })

    it('is saved even if a killed save left files', async () => {
      save(FIRST)
      writeFileSync(`${path}.new`, 'half a file')
      await saveIndex()
      assert.deepEqual(
        readdirSync(folder).filter((name) => name.startsWith('companies.index')),
        ['companies.index'],
      )
      assert.equal(await refusal(), 'taken')
    })
  })
}

test('a saved index is the old or the new one, whole, wherever a save is killed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'saved-index-'))
  const path = join(folder, 'companies.index')
  const script = fileURLToPath(new URL('./save-again.ts', import.meta.url))
  for (let kills = 0; kills < KILLS; kills++) {
    const child = spawn(process.execPath, [script, path], { stdio: ['ignore', 'pipe', 'inherit'] })
    const ended = new Promise((resolve) => child.once('exit', resolve))
    let output = ''
    for await (const text of child.stdout) {
      output += text
      // The child reports every save that it starts; the kill comes during one of the next.
      if (output.split('\n').length > 1 + (kills % 8) * KILL_STRIDE) child.kill('SIGKILL')
    }
    await ended
    if (!existsSync(path)) continue
    const loaded = loadIndexImage(path)
    assert.ok('image' in loaded, 'refused' in loaded ? loaded.refused : '')
    assert.ok(headerOf(loaded.image).companies > 0)
  }
  assert.ok(existsSync(path), 'at least one save came to its end')
  rmSync(folder, { recursive: true })
})
