/**
 * SQLite FTS5 over words and over trigrams: where no name has all words, names that hold the rarest trigrams of the query, ranked by
 * `bm25`, the best of them put in order by how many trigrams query and name share.
 */
import type { Asked } from './neighbour.ts'
import { type SqliteSettings, WORDS_TABLE } from './sqlite-names.ts'

const FULL_TEXT = `${WORDS_TABLE}
create virtual table trigrams using fts5(
  core, content = 'company', content_rowid = 'place', tokenize = 'trigram', detail = none);
create virtual table terms using fts5vocab(trigrams, row);
create table frequency (trigram text primary key, companies integer not null) without rowid;
insert into trigrams (trigrams) values ('rebuild');
insert into trigrams (trigrams) values ('optimize');
insert into frequency select term, doc from terms;`

/** More trigrams find hardly more and cost much more: the common ones are in hundreds of thousands of names. */
const RAREST_TRIGRAMS = 8
/** How many of the ranked names are compared as a whole. */
const COMPARED_NAMES = 100

const RANKED = `select company.place, company.core, company.form from (
  select rowid from trigrams where trigrams match ? order by rank limit ${COMPARED_NAMES}) join company on company.place = rowid`

const FREQUENCY = 'select companies from frequency where trigram = ?'

interface Row {
  readonly place: number
  readonly core: string
  readonly form: string
}

/** The settings for words and trigrams. */
export const SQLITE_TRIGRAMS: SqliteSettings = {
  file: 'sqlite-trigrams.db',
  fullText: FULL_TEXT,
  otherwise: (database) => {
    const ranked = database.prepare<[string], Row>(RANKED)
    const frequency = database.prepare<[string], number>(FREQUENCY).pluck()
    return (asked, limit) => {
      const trigrams = rarest(asked.core, (trigram) => frequency.get(trigram) ?? 0)
      if (trigrams.length === 0) return []
      const match = trigrams.map((trigram) => `"${trigram.replaceAll('"', '""')}"`).join(' OR ')
      return orderByLikeness(asked, ranked.all(match)).slice(0, limit)
    }
  },
}

/** The rarest trigrams that are in any name at all. */
function rarest(core: string, frequencyOf: (trigram: string) => number): string[] {
  const found = [...new Set(trigramsOf(core))].map((trigram) => ({
    trigram,
    companies: frequencyOf(trigram),
  }))
  const known = found.filter(({ companies }) => companies > 0).sort((a, b) => a.companies - b.companies)
  return known.slice(0, RAREST_TRIGRAMS).map(({ trigram }) => trigram)
}

function trigramsOf(text: string): string[] {
  return Array.from({ length: Math.max(0, text.length - 2) }, (_, at) => text.slice(at, at + 3))
}

/** Dice's coefficient over the sets of trigrams of the words with a blank at either end; the form asked for breaks ties. */
function orderByLikeness(asked: Asked, rows: readonly Row[]): number[] {
  const wanted = new Set(trigramsOf(` ${asked.core} `))
  const scored = rows.map(({ place, core, form }) => {
    const has = new Set(trigramsOf(` ${core} `))
    let shared = 0
    for (const trigram of has) if (wanted.has(trigram)) shared++
    return { place, likeness: (2 * shared) / (wanted.size + has.size), sameForm: Number(form === asked.form) }
  })
  scored.sort((a, b) => b.likeness - a.likeness || b.sameForm - a.sameForm || a.place - b.place)
  return scored.map(({ place }) => place)
}
