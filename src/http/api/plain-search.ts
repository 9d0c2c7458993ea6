/** The body of a search as nearly every client sends it, read by hand: the schema takes ten times as long over it. */
import type { Include } from '../../core/search/search-companies.ts'
import { SEARCH_LIMIT_DEFAULT, SEARCH_LIMIT_MAX } from '../../core/search/search-companies.ts'
import { readSearchText, type SearchText } from '../../core/search/search-text.ts'

/** What the schema of a search gives for such a body. */
export interface PlainSearch {
  readonly name: SearchText
  readonly deep: boolean
  readonly limit: number
  readonly include: readonly Include[]
}

const NOTHING_INCLUDED: readonly Include[] = []

/**
 * What the schema would give for a body of a sound `name` and at most `deep` and `limit`. `undefined` for any other, sound or
 * not: the schema has to read it, and tells the faults.
 */
export function readPlainSearch(value: unknown): PlainSearch | undefined {
  if (typeof value !== 'object' || value === null || !hasPlainFieldsOnly(value)) return undefined
  const { name, deep = false, limit = SEARCH_LIMIT_DEFAULT } = value as Readonly<Record<string, unknown>>
  if (typeof name !== 'string' || typeof deep !== 'boolean' || !isLimit(limit)) return undefined
  const read = readSearchText(name)
  return 'text' in read ? { name: read.text, deep, limit, include: NOTHING_INCLUDED } : undefined
}

function hasPlainFieldsOnly(value: object): boolean {
  for (const field in value) if (field !== 'name' && field !== 'deep' && field !== 'limit') return false
  return true
}

function isLimit(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= SEARCH_LIMIT_MAX
}
