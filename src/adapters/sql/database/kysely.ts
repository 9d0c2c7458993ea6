/**
 * Kysely as this program loads it: the one file that `scripts/build-kysely.ts` makes, or the package with its
 * 300 files where that was not built.
 */
import { existsSync } from 'node:fs'

const BUILT = new URL('../../../../vendor/kysely.js', import.meta.url)

const kysely = (
  existsSync(BUILT) ? await import(BUILT.href) : await import('kysely')
) as typeof import('kysely')

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
