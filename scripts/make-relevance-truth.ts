/**
 * Writes `data/relevance/clerk_corrections.tsv`: the rows of a list of corrected spellings whose company is in
 * the sample.
 *
 *     node scripts/make-relevance-truth.ts <folder with clerk_corrections.sample.tsv>
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'

const SAMPLE = new URL('../data/sample/offeneregister-sample-100k.jsonl.br', import.meta.url)
const OUTPUT = new URL('../data/relevance/', import.meta.url)

const folder = process.argv[2]
if (folder === undefined) throw new Error('usage: node scripts/make-relevance-truth.ts <folder>')
const ids = new Set(
  brotliDecompressSync(readFileSync(SAMPLE))
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => (JSON.parse(line) as { company_number: string }).company_number),
)
const [header, ...rows] = readFileSync(join(folder, 'clerk_corrections.sample.tsv'), 'utf8')
  .trimEnd()
  .split('\n')
const kept = rows.filter((row) => ids.has(row.split('\t')[1] ?? ''))
mkdirSync(OUTPUT, { recursive: true })
writeFileSync(new URL('clerk_corrections.tsv', OUTPUT), `${[header, ...kept].join('\n')}\n`)
console.log(`${kept.length} of ${rows.length} rows`)
