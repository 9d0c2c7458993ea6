/**
 * Whether famous companies have more former names than others of their form: what the points of former names in the
 * prominence were chosen by. The companies whose place ties decide are left out: they judge the points.
 *
 *     node bench/relevance/former-names-fact.ts <folder of *.jsonl.br>
 */
import { parseSourceKey } from '../../src/adapters/registers/offeneregister/source-key.ts'
import { formPoints } from '../../src/names/ranking/prominence.ts'
import { companyUuid } from '../../src/names/reading/company-uuid.ts'
import { companiesOf } from '../corpus/real-companies.ts'
import { readFamousNames } from './famous.ts'

/** More former names count as many. */
const FORMER_MAX = 3

const folder = process.argv[2]
if (folder === undefined) throw new Error('Say which folder holds the *.jsonl.br files.')

/** Active companies with the same points of their form, by the number of their former names. */
interface FormCounts {
  readonly all: number[]
  readonly famous: number[]
}

const famous = famousIds()
const byForm = new Map<number, FormCounts>()
for (const batch of companiesOf(folder)) {
  for (const { uuid, status, form, formerNames } of batch) {
    if (status !== 'active') continue
    const points = formPoints(form)
    const counts = byForm.get(points) ?? { all: zeros(), famous: zeros() }
    byForm.set(points, counts)
    const former = Math.min(FORMER_MAX, formerNames.length)
    counts.all[former]!++
    if (famous.has(uuid)) counts.famous[former]!++
  }
}
for (let former = 0; former <= FORMER_MAX; former++) {
  const groups = [...byForm.values()]
  const found = groups.reduce((sum, group) => sum + group.famous[former]!, 0)
  const expected = groups.reduce(
    (sum, group) => sum + (total(group.famous) * group.all[former]!) / total(group.all),
    0,
  )
  const label = former === FORMER_MAX ? `${former} and more` : `${former}`
  console.log(
    `${label}: ${found} famous, ${expected.toFixed(1)} expected by their forms, ${(found / expected).toFixed(2)} times`,
  )
}

function famousIds(): ReadonlySet<string> {
  const others = readFamousNames().filter(({ decidedBy }) => decidedBy !== 'tie')
  return new Set(others.map(({ companyNumber }) => companyUuid(parseSourceKey(companyNumber)!.register)))
}

function zeros(): number[] {
  return new Array<number>(FORMER_MAX + 1).fill(0)
}

function total(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0)
}
