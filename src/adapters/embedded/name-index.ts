/** The embedded index behind the port: takes published images and answers questions. */
import type {
  CompanyRecord,
  Hit,
  IndexState,
  NameIndex,
  SearchPage,
  SearchQuestion,
} from '../../core/search/name-index.ts'
import { EMPTY_PAGE, HITS_MAX, TOTAL_EXACT_MAX } from '../../core/search/name-index.ts'
import type { IndexGeneration } from '../../engine/generation.ts'
import { GenerationSearcher, wholeGeneration } from '../../engine/generation.ts'
import type { IndexImage } from '../../engine/image.ts'
import type { IndexHit } from '../../engine/question.ts'
import type { IndexRecord } from '../../engine/segment.ts'
import { courtName } from '../../names/court.ts'
import { formatNumber } from '../../names/register-number.ts'

const LIMITS = { exactMax: TOTAL_EXACT_MAX, shownMax: HITS_MAX }

/** One per thread; all threads may hold the same images. Before the first `publish` every search finds nothing. */
export class EmbeddedNameIndex implements NameIndex {
  #searcher: GenerationSearcher | undefined

  /**
   * From the next search on, this generation answers; an image alone is one. One that is older than the present
   * one is ignored.
   */
  publish(made: IndexGeneration | IndexImage): void {
    const generation = 'base' in made ? made : wholeGeneration(made)
    if (generation.number < (this.#searcher?.generation.number ?? 0)) return
    this.#searcher = new GenerationSearcher(generation, LIMITS, this.#searcher)
  }

  search(question: SearchQuestion): SearchPage {
    if (this.#searcher === undefined) return EMPTY_PAGE
    const { hits, more, total, totalIsExact, truncated } = this.#searcher.search(question)
    return {
      hits: hits.map((hit) => new ShownHit(hit)),
      more,
      total,
      totalIsExact,
      truncated,
      partial: false,
    }
  }

  state(): IndexState | undefined {
    if (this.#searcher === undefined) return undefined
    const { generation, base, delta, companies } = this.#searcher
    const besides = delta?.segment.header
    const { bytesTotal, builtAtMs } = base.segment.header
    const bytes = bytesTotal + (besides?.bytesTotal ?? 0)
    const { number, sequence } = generation
    return { generation: number, companies, besides: besides?.companies ?? 0, bytes, builtAtMs, sequence }
  }

  /** What is searched now, to be gone on from. */
  generation(): IndexGeneration | undefined {
    return this.#searcher?.generation
  }
}

/** Reads what it tells out of the engine's hit when it is asked for it. */
class ShownHit implements Hit {
  readonly #hit: IndexHit
  #record: CompanyRecord | undefined

  constructor(hit: IndexHit) {
    this.#hit = hit
  }

  get record(): CompanyRecord {
    this.#record ??= recordOf(this.#hit.record)
    return this.#record
  }

  get key(): Hit['key'] {
    return this.#hit.key
  }

  get kind(): Hit['kind'] {
    return this.#hit.kind
  }

  get score(): number {
    return this.#hit.score
  }

  get matchedName(): string {
    return this.#hit.matchedName
  }

  get matchedOn(): Hit['matchedOn'] {
    return this.#hit.matchedOn
  }

  get reasons(): Hit['reasons'] {
    return this.#hit.reasons
  }
}

function recordOf(record: IndexRecord): CompanyRecord {
  return {
    uuid: record.uuid,
    name: record.name,
    registrationNumber: formatNumber(record),
    status: record.status,
    legalForm: record.form,
    registerCourt: courtName(record.court),
    seat: record.seat,
    asOf: record.asOf,
  }
}
