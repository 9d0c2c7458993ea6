/**
 * Writes files in the exact form of the registers of Great Britain, Norway and France.
 *
 *     node bench/corpus/foreign-files.ts <folder> <companies>
 */

import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { FOREIGN_REGISTERS } from '../../test/fixtures/foreign-registers.ts'

const LINES_AT_ONCE = 10_000

const [folder, companies] = process.argv.slice(2)
if (folder === undefined || companies === undefined)
  throw new Error('usage: node bench/corpus/foreign-files.ts <folder> <companies>')

for (const { mapping, header, lineOf } of FOREIGN_REGISTERS) {
  const file = createWriteStream(join(folder, `${mapping}.csv`))
  file.write(`${header}\n`)
  for (let i = 0; i < Number(companies); i += LINES_AT_ONCE) {
    const count = Math.min(LINES_AT_ONCE, Number(companies) - i)
    const lines = Array.from({ length: count }, (_, more) => `${lineOf(i + more)}\n`)
    if (!file.write(lines.join(''))) await once(file, 'drain')
  }
  file.end()
  await once(file, 'finish')
}
