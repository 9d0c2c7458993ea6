/** The compared products, in the order of the run. */
import { Firmensuche } from './firmensuche.ts'
import { MiniSearchNames } from './mini-search.ts'
import type { Neighbour } from './neighbour.ts'
import { PostgresNames } from './postgres-names.ts'
import { POSTGRES_TEXT } from './postgres-text.ts'
import { POSTGRES_TRIGRAMS } from './postgres-trigrams.ts'
import { RapidfuzzNames } from './rapidfuzz-names.ts'
import { SqliteNames } from './sqlite-names.ts'
import { SQLITE_TRIGRAMS } from './sqlite-trigrams.ts'
import { SQLITE_WORDS } from './sqlite-words.ts'
import { TantivyNames, tantivyMissing } from './tantivy-names.ts'

/** A compared product with its description. */
export interface Entry {
  /** Short name, of files too. */
  readonly key: string
  readonly title: string
  /** How it is set up, for the page. */
  readonly settings: string
  /** Files of an earlier build can be opened. */
  readonly keepsFiles: boolean
  /** Why it cannot run on this machine; `undefined` if it can. */
  readonly missing?: () => string | undefined
  readonly open: (folder: string, namesPath: string) => Neighbour
}

/** The compared products. */
export const NEIGHBOURS: readonly Entry[] = [
  {
    key: 'normal',
    title: 'firmensuche, normal',
    settings: 'tolerates no error; all statuses',
    keepsFiles: true,
    open: (folder) => new Firmensuche(folder, false),
  },
  {
    key: 'deep',
    title: 'firmensuche, deep',
    settings: 'all stages; all statuses; without former names, as the others have none',
    keepsFiles: true,
    open: (folder) => new Firmensuche(folder, true),
  },
  {
    key: 'sqlite-words',
    title: 'SQLite FTS5, words',
    settings:
      "same name by an index on `(core, form)`; then FTS5 (`unicode61 remove_diacritics 2`, `prefix='2 3'`) with all words, the last also as a prefix, by `bm25`; then any of the words by `bm25`. `optimize`d, 512 MB cache, memory map",
    keepsFiles: true,
    open: (folder) => new SqliteNames(folder, SQLITE_WORDS),
  },
  {
    key: 'sqlite-trigrams',
    title: 'SQLite FTS5, words then trigrams',
    settings:
      'the first two steps of the line above; then FTS5 (`trigram`, `detail=none`) with the 8 rarest trigrams of the query by `bm25`, the best 100 put in order by shared trigrams (Dice)',
    keepsFiles: true,
    open: (folder) => new SqliteNames(folder, SQLITE_TRIGRAMS),
  },
  {
    key: 'postgres-trigrams',
    title: 'PostgreSQL pg_trgm',
    settings:
      'same name by an index on `(core, form)`; then all words by full text (GIN), ordered by `similarity`; then `pg_trgm` over GIN, `%` with a limit of 0.6, then 0.3, ordered by `similarity`, the form of the query first. One function, one round trip',
    keepsFiles: true,
    open: (folder) => new PostgresNames(folder, POSTGRES_TRIGRAMS),
  },
  {
    key: 'postgres-text',
    title: 'PostgreSQL full text',
    settings:
      '`simple` configuration, stored `tsvector`, GIN: same name; then all words, the last also as a prefix, by `ts_rank` (normalised by length); then any of the words. One function, one round trip',
    keepsFiles: true,
    open: (folder) => new PostgresNames(folder, POSTGRES_TEXT),
  },
  {
    key: 'tantivy',
    title: 'Tantivy',
    settings:
      'one segment, one thread: same name by its term; then all words by BM25; then the 12 rarest of all trigrams (with a blank at either end) and words of the query by BM25, the best 100 put in order by shared trigrams (Dice), the form of the query first. Rust process, lines of JSON',
    keepsFiles: true,
    missing: tantivyMissing,
    open: (folder, namesPath) => new TantivyNames(folder, namesPath),
  },
  {
    key: 'rapidfuzz',
    title: 'rapidfuzz, all names',
    settings:
      'same name from a dictionary; else every name by `fuzz.ratio` over sorted words (that is `token_sort_ratio`), the best 100 put in order by `WRatio`. Python process, lines of JSON',
    keepsFiles: false,
    open: (folder, namesPath) => new RapidfuzzNames(folder, namesPath),
  },
  {
    key: 'minisearch',
    title: 'MiniSearch',
    settings:
      '`AND` with the last word as a prefix; then `AND` with `fuzzy: 0.2` from four letters on; then `OR` likewise. The form of the query is boosted',
    keepsFiles: false,
    open: () => new MiniSearchNames(),
  },
]
