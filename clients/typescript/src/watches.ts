/** Lists of watched companies. */
import { cursorPageOf, inParts, walk } from './pages.ts'
import type { CallOptions, Question, Send } from './send.ts'
import type { CursorPage } from './types.ts'
import type {
  AddedCompany,
  CompanyToWatch,
  CursorQuestion,
  NewWatch,
  Watch,
  WatchChanges,
  WatchedCompany,
} from './watch-types.ts'

/** The watch lists of the account. They need a key with `companies:watch`. */
export class Watches {
  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

  /** Makes a list, which is empty. */
  create(watch: NewWatch, call?: CallOptions): Promise<Watch> {
    return this.#change({ path: '/watches', body: watch }, call)
  }

  /** All lists, the newest first. */
  async list(call?: CallOptions): Promise<readonly Watch[]> {
    return (await this.#send({ path: '/watches' }, call)).body as readonly Watch[]
  }

  async get(id: string, call?: CallOptions): Promise<Watch> {
    return (await this.#send({ path: pathOf(id) }, call)).body as Watch
  }

  change(id: string, changes: WatchChanges, call?: CallOptions): Promise<Watch> {
    return this.#change({ path: pathOf(id), body: changes }, call)
  }

  /** Deletes a list with its companies. Events that were made before are still delivered. */
  delete(id: string, call?: CallOptions): Promise<void> {
    return this.#change({ path: pathOf(id), method: 'DELETE' }, call)
  }

  /** Adds up to 1,000 companies, and says in the same order what became of each. A register number costs 1. */
  add(
    id: string,
    companies: readonly CompanyToWatch[],
    call?: CallOptions,
  ): Promise<readonly AddedCompany[]> {
    return this.#change({ path: `${pathOf(id)}/companies`, body: companies }, call)
  }

  /** Adds any number of companies, a hundred a request; each result with the row that it belongs to. */
  addAll<Row extends CompanyToWatch>(
    id: string,
    rows: Iterable<Row> | AsyncIterable<Row>,
    call?: CallOptions,
  ): AsyncGenerator<AddedCompany & { readonly row: Row }, void, void> {
    return inParts(rows, (part) => {
      // Only what the service knows: rows may carry more, and it refuses what it does not know.
      const sent = part.map(({ uuid, registration_number, register_court, ref }) => {
        return { uuid, registration_number, register_court, ref }
      })
      return this.add(id, sent, call)
    })
  }

  /** The companies of a list: one page. */
  async companies(
    id: string,
    question: CursorQuestion = {},
    call?: CallOptions,
  ): Promise<CursorPage<WatchedCompany>> {
    return cursorPageOf(await this.#send({ path: `${pathOf(id)}/companies`, query: question }, call))
  }

  /** The companies of all pages. */
  companiesAll(
    id: string,
    question: CursorQuestion = {},
    call?: CallOptions,
  ): AsyncGenerator<WatchedCompany, void, void> {
    return walk((cursor) => this.companies(id, { ...question, cursor }, call), question.cursor)
  }

  /** Removes up to 1,000 companies; resolves with the number of those that the list had. */
  async remove(id: string, uuids: readonly string[], call?: CallOptions): Promise<number> {
    const { removed } = await this.#change<{ removed: number }>(
      { path: `${pathOf(id)}/remove`, body: { uuids } },
      call,
    )
    return removed
  }

  /** Removes a company; rejects with `not_found` if the list does not have it. */
  removeOne(id: string, uuid: string, call?: CallOptions): Promise<void> {
    const path = `${pathOf(id)}/companies/${encodeURIComponent(uuid)}`
    return this.#change({ path, method: 'DELETE' }, call)
  }

  async #change<Result>(question: Question, call: CallOptions | undefined): Promise<Result> {
    return (await this.#send({ ...question, isChange: true }, call)).body as Result
  }
}

function pathOf(id: string): string {
  return `/watches/${encodeURIComponent(id)}`
}
