/** Matches rows by asking another firmensuche over HTTP: `POST /api/v1/companies/search/batch`. */
import { setTimeout as wait } from 'node:timers/promises'
import { Failure } from '../../core/failure.ts'
import type { CustomerRow } from '../../core/matching/match-row.ts'
import type { FoundRow, MatchedCompany, RowMatcher } from '../../core/matching/row-matcher.ts'

/** Rows of a request, at most; the API accepts as many. */
export const REQUEST_ROWS_MAX = 100
/** Tries of a request that no limit refused. */
const TRIES_MAX = 6
/** The wait before the second try, in ms; it doubles with each. */
const FIRST_WAIT_MS = 500
/** Times that rows are asked again whose searches ran out of time on the server. */
const PARTIAL_TRIES_MAX = 4
/** Longest wait that a server may ask for, in ms: a window of its limits has at most a day. */
const WAIT_MS_MAX = 24 * 60 * 60 * 1000
/** Time for one answer, in ms. */
const ANSWER_MS_MAX = 120_000
const LIMITED = 429
/** Statuses that may be others next time; 0 = no answer. */
const PASSING = [0, 408, LIMITED, 500, 502, 503, 504]

/** A server and how it is asked. */
export interface BatchClientOptions {
  /** The address of the server: `https://search.example.org`. */
  readonly url: URL
  /** An API key; it is sent in a header only. */
  readonly key: string
  /** Ends waiting and asking. */
  readonly signal: AbortSignal
  /** Called before the client waits because of the limits of the key. */
  readonly onLimit: (waitMs: number) => void
}

/** A company of an answer. */
interface WireCompany {
  readonly uuid: string
  readonly name: string
  readonly registration_number: string
  readonly register_court: string
  readonly seat: string
  readonly status: MatchedCompany['status']
  readonly match: { readonly score: number; readonly reasons: readonly string[] }
}

/** A result of an answer. */
interface WireResult {
  readonly state: FoundRow['state'] | 'invalid'
  readonly companies: readonly WireCompany[]
}

/** The results of a request. */
interface Answered {
  readonly results: readonly WireResult[]
  /** Whether the time for similar names ran out for some of the rows. */
  readonly isPartial: boolean
}

/** The problem of an answer. */
interface Problem {
  readonly error?: string
  readonly code?: string
  readonly details?: readonly { readonly field: string; readonly reason: string }[]
}

/** An answer that is no result. */
interface Refused {
  readonly status: number
  readonly problem: Problem
  readonly retryAfterS: number | undefined
}

/**
 * Returns a matcher that asks a server. It waits as long as the limits of the key demand, and tries again if the server does not
 * answer for a while.
 *
 * Its `match` rejects with a {@link Failure}: `unauthorized` or `forbidden` for the key, `service_unavailable` for a server that
 * does not answer, and with the reason of the signal.
 */
export function batchMatcher(options: BatchClientOptions): RowMatcher {
  return {
    async match(rows) {
      const results: FoundRow[] = []
      for (let from = 0; from < rows.length; from += REQUEST_ROWS_MAX)
        results.push(...(await matched(options, rows.slice(from, from + REQUEST_ROWS_MAX))))
      return results
    },
  }
}

async function matched(
  options: BatchClientOptions,
  rows: readonly CustomerRow[],
  partialTries = 0,
): Promise<readonly FoundRow[]> {
  let tries = 0
  for (;;) {
    const answer = await attempt(options, rows)
    if (!('status' in answer)) return whole(options, rows, answer, partialTries)
    if (isTooDear(answer) && rows.length > 1) return inHalves(options, rows)
    // Waiting for a limit is no failed try.
    tries += answer.status === LIMITED ? 0 : 1
    checkTries(options, answer, tries)
    await waitFor(options, answer, tries)
  }
}

/** Asks again for the rows that are in doubt although only a busy server may be to blame: those that are not found. */
async function whole(
  options: BatchClientOptions,
  rows: readonly CustomerRow[],
  { results, isPartial }: Answered,
  partialTries: number,
): Promise<readonly FoundRow[]> {
  const found = results.map(foundRow)
  const doubtful = found.flatMap(({ state }, place) => (state === 'found' ? [] : [place]))
  if (!isPartial || doubtful.length === 0 || partialTries === PARTIAL_TRIES_MAX) return found
  const asked = doubtful.map((place) => rows[place] as CustomerRow)
  const again = await matched(options, asked, partialTries + 1)
  return found.map((one, place) => again[doubtful.indexOf(place)] ?? one)
}

