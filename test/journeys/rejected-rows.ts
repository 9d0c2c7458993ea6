/** Files of register entries of which some cannot be taken. */
import { readFileSync, writeFileSync } from 'node:fs'
import { ENTRIES } from './program.ts'

/** Rows that cannot be taken: five for their number, one as it is no JSON. */
const BAD_ROWS = [
  ...Array.from({ length: 5 }, (_, i) => JSON.stringify({ company_number: `nowhere ${i}`, name: 'X GmbH' })),
  '{"company_number": ',
]

/** Writes a file of so many good rows and, behind them, so many bad ones; answers its path. */
export function mixedFile(path: string, good: number, bad: number): string {
  const rows = readFileSync(ENTRIES, 'utf8').split('\n').slice(0, good)
  writeFileSync(path, `${[...rows, ...BAD_ROWS.slice(BAD_ROWS.length - bad)].join('\n')}\n`)
  return path
}
