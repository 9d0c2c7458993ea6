/** Builds an index: reads companies once, numbers them by rank, turns words into postings. */

import { neighbourBlocks } from '../format/bigram-filter.ts'
import type { ImageFacts, IndexImage } from '../format/image.ts'
import { layImage } from '../format/image.ts'
import type { Blocks } from '../format/layout.ts'
import { GROUPS_PER_ZONE, NAME_WORDS_MAX, ZONES } from '../format/layout.ts'
import type { IndexedCompany } from '../types/indexed-company.ts'
import type { CollectedPart } from './collected-part.ts'
import { appendPart, partOf } from './collected-part.ts'
import { CollectedNames } from './name-collector.ts'
import type { Rank } from './rank-names.ts'
import { rankNames } from './rank-names.ts'
import { denseBlocks } from './write-bitmaps.ts'
import { companyBlocks, nameBlocks, numberBlocks } from './write-companies.ts'
import { sameNameBlocks } from './write-exact-names.ts'
import { nearBlocks } from './write-fuzzy-index.ts'
import { initialsBlocks } from './write-initials.ts'
import { letterBlocks } from './write-letter-counts.ts'
import { weightBlocks } from './write-term-weights.ts'
import type { JoinBlocks, WordBlocks } from './write-terms.ts'
import { joinBlocks, wordBlocks } from './write-terms.ts'

/** What the image should remember of its making. */
export interface BuildFacts {
  /** Grows with every published index of a service. */
  readonly generation: number
  /** The store's last change that is in it. */
  readonly sequence: number
  /** What tells that change from one of the same number in another store; '' says nothing. */
  readonly mark?: string
  readonly nowMs: number
}

/**
 * An index of all companies of all batches. Every company must come once.
 * Takes about 400 bytes a company while it runs, the finished image (one shared buffer) included.
 * @throws RangeError beyond 65,535 different legal forms, courts, suffixes or dates.
 */
export function buildIndexImage(batches: Iterable<readonly IndexedCompany[]>, facts: BuildFacts): IndexImage {
  const build = new IndexBuild()
  build.add(batches)
  return build.finish(facts)
}

/** What one thread collects of a share of the companies, for the `append` of another; @throws as `buildIndexImage`. */
export function collectPart(batches: Iterable<readonly IndexedCompany[]>): CollectedPart {
  const collected = new CollectedNames()
  collectAll(collected, batches)
  return partOf(collected)
}

function collectAll(collected: CollectedNames, batches: Iterable<readonly IndexedCompany[]>): void {
  for (const batch of batches) for (const company of batch) collected.add(company)
}

/** What the blocks of similar words are made of, and what is made of that: flat arrays, may be posted to another thread. */
export type Dictionary = Parameters<typeof nearBlocks>[0]
export type NearBlocks = ReturnType<typeof nearBlocks>

/** All that stands between collecting and the other blocks. */
interface LaidWords {
  readonly rank: Rank
  /** By word as collected: its place among the sorted ones. */
  readonly newNumbers: Uint32Array
  readonly blocks: WordBlocks & JoinBlocks
}

/**
 * A build step by step, for those who give steps to several threads: companies and parts in the order in which one thread
 * would read them, then `layWords`, `layNear`, `layRest` and `finish`. However the steps are shared out, the image has the same bytes.
 */
export class IndexBuild {
  readonly #collected = new CollectedNames()
  #laid: LaidWords | undefined
  #near: NearBlocks | undefined
  #rest: Omit<Blocks, keyof WordBlocks | keyof JoinBlocks | keyof NearBlocks> | undefined

  add(batches: Iterable<readonly IndexedCompany[]>): void {
    collectAll(this.#collected, batches)
  }

  /** Empties the part. */
  append(part: CollectedPart): void {
    appendPart(this.#collected, part)
  }

  /** Lays the words once all companies are there; answers what the blocks of similar words are made of. */
  layWords(): Dictionary {
    const { wordBytes, wordStarts, joinBytes, joinStarts } = (this.#laid ?? this.#layWords()).blocks
    return { wordBytes, wordStarts, joinBytes, joinStarts }
  }

  /** Lays all that is left but what is made of the words alone. */
  layRest(): void {
    const collected = this.#collected
    const { rank, newNumbers, blocks: words } = this.#laid ?? this.#layWords()
    const names = nameBlocks(collected, rank, newNumbers)
    this.#rest = {
      ...denseBlocks(words, rank.groupStarts[ZONES.removed * GROUPS_PER_ZONE] as number),
      ...names,
      ...companyBlocks(collected, rank),
      ...numberBlocks(collected, rank),
      groupStarts: rank.groupStarts,
      ...sameNameBlocks({ ...names, ...words }),
      ...initialsBlocks({ ...names, ...words }),
      ...letterBlocks({ ...names, ...words }),
      ...neighbourBlocks(names),
      ...weightBlocks({ ...names, ...words }),
    }
  }

  /** Lays the blocks of similar words, or takes them as another thread has laid them. */
  layNear(near?: NearBlocks): void {
    this.#near = near ?? nearBlocks(this.layWords())
  }

  /** Does all that was not done yet. */
  finish(facts: BuildFacts): IndexImage {
    const { rank, blocks: words } = this.#laid ?? this.#layWords()
    if (this.#near === undefined) this.layNear()
    if (this.#rest === undefined) this.layRest()
    return layImage({ ...words, ...this.#near!, ...this.#rest! }, factsOf(this.#collected, rank, facts))
  }

  #layWords(): LaidWords {
    const collected = this.#collected
    collected.finish()
    const rank = rankNames(collected)
    const { blocks, newNumbers } = wordBlocks(collected, rank)
    this.#laid = { rank, newNumbers, blocks: { ...blocks, ...joinBlocks(collected, rank) } }
    return this.#laid
  }
}

function factsOf(
  { forms, courts, suffixes, dates }: CollectedNames,
  rank: Rank,
  facts: BuildFacts,
): ImageFacts {
  return {
    ...{ generation: facts.generation, sequence: facts.sequence, builtAtMs: facts.nowMs },
    mark: facts.mark ?? '',
    companies: rank.collectedCompanyOf.length,
    documents: rank.nameOf.length,
    wordsMax: NAME_WORDS_MAX,
    ...{ forms: forms.texts, courts: courts.texts, suffixes: suffixes.texts, dates: dates.texts },
  }
}
