/** The table of the columns that `firmensuche match` adds, in the guides about lists. */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { COLUMN_PREFIX } from '../src/core/matching/match-columns.ts'
import { MATCHED_COLUMNS } from '../src/core/matching/matched-columns.ts'

const ROOT = resolve(import.meta.dirname, '..')
const PLACE = /(<!-- made: columns -->\n)[\s\S]*?(<!-- end -->)/
const HEADS = { de: '| Spalte | Inhalt |', en: '| column | content |' }

/** Returns a guide with a new table. @throws Error if the page has no place for it. */
export function withMatchedColumns(path: string, language: 'de' | 'en'): string {
  const page = readFileSync(join(ROOT, path), 'utf8')
  if (!PLACE.test(page)) throw new Error(`${path} has no place for the table of columns`)
  const rows = MATCHED_COLUMNS.map(
    ({ id, description }) => `| \`${COLUMN_PREFIX}${id}\` | ${description[language]} |\n`,
  )
  return page.replace(
    PLACE,
    (_all, start: string, end: string) => `${start}${HEADS[language]}\n|---|---|\n${rows.join('')}${end}`,
  )
}
