import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../../..')

/** The text of a file of the repository, which lies beside the program. @throws where it is not there. */
export function readDocument(file: string): Promise<string> {
  return readFile(join(ROOT, file), 'utf8')
}
