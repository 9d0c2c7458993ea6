/**
 * Kysely as this program loads it: the one file that `scripts/build-kysely.ts` makes, or the package with its
 * 300 files where that was not built.
 */
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const BUILT = fileURLToPath(new URL('../../../../vendor/kysely.js', import.meta.url))

// Not awaited: Node 26 aborts if a thread is terminated while it loads a module that imports one with a top-level await.
const kysely: typeof import('kysely') = createRequire(import.meta.url)(existsSync(BUILT) ? BUILT : 'kysely')

/** The parts of Kysely that exist at run time; types are imported from the package. */
export const {
  CompiledQuery,
  Kysely,
  PostgresAdapter,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteQueryCompiler,
  sql,
} = kysely
