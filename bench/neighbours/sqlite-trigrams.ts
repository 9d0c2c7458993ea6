/**
 * SQLite FTS5 over words and over trigrams: the same name, then all words (the last one also as a beginning), then names that hold the
 * rarest trigrams of the query, ranked by `bm25`, the best of them put in order by how many trigrams query and name share.
 */
import { join } from 'node:path'
import type { Asked, NamedCompany, Neighbour } from './neighbour.ts'
import { addPlaces, BY_RANK, everyWord, SAME_NAMES, SqliteNames, WORDS_TABLE } from './sqlite-names.ts'

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

interface Row {
  readonly place: number
  readonly core: string
  readonly form: string
}

export class SqliteTrigrams implements Neighbour {
  readonly #names: SqliteNames
  #same: ((...values: unknown[]) => number[]) | undefined
  #allWords: ((...values: unknown[]) => number[]) | undefined
  #ranked: ((match: string) => Row[]) | undefined
  #frequencyOf: ((trigram: string) => number) | undefined

  constructor(folder: string) {
    this.#names = new SqliteNames(join(folder, 'sqlite-trigrams.db'))
  }

  version(): string {
    return this.#names.version()
  }

  async build(names: Iterable<NamedCompany>): Promise<void> {
    this.#names.build(names, FULL_TEXT)
    this.#prepare()
  }

  async open(): Promise<boolean> {
    if (!this.#names.open()) return false
    this.#prepare()
    return true
  }

  ask(asked: Asked, limit: number): readonly number[] {
    const hits = this.#same?.(asked.core, asked.form, limit) ?? []
    if (hits.length < limit) addPlaces(hits, this.#allWords?.(everyWord(asked), limit) ?? [], limit)
    if (hits.length > 0) return hits
    const trigrams = this.#rarest(asked.core)
    if (trigrams.length === 0) return hits
    const rows =
      this.#ranked?.(trigrams.map((trigram) => `"${trigram.replaceAll('"', '""')}"`).join(' OR ')) ?? []
    addPlaces(hits, orderByLikeness(asked, rows), limit)
    return hits
  }

  diskBytes(): number {
    return this.#names.diskBytes()
  }

  close(): void {
    this.#names.close()
  }

  /** The rarest trigrams that are in any name at all. */
  #rarest(core: string): string[] {
    const found = [...new Set(trigramsOf(core))].map((trigram) => ({
      trigram,
      companies: this.#frequencyOf?.(trigram) ?? 0,
    }))
    const known = found.filter(({ companies }) => companies > 0).sort((a, b) => a.companies - b.companies)
    return known.slice(0, RAREST_TRIGRAMS).map(({ trigram }) => trigram)
  }

  #prepare(): void {
    const { database } = this.#names
    this.#same = this.#names.places(SAME_NAMES)
    this.#allWords = this.#names.places(BY_RANK)
    const ranked = database.prepare<[string], Row>(RANKED)
    this.#ranked = (match) => ranked.all(match)
    const frequency = database.prepare<[string]>('select companies from frequency where trigram = ?').pluck()
    this.#frequencyOf = (trigram) => (frequency.get(trigram) as number | undefined) ?? 0
  }
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
