import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { IndexedCompany } from '../../engine/indexed-company.ts'
import { companyUuid } from '../../names/company-uuid.ts'
import type { CourtCode } from '../../names/court.ts'
import type { FormCode } from '../../names/legal-form.ts'
import type { RegisterKey } from '../../names/register-number.ts'
import type { IndexImage } from './index-image.ts'
import { buildIndexImage } from './index-image.ts'
import { EmbeddedNameIndex } from './name-index.ts'

function imageOf(...names: readonly string[]): IndexImage {
  const court = 'D2601V' as CourtCode
  const companies = names.map((name, i): IndexedCompany => {
    const register: RegisterKey = { country: 'DE', court, type: 'HRB', digits: i + 1, suffix: '' }
    const form = 'GmbH' as FormCode
    const none = { formerNames: [], formerNumbers: [], sources: [] }
    return {
      uuid: companyUuid(register),
      name,
      register,
      court,
      status: 'active',
      form,
      seat: 'Ulm',
      ...none,
    }
  })
  return buildIndexImage([companies], { generation: 1, sequence: 1, nowMs: 1 })
}

const IMAGE = imageOf('Zander GmbH', 'Zander Logistik GmbH', 'Sander GmbH')

/** An index whose clock goes on by a millisecond with every look at it. */
function indexWith(budgetMs: number): EmbeddedNameIndex {
  let now = 0
  const index = new EmbeddedNameIndex({ budgetMs, nowMs: () => now++ })
  index.publish(IMAGE)
  return index
}

test('a deep search whose time is over shows all that a normal one finds, and says that it is partial', () => {
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
