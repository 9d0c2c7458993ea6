/** The compared search products that need no server, and the figures computed from their results. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, test } from 'node:test'
import { figuresOf } from '../bench/neighbours/figures.ts'
import { MiniSearchNames } from '../bench/neighbours/mini-search.ts'
import { readAsked } from '../bench/neighbours/names-file.ts'
import type { NamedCompany, Neighbour } from '../bench/neighbours/neighbour.ts'
import { SqliteNames } from '../bench/neighbours/sqlite-names.ts'
import { SQLITE_TRIGRAMS } from '../bench/neighbours/sqlite-trigrams.ts'
import { SQLITE_WORDS } from '../bench/neighbours/sqlite-words.ts'

const NAMES = [
  'Robert Bosch Hausgeräte GmbH',
  'Robert Bosch Hausgeräte AG',
  'Volkswagen Leasing GmbH',
  'Volkswagen Zentrum Fulda GmbH & Co. KG',
  'Günther Weißbarth GmbH',
  'Schuko Trebbin Verwaltungs-GmbH',
]
const companies: NamedCompany[] = NAMES.map((name, place) => ({
  ...{ ...readAsked(name), place, uuid: String(place), seat: '', record: '{}' },
}))

const NEIGHBOURS: Record<string, { open: (folder: string) => Neighbour; toleratesTypos: boolean }> = {
  'SQLite words': { open: (folder) => new SqliteNames(folder, SQLITE_WORDS), toleratesTypos: false },
  'SQLite trigrams': { open: (folder) => new SqliteNames(folder, SQLITE_TRIGRAMS), toleratesTypos: true },
  MiniSearch: { open: () => new MiniSearchNames(), toleratesTypos: true },
}

for (const [title, { open, toleratesTypos }] of Object.entries(NEIGHBOURS)) {
  describe(title, () => {
    const findAll = async (queries: readonly string[]): Promise<(number | string | undefined)[]> => {
      const folder = mkdtempSync(join(tmpdir(), 'neighbours-test-'))
      const neighbour = open(folder)
      try {
        await neighbour.build(companies)
        const found: (number | string | undefined)[] = []
        for (const query of queries) found.push((await neighbour.ask(readAsked(query), 10))[0])
        return found
      } finally {
        await neighbour.close()
        rmSync(folder, { recursive: true })
      }
    }

    it('finds the same name first, the queried form before another', async () => {
      const queries = ['robert bosch hausgeraete gmbh', 'Robert Bosch Hausgeräte Aktiengesellschaft']
      assert.deepEqual(await findAll(queries), [0, 1])
    })

    it('finds all words in any order, the last one as a prefix', async () => {
      assert.deepEqual(
        await findAll(['Leasing Volkswagen', 'Volkswagen Zen', 'Trebbin Schuko Verw']),
        [2, 3, 5],
      )
    })

    it('finds a name with a typo if it tolerates typos', async () => {
      const [found] = await findAll(['Gunter Weissbart'])
      assert.equal(found, toleratesTypos ? 4 : undefined)
    })
  })
}

test('figures weigh every kind of query equally, for any number of queries', () => {
  const queries = ['slip', 'slip', 'slip', 'exact'].map((kind) => ({ kind, text: '', uuid: '', name: '' }))
  const took = [10, 10, 10, 2]
  const figures = figuresOf(queries, [0, 0, 0, 1], { took, spent: took }, [0, 1, 2, 3])
  assert.deepEqual({ recall1: figures.recall1, recall10: figures.recall10 }, { recall1: 0.5, recall10: 0.5 })
  assert.ok(Math.abs(figures.meanMs - 6) < 1e-9)
  assert.equal(figures.p99Ms, 10)
})
