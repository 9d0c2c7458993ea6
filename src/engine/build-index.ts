/** Builds an index: reads companies once, numbers them by rank, turns words into postings. */

import type { Blocks } from './blocks.ts'
import { ZONES } from './blocks.ts'
import { CollectedNames, NAME_WORDS_MAX } from './collect-names.ts'
import type { IndexImage } from './image.ts'
import { layImage } from './image.ts'
import type { IndexedCompany } from './indexed-company.ts'
import { companyBlocks, nameBlocks, numberBlocks } from './lay-companies.ts'
import { denseBlocks } from './lay-dense.ts'
import { nearBlocks } from './lay-near.ts'
import { sameNameBlocks } from './lay-same-names.ts'
import { joinBlocks, wordBlocks } from './lay-words.ts'
import { GROUPS_A_ZONE, rankNames } from './rank-names.ts'

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
  const collected = new CollectedNames()
  for (const batch of batches) for (const company of batch) collected.add(company)
  collected.finish()
  const { companyCount, nameCount } = collected
  const rank = rankNames(collected)
  const words = wordBlocks(collected, rank)
  const names = nameBlocks(collected, rank, words.newNumbers)
  const joins = joinBlocks(collected, rank)
  const blocks: Blocks = {
    ...words.blocks,
    ...denseBlocks(words.blocks, rank.groupStarts[ZONES.removed * GROUPS_A_ZONE] as number),
    ...joins,
    ...nearBlocks({ ...words.blocks, ...joins }),
    ...names,
    ...companyBlocks(collected, rank),
    ...numberBlocks(collected, rank),
    groupStarts: rank.groupStarts,
    ...sameNameBlocks({ ...names, ...words.blocks }),
  }
  return layImage(blocks, {
    ...{ generation: facts.generation, sequence: facts.sequence, builtAtMs: facts.nowMs },
    mark: facts.mark ?? '',
    companies: companyCount,
    documents: nameCount,
    wordsMax: NAME_WORDS_MAX,
    forms: collected.forms.texts,
    courts: collected.courts.texts,
    suffixes: collected.suffixes.texts,
    dates: collected.dates.texts,
  })
}
