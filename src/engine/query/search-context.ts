/**
 * The state that one thread keeps between searches of an index: the open image, look-up tables, caches and
 * scratch memory.
 */
import { CourtRules } from '../format/court-rules.ts'
import type { IndexImage } from '../format/image.ts'
import { type IndexReader, openIndex } from '../format/index-reader.ts'
import { TermLookup } from '../format/term-lookup.ts'
import { FormDifferences } from './form-differences.ts'
import { ScratchPool } from './scratch.ts'
import { TextCache } from './text-cache.ts'

/** Entries of a cache of counts: a few hundred kilobytes per thread. */
const CACHED_COUNTS_MAX = 4096

type CountCache = TextCache<number>

/** An open index and the state of the thread that searches it. It serves one search at a time. */
export interface SearchContext extends IndexReader {
  /** The courts' rules for register numbers. */
  readonly courtRules: CourtRules
  /** By zone: number of documents with a common prefix, by its text. */
  readonly prefixCounts: readonly [live: CountCache, removed: CountCache]
  /**
   * By zone: number of documents that were checked for a common prefix since its bitmap was built, by its text.
   */
  readonly prefixChecks: readonly [live: CountCache, removed: CountCache]
  /** How the legal forms of the index differ from that of a query. */
  readonly formDifferences: FormDifferences
  /** Looks up words in both dictionaries: 0 plain words, 1 joined words. */
  readonly lookup: TermLookup
  /** Memory that searches reuse. */
  readonly scratch: ScratchPool
}

/** Opens an image for the searches of one thread. */
export function openSearchContext(image: IndexImage): SearchContext {
  const reader = openIndex(image)
  return {
    ...reader,
    courtRules: new CourtRules(reader.header),
    prefixCounts: [new TextCache(CACHED_COUNTS_MAX), new TextCache(CACHED_COUNTS_MAX)],
    prefixChecks: [new TextCache(CACHED_COUNTS_MAX), new TextCache(CACHED_COUNTS_MAX)],
    formDifferences: new FormDifferences(reader.header.forms),
    lookup: new TermLookup([reader.words, reader.joins]),
    scratch: new ScratchPool(),
  }
}
