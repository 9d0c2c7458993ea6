/**
 * Writes made companies as the JSON Lines of an OffeneRegister dump, for the importer:
 *
 *     node bench/corpus/write.ts <data folder> <companies> <file.jsonl> [--alone]
 *
 * Their register numbers are free beside all real entries of the folder; with `--alone` the real ones are not looked at.
 */
import { closeSync, openSync, writeSync } from 'node:fs'
import { CORPUS_SEED } from './corpus.ts'
import { MadeCompanies } from './made-companies.ts'
import { readMaterial, realFolder } from './material.ts'
import { OffeneRegisterLines } from './offene-register-line.ts'
import { companiesOf } from './real-companies.ts'
import { RegisterNumbers } from './register-numbers.ts'

const args = process.argv.slice(2)
const [folder, count, file] = args.filter((arg) => arg !== '--alone')
if (folder === undefined || file === undefined || !(Number(count) > 0))
  throw new Error('usage: node bench/corpus/write.ts <data folder> <companies> <file.jsonl> [--alone]')

const start = performance.now()
const numbers = new RegisterNumbers()
if (!args.includes('--alone')) for (const _ of companiesOf(realFolder(folder), undefined, numbers));
const material = readMaterial(folder)
const made = new MadeCompanies(material, CORPUS_SEED, numbers)
const lines = new OffeneRegisterLines(material, CORPUS_SEED)
const readyMs = performance.now() - start
const out = openSync(file, 'w')
let written = 0
for (const batch of made.batches(Number(count))) {
  writeSync(out, `${batch.map((company, i) => lines.lineOf(company, written + i)).join('\n')}\n`)
  written += batch.length
}
closeSync(out)
const seconds = (performance.now() - start - readyMs) / 1000
console.log(
  `${written} companies in ${seconds.toFixed(1)} s = ${Math.round(written / seconds)}/s, after ${Math.round(readyMs / 1000)} s of learning`,
)
