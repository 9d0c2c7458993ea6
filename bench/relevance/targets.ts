/** Companies that queries search for, drawn from the files and not from the judged index. */
import type { IndexedCompany } from '../../src/names/search/indexed-company.ts'
import type { Random } from '../corpus/random.ts'
import type { ReadCompanies } from '../corpus/real-companies.ts'

/** Files that targets are drawn from; every file of the shared data is a random sample of the whole. */
const FILES_MAX = 2
/** What the register has where no name is known. */
const NO_NAME = /^\W*unbekannt\W*$/i

/** All companies that may be meant, in random order. */
export function drawTargets(read: ReadCompanies, random: Random): IndexedCompany[] {
  const companies: IndexedCompany[] = []
  for (const batch of read(FILES_MAX)) companies.push(...batch)
  for (let i = companies.length - 1; i > 0; i--) {
    const other = random.below(i + 1)
    ;[companies[i], companies[other]] = [companies[other] as IndexedCompany, companies[i] as IndexedCompany]
  }
  return companies.filter(({ name }) => !NO_NAME.test(name))
}
