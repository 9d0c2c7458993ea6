/** Lists that the service matches in the background, as jobs. */
import { FirmensucheError } from './errors.ts'
import type { ListFormat, MatchJob, MatchList, MatchListOptions, ResultFormat } from './match-types.ts'
import { type CallOptions, type Send, type SentBody, wait } from './send.ts'

const TYPES: Readonly<Record<ListFormat, string>> = {
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  ndjson: 'application/x-ndjson',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}
const INTERVAL_MS = 2000
/** What 50 MiB take at the least rate that the service accepts, and more. */
const TRANSFER_MS = 3_600_000

/** How a job is waited for. */
export interface WaitOptions extends CallOptions {
  /** Called with the job after each question: `done` of `rows` rows are matched. */
  readonly progress?: ((job: MatchJob) => void) | undefined
  /** Time between two questions, each of which costs 1; 2,000 when absent. */
  readonly intervalMs?: number | undefined
}

/** The jobs of the account. They need a key with `companies:search:deep`. */
export class Matches {
  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

  /**
   * Sends a list, up to 100,000 rows and 50 MiB, and starts matching it. A start that may have succeeded is not tried again:
   * after `no_answer`, `list` shows whether there is a job.
   */
  async start(
    list: MatchList,
    { header, deep, ...options }: MatchListOptions = {},
    call?: CallOptions,
  ): Promise<MatchJob> {
    const query = { ...options, header: header === false ? 'false' : undefined, deep: deep || undefined }
    const sent =
      'rows' in list
        ? { body: { rows: list.rows } }
        : { content: { data: list.file as SentBody, type: TYPES[list.format] } }
    const question = { path: '/matches', query, ...sent, isChange: true, timeoutMs: TRANSFER_MS }
    return (await this.#send(question, call)).body as MatchJob
  }

  /** All jobs, the newest first. */
  async list(call?: CallOptions): Promise<readonly MatchJob[]> {
    return (await this.#send({ path: '/matches' }, call)).body as readonly MatchJob[]
  }

  /** A job and how far it is. */
  async get(id: string, call?: CallOptions): Promise<MatchJob> {
    return (await this.#send({ path: pathOf(id) }, call)).body as MatchJob
  }

  /** Waits for the end of a job: its `state` is then `done`, or `failed` with the reason in `error`. */
  async wait(
    id: string,
    { progress, intervalMs = INTERVAL_MS, ...call }: WaitOptions = {},
  ): Promise<MatchJob> {
    for (;;) {
      const job = await this.get(id, call)
      progress?.(job)
      if (job.state === 'done' || job.state === 'failed') return job
      await wait(intervalMs, call.signal)
    }
  }

  /** The file with the result of a job that is `done`, as it arrives. */
  async result(
    id: string,
    format: ResultFormat = 'csv',
    call?: CallOptions,
  ): Promise<ReadableStream<Uint8Array>> {
    const question = { path: `${pathOf(id)}/result`, accept: TYPES[format], timeoutMs: TRANSFER_MS }
    return (await this.#send(question, call)).body as ReadableStream<Uint8Array>
  }

  /** The rows of that result: their own fields, and `match_state`, `match_uuid` and so on. */
  async *rows(id: string, call?: CallOptions): AsyncGenerator<Record<string, unknown>, void, void> {
    const reader = (await this.result(id, 'ndjson', call)).getReader()
    const decoder = new TextDecoder()
    let rest = ''
    try {
      for (;;) {
        const { done, value } = await reader.read().catch((cause: unknown) => {
          throw brokenOff(cause)
        })
        const lines = (rest + decoder.decode(value, { stream: !done })).split('\n')
        rest = lines.pop() ?? ''
        for (const line of lines) yield JSON.parse(line) as Record<string, unknown>
        if (done) return
      }
    } finally {
      // A loop that was left early needs no more of it.
      await reader.cancel().catch(() => {})
    }
  }

  /** Cancels a job that waits or runs; deletes it with its list and its result. */
  async delete(id: string, call?: CallOptions): Promise<void> {
    await this.#send({ path: pathOf(id), method: 'DELETE', isChange: true }, call)
  }
}

function pathOf(id: string): string {
  return `/matches/${encodeURIComponent(id)}`
}

function brokenOff(cause: unknown): FirmensucheError {
  return new FirmensucheError('The result broke off.', { code: 'no_answer', status: 0, cause })
}
