/** Builds an index: reads companies once, numbers them by rank, turns words into postings. */

import { writeBigramFilter } from '../format/bigram-filter.ts'
import type { ImageFacts, IndexImage } from '../format/image.ts'
import { writeImage } from '../format/image.ts'
import type { Blocks } from '../format/layout.ts'
import { GROUPS_PER_ZONE, NAME_WORDS_MAX, ZONES } from '../format/layout.ts'
import type { IndexedCompany } from '../types/indexed-company.ts'
import type { CollectedPart } from './collected-part.ts'
import { appendPart, partOf } from './collected-part.ts'
import { NameCollector } from './name-collector.ts'
import type { Rank } from './rank-names.ts'
import { rankNames } from './rank-names.ts'
import { writeBitmaps } from './write-bitmaps.ts'
import { writeCompanies, writeNames, writeNumbers } from './write-companies.ts'
import { writeExactNames } from './write-exact-names.ts'
import { writeFuzzyIndex } from './write-fuzzy-index.ts'
import { writeInitials } from './write-initials.ts'
import { writeLetterCounts } from './write-letter-counts.ts'
import { writeTermWeights } from './write-term-weights.ts'
import type { JoinBlocks, WordBlocks } from './write-terms.ts'
import { writeJoins, writeWords } from './write-terms.ts'

/** What the image should remember of its making. */
export interface BuildFacts {
  /** Grows with every published index of a service. */
  readonly snapshotNumber: number
  /** The store's last change that is in it. */
  readonly sequence: number
  /** What tells that change from one of the same number in another store; '' says nothing. */
  readonly changeId?: string
  readonly nowMs: number
}

/**
 * An index of all companies of all batches. Every company must come once.
 * Takes about 400 bytes a company while it runs, the finished image (one shared buffer) included.
 * @throws RangeError beyond 65,535 different legal forms, courts, suffixes or dates.
 */
export function buildIndexImage(batches: Iterable<readonly IndexedCompany[]>, facts: BuildFacts): IndexImage {
  const build = new IndexBuilder()
  build.add(batches)
  return build.finish(facts)
}

/** What one thread collects of a share of the companies, for the `append` of another; @throws as `buildIndexImage`. */
export function collectPart(batches: Iterable<readonly IndexedCompany[]>): CollectedPart {
  const collected = new NameCollector()
  collectAll(collected, batches)
  return partOf(collected)
}

function collectAll(collected: NameCollector, batches: Iterable<readonly IndexedCompany[]>): void {
  for (const batch of batches) for (const company of batch) collected.add(company)
}

/** What the blocks of similar words are made of, and what is made of that: flat arrays, may be posted to another thread. */
export type TermTexts = Parameters<typeof writeFuzzyIndex>[0]
export type FuzzyBlocks = ReturnType<typeof writeFuzzyIndex>

/** All that stands between collecting and the other blocks. */
interface WrittenTerms {
  readonly rank: Rank
  /** By word as collected: its place among the sorted ones. */
  readonly newNumbers: Uint32Array
  readonly blocks: WordBlocks & JoinBlocks
}

/**
 * A build step by step, for those who give steps to several threads: companies and parts in the order in which one thread
 * would read them, then `layWords`, `layNear`, `layRest` and `finish`. However the steps are shared out, the image has the same bytes.
 */
export class IndexBuilder {
  readonly #collected = new NameCollector()
  #terms: WrittenTerms | undefined
  #fuzzy: FuzzyBlocks | undefined
  #rest: Omit<Blocks, keyof WordBlocks | keyof JoinBlocks | keyof FuzzyBlocks> | undefined

  add(batches: Iterable<readonly IndexedCompany[]>): void {
    collectAll(this.#collected, batches)
  }

  /** Empties the part. */
  append(part: CollectedPart): void {
    appendPart(this.#collected, part)
  }

  /** Lays the words once all companies are there; answers what the blocks of similar words are made of. */
  writeTerms(): TermTexts {
    const { wordBytes, wordStarts, joinBytes, joinStarts } = (this.#terms ?? this.#writeTerms()).blocks
    return { wordBytes, wordStarts, joinBytes, joinStarts }
  }

  /** Lays all that is left but what is made of the words alone. */
  writeRest(): void {
    const collected = this.#collected
    const { rank, newNumbers, blocks: words } = this.#terms ?? this.#writeTerms()
    const names = writeNames(collected, rank, newNumbers)
    this.#rest = {
      ...writeBitmaps(words, rank.groupStarts[ZONES.removed * GROUPS_PER_ZONE] as number),
      ...names,
      ...writeCompanies(collected, rank),
      ...writeNumbers(collected, rank),
      groupStarts: rank.groupStarts,
      ...writeExactNames({ ...names, ...words }),
      ...writeInitials({ ...names, ...words }),
      ...writeLetterCounts({ ...names, ...words }),
      ...writeBigramFilter(names),
      ...writeTermWeights({ ...names, ...words }),
    }
  }

  /** Lays the blocks of similar words, or takes them as another thread has laid them. */
  addFuzzyBlocks(blocks?: FuzzyBlocks): void {
    this.#fuzzy = blocks ?? writeFuzzyIndex(this.writeTerms())
  }

  /** Does all that was not done yet. */
  finish(facts: BuildFacts): IndexImage {
    const { rank, blocks: words } = this.#terms ?? this.#writeTerms()
    if (this.#fuzzy === undefined) this.addFuzzyBlocks()
    if (this.#rest === undefined) this.writeRest()
    return writeImage({ ...words, ...this.#fuzzy!, ...this.#rest! }, factsOf(this.#collected, rank, facts))
  }

  #writeTerms(): WrittenTerms {
    const collected = this.#collected
    collected.finish()
    const rank = rankNames(collected)
    const { blocks, newNumbers } = writeWords(collected, rank)
    this.#terms = { rank, newNumbers, blocks: { ...blocks, ...writeJoins(collected, rank) } }
    return this.#terms
  }
}

function factsOf(
  { forms, courts, suffixes, dates }: NameCollector,
  rank: Rank,
  facts: BuildFacts,
): ImageFacts {
  return {
    ...{ snapshotNumber: facts.snapshotNumber, sequence: facts.sequence, builtAtMs: facts.nowMs },
    changeId: facts.changeId ?? '',
    companies: rank.collectedCompanyOf.length,
    documents: rank.nameOf.length,
    wordsMax: NAME_WORDS_MAX,
    ...{ forms: forms.texts, courts: courts.texts, suffixes: suffixes.texts, dates: dates.texts },
  }
}
