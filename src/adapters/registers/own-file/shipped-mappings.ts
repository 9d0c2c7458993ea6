/** The mappings that come with the program, for tables of the registers of other countries. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { missingColumns } from './own-entry.ts'
import { readMapping } from './read-mapping.ts'

const FOLDER = join(import.meta.dirname, '../../../../data/mappings')

/** Returns the path of the mapping, from the root of the program, that is made for tables with this header. */
export async function shippedMapping(header: readonly string[]): Promise<string | undefined> {
  for (const file of (await readdir(FOLDER)).filter((name) => name.endsWith('.yaml')).sort()) {
    const mapping = await readMapping(join(FOLDER, file))
    if (missingColumns(mapping, header).length === 0) return `data/mappings/${file}`
  }
  return undefined
}
