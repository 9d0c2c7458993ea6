/** Fast parser for the most common search bodies; the schema takes ten times as long. */
import type { Include } from '../../core/search/search-companies.ts'
import { SEARCH_LIMIT_DEFAULT, SEARCH_LIMIT_MAX } from '../../core/search/search-companies.ts'
import { readSearchText, type SearchText } from '../../core/search/search-text.ts'

/** The same result as the schema's for such a body. */
export interface PlainSearch {
  readonly name: SearchText
  readonly deep: boolean
  readonly limit: number
  readonly include: readonly Include[]
}

const NOTHING_INCLUDED: readonly Include[] = []

/**
 * Parses a body with a valid `name` and at most `deep` and `limit`. `undefined` for any other body, valid or
 * not: the schema then parses it and reports the faults.
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
