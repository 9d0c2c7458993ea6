/**
 * Writes the SQLite databases of OffeneRegister, with real entries as flat tables and as published notices:
 *
 *     node bench/corpus/offeneregister-databases.ts <data folder> <folder> [--companies 1000000]
 *
 * `openregister.db` has all entries of `offeneregister/*.jsonl.br`; `handelsregister.db` has `--companies` companies made of them, with
 * up to two earlier names and, for one in fifty, a number at an earlier court.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { brotliDecompressSync } from 'node:zlib'
import {
  type JsonEntry,
  type NoticedRows,
  writeFlatDatabase,
  writeNoticesDatabase,
} from '../../test/fixtures/offeneregister-databases.ts'
import { realFolder } from './material.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { companies: { type: 'string', default: '1000000' } },
})
const [data, folder] = positionals
if (data === undefined || folder === undefined)
  throw new Error('usage: node bench/corpus/offeneregister-databases.ts <data folder> <folder>')
writeFlatDatabase(join(folder, 'openregister.db'), entries(data), { reference: 'id' })
writeNoticesDatabase(join(folder, 'handelsregister.db'), notices(data, Number(values.companies)))

function* entries(from: string): Generator<JsonEntry> {
  for (const file of readdirSync(realFolder(from)).toSorted()) {
    const text = brotliDecompressSync(readFileSync(join(realFolder(from), file))).toString('utf8')
    for (const line of text.trimEnd().split('\n')) yield JSON.parse(line)
  }
}

function* notices(from: string, count: number): Generator<NoticedRows> {
  let made = 0
  for (const entry of entries(from)) {
    if (made === count) return
    made += 1
    yield noticesOf(entry, made)
  }
}

function noticesOf(entry: JsonEntry, index: number): NoticedRows {
  const seat = entry.all_attributes?.registered_office ?? ''
  const number = entry.company_number
  const place = `${10_000 + (index % 89_999)} ${seat}`
  const former = (entry.previous_names ?? []).slice(0, 2)
  const year = 2007 + (index % 10)
  return {
    id: number,
    lastSeen: `${2019 + (index % 3)}-0${1 + (index % 9)}-15`,
    dissolved: entry.current_status === 'removed' ? `${2019 + (index % 3)}-0${1 + (index % 9)}-15` : '',
    names: [...former.map((name: JsonEntry) => name.company_name), entry.name].map((name, i) => [
      name,
      `${year + i}-03-01`,
    ]),
    addresses: [[entry.registered_address ?? `Hauptstr. ${index % 200}, ${place}`, place, `${year}-03-01`]],
    numbers: [
      ...(index % 50 === 0 ? [[`D2601V_HRB${900_000 + (index % 90_000)}`, `${year}-03-01`] as const] : []),
      [number, `${year + 2}-03-01`],
    ],
  }
}
