/** Who is asked, in this order. */
import { Firmensuche } from './firmensuche.ts'
import { MiniSearchNames } from './mini-search.ts'
import type { Neighbour } from './neighbour.ts'
import { PostgresText } from './postgres-text.ts'
import { PostgresTrigrams } from './postgres-trigrams.ts'
import { SqliteTrigrams } from './sqlite-trigrams.ts'
import { SqliteWords } from './sqlite-words.ts'

export interface Entry {
  /** Short name, of files too. */
  readonly key: string
  readonly title: string
  /** How it is set up, for the page. */
  readonly settings: string
  /** Files of an earlier build can be opened. */
  readonly keepsFiles: boolean
  /** It forgives errors, so its recall can be compared with that of deep search. */
  readonly open: (folder: string) => Neighbour
}

export const NEIGHBOURS: readonly Entry[] = [
  {
    key: 'normal',
    title: 'firmensuche, normal',
    settings: 'forgives no error',
    keepsFiles: true,
    open: (folder) => new Firmensuche(folder, false),
  },
  {
    key: 'deep',
    title: 'firmensuche, deep',
    settings: '',
    keepsFiles: true,
    open: (folder) => new Firmensuche(folder, true),
  },
  {
    key: 'sqlite-words',
    title: 'SQLite FTS5, words',
    settings: '',
    keepsFiles: true,
    open: (folder) => new SqliteWords(folder),
  },
  {
    key: 'sqlite-trigrams',
    title: 'SQLite FTS5, trigrams',
    settings: '',
    keepsFiles: true,
    open: (folder) => new SqliteTrigrams(folder),
  },
  {
    key: 'postgres-trigrams',
    title: 'PostgreSQL pg_trgm',
    settings: '',
    keepsFiles: true,
    open: (folder) => new PostgresTrigrams(folder),
  },
  {
    key: 'postgres-text',
    title: 'PostgreSQL full text',
    settings: '',
    keepsFiles: true,
    open: (folder) => new PostgresText(folder),
  },
  {
    key: 'minisearch',
    title: 'MiniSearch',
    settings: '',
    keepsFiles: false,
    open: () => new MiniSearchNames(),
  },
]
