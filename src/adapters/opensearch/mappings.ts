/** The two indices of one version: names, and the words in them. */
import type { NameDocument } from './name-document.ts'

/** Increases when documents change their meaning: an index of another format is built anew. */
export const INDEX_FORMAT = 2

/** A field that is only searched. */
const SEARCHED = { type: 'keyword', doc_values: false, norms: false, index_options: 'docs' }
/** A field that hits are filtered by. */
const FILTERED = { type: 'keyword', doc_values: false, norms: false, index_options: 'docs' }
/** Not a part of the documents that are searched: read with the hits only. */
const STORED = { type: 'object', enabled: false }

type Fields = Readonly<Record<keyof NameDocument, object>>

const NAME_FIELDS: Fields = {
  uuid: { type: 'keyword', norms: false, index_options: 'docs' },
  zone: { type: 'byte' },
  wordCount: { type: 'short' },
  inactive: { type: 'byte' },
  rank: { type: 'integer' },
  words: SEARCHED,
  joined: SEARCHED,
  begins: SEARCHED,
  letters: SEARCHED,
  form: FILTERED,
  hasForm: { type: 'boolean', doc_values: false },
  pairs: SEARCHED,
  runs: SEARCHED,
  initials: SEARCHED,
  letterCount: { type: 'integer', doc_values: false },
  numbers: SEARCHED,
  seatWords: SEARCHED,
  status: FILTERED,
  legalForm: FILTERED,
  registerType: FILTERED,
  court: FILTERED,
  city: FILTERED,
  state: FILTERED,
  postcode: FILTERED,
  country: FILTERED,
  company: STORED,
}

/** The order of hits within a zone. The index keeps its documents in it, so that a search ends early. */
export const RANK_ORDER = [
  'wordCount',
  'inactive',
  'rank',
  'uuid',
] as const satisfies readonly (keyof NameDocument)[]
const INDEX_ORDER = ['zone', ...RANK_ORDER]
/** The order of candidates: by the weight that they match, of equal ones the first in rank, as in the embedded index. */
export const HEAVIEST_FIRST: readonly string[] = ['_score', ...INDEX_ORDER]

/** How an index is spread over a cluster. */
export interface IndexLayout {
  /** Shards of the index of names. */
  readonly shards: number
}

/** Returns the settings and mapping of the index of names. */
export function namesIndex({ shards }: IndexLayout) {
  return {
    settings: {
      index: {
        ...{ number_of_shards: shards, ...FILLING },
        sort: { field: INDEX_ORDER, order: INDEX_ORDER.map(() => 'asc') },
      },
    },
    mappings: { dynamic: 'strict', _source: { includes: ['company'] }, properties: NAME_FIELDS },
  }
}

/** Segments that are merged at once while an index is filled: in the end all are merged into one, so earlier merges are lost work. */
const FILLING_SEGMENTS = 30

/**
 * Nothing is searched while an index is filled. What OpenSearch confirms is on disk all the same (`request`): a node that is
 * killed and comes back has every document, and a fill that goes on is complete.
 */
const FILLING = {
  number_of_replicas: 0,
  refresh_interval: '-1',
  translog: { durability: 'request', flush_threshold_size: '1gb' },
  merge: { policy: { segments_per_tier: FILLING_SEGMENTS, max_merge_at_once: FILLING_SEGMENTS } },
}

/** Settings of a filled index: with a copy of each shard as soon as there is a second node to hold it. */
export const FILLED_SETTINGS = {
  index: {
    auto_expand_replicas: '0-1',
    refresh_interval: '1s',
    translog: { durability: 'request', flush_threshold_size: '512mb' },
    // The standard of OpenSearch.
    merge: { policy: { segments_per_tier: null, max_merge_at_once: null } },
  },
}

/** A document of the index of words: a word, a joined word, a seat, or the state of the version. */
export interface WordDocument {
  readonly word?: string
  /** Number of names with the word, when the version was filled. */
  readonly count?: number
  /** What the word sounds and reads like: its loose key and its Cologne code. */
  readonly loose?: string
  readonly sound?: string
  /** Letters of a joined word, for its beginnings. */
  readonly joined?: string
  /** Bits: with so many parts the joined word occurs. */
  readonly parts?: number
}

/** Returns the settings and mapping of the index of words. */
export function wordsIndex() {
  const fields: Readonly<Record<keyof WordDocument, object>> = {
    word: { type: 'keyword', norms: false, index_options: 'docs' },
    count: { type: 'integer' },
    loose: SEARCHED,
    sound: SEARCHED,
    joined: SEARCHED,
    parts: { type: 'integer', index: false, doc_values: false },
  }
  return {
    settings: { index: { number_of_shards: 1, ...FILLING } },
    mappings: { dynamic: 'strict', properties: { ...fields, state: STORED } },
  }
}
