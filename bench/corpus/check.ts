/**
 * Are made companies like real ones? Shares of as many of both, side by side:
 *
 *     node bench/corpus/check.ts <data folder> [companies, 200000]
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { IndexedCompany } from '../../src/names/search/indexed-company.ts'
import { CORPUS_SEED } from './corpus.ts'
import { MadeCompanies } from './made-companies.ts'
import { readMaterial, realFolder } from './material.ts'
import { companiesOf } from './real-companies.ts'
import { ShareCounter } from './shares.ts'

/** Shares below this are not shown. */
const SHARE_SHOWN_MIN = 0.002

const [folder, count = '200000'] = process.argv.slice(2)
if (folder === undefined) throw new Error('usage: node bench/corpus/check.ts <data folder> [companies]')

const stated = statedShares(folder)
const real = countFirst(companiesOf(realFolder(folder)), Number(count))
const made = countFirst(
  new MadeCompanies(readMaterial(folder), CORPUS_SEED).batches(Number(count)),
  Number(count),
)
const [realShares, madeShares] = [real.shares(), made.shares()]
console.log(`| ${count} companies | real | made | all real (distributions.json) |\n| --- | --- | --- | --- |`)
for (const name of new Set([...realShares.keys(), ...madeShares.keys()])) {
  const [a, b] = [realShares.get(name) ?? 0, madeShares.get(name) ?? 0]
  if (Math.max(a, b) >= SHARE_SHOWN_MIN)
    console.log(`| ${name} | ${shown(a)} | ${shown(b)} | ${shown(stated.get(name))} |`)
}
const [realWords, madeWords] = [real.frequentWords(), made.frequentWords()]
for (const [word, share] of [...realWords].slice(0, 25))
  console.log(
    `| in names: ${word} | ${shown(share)} | ${shown(madeWords.get(word) ?? 0)} | ${shown(stated.get(`in names: ${word}`))} |`,
  )
const both = [...realWords.keys()].filter((word) => madeWords.has(word)).length
console.log(`\nOf the ${realWords.size} most frequent words ${both} are the same.`)

function countFirst(batches: Iterable<readonly IndexedCompany[]>, countMax: number): ShareCounter {
  const counter = new ShareCounter()
  let left = countMax
  for (const batch of batches) {
    for (const company of batch.slice(0, left)) counter.add(company)
    left -= Math.min(left, batch.length)
    if (left === 0) break
  }
  return counter
}

/** What the data folder tells of all its real entries, under the names that shares have here. */
function statedShares(from: string): ReadonlyMap<string, number> {
  const file = JSON.parse(readFileSync(join(from, 'generator', 'distributions.json'), 'utf8'))
  const all = file.offeneregister_all as Record<string, Record<string, number> & number>
  const table = new Map<string, number>()
  const take = (prefix: string, shares: Record<string, number> | undefined) => {
    for (const [name, share] of Object.entries(shares ?? {})) table.set(`${prefix} ${name}`, share)
  }
  take('length', all.name_length_chars)
  take('type', all.register_type)
  take('form', all.legal_form_in_name)
  take('with', all.share_with)
  take('former names', file.previous_names_per_row)
  take('in names:', all.top_tokens)
  for (const [words, share] of Object.entries(all.tokens_per_name ?? {}))
    table.set(`words ${words.padStart(2)}`, share)
  table.set('length mean', all.mean_length as number)
  table.set('status removed', all.status?.removed as number)
  table.set('status active', all.status?.['currently registered'] as number)
  table.set('distinct words', all.distinct_tokens as number)
  table.set('words seen once', all.share_of_tokens_seen_once as number)
  table.set('same name and form', all.share_of_rows_sharing_their_normalised_name as number)
  table.set('same name without form', all.share_of_rows_sharing_their_name_without_legal_form as number)
  return table
}

function shown(value: number | undefined): string {
  if (value === undefined) return ''
  return value >= 1 ? String(Math.round(value * 10) / 10) : value.toFixed(4)
}
