/** The service as an object: a method for each endpoint, and walks over all pages. */
import { Matches } from './matches.ts'
import { inParts, pageOf, walk } from './pages.ts'
import { type CallOptions, type ClientOptions, type Send, sender } from './send.ts'
import type {
  Change,
  ChangesPage,
  ChangesQuestion,
  CompanyDetail,
  CustomerRow,
  EntryPoint,
  Facets,
  FacetsQuestion,
  Hit,
  ListPage,
  ListQuestion,
  ListRow,
  MatchResult,
  Reference,
  SearchPage,
  SearchQuestion,
  SourceSet,
  Suggestion,
  Usage,
} from './types.ts'
import { Watches } from './watches.ts'
import { Webhooks } from './webhooks.ts'

/**
 * Every method rejects with a `FirmensucheError`, or with the reason of the signal that ended it.
 *
 * @throws TypeError when `baseUrl` is no URL, or `key` is none.
 */
export class Firmensuche {
  readonly #send: Send
  /** Lists that are matched in the background. */
  readonly matches: Matches
  /** Lists of watched companies. */
  readonly watches: Watches
  /** Addresses that get the events of those lists. */
  readonly webhooks: Webhooks

  constructor(options: ClientOptions) {
    this.#send = sender(options)
    this.matches = new Matches(this.#send)
    this.watches = new Watches(this.#send)
    this.webhooks = new Webhooks(this.#send)
  }

  /** Which companies are meant by a name or a register number: one page, best hit first. */
  async search(question: SearchQuestion, call?: CallOptions): Promise<SearchPage> {
    const reply = await this.#send({ path: '/companies/search/', body: question }, call)
    const total = reply.headers.get('x-total-count') ?? ''
    return {
      ...pageOf<Hit>(reply),
      total: Number.parseInt(total, 10),
      isTotalExact: !total.endsWith('+'),
      isPartial: reply.headers.has('x-search-partial'),
      isTruncated: reply.headers.has('x-search-truncated'),
    }
  }

  /** The hits of all pages; the next page is fetched when its first hit is asked for. */
  searchAll(question: SearchQuestion, call?: CallOptions): AsyncGenerator<Hit, void, void> {
    return walk((cursor) => this.search({ ...question, cursor }, call), question.cursor)
  }

  /** Counts the hits of a search by status, legal form, register type, state, court and seat. */
  async facets(question: FacetsQuestion, call?: CallOptions): Promise<Facets> {
    const { body, headers } = await this.#send({ path: '/companies/search/facets', body: question }, call)
    return { ...(body as Omit<Facets, 'isPartial'>), isPartial: headers.has('x-search-partial') }
  }

  /** Which companies are meant by up to 100 rows, in the same order. */
  async match(rows: readonly CustomerRow[], call?: CallOptions): Promise<readonly MatchResult[]> {
    const { body } = await this.#send({ path: '/companies/search/batch', body: rows }, call)
    return body as readonly MatchResult[]
  }

  /** Any number of rows, a hundred a request; each result with the row that it belongs to. */
  matchAll<Row extends CustomerRow>(
    rows: Iterable<Row> | AsyncIterable<Row>,
    call?: CallOptions,
  ): AsyncGenerator<MatchResult & { readonly row: Row }, void, void> {
    return inParts(rows, (part) => {
      // Only what the service knows: rows may carry more, and it refuses what it does not know.
      const sent = part.map(({ name, registration_number, city, deep, ref }) => {
        return { name, registration_number, city, deep, ref }
      })
      return this.match(sent, call)
    })
  }

  /** Up to ten companies for what was typed so far. */
  async suggest(
    q: string,
    { limit, ...call }: CallOptions & { readonly limit?: number } = {},
  ): Promise<readonly Suggestion[]> {
    const { body } = await this.#send({ path: '/companies/suggest', query: { q, limit } }, call)
    return body as readonly Suggestion[]
  }

  /** The register as a list: one page. */
  async list(question: ListQuestion = {}, call?: CallOptions): Promise<ListPage> {
    const reply = await this.#send({ path: '/companies', query: question }, call)
    return { ...pageOf<ListRow>(reply), changesCursor: reply.headers.get('x-changes-cursor') ?? undefined }
  }

  /** The rows of all pages. */
  listAll(question: ListQuestion = {}, call?: CallOptions): AsyncGenerator<ListRow, void, void> {
    return walk((cursor) => this.list({ ...question, cursor }, call), question.cursor)
  }

  /** Everything known of a company. A former id gives the present company, with its own `uuid`. */
  async get(uuid: string, call?: CallOptions): Promise<CompanyDetail> {
    const { body } = await this.#send({ path: pathOf(uuid) }, call)
    return body as CompanyDetail
  }

  /** The company and its ETag; `undefined` when it is still as it was with the ETag given. */
  async getIfChanged(
    uuid: string,
    etag?: string,
    call?: CallOptions,
  ): Promise<{ readonly company: CompanyDetail; readonly etag: string } | undefined> {
    const { status, headers, body } = await this.#send({ path: pathOf(uuid), etag }, call)
    if (status === 304) return undefined
    return { company: body as CompanyDetail, etag: headers.get('etag') ?? '' }
  }

  /** What changed, in the order in which it happened: one page. */
  async changes(question: ChangesQuestion = {}, call?: CallOptions): Promise<ChangesPage> {
    const { body, headers } = await this.#send({ path: '/changes', query: question }, call)
    return { items: body as readonly Change[], next: headers.get('x-next-cursor') ?? '' }
  }

  /** All changes until now. Remember the `cursor` of the last one: the next walk goes on `since` it. */
  changesAll(question: ChangesQuestion = {}, call?: CallOptions): AsyncGenerator<Change, void, void> {
    return walk(async (cursor) => {
      const page = await this.changes({ ...question, since: cursor }, call)
      return page.items.length > 0 ? page : { ...page, next: undefined }
    }, question.since)
  }

  /** What the key may do, and how its limits stand. */
  async entryPoint(call?: CallOptions): Promise<EntryPoint> {
    return (await this.#send({ path: '' }, call)).body as EntryPoint
  }

  /** What this key and its account were used for; days are `YYYY-MM-DD`, in UTC. */
  async usage(
    span: { readonly from?: string; readonly to?: string } = {},
    call?: CallOptions,
  ): Promise<Usage> {
    return (await this.#send({ path: '/usage', query: span }, call)).body as Usage
  }

  /** Every code that the service uses, and what it means. */
  async reference(call?: CallOptions): Promise<Reference> {
    return (await this.#send({ path: '/reference' }, call)).body as Reference
  }

  /** The data sets that were imported: of when, under which licence, with which attribution. */
  async sources(call?: CallOptions): Promise<readonly SourceSet[]> {
    return (await this.#send({ path: '/sources' }, call)).body as readonly SourceSet[]
  }
}

function pathOf(uuid: string): string {
  return `/companies/${encodeURIComponent(uuid)}`
}
