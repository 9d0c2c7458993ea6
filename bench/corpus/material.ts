/** The source material of generated companies: the lists of a data folder, read into plain data. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { IndexedCompany } from '../../src/names/search/indexed-company.ts'
import { companiesOf } from './real-companies.ts'

/** The lists and real companies of a data folder. */
export interface Material {
  /** Real companies, a random sample: their names are the patterns of the made ones. */
  readonly companies: readonly IndexedCompany[]
  readonly forenames: readonly string[]
  readonly surnames: readonly string[]
  /** Seats as registers write them, each with the number of its companies. */
  readonly cities: readonly Counted[]
  readonly streets: readonly Counted[]
  /** A postcode and its place. */
  readonly postcodes: readonly { readonly postcode: string; readonly place: string }[]
}

/** A value with its frequency. */
export interface Counted {
  readonly text: string
  readonly count: number
}

/** So many of the real files are learnt from: some 300,000 companies. */
export const LEARNT_FILES = 3

/**
 * Reads a data folder: `offeneregister/*.jsonl.br` (real entries) and `generator/` (lists of seats, forenames, surnames, streets,
 * postcodes).
 */
export function readMaterial(folder: string, filesMax = LEARNT_FILES): Material {
  const list = (name: string) => rowsOf(join(folder, 'generator', name))
  const counted = (name: string) => list(name).map((row) => ({ text: row[0] ?? '', count: Number(row[1]) }))
  return {
    companies: [...companiesOf(realFolder(folder), filesMax)].flat(),
    forenames: list('de_forenames.csv').map((row) => row[0] ?? ''),
    surnames: readFileSync(join(folder, 'generator', 'de_surnames.txt'), 'utf8')
      .trim()
      .split('\n'),
    cities: counted('registered_office_cities.tsv.gz'),
    streets: counted('street_names.tsv'),
    postcodes: list('de_postal_codes.csv.gz').map((row) => ({ postcode: row[0] ?? '', place: row[1] ?? '' })),
  }
}

/** Where a data folder has its real entries: in `offeneregister`, or lying about in itself. */
export function realFolder(folder: string): string {
  const inside = join(folder, 'offeneregister')
  return existsSync(inside) ? inside : folder
}

/** Rows behind the header; tab-separated or comma-separated by the file's name, fields that need no quotes. */
function rowsOf(path: string): string[][] {
  const bytes = readFileSync(path)
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  const sign = path.includes('.tsv') ? '\t' : ','
  return text
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(sign))
}
