/**
 * Writes the documents that are generated from code: `docs/errors.md` and `docs/sandbox.md` in both languages, and
 * `llms.txt`.
 *
 *   node scripts/make-docs.ts
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { llmsText } from '../src/http/docs/llms-text.ts'
import { errorsDocument } from './error-document.ts'
import { sandboxDocument } from './make-sandbox-docs.ts'

const ROOT = join(import.meta.dirname, '..')

/** The generated documents by file. */
export const MADE_DOCUMENTS: Readonly<Record<string, () => string>> = {
  'docs/errors.md': () => errorsDocument('en'),
  'docs/de/errors.md': () => errorsDocument('de'),
  'docs/sandbox.md': () => sandboxDocument('en'),
  'docs/de/sandbox.md': () => sandboxDocument('de'),
  'llms.txt': llmsText,
}

if (import.meta.main) {
  for (const [file, make] of Object.entries(MADE_DOCUMENTS)) writeFileSync(join(ROOT, file), make())
}
