/**
 * How much memory there is beside the index in use while what changed is merged into a new one, and what merging takes; nothing
 * else in the process:
 *
 *     node bench/merge.ts <data folder with an imported register and its index> [--changes 20000]
 *
 * Every so many-th company gets another name. Linux only: the peak is what the system counted during the merge.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { buildIndexImage, loadIndexImage, mergeSnapshot } from '../src/adapters/embedded/index-image.ts'
import { openCompanyStore } from '../src/adapters/sqlite/companies/read/company-store.ts'
import { deletionsOf } from '../src/engine/format/deletions.ts'
import { headerOf, type IndexImage } from '../src/engine/format/image.ts'
import type { IndexedCompany } from '../src/names/search/indexed-company.ts'
import { dataFiles } from '../src/server/data-folder.ts'

const BATCH = 2000
const MIB = 2 ** 20
const US_PER_S = 1e6

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { changes: { type: 'string', default: '20000' } },
})
const files = dataFiles(positionals[0] ?? './var')

function statusMib(field: 'VmRSS' | 'VmHWM'): number {
  const line = new RegExp(`${field}:\\s+(\\d+) kB`).exec(readFileSync('/proc/self/status', 'utf8'))
  return Number(line?.[1]) / 1024
}

/** Every so many-th company under another name. */
function changedOf(base: IndexImage): readonly IndexedCompany[] {
  const stride = Math.floor(headerOf(base).companies / Number(options.changes))
  const store = openCompanyStore(files.companies)
  const changed: IndexedCompany[] = []
  let place = 0
  for (const batch of store.forIndex(BATCH))
    for (const company of batch)
      if (place++ % stride === 0) changed.push({ ...company, name: `Neu ${company.name}` })
  store.close()
  return changed
}

const loaded = loadIndexImage(files.index)
if ('refused' in loaded) throw new Error(loaded.refused)
const { image: base } = loaded
const changed = changedOf(base)
const facts = { snapshotNumber: 2, sequence: headerOf(base).sequence + changed.length, nowMs: 0 }
const delta = {
  image: buildIndexImage([changed][Symbol.iterator](), facts),
  deletions: deletionsOf(base, new Set(changed.map(({ uuid }) => uuid))),
}
const beforeMib = statusMib('VmRSS')
writeFileSync('/proc/self/clear_refs', '5')
const from = process.cpuUsage()
const merged = mergeSnapshot({ number: 2, sequence: facts.sequence, base, delta }, 3, 0)
const { user, system } = process.cpuUsage(from)
const baseMib = base.bytes.byteLength / MIB
const grownMib = statusMib('VmHWM') - beforeMib
console.log(
  `${changed.length} of ${headerOf(merged).companies} companies changed; ${((user + system) / US_PER_S).toFixed(1)} s of processor time`,
)
console.log(
  `index ${baseMib.toFixed(0)} MiB, new one ${(merged.bytes.byteLength / MIB).toFixed(0)} MiB; at the peak ${grownMib.toFixed(0)} MiB beside the old one: ${(1 + grownMib / baseMib).toFixed(2)} times the index`,
)
