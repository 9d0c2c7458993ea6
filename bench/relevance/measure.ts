/** From a folder of companies to figures of every kind. */
import { EmbeddedNameIndex } from '../../src/adapters/embedded/name-index.ts'
import { openIndex } from '../../src/engine/format/index-reader.ts'
import type { IndexedCompany } from '../../src/names/search/indexed-company.ts'
import { Random } from '../corpus/random.ts'
import type { ReadCompanies } from '../corpus/real-companies.ts'
import { ABSENT_KINDS, absentQueries } from './absent-names.ts'
import { FAMOUS_SUGGESTIONS, famousQueries, judgeSuggestions } from './famous.ts'
import { FORMER_ALONE, FORMER_KINDS, formerQueries, isFormerKind } from './former-names.ts'
import { isAloneInBlockA, type Judged, judge } from './judge.ts'
import { KnownNames } from './known-names.ts'
import { NOISE_KINDS, noisyQueries } from './noisy-queries.ts'
import type { JudgedQuery } from './query.ts'
import { relevanceImage } from './relevance-index.ts'
import { RENAMED_KINDS, renamedQueries } from './renamed.ts'
import { type KindScore, type Mode, scoreOf } from './score.ts'
import { drawTargets } from './targets.ts'
import { truthQueries } from './truth.ts'

/** What is measured. */
export interface Measuring {
  readonly read: ReadCompanies
  /** Where the built index is kept. */
  readonly saved?: string | undefined
  /** Pairs of spellings that others collected. */
  readonly truth?: string | undefined
  /** Former names are indexed, and asked for. */
  readonly former: boolean
  readonly isWanted: (kind: string) => boolean
  readonly count: number
  readonly seed: number
  readonly modes: readonly Mode[]
}

/** A kind's queries in one mode, judged. */
export interface MeasuredKind {
  readonly score: KindScore
  readonly judged: readonly Judged[]
}

/** Judges every kind of query in every mode, and the suggestions. */
export async function* measure(measuring: Measuring): AsyncGenerator<MeasuredKind> {
  const image = relevanceImage(measuring.read, measuring.former, measuring.saved)
  const index = new EmbeddedNameIndex()
  index.publish(image)
  const known = new KnownNames(openIndex(image))
  const queries = queriesByKind(measuring, known)
  for (const mode of measuring.modes) {
    const clerks: Judged[] = []
    for (const [kind, ofKind] of queries) {
      const judged = ofKind.map((query) => judge(index, query, mode === 'deep'))
      if (kind.startsWith('clerk')) clerks.push(...judged)
      yield { score: scoreOf(kind, mode, judged), judged }
      if (mode !== 'deep' || !isFormerKind(kind)) continue
      const alone = judged.filter(({ query }) => isAloneInBlockA(index, query))
      yield { score: scoreOf(FORMER_ALONE, mode, alone), judged: alone }
    }
    if (clerks.length > 0) yield { score: scoreOf('clerk all', mode, clerks), judged: [] }
  }
  if (!measuring.isWanted(FAMOUS_SUGGESTIONS)) return
  const judged = await judgeSuggestions(index, known)
  if (judged.length > 0) yield { score: scoreOf(FAMOUS_SUGGESTIONS, 'suggest', judged), judged }
}

function queriesByKind(measuring: Measuring, known: KnownNames): ReadonlyMap<string, readonly JudgedQuery[]> {
  const { read, truth, former, seed, isWanted } = measuring
  const targets = drawTargets(read, new Random(seed).start(0))
  const all = truth === undefined ? [] : truthQueries(truth, known).filter(({ kind }) => isWanted(kind))
  all.push(...namedQueries(measuring, targets, known))
  all.push(...famousQueries(known).filter(({ kind }) => isWanted(kind)))
  if (former && FORMER_KINDS.some(isWanted)) all.push(...formerQueries(targets, { known, ...measuring }))
  if (!former && RENAMED_KINDS.some(isWanted)) all.push(...renamedQueries(targets, { known, ...measuring }))
  return Map.groupBy(all, ({ kind }) => kind)
}

function namedQueries(
  { seed, count, isWanted }: Measuring,
  targets: readonly IndexedCompany[],
  known: KnownNames,
): JudgedQuery[] {
  const making = { known, seed, count }
  const noisy = NOISE_KINDS.filter(isWanted).flatMap((kind) => noisyQueries(kind, targets, making))
  const absent = ABSENT_KINDS.filter(isWanted)
  return absent.length === 0 ? noisy : [...noisy, ...absentQueries(absent, targets, making)]
}
