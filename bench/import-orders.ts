/**
 * Orders of imports: imports OffeneRegister, register announcements, GLEIF and a list in several orders, and compares all
 * companies byte for byte, as the API shows them in NDJSON.
 *
 *     node bench/import-orders.ts <data folder> [--parts 1-15] [--orders 1-24]
 *
 * The folder has `offeneregister/part-*`, `registerbekanntmachungen/announcements.tsv.gz` and
 * `gleif/lei_records.api-v1.json.gz`. The list has every 200th entry of the first part under another name, with an id and
 * an address of its own.
 */
import { hash } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { registerFiles } from '../src/adapters/registers/entry-source.ts'
import { openCompanyStore } from '../src/adapters/sqlite/companies/read/company-store.ts'
import { openCompanyWriter } from '../src/adapters/sqlite/companies/write/company-writer.ts'
import { importFiles } from '../src/core/ingest/import-files.ts'
import { detailWire } from '../src/http/api/company-wire.ts'
import { courtName } from '../src/names/reading/court.ts'
import { formatNumber, isGerman } from '../src/names/reading/register-number.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { parts: { type: 'string', default: '15' }, orders: { type: 'string', default: '24' } },
})
const [data] = positionals
if (data === undefined) throw new Error('usage: node bench/import-orders.ts <data folder>')
const folder = mkdtempSync(join(tmpdir(), 'bench-orders-'))
// The same for all orders, as it is part of the companies.
const clock = { nowMs: () => 1_700_000_000_000, monotonicNs: () => process.hrtime.bigint() }

interface Source {
  readonly name: string
  readonly files: readonly string[]
  readonly mapping?: string
}

const LIST_EVERY = 200
const MAPPING = `
source: partners
title: Business partners
columns: {id: id, name: name, number: number, court: court, address: address}
`

/** Writes the list and its mapping. */
async function listOf(part: string): Promise<Source> {
  const rows: string[] = ['id\tname\tnumber\tcourt\taddress']
  let count = 0
  for await (const batch of registerFiles().read(part)) {
    for (const row of batch.rows) {
      if (!('entry' in row) || count++ % LIST_EVERY !== 0) continue
      const { number, name } = row.entry
      if (number === undefined || !isGerman(number.register)) continue
      const digits = formatNumber(number.register)
      rows.push(
        `K${count}\t${name.toUpperCase()} Lager\t${digits}\t${courtName(number.court)}\tAm Platz ${count}`,
      )
    }
  }
  const [file, mapping] = [join(folder, 'list.tsv'), join(folder, 'list.yaml')]
  writeFileSync(file, `${rows.join('\n')}\n`)
  writeFileSync(mapping, MAPPING)
  return { name: 'list', files: [file], mapping }
}

/** Returns all orders; the first ones differ in the place of the first item. */
function ordersOf<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  if (items.length < 2) return [items]
  const [first, ...others] = items as [Item, ...Item[]]
  const rest = ordersOf(others)
  return rest.flatMap((order) =>
    items.map((_, place) => [...order.slice(0, place), first, ...order.slice(place)]),
  )
}

/** Imports the sources in this order; returns the hash of each company's line, in any order. */
async function hashesAfter(order: readonly Source[]): Promise<readonly string[]> {
  const path = join(folder, 'companies.db')
  for (const file of ['', '-wal', '-shm']) rmSync(path + file, { force: true })
  const companyWriter = openCompanyWriter(path, 1)
  const needs = { entrySource: registerFiles(), companyWriter, clock, rejectLog: { add: () => {} } }
  for (const { files, mapping } of order) {
    const run = importFiles(needs, files, mapping === undefined ? {} : { mapping })
    for (let step = await run.next(); !step.done; step = await run.next());
  }
  companyWriter.close()
  const store = openCompanyStore(path)
  const notices = store.sources()
  const hashes: string[] = []
  for (const batch of store.readAll(2000))
    for (const company of batch)
      hashes.push(hash('sha256', JSON.stringify(detailWire(company, notices)), 'base64').slice(0, 22))
  store.close()
  return hashes.sort()
}

const parts = readdirSync(join(data, 'offeneregister'))
  .filter((name) => name.startsWith('part-'))
  .sort()
  .slice(0, Number(values.parts))
  .map((name) => join(data, 'offeneregister', name))
const sources: readonly Source[] = [
  { name: 'OffeneRegister', files: parts },
  { name: 'announcements', files: [join(data, 'registerbekanntmachungen/announcements.tsv.gz')] },
  { name: 'GLEIF', files: [join(data, 'gleif/lei_records.api-v1.json.gz')] },
  await listOf(parts[0] as string),
]
let wanted: readonly string[] | undefined
for (const order of ordersOf(sources).slice(0, Number(values.orders))) {
  const startMs = performance.now()
  const hashes = await hashesAfter(order)
  wanted ??= hashes
  const known = new Set(wanted)
  const others = hashes.filter((one) => !known.has(one)).length
  const same = others === 0 && hashes.length === wanted.length ? 'the same' : `${others} others`
  const seconds = Math.round((performance.now() - startMs) / 1000)
  console.log(
    `${order.map(({ name }) => name).join(', ')}: ${hashes.length} companies, ${same}, ${seconds} s`,
  )
}
rmSync(folder, { recursive: true })
