/** Pairs of spellings of one company that others have collected. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSourceKey } from '../../src/adapters/registers/offeneregister/source-key.ts'
import { companyUuid } from '../../src/names/reading/company-uuid.ts'
import { type RegisterKey, readNumber } from '../../src/names/reading/register-number.ts'
import { fold } from '../../src/names/text/fold.ts'
import type { KnownNames } from './known-names.ts'
import { plainWords } from './plain-name.ts'
import type { JudgedQuery } from './query.ts'

type Row = Readonly<Record<string, string>>

/** One set of pairs: its file, and how a row names its query, its company and its kind. */
interface TruthSet {
  readonly file: string
  readonly query: (row: Row) => string
  readonly kind: (row: Row) => string
  readonly keys: (row: Row) => readonly RegisterKey[]
  /** The name of the company as the row knows it; the index must have a like one under the number. */
  readonly name: (row: Row) => string
}

const SETS: readonly TruthSet[] = [
  {
    file: 'clerk_corrections',
    query: (row) => row.earlier_spelling ?? '',
    kind: (row) => `clerk ${row.variant_type}`,
    keys: (row) => keyOfId(row.company_number),
    name: (row) => row.registered_name ?? '',
  },
  {
    file: 'register_rename_pairs',
    query: (row) => row.name_in_registerbekanntmachung ?? '',
    kind: (row) => `renamed ${row.variant_type}`,
    keys: (row) => keyOfId(row.company_number),
    name: (row) => row.name_in_offeneregister ?? '',
  },
  {
    file: 'bafin_to_register',
    query: (row) => row.name_at_bafin ?? '',
    kind: () => 'bafin',
    keys: (row) => keysOfText(row.register_number),
    name: (row) => row.registered_name ?? '',
  },
  {
    file: 'lobbyregister_to_register',
    query: (row) => row.name_in_lobbyregister ?? '',
    kind: () => 'lobby register',
    keys: (row) => keysOfText(row.register_number),
    name: (row) => row.registered_name ?? '',
  },
]

/**
 * The judged queries of all sets in the folder whose company is in the index. A set of another register is joined by court and number
 * and by a word that both names have: the number alone is shared by many.
 */
export function truthQueries(folder: string, known: KnownNames): JudgedQuery[] {
  return SETS.flatMap((set) =>
    rowsOf(folder, set.file).flatMap((row) => {
      const target = set
        .keys(row)
        .map((key) => known.company(companyUuid(key)))
        .find((one) => one !== undefined && isAlike(one.name, set.name(row)))
      const text = set.query(row)
      if (target === undefined || text === '' || known.isAnothersName(text, target.name)) return []
      return [{ kind: set.kind(row), text, target }]
    }),
  )
}

function keyOfId(id: string | undefined): RegisterKey[] {
  const key = parseSourceKey(id ?? '')
  return key === undefined ? [] : [key.register]
}

function keysOfText(text: string | undefined): RegisterKey[] {
  const asked = readNumber(text ?? '')
  if (asked?.type === undefined) return []
  const { type, digits, suffix = '' } = asked
  return asked.courtGroups.flat().map((court) => ({ country: 'DE', court, type, digits, suffix }))
}

function isAlike(a: string, b: string): boolean {
  const words = new Set(plainWords(b))
  return fold(a) === fold(b) || plainWords(a).some((word) => word.length > 2 && words.has(word))
}

/** Rows by their header; fields are as they stand, without quoting. None where the file is missing. */
function rowsOf(folder: string, set: string): Row[] {
  const path = [`${set}.sample.tsv`, `${set}.tsv`]
    .map((name) => join(folder, name))
    .find((one) => existsSync(one))
  if (path === undefined) return []
  const [header = '', ...lines] = readFileSync(path, 'utf8').split('\n')
  const fields = header.split('\t')
  return lines
    .filter((line) => line !== '')
    .map((line) => Object.fromEntries(line.split('\t').map((value, i) => [fields[i] as string, value])))
}
