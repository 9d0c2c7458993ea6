/** Conditions on texts that mean the same in SQLite and PostgreSQL. Columns of texts compare by code point. */
import type { Expression, SqlBool } from 'kysely'
import { sql } from '../database/kysely.ts'

/** Returns the text with the letters A to Z in lower case, as `lower` in both databases. */
export function asciiLower(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

/** The text contains another one, which may be empty. Both are in lower case. */
export function contains(text: Expression<string | null>, part: string): Expression<SqlBool> {
  return sql<SqlBool>`${text} like ${`%${escaped(part)}%`} escape '\\'`
}

/** The text begins with another one, which may be empty, in the same case. */
export function beginsWith(text: Expression<string | null>, beginning: string): Expression<SqlBool> {
  // The length in code points, as both databases count it.
  const length = [...beginning].length
  return sql<SqlBool>`substr(${text}, 1, ${length}) = ${beginning}`
}

function escaped(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&')
}