/** @throws {Failure} if another try would end as this one, or there were enough. */
function checkTries(options: BatchClientOptions, answer: Refused, tries: number): void {
  if (tries >= TRIES_MAX || !mayPass(answer.status)) throw failureOf(options, answer)
}

async function inHalves(
  options: BatchClientOptions,
  rows: readonly CustomerRow[],
): Promise<readonly FoundRow[]> {
  const half = Math.ceil(rows.length / 2)
  return [...(await matched(options, rows.slice(0, half))), ...(await matched(options, rows.slice(half)))]
}

async function attempt(
  { url, key, signal }: BatchClientOptions,
  rows: readonly CustomerRow[],
): Promise<Answered | Refused> {
  const body = rows.map(({ name, number, city, deep }) => ({ name, city, registration_number: number, deep }))
  try {
    const response = await fetch(addressOf(url), {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'accept-language': 'en',
      },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS_MAX)]),
    })
    const read: unknown = await response.json().catch(() => undefined)
    if (response.ok && Array.isArray(read) && read.length === rows.length)
      return { results: read, isPartial: response.headers.get('x-search-partial') === 'true' }
    const waitS = Number(response.headers.get('retry-after') ?? Number.NaN)
    const retryAfterS = waitS >= 0 ? waitS : undefined
    return { status: response.status, problem: (read ?? {}) as Problem, retryAfterS }
  } catch (error) {
    signal.throwIfAborted()
    return { status: 0, problem: { error: causeOf(error) }, retryAfterS: undefined }
  }
}

function addressOf(url: URL): string {
  return `${url.href.replace(/(?<!\/)\/+$/, '')}/api/v1/companies/search/batch`
}

function causeOf(error: unknown): string {
  const { message, cause } = error as Error
  return cause instanceof Error && cause.message !== '' ? cause.message : message
}

function waitMsOf({ retryAfterS }: Refused): number | undefined {
  return retryAfterS === undefined ? undefined : Math.min(retryAfterS * 1000, WAIT_MS_MAX)
}

async function waitFor(options: BatchClientOptions, refused: Refused, tries: number): Promise<void> {
  const waitMs = waitMsOf(refused) ?? FIRST_WAIT_MS * 2 ** Math.max(0, tries - 1)
  if (refused.status === LIMITED) options.onLimit(waitMs)
  await pause(options, waitMs)
}

async function pause({ signal }: BatchClientOptions, ms: number): Promise<void> {
  try {
    await wait(ms, undefined, { signal })
  } catch (error) {
    signal.throwIfAborted()
    throw error
  }
}

/** A request that costs more than the whole limit of the key is refused whatever was used of it. */
function isTooDear({ status, problem }: Refused): boolean {
  return (
    status === 400 &&
    problem.details?.some(({ field, reason }) => field === '' && reason === 'too_large') === true
  )
}

function mayPass(status: number): boolean {
  return PASSING.includes(status)
}

function failureOf({ url }: BatchClientOptions, { status, problem }: Refused): Failure {
  if (status === 401)
    return new Failure(
      'unauthorized',
      `${url.origin} does not accept the key: it is unknown, expired or revoked.`,
    )
  if (status === 403)
    return new Failure(
      'forbidden',
      `${url.origin} refuses the request: ${problem.error ?? ''} The key needs the scopes companies:search and companies:search:deep; with --normal the first is enough.`,
    )
  if (mayPass(status))
    return new Failure(
      'service_unavailable',
      `${url.origin} does not answer: ${problem.error ?? `status ${status}`}.`,
    )
  const what = problem.error ?? `status ${status}`
  return new Failure('invalid_request', `${url.origin} refuses the request, or is no firmensuche: ${what}`)
}

/** @throws {Failure} `invalid_request` if the server refuses a row that was checked by the same rules. */
function foundRow({ state, companies }: WireResult): FoundRow {
  if (state === 'invalid')
    throw new Failure(
      'invalid_request',
      'The server is of another version: it refuses a row that is valid here.',
    )
  return { state, companies: companies.map(companyOf) }
}

function companyOf({ match, ...company }: WireCompany): MatchedCompany {
  const {
    uuid,
    name,
    registration_number: registrationNumber,
    register_court: registerCourt,
    seat,
    status,
  } = company
  const { score, reasons } = match
  return { uuid, name, registrationNumber, registerCourt, seat, status, score, reasons }
}
