/** Several searches in one request, sent again while a shard cannot answer. */
import { setTimeout as afterMs } from 'node:timers/promises'
import type { OpenSearchClient, ToldError } from './client.ts'

/** The answer to one of the searches; it has an `error` if the search failed on any shard. */
export interface ToldAnswer {
  readonly status: number
  readonly error?: ToldError
}

/** Status of a shard that has too much to do. */
const TOO_MANY = 429
/** From here on, the cluster could not answer: no copy of a shard is ready, or its node was lost while it was read (500). */
const SERVER_FAULT = 500
/** Times that the searches are sent. */
const TRIES_MAX = 4
/** Wait before they are sent again, in ms; twice as long each time. */
const RETRY_AFTER_MS = 100

/**
 * Sends searches to `_msearch` and returns their answers in the same order. If a shard cannot answer now, all are sent again,
 * for less than a second; afterwards its answer has the error.
 */
export async function searchMany<Answer extends ToldAnswer>(
  client: Pick<OpenSearchClient, 'send'>,
  path: string,
  lines: string,
): Promise<readonly Answer[]> {
  const { responses } = await sendWhile(
    () => client.send<{ responses: readonly Answer[] }>('POST', path, lines),
    (answer) => answer.responses.some(({ status, error }) => error !== undefined && isPassing(status)),
  )
  return responses
}

function isPassing(status: number): boolean {
  return status === TOO_MANY || status >= SERVER_FAULT
}

/** Sends a request and returns its answer, which may still be one that `isBusy` after less than a second of further tries. */
export async function sendWhile<Answer>(
  send: () => Promise<Answer>,
  isBusy: (answer: Answer) => boolean,
): Promise<Answer> {
  for (let tried = 1; ; tried++) {
    const answer = await send()
    if (tried === TRIES_MAX || !isBusy(answer)) return answer
    await afterMs(RETRY_AFTER_MS * 2 ** (tried - 1))
  }
}
