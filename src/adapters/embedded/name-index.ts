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
import type { IndexImage } from '../../engine/image.ts'
import type { IndexHit } from '../../engine/question.ts'
import { IndexSearcher } from '../../engine/search-index.ts'
import type { IndexRecord } from '../../engine/segment.ts'
import { courtName } from '../../names/court.ts'
import { formatNumber } from '../../names/register-number.ts'

/** One per thread; all threads may hold the same image. Before the first `publish` every search finds nothing. */
export class EmbeddedNameIndex implements NameIndex {
  #searcher: IndexSearcher | undefined

  /** From the next search on, this image answers. An older generation than the present one is ignored. */
  publish(image: IndexImage): void {
    const searcher = new IndexSearcher(image, { exactMax: TOTAL_EXACT_MAX, shownMax: HITS_MAX })
    const present = this.#searcher?.segment.header.generation ?? -1
    if (searcher.segment.header.generation >= present) this.#searcher = searcher
  }

  search(question: SearchQuestion): SearchPage {
    if (this.#searcher === undefined) return EMPTY_PAGE
    const page = this.#searcher.search(question)
    return { ...page, hits: page.hits.map(hitOf), partial: false }
  }

  state(): IndexState | undefined {
    if (this.#searcher === undefined) return undefined
    const { generation, companies, builtAtMs, sequence, bytesTotal } = this.#searcher.segment.header
    return { generation, companies, bytes: bytesTotal, builtAtMs, sequence }
  }
}

function hitOf(hit: IndexHit): Hit {
  return { ...hit, record: recordOf(hit.record) }
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
