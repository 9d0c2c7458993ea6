/** The mappings that come with the program, for tables of the registers of other countries. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { missingColumns } from './own-entry.ts'
import { readMapping, SHIPPED_MAPPINGS } from './read-mapping.ts'

/** Returns the path of the mapping, from the root of the program, that is made for tables with this header. */
export async function shippedMapping(header: readonly string[]): Promise<string | undefined> {
  for (const file of (await readdir(SHIPPED_MAPPINGS)).filter((name) => name.endsWith('.yaml')).sort()) {
    const mapping = await readMapping(join(SHIPPED_MAPPINGS, file))
    if (missingColumns(mapping, header).length === 0) return `data/mappings/${file}`
  }
  return undefined
}
