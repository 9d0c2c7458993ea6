/**
 * Writes the documents that are generated from code: `docs/errors.md`, `docs/sandbox.md` and the columns of
 * `docs/guides/match-a-list.md` in both languages, and `llms.txt`.
 *
 *   node scripts/make-docs.ts
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { llmsText } from '../src/http/docs/llms-text.ts'
import { errorsDocument } from './error-document.ts'
import { sandboxDocument } from './make-sandbox-docs.ts'
import { withMatchedColumns } from './matched-columns-table.ts'

const ROOT = join(import.meta.dirname, '..')

/** The generated documents by file. */
export const MADE_DOCUMENTS: Readonly<Record<string, () => string>> = {
  'docs/errors.md': () => errorsDocument('en'),
  'docs/de/errors.md': () => errorsDocument('de'),
  'docs/sandbox.md': () => sandboxDocument('en'),
  'docs/de/sandbox.md': () => sandboxDocument('de'),
  'docs/guides/match-a-list.md': () => withMatchedColumns('docs/guides/match-a-list.md', 'en'),
  'docs/de/guides/match-a-list.md': () => withMatchedColumns('docs/de/guides/match-a-list.md', 'de'),
  'llms.txt': llmsText,
}

if (import.meta.main) {
  for (const [file, make] of Object.entries(MADE_DOCUMENTS)) writeFileSync(join(ROOT, file), make())
}
