/** The words of one version of the index, asked for by id and cached: their counts never change in a version. */

import { editsMax, isSounding, looseKey } from '../../names/likeness/word-likeness.ts'
import { CHAIN_PARTS_MAX } from '../../names/reading/hyphenated-words.ts'
import { cologneCode } from '../../names/text/cologne-phonetics.ts'
import { Letters } from '../../names/text/letters.ts'
import type { OpenSearchClient, ToldError } from './client.ts'
import { errorOf } from './client.ts'
import { anyOf, type Clause } from './filter-clauses.ts'
import type { IndexVersion } from './index-version.ts'
import type { WordDocument } from './mappings.ts'
import { searchMany, sendWhile, type ToldAnswer } from './search-many.ts'
import { wordId } from './word-document.ts'

/** Documents that a cache holds at most; some 20 MB. */
const CACHED_MAX = 100_000
/** Queries whose similar words a cache holds at most. */
const CACHED_SIMILAR_MAX = 2000
/** Edits of the most different words that are similar by spelling. */
const EDITS_MAX = 2
/** Words that are asked for by spelling and sound at once; no word has so many. */
const SIMILAR_MAX = 10_000

/** A word of the index that may be similar to one of a query. */
export interface IndexWord {
  readonly word: string
  /** Number of names with it, when the version was filled. */
  readonly count: number
}

/** Type of the error of a document whose index was deleted. */
const NO_INDEX = 'index_not_found_exception'
/** Statuses of the errors of single documents, which have none. */
const [NOT_FOUND, UNAVAILABLE] = [404, 503]

interface Found {
  readonly _id: string
  readonly found: boolean
  readonly _source?: WordDocument
  /** Why it could not be read, for example because its shard is missing. */
  readonly error?: ToldError
}

/** The values of each field of a hit. Each field has one. */
interface WordFields {
  readonly word?: readonly [string]
  readonly count?: readonly [number]
}

interface Searched extends ToldAnswer {
  readonly hits?: { readonly hits?: readonly { readonly fields?: WordFields }[] }
}

/** The words that begin with a text. */
export interface Beginning {
  /** Sum of the names with each; 0 if only joined words begin with it. */
  readonly names: number
}

type Buckets = Readonly<
  Record<string, { readonly doc_count: number; readonly names: { readonly value: number } }>
>

function beginsClause(text: string): Clause {
  return anyOf([{ prefix: { word: text } }, { prefix: { joined: text } }])
}

/** What the searches of one version have in common. Each of its maps is emptied when it is full. */
export class WordCache {
  /** By id; `null` if there is no such document. A word that a change adds later counts as in no name. */
  readonly documents = new Map<string, WordDocument | null>()
  readonly similar = new Map<string, readonly IndexWord[]>()
  readonly spelled = new Map<string, readonly IndexWord[]>()
  readonly documentsMax: number
  readonly similarMax: number

  constructor({ documentsMax = CACHED_MAX, similarMax = CACHED_SIMILAR_MAX } = {}) {
    this.documentsMax = documentsMax
    this.similarMax = similarMax
  }
}

/** Looks up words of one version for one search, which keeps what it has loaded whatever becomes of the cache. */
export class IndexWords {
  readonly #client: OpenSearchClient
  readonly #index: string
  readonly #cache: WordCache
  readonly #loaded = new Map<string, WordDocument | null>()

  constructor(client: OpenSearchClient, { words }: IndexVersion, cache = new WordCache()) {
    this.#client = client
    this.#index = words
    this.#cache = cache
  }

  /** Asks for all of these documents at once. */
  async load(ids: readonly string[]): Promise<void> {
    const { documents, documentsMax } = this.#cache
    const unknown = new Set<string>()
    for (const id of ids) {
      const known = documents.get(id)
      if (known === undefined) unknown.add(id)
      else this.#loaded.set(id, known)
    }
    if (unknown.size === 0) return
    const path = `/${this.#index}/_mget?filter_path=docs._id,docs.found,docs._source,docs.error`
    const { docs } = await sendWhile(
      () => this.#client.send<{ docs: readonly Found[] }>('POST', path, { ids: [...unknown] }),
      (answer) => answer.docs.some(({ error }) => error !== undefined && error.type !== NO_INDEX),
    )
    // A word that could not be read is not an unknown one.
    const fault = docs.find(({ error }) => error !== undefined)?.error
    if (fault !== undefined) throw errorOf(fault.type === NO_INDEX ? NOT_FOUND : UNAVAILABLE, fault)
    if (documents.size > documentsMax) documents.clear()
    for (const { _id, _source = null } of docs) {
      documents.set(_id, _source)
      this.#loaded.set(_id, _source)
    }
  }

  /** Returns the number of names with a word that was loaded, when the version was filled. */
  countOf(word: string): number {
    return this.#loaded.get(wordId('word', word))?.count ?? 0
  }

