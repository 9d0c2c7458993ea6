/** The file of names that every product reads: one company per line, fields separated by tabs. */
import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { readName } from '../../src/names/reading/read-name.ts'
import type { IndexedCompany } from '../../src/names/search/indexed-company.ts'
import { fold } from '../../src/names/text/fold.ts'
import { companiesOf } from '../corpus/real-companies.ts'
import type { Asked, NamedCompany } from './neighbour.ts'

const CHUNK_BYTES = 4 * 1024 * 1024
const NOT_LETTERS = /[^\p{L}\p{M}\p{N}]+/gu
const BLANKS = /\s+/gu

/** Reads a name or a query for the neighbours. */
export function readAsked(name: string): Asked {
  const text = plainText(name)
  const { words, form } = readName(name)
  return { name: name.replace(BLANKS, ' '), text, core: words.join(' ') || text || '-', form: form ?? '' }
}

function plainText(text: string): string {
  return fold(text).replace(NOT_LETTERS, ' ').trim()
}

/**
 * Writes the first `companiesMax` companies of the folder's files, current names only; keeps a file that is there. A file is
 * seen whole or not at all. Answers how many companies it holds.
 */
export function writeNames(folder: string, path: string, companiesMax: number): number {
  const count = `${path}.count`
  if (existsSync(count)) return Number(readFileSync(count, 'utf8'))
  const file = openSync(`${path}.new`, 'w')
  let companies = 0
  for (const batch of companiesOf(folder)) {
    const lines = batch.slice(0, companiesMax - companies).map(lineOf)
    if (lines.length > 0) writeSync(file, `${lines.join('\n')}\n`)
    companies += lines.length
    if (companies === companiesMax) break
  }
  closeSync(file)
  renameSync(`${path}.new`, path)
  writeFileSync(count, String(companies))
  return companies
}

function lineOf(company: IndexedCompany): string {
  const { uuid, name, register, court, status, form, seat, sources } = company
  const asked = readAsked(name)
  const record = { name, register, court, status, form, seat, sources: sources.map(({ asOf }) => ({ asOf })) }
  return [uuid, asked.name, asked.text, asked.core, asked.form, plainText(seat), JSON.stringify(record)].join(
    '\t',
  )
}

/** The companies of the file, in order; never more than one chunk in memory. */
export function* readNames(path: string): Generator<NamedCompany> {
  let place = 0
  for (const line of linesOf(path)) {
    const [uuid = '', name = '', text = '', core = '', form = '', seat = '', record = ''] = line.split('\t')
    yield { place: place++, uuid, name, text, core, form, seat, record }
  }
}

function* linesOf(path: string): Generator<string> {
  const file = openSync(path, 'r')
  const chunk = Buffer.alloc(CHUNK_BYTES)
  let kept = Buffer.alloc(0)
  for (;;) {
    const bytes = readSync(file, chunk)
    const all = Buffer.concat([kept, chunk.subarray(0, bytes)])
    const end = all.lastIndexOf(0x0a)
    if (end >= 0) yield* all.toString('utf8', 0, end).split('\n')
    kept = Buffer.from(all.subarray(end + 1))
    if (bytes === 0) break
  }
  closeSync(file)
}
