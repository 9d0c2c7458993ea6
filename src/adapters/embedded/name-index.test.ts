import assert from 'node:assert/strict'
import { test } from 'node:test'
import { indexedCompanies } from '../../../test/fixtures/indexed-companies.ts'
import { buildIndexImage } from './index-image.ts'
import { EmbeddedNameIndex } from './name-index.ts'

const COMPANIES = indexedCompanies(['Zander GmbH', 'Zander Logistik GmbH', 'Sander GmbH'])
const IMAGE = buildIndexImage([COMPANIES], { snapshotNumber: 1, sequence: 1, nowMs: 1 })

/** An index whose clock goes on by a millisecond with every look at it. */
function indexWith(budgetMs: number): EmbeddedNameIndex {
  let now = 0
  const index = new EmbeddedNameIndex({ budgetMs, nowMs: () => now++ })
  index.publish(IMAGE)
  return index
}

test('a deep search that reaches its time limit returns all hits of the normal search and is marked as partial', () => {
  const asked = { name: 'Zander', limit: 10 }
  const names = (page: ReturnType<EmbeddedNameIndex['search']>) => page.hits.map(({ record }) => record.name)
  const whole = indexWith(1000).search({ ...asked, deep: true })
  assert.deepEqual(
    [names(whole), whole.partial],
    [['Zander GmbH', 'Zander Logistik GmbH', 'Sander GmbH'], false],
  )
  const cut = indexWith(1).search({ ...asked, deep: true })
  assert.deepEqual([names(cut), cut.partial], [['Zander GmbH', 'Zander Logistik GmbH'], true])
  assert.equal(indexWith(1).search({ ...asked, deep: false }).partial, false)
})

test('warming up does not change results, and is possible before there is an index', () => {
  new EmbeddedNameIndex().warmUp()
  const index = indexWith(1000)
  const ask = () =>
    index
      .search({ name: 'Znader', deep: true, limit: 10 })
      .hits.map(({ record, score }) => [record.name, score])
  const before = ask()
  index.warmUp()
  assert.deepEqual(ask(), before)
  assert.equal(before[0]?.[0], 'Zander GmbH')
})