  /** Returns whether some name has a word that was loaded. */
  has(word: string): boolean {
    return Boolean(this.#loaded.get(wordId('word', word)))
  }

  /** Returns whether some company has a seat of these words, which must be loaded. */
  isSeat(words: string): boolean {
    return Boolean(this.#loaded.get(wordId('seat', words)))
  }

  /**
   * Returns the number of names with a word that begins with each text, and whether a joined word does; texts with
   * neither are left out.
   */
  async beginningWith(texts: readonly string[]): Promise<ReadonlyMap<string, Beginning>> {
    const filters = Object.fromEntries(texts.map((text) => [text, beginsClause(text)]))
    const aggs = { texts: { filters: { filters }, aggs: { names: { sum: { field: 'count' } } } } }
    const { aggregations } = await this.#client.send<{ aggregations: { texts: { buckets: Buckets } } }>(
      ...([
        'POST',
        `/${this.#index}/_search?allow_partial_search_results=false&filter_path=error,aggregations`,
        { size: 0, aggs },
      ] as const),
    )
    const found = Object.entries(aggregations.texts.buckets).filter(([, { doc_count }]) => doc_count > 0)
    return new Map(found.map(([text, { names }]) => [text, { names: names.value }]))
  }

  /** Returns the numbers of parts with which a joined word that was loaded occurs. */
  partsOf(letters: string): readonly number[] {
    const bits = this.#loaded.get(wordId('joined', letters))?.parts ?? 0
    return Array.from({ length: CHAIN_PARTS_MAX + 1 }, (_, parts) => parts).filter(
      (parts) => (bits >>> parts) & 1,
    )
  }

  /**
   * Returns, for each text, the words within two edits, with its loose key or with its sound, and some others.
   */
  similarTo(texts: readonly string[]): Promise<ReadonlyMap<string, readonly IndexWord[]>> {
    return this.#find(texts, this.#cache.similar, similarClause)
  }

  /** Returns, for each text, the words with its loose key. */
  spelledLike(texts: readonly string[]): Promise<ReadonlyMap<string, readonly IndexWord[]>> {
    return this.#find(texts, this.#cache.spelled, (text) => ({ term: { loose: looseKey(text) } }))
  }

  async #find(
    texts: readonly string[],
    known: Map<string, readonly IndexWord[]>,
    clauseOf: (text: string) => Clause,
  ): Promise<ReadonlyMap<string, readonly IndexWord[]>> {
    const unknown = [...new Set(texts)].filter((text) => !known.has(text))
    const found = new Map(texts.flatMap((text) => (known.has(text) ? [[text, known.get(text)!]] : [])))
    if (known.size + unknown.length > this.#cache.similarMax) known.clear()
    const lines = unknown.flatMap((text) => [
      SEARCH_HEADER,
      JSON.stringify({
        ...{ size: SIMILAR_MAX, track_total_hits: false, ...FROM_DOC_VALUES },
        query: { constant_score: { filter: clauseOf(text) } },
      }),
    ])
    if (lines.length === 0) return found
    const path = `/${this.#index}/${SEARCH_PATH}`
    const responses = await searchMany<Searched>(this.#client, path, `${lines.join('\n')}\n`)
    unknown.forEach((text, i) => {
      const words = wordsIn(responses[i] as Searched)
      known.set(text, words)
      found.set(text, words)
    })
    return found
  }
}

/** Reads doc values: reading one of hundreds of documents would decompress some kilobytes of others with it. */
const FROM_DOC_VALUES = { stored_fields: '_none_', docvalue_fields: ['word', 'count'] }
const SEARCH_HEADER = JSON.stringify({ allow_partial_search_results: false })
const SEARCH_PATH = '_msearch?filter_path=responses.status,responses.error,responses.hits.hits.fields'

function wordsIn({ status, error, hits }: Searched): readonly IndexWord[] {
  if (error !== undefined) throw errorOf(status, error)
  return (hits?.hits ?? []).map(({ fields: { word = [''], count = [0] } = {} }) => ({
    ...{ word: word[0], count: count[0] },
  }))
}

function similarClause(text: string): Clause {
  const letters = new Letters().setText(text)
  if (letters.isTruncated) return { term: { word: text } }
  // Of a word of three letters thousands are within two edits, and no rule takes them for similar.
  const fuzziness = editsMax(letters.length, letters.length + EDITS_MAX)
  const edits = { fuzziness, transpositions: true, rewrite: 'constant_score', max_expansions: 1024 }
  const sounds = isSounding(letters) ? [{ term: { sound: cologneCode(text) } }] : []
  return anyOf([
    { fuzzy: { word: { value: text, ...edits } } },
    { term: { loose: looseKey(text) } },
    ...sounds,
  ])
}
