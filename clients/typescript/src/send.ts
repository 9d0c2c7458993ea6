/** One call over the wire: asked, tried again where that may help, and read. */
import { type Fault, FirmensucheError } from './errors.ts'

export interface ClientOptions {
  /** Where the service answers, e.g. `https://search.example.org`. */
  readonly baseUrl: string
  /** An API key. It is sent in a header and shown nowhere. Read for every try, so a getter may give another one after a rotation. */
  readonly key: string
  /** Language of error texts; German when absent. */
  readonly language?: 'de' | 'en'
  /** How often a call is tried again; 3 when absent, 0 for never. */
  readonly retriesMax?: number
  /** Longest wait before another try, but for the chance; a service that asks for more ends the call. 60,000 when absent. */
  readonly waitMsMax?: number
  /** Time for one try, from sending to the last byte. 30,000 when absent. */
  readonly timeoutMs?: number
  /** Instead of the global one. */
  readonly fetch?: typeof fetch
}

export interface CallOptions {
  /** Ends the call, also while it waits; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** 1 to 64 of `A-Z a-z 0-9 _ -`: the request's name in the log of the service. */
  readonly requestId?: string | undefined
}

export type SentBody = NonNullable<RequestInit['body']>

export interface Question {
  /** Below `/api/v1`. */
  readonly path: string
  /** Sent as JSON by POST; without it and `content` the call is a GET. */
  readonly body?: unknown
  /** Sent by POST as it is. */
  readonly content?: { readonly data: SentBody; readonly type: string }
  /** Instead of POST or GET. */
  readonly method?: 'DELETE' | 'POST'
  /** Media type of an answer that is not JSON: its body is then a stream. */
  readonly accept?: string
  /** It changes something, so it is tried again only if it was refused. */
  readonly isChange?: boolean
  /** Instead of that of the client. */
  readonly timeoutMs?: number
  /** Lists become a parameter that is repeated; what is `undefined` is left out. */
  readonly query?: object
  readonly etag?: string | undefined
}

export interface Reply {
  readonly status: number
  readonly headers: Headers
  /** `undefined` with 204 and 304; a stream if the question has `accept`. */
  readonly body: unknown
}

export type Send = (question: Question, call?: CallOptions) => Promise<Reply>

const WAIT_MS_FIRST = 500
const WAIT_MS_GROWTH = 2
const MS_PER_S = 1000
/** A call that only reads may be repeated; these answers are the ones that may be others next time. */
const PASSING = [0, 408, 429, 500, 502, 503, 504]
/** The answers to a call that changed nothing. */
const REFUSED = [429, 503]
const [NO_CONTENT, NOT_MODIFIED] = [204, 304]

/** @throws TypeError when `baseUrl` is no URL, or `key` is empty or cannot be sent. */
export function sender(options: ClientOptions): Send {
  const { retriesMax = 3, waitMsMax = 60_000 } = options
  const base = `${new URL(options.baseUrl).href.replace(/\/+$/, '')}/api/v1`
  if (!/^[\x21-\x7e]+$/.test(options.key)) throw new TypeError('key must be an API key')
  return async (question, call = {}) => {
    for (let tries = 0; ; tries++) {
      call.signal?.throwIfAborted()
      const got = await attempt(base, question, options, call)
      if (!(got instanceof FirmensucheError)) return got
      call.signal?.throwIfAborted()
      const waitMs = waitAfter(got, tries, question)
      if (tries >= retriesMax || waitMs > waitMsMax) throw got
      // A part is chance, so that many clients do not come back at once.
      await wait(waitMs + Math.random() * ownWaitMs(tries), call.signal)
    }
  }
}

async function attempt(
  base: string,
  question: Question,
  options: ClientOptions,
  call: CallOptions,
): Promise<Reply | FirmensucheError> {
  const { timeoutMs = 30_000, fetch: ask = fetch } = options
  const ms = question.timeoutMs ?? timeoutMs
  const signals = [AbortSignal.timeout(ms), ...(call.signal ? [call.signal] : [])]
  const request = requestOf(question, options, call, AbortSignal.any(signals))
  let response: Response
  let text: string
  try {
    response = await ask(base + question.path + queryOf(question.query), request)
    if (response.ok && isAccepted(response, question)) return streamed(response)
    text = await response.text()
  } catch (cause) {
    return new FirmensucheError('The service did not answer.', { code: 'no_answer', status: 0, cause })
  }
  const { status, headers } = response
  const body = parsed(text)
  if (status === NO_CONTENT || status === NOT_MODIFIED || (response.ok && body !== undefined))
    return { status, headers, body }
  return faultOf(status, headers, body)
}

/** A proxy may answer with a page of its own. */
function isAccepted({ headers }: Response, { accept }: Question): boolean {
  return accept !== undefined && (headers.get('content-type') ?? '').startsWith(accept)
}

function streamed({ status, headers, body }: Response): Reply {
  return { status, headers, body }
}

function requestOf(
  { body, content, method, etag, accept = 'application/json' }: Question,
  { key, language }: ClientOptions,
  { requestId }: CallOptions,
  signal: AbortSignal,
): RequestInit {
  const headers: Record<string, string> = { authorization: `Bearer ${key}`, accept }
  if (language) headers['accept-language'] = language
  if (requestId) headers['x-request-id'] = requestId
  if (etag) headers['if-none-match'] = etag
  if (body === undefined && content === undefined) return { ...(method && { method }), headers, signal }
  headers['content-type'] = content?.type ?? 'application/json'
  return { method: 'POST', headers, body: content?.data ?? JSON.stringify(body), signal }
}

function queryOf(query: object = {}): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const each of [value].flat()) if (each !== undefined) parameters.append(name, String(each))
  }
  return parameters.size > 0 ? `?${parameters}` : ''
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function faultOf(status: number, headers: Headers, body: unknown): FirmensucheError {
  const { error, code, details } = (body ?? {}) as Partial<Fault> & { error?: string }
  const waitS = secondsOf(headers.get('retry-after'))
  return new FirmensucheError(error ?? `This is no answer of the service (${status}).`, {
    code: error && code ? code : 'strange_answer',
    status,
    details,
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfterS: waitS >= 0 ? waitS : undefined,
  })
}

/** Of a number or a date (RFC 9110): a proxy may answer with either. `NaN`: nothing is said. */
function secondsOf(retryAfter: string | null): number {
  if (retryAfter === null) return Number.NaN
  const seconds = Number(retryAfter)
  return Number.isNaN(seconds) ? Math.max(0, (Date.parse(retryAfter) - Date.now()) / MS_PER_S) : seconds
}

/** In ms, at least; what the service says, or twice as long each time. `Infinity`: another try ends as this one did. */
function waitAfter({ status, retryAfterS }: FirmensucheError, tries: number, { isChange }: Question): number {
  if (!(isChange ? REFUSED : PASSING).includes(status)) return Number.POSITIVE_INFINITY
  return retryAfterS === undefined ? ownWaitMs(tries) : retryAfterS * MS_PER_S
}

function ownWaitMs(tries: number): number {
  return WAIT_MS_FIRST * WAIT_MS_GROWTH ** tries
}

/** Resolves after a time; rejects with the reason of the signal. */
export function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
