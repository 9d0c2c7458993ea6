/** The rows that the weights of `shared-score.ts` are learned from: what deep search compares with a query. */
import { EmbeddedNameIndex } from '../../src/adapters/embedded/name-index.ts'
import type { IndexImage } from '../../src/engine/format/image.ts'
import { compareDocuments, openIndex, recordOf } from '../../src/engine/format/index-reader.ts'
import { candidateLists, seatWeights } from '../../src/engine/fuzzy/candidate-lists.ts'
import type { FuzzyContext } from '../../src/engine/fuzzy/fuzzy-context.ts'
import { openFuzzyContext } from '../../src/engine/fuzzy/fuzzy-context.ts'
import type { ScoringIndex } from '../../src/engine/fuzzy/name-coverage.ts'
import { readQueryTerms } from '../../src/engine/fuzzy/query-terms.ts'
import { RelatedCandidates } from '../../src/engine/fuzzy/related-candidates.ts'
import { Scorer } from '../../src/engine/fuzzy/scorer.ts'
import { SeatTerms } from '../../src/engine/fuzzy/seat-terms.ts'
import { SplitTerms } from '../../src/engine/fuzzy/split-terms.ts'
import { TermMatches } from '../../src/engine/fuzzy/term-matches.ts'
import { IndexStatistics, TermStatistics } from '../../src/engine/fuzzy/term-statistics.ts'
import { coverageOf } from '../../src/names/likeness/coverage.ts'
import { factsOf } from '../../src/names/likeness/likeness-facts.ts'
import { nameLikeness } from '../../src/names/likeness/name-likeness.ts'
import type { NameQuery } from '../../src/names/likeness/name-pair.ts'
import { isComparable } from '../../src/names/likeness/name-query.ts'
import { alignWords } from '../../src/names/likeness/word-alignment.ts'
import { WHOLE_NAME_SCORE_MIN } from '../../src/names/ranking/rank.ts'
import { FEATURES } from '../../src/names/ranking/shared-score.ts'
import { readName } from '../../src/names/reading/read-name.ts'
import type { IndexedCompany } from '../../src/names/search/indexed-company.ts'
import type { Hit } from '../../src/names/search/page.ts'
import { STATUSES } from '../../src/names/search/status.ts'
import { rankOf } from './judge.ts'
import { KnownNames } from './known-names.ts'
import { noisyQueries } from './noisy-queries.ts'
import { areNamesakes } from './plain-name.ts'
import type { JudgedQuery, Target } from './query.ts'
import type { Half } from './renamed.ts'
import { halfOf, RENAMED_KINDS, renamedQueries } from './renamed.ts'

/** A name that is compared with a query. */
export interface LearningRow {
  readonly isRight: boolean
  /** The score does not come from the sum; the name precedes all others. */
  readonly isFixed: boolean
  /** The present score. */
  readonly score: number
  /** By feature of `FEATURES`. */
  readonly values: Float32Array
}

/** A query with the names that follow the hits of a normal search. */
export interface LearningQuery {
  readonly kind: string
  /** Hits of a normal search, and the place of the right one: 0 if it is not among them. */
  readonly frontHits: number
  readonly frontRank: number
  /** In the order in which equal scores are shown. */
  readonly rows: readonly LearningRow[]
}

/** Noise beside the renamed companies, so that other errors keep their place, … */
const NOISE = [
  ...['own city added', 'other city added', 'branch added', 'person added', 'word missing'],
  ...['one slip', 'two slips', 'sound', 'ocr'],
]
/** … one query for so many of a renamed kind. */
const RENAMED_PER_NOISE = 8
/** Not the seed of the measured noise. */
const NOISE_SEED = 77
/** Maximum hits of a normal search. */
const FRONT_HITS_MAX = 50
/** Maximum names kept of one query: the right ones and those with the highest present scores. */
const ROWS_MAX = 150

/** Compares the names of one index with queries. */
export class LearningData {
  readonly #context: FuzzyContext
  readonly #known: KnownNames
  readonly #search = new EmbeddedNameIndex()
  readonly #index: ScoringIndex
  readonly #collection: IndexStatistics
  readonly #candidates = new RelatedCandidates()

