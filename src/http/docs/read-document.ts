import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../../..')

/**
 * Reads a file of the repository, which is installed with the program.
 *
 * @throws The error of the file system if it is missing.
 */
export function readDocument(file: string): Promise<string> {
  return readFile(join(ROOT, file), 'utf8')
}
