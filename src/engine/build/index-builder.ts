/**
 * Builds an index: collects companies in one pass, numbers them by rank, and writes words and posting lists.
 */

import type { IndexedCompany } from '../../names/search/indexed-company.ts'
import { writeBigramFilter } from '../format/bigram-filter.ts'
import type { ImageFacts, IndexImage } from '../format/image.ts'
import { writeImage } from '../format/image.ts'
import type { Sections } from '../format/layout.ts'
import { NAME_WORDS_MAX } from '../format/layout.ts'
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
import { writeLetterPairs } from './write-letter-pairs.ts'
import { writeSeatWords } from './write-seat-words.ts'
import { writeTermWeights } from './write-term-weights.ts'
import type { JoinSections, WordSections } from './write-terms.ts'
import { writeJoins, writeWords } from './write-terms.ts'

/** Metadata for the image. */
export interface BuildFacts {
  /** Increases with every published index of a service. */
  readonly snapshotNumber: number
  /** The store's last change that is in the index. */
  readonly sequence: number
  /** Distinguishes that change from one of the same number in another store; '' when unknown. */
  readonly changeId?: string
  readonly nowMs: number
}

/**
 * Builds an index of all companies of all batches. Every company must occur once. Uses about 400 bytes per
 * company while it runs, including the finished image (one shared buffer).
 * @throws RangeError beyond 65,535 different legal forms, courts, suffixes or dates.
 */
export function buildIndexImage(batches: Iterable<readonly IndexedCompany[]>, facts: BuildFacts): IndexImage {
  const build = new IndexBuilder()
  for (const batch of batches) build.add(batch)
  return build.finish(facts)
}

/** Texts of words, the input of the fuzzy index: flat arrays, which can be posted to another thread. */
export type WordTexts = Parameters<typeof writeFuzzyIndex>[0]
/** The sections of the fuzzy index. */
export type FuzzySections = ReturnType<typeof writeFuzzyIndex>

/** The order of documents and the terms, which all further sections depend on. */
interface WrittenTerms {
  readonly rank: Rank
  /** By word as collected: its index among the sorted words. */
  readonly newNumbers: Uint32Array
  readonly sections: WordSections & JoinSections
}

/**
 * A build in steps, which can be distributed over several threads: companies and parts in their order, then
 * `writeTerms`, `addFuzzySections`, `writeRest` and `finish`. The bytes of the image do not depend on how the
 * steps are distributed.
 */
export class IndexBuilder {
  readonly #collected = new NameCollector()
  #terms: WrittenTerms | undefined
  #fuzzy: FuzzySections | undefined
  #rest: Omit<Sections, keyof WordSections | keyof JoinSections | keyof FuzzySections> | undefined

  add(companies: readonly IndexedCompany[]): void {
    for (const company of companies) this.#collected.add(company)
  }

  /** Returns what was collected, for the `append` of another thread's build. Call nothing else after it. */
  part(): CollectedPart {
    return partOf(this.#collected)
  }

  /** Appends a part and empties it. */
  append(part: CollectedPart): void {
    appendPart(this.#collected, part)
  }

  /** Writes the terms, once all companies are collected; returns the input of the fuzzy index. */
  writeTerms(): WordTexts {
    const { wordBytes, wordStarts } = (this.#terms ?? this.#writeTerms()).sections
    return { wordBytes, wordStarts }
  }

  /** Writes all sections but terms and fuzzy index. */
  writeRest(): void {
    const collected = this.#collected
    const { rank, newNumbers, sections: words } = this.#terms ?? this.#writeTerms()
    const names = writeNames(collected, rank, newNumbers)
    const companies = writeCompanies(collected, rank)
    this.#rest = {
      ...writeBitmaps(words, rank.groupStarts),
      ...names,
      ...companies,
      ...writeSeatWords(companies),
      ...writeNumbers(collected, rank),
      groupStarts: rank.groupStarts,
      ...writeExactNames({ ...names, ...words }),
      ...writeInitials({ ...names, ...words }),
      ...writeLetterCounts({ ...names, ...words }),
      ...writeLetterPairs({ ...names, ...words }),
      ...writeBigramFilter(names),
      ...writeTermWeights({ ...names, ...words }),
    }
  }

  /** Adds the fuzzy index that another thread wrote, or writes it. */
  addFuzzySections(sections?: FuzzySections): void {
    this.#fuzzy = sections ?? writeFuzzyIndex(this.writeTerms())
  }

  /** Runs the steps that were not run yet and returns the image. */
  finish(facts: BuildFacts): IndexImage {
    const { rank, sections: words } = this.#terms ?? this.#writeTerms()
    if (this.#fuzzy === undefined) this.addFuzzySections()
    if (this.#rest === undefined) this.writeRest()
    return writeImage({ ...words, ...this.#fuzzy!, ...this.#rest! }, factsOf(this.#collected, rank, facts))
  }

  #writeTerms(): WrittenTerms {
    const collected = this.#collected
    collected.finish()
    const rank = rankNames(collected)
    const { sections, newNumbers } = writeWords(collected, rank)
    this.#terms = { rank, newNumbers, sections: { ...sections, ...writeJoins(collected, rank) } }
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
