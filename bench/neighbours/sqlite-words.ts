/** SQLite FTS5 over words: all words, or else any of them ranked by `bm25`. */
import { anyWord, rankedBy, type SqliteSettings, WORDS_TABLE } from './sqlite-names.ts'

/** The settings for words. */
export const SQLITE_WORDS: SqliteSettings = {
  file: 'sqlite-words.db',
  fullText: WORDS_TABLE,
  otherwise: (database) => {
    const ranked = rankedBy(database)
    return (asked, limit) => ranked(anyWord(asked), limit)
  },
}
