/** A client that follows the feed of changes and asks for one name again and again, to time when an update is stored and found. */
import { STATUSES } from '../../src/names/search/status.ts'
import { type Running, SEARCH_PATH } from './service.ts'

/** The pause between two looks. */
const POLL_MS = 20
const PAGE = 1000
/** A name that no company has. */
const NOBODY = { name: 'Zwölferhaus Probelauf Niemand', uuid: '' }

/** A change of the feed. It was stored after `afterMs` (ms since 1970). */
export interface SeenChange {
  readonly cursor: string
  readonly uuid: string
  readonly afterMs: number
}

/** A company that is awaited. */
export interface Awaited {
  readonly name: string
  readonly uuid: string
}

/** The time of all processes of this machine, in ms since 1970. */
export function nowMs(): number {
  return performance.timeOrigin + performance.now()
}

/** The following client. */
export class UpdateWatcher {
  readonly #url: string
  readonly #key: string
  #awaited: Awaited = NOBODY
  #cursor = ''
  /** When the last look began that saw the end of the feed. */
  #endSeenMs = 0
  #lastMissMs = 0
  #foundMs: number | undefined
  #isStopped = false
  readonly changes: SeenChange[] = []

  constructor({ url }: Pick<Running, 'url'>, key: string) {
    this.#url = url
    this.#key = key
  }

  /** Looks until `stop`. */
  async run(): Promise<void> {
    this.#cursor = (await this.page('now')).cursor
    while (!this.#isStopped) {
      await Promise.all([this.#readChanges(), this.#search()])
      await new Promise((done) => setTimeout(done, POLL_MS))
    }
  }

  stop(): void {
    this.#isStopped = true
  }

  /** Asks for this company from now on, until the next call. */
  await(awaited: Awaited = NOBODY): void {
    this.#awaited = awaited
    this.#foundMs = undefined
  }

  /** When the awaited company was found by every search from then on; `undefined` = not yet. Each search is a new connection. */
  get foundMs(): number | undefined {
    return this.#foundMs !== undefined && this.#foundMs > this.#lastMissMs ? this.#foundMs : undefined
  }

  /** Whether a search finds the company now. */
  async finds({ name, uuid }: Awaited): Promise<boolean> {
    const headers = { ...this.#headers(), 'Content-Type': 'application/json', Connection: 'close' }
    const body = JSON.stringify({ name, limit: 100, status: STATUSES })
    const answer = await fetch(this.#url + SEARCH_PATH, { method: 'POST', headers, body })
    if (!answer.ok) throw new Error(`A search answered ${answer.status}: ${await answer.text()}`)
    return ((await answer.json()) as Awaited[]).some((hit) => hit.uuid === uuid)
  }

  /** Reads a page of the feed. */
  async page(since: string): Promise<{ changes: { cursor: string; uuid: string }[]; cursor: string }> {
    const url = `${this.#url}/api/v1/changes?limit=${PAGE}&since=${since}`
    const answer = await fetch(url, { headers: this.#headers() })
    if (!answer.ok) throw new Error(`The changes answered ${answer.status}: ${await answer.text()}`)
    const changes = (await answer.json()) as { cursor: string; uuid: string }[]
    return { changes, cursor: answer.headers.get('x-next-cursor') as string }
  }

  async #readChanges(): Promise<void> {
    for (let length = PAGE; length === PAGE; ) {
      const startMs = nowMs()
      const { changes, cursor } = await this.page(this.#cursor)
      length = changes.length
      this.#cursor = cursor
      this.changes.push(...changes.map((change) => ({ ...change, afterMs: this.#endSeenMs })))
      if (length < PAGE) this.#endSeenMs = startMs
    }
  }

  async #search(): Promise<void> {
    const awaited = this.#awaited
    const isFound = await this.finds(awaited)
    if (awaited !== this.#awaited) return
    if (!isFound) this.#lastMissMs = nowMs()
    else if (this.foundMs === undefined) this.#foundMs = nowMs()
  }

  #headers() {
    return { Authorization: `Bearer ${this.#key}` }
  }
}
