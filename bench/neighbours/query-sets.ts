/** The queries for all products: those of the relevance bench about names, always in the same order. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { loadIndexImage } from '../../src/adapters/embedded/index-image.ts'
import { openIndex } from '../../src/engine/format/index-reader.ts'
import { Random } from '../corpus/random.ts'
import { companiesOf } from '../corpus/real-companies.ts'
import { KnownNames } from '../relevance/known-names.ts'
import { NOISE_KINDS, noisyQueries } from '../relevance/noisy-queries.ts'
import type { JudgedQuery } from '../relevance/query.ts'
import { drawTargets } from '../relevance/targets.ts'
import { truthQueries } from '../relevance/truth.ts'

/** A judged query. */
export interface Query {
  readonly kind: string
  readonly text: string
  /** The company that is meant. */
  readonly uuid: string
  /** Its name; companies of the same name are as right. */
  readonly name: string
}

/** The files and the number of the queries. */
export interface QuerySource {
  /** Folder of the packed files. */
  readonly folder: string
  /** Pairs of spellings that others collected. */
  readonly truth: string | undefined
  /** The built index. */
  readonly indexPath: string
  /** Queries of a kind. */
  readonly count: number
  readonly seed: number
}

/**
 * Register numbers are looked up, not searched; whole renames have no letter in common; the independent noise is
 * measured by the relevance bench alone.
 */
const NOT_ASKED = /^number|^independent|full_rename/
/** Few of each, so they are one kind. */
const RENAMED = /^renamed.*/

/** Writes the queries to a file of JSON, kind by kind, and answers them; a file that is there is kept. */
export function writeQueries(source: QuerySource, path: string): Query[] {
  if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8')) as Query[]
  const loaded = loadIndexImage(source.indexPath, { sequence: 0 })
  if ('refused' in loaded) throw new Error(loaded.refused)
  const known = new KnownNames(openIndex(loaded.image))
  const all = judgedQueries(source, known).flatMap(({ kind, text, target }) =>
    target === undefined || NOT_ASKED.test(kind)
      ? []
      : [{ kind: kind.replace(RENAMED, 'renamed'), text, uuid: target.uuid, name: target.name }],
  )
  const kinds = Map.groupBy(all, ({ kind }) => kind).values()
  const queries = [...kinds].flatMap((kind) => spread(kind, source.count))
  writeFileSync(path, JSON.stringify(queries))
  return queries
}

function judgedQueries({ folder, truth, count, seed }: QuerySource, known: KnownNames): JudgedQuery[] {
  const drawn = drawTargets((filesMax) => companiesOf(folder, filesMax), new Random(seed).start(0))
  const targets = drawn.filter(({ uuid }) => known.company(uuid) !== undefined)
  const kinds = NOISE_KINDS.filter((kind) => !NOT_ASKED.test(kind))
  const made = kinds.flatMap((kind) => noisyQueries(kind, targets, { known, seed, count }))
  return truth === undefined ? made : [...truthQueries(truth, known), ...made]
}

/** Up to `count` of all, evenly from the first to the last. */
function spread<T>(all: readonly T[], count: number): T[] {
  const step = Math.max(1, all.length / count)
  return Array.from({ length: Math.min(count, all.length) }, (_, i) => all[Math.floor(i * step)] as T)
}