  constructor(image: IndexImage) {
    this.#search.publish(image)
    this.#known = new KnownNames(openIndex(image))
    const context = openFuzzyContext(image)
    this.#context = context
    const seats = new SeatTerms(context)
    this.#collection = new IndexStatistics(context, seats)
    this.#index = {
      ...{ context, statistics: new TermStatistics(context, undefined), seats },
      ...{ splits: new SplitTerms(context), matches: new TermMatches() },
    }
  }

  /** Returns up to `count` queries of each renamed kind of the half, and an eighth of each kind of noise. */
  queriesOf(targets: readonly IndexedCompany[], half: Half, count: number): LearningQuery[] {
    const known = this.#known
    const ofHalf = targets.filter((company) => halfOf(company) === half)
    const making = { known, seed: NOISE_SEED, count: Math.ceil(count / RENAMED_PER_NOISE) }
    return [
      ...renamedQueries(targets, { known, count, half }),
      ...NOISE.flatMap((kind) => noisyQueries(kind, ofHalf, making)),
    ].flatMap((query) => this.#read(query))
  }

  #read(query: JudgedQuery): readonly LearningQuery[] {
    const target = query.target as Target
    const name = readName(query.text)
    if (!isComparable(name.words)) return []
    const status = target.status === 'removed' ? { status: STATUSES } : {}
    const { hits } = this.#search.search({ name: query.text, deep: false, limit: FRONT_HITS_MAX, ...status })
    const form = name.form === undefined ? undefined : this.#context.header.forms.indexOf(name.form)
    const queryTerms = readQueryTerms(this.#context, name, this.#index.statistics, this.#collection)
    const { query: asked } = queryTerms
    const lists = candidateLists(this.#index, queryTerms)
    const documents = this.#candidates.of(this.#index, asked, lists, this.#isNew(hits))
    const scorer = new Scorer(this.#index, queryTerms, seatWeights(this.#index, queryTerms))
    const rows = this.#rowsOf(asked, scorer, form, { documents: [...documents], target })
    const frontRank = rankOf(query, hits)
    return [{ kind: query.kind, frontHits: hits.length, frontRank, rows }]
  }

  #isNew(hits: readonly Hit[]): (document: number) => boolean {
    const shown = new Set(hits.map(({ record }) => record.uuid))
    const { companies } = this.#context.header
    return (document) => document < companies && !shown.has(recordOf(this.#context, document).uuid)
  }

  #rowsOf(
    query: NameQuery,
    scorer: Scorer,
    form: number | undefined,
    { documents, target }: { readonly documents: readonly number[]; readonly target: Target },
  ): LearningRow[] {
    const { sections } = this.#context
    const isOtherForm = (document: number) =>
      form !== undefined && (sections.documentForms[document] as number) >>> 1 !== form
    const candidateOf = (document: number) => scorer.candidate(document, document, isOtherForm(document))
    const scored = documents.flatMap((document) => {
      const likeness = nameLikeness(query, candidateOf(document), scorer)
      return likeness === undefined ? [] : [{ document, score: likeness.score }]
    })
    const isMeant = (document: number) => recordOf(this.#context, document).uuid === target.uuid
    const best = scored.sort((a, b) => b.score - a.score).slice(0, ROWS_MAX)
    const kept = [...best, ...scored.slice(ROWS_MAX).filter(({ document }) => isMeant(document))]
    return kept
      .sort((a, b) => compareDocuments(this.#context, a.document, b.document))
      .map(({ document, score }) => {
        const name = candidateOf(document)
        const links = alignWords(query, name.words, scorer)
        const facts = factsOf(query, name, links, coverageOf(query, name, links))
        return {
          isRight: isMeant(document) || areNamesakes(recordOf(this.#context, document).name, target.name),
          isFixed: facts.isWhole || score >= WHOLE_NAME_SCORE_MIN,
          score,
          values: Float32Array.from(FEATURES, ({ of }) => of(facts)),
        }
      })
  }
}

/** Returns whether the query is the former name of a company. */
export function isRenamed({ kind }: Pick<LearningQuery, 'kind'>): boolean {
  return RENAMED_KINDS.includes(kind)
}
