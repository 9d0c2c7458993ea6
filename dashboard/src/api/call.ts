/** Calls of the dashboard's own API. A call that fails throws a `CallFailure`. */
import { readLanguage } from '../words/language.tsx'

export interface CallFault {
  readonly field: string
  readonly reason: string
}

/**
 * A refused or failed call, with what is needed to choose a sentence and to find the request in the server's
 * log.
 */
export class CallFailure extends Error {
  /** HTTP status; 0 if there was no answer, because browser or server is offline. */
  readonly status: number
  /** Code of docs/errors.md; `offline` if there was no answer. */
  readonly code: string
  /** Finer than the code, where the pages have a sentence of their own for it. */
  readonly reason: string | undefined
  /** Id of the request in the server's log. */
  readonly requestId: string | undefined
  /** Faults of single fields, with `invalid_request`. */
  readonly faults: readonly CallFault[]
  /** Seconds until another try makes sense. */
  readonly retryAfterS: number | undefined

  constructor(facts: {
    status: number
    code: string
    text: string
    reason?: string | undefined
    requestId?: string | undefined
    faults?: readonly CallFault[]
    retryAfterS?: number | undefined
  }) {
    super(facts.text)
    this.status = facts.status
    this.code = facts.code
    this.reason = facts.reason
    this.requestId = facts.requestId
    this.faults = facts.faults ?? []
    this.retryAfterS = facts.retryAfterS
  }
}

/** Returns whether the call was refused for one of these reasons. */
export function isRefusedFor(fault: unknown, ...reasons: readonly string[]): fault is CallFailure {
  return fault instanceof CallFailure && fault.reason !== undefined && reasons.includes(fault.reason)
}

/** Returns whether the call was refused because this field of its body is wrong, for example `/email`. */
export function isFaultOf(fault: unknown, field: string): boolean {
  return fault instanceof CallFailure && fault.faults.some((one) => one.field === field)
}

/**
 * Sends GET `/app/api/<path>`.
 *
 * @throws CallFailure
 */
export function get<Answer>(path: string, signal?: AbortSignal): Promise<Answer> {
  return send<Answer>(path, { method: 'GET', ...(signal && { signal }) })
}

/**
 * Sends POST `/app/api/<path>`.
 *
 * @throws CallFailure
 */
export function post<Answer>(path: string, body: unknown = {}, signal?: AbortSignal): Promise<Answer> {
  return send<Answer>(path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
    ...(signal && { signal }),
  })
}

/**
 * Sends a file by POST to `/app/api/<path>`. The server recognises by its bytes what it contains.
 *
 * @throws CallFailure
 */
export function upload<Answer>(path: string, file: Blob): Promise<Answer> {
  return send<Answer>(path, {
    method: 'POST',
    body: file,
    headers: { 'content-type': 'application/octet-stream' },
  })
}

async function send<Answer>(path: string, init: RequestInit): Promise<Answer> {
  const answer = await ask(`/app/api/${path}`, init)
  const content = await readJson(answer)
  if (!answer.ok) throw failureOf(answer, content)
  return content as Answer
}

async function ask(url: string, init: RequestInit): Promise<Response> {
  const headers = { accept: 'application/json', 'accept-language': readLanguage(), ...init.headers }
  try {
    return await fetch(url, { ...init, headers, credentials: 'same-origin', cache: 'no-store' })
  } catch (fault) {
    if (fault instanceof DOMException && fault.name === 'AbortError') throw fault
    throw new CallFailure({ status: 0, code: 'offline', text: 'no answer' })
  }
}

/** Returns `undefined` if there is no body or it is not JSON (such as the page of a proxy). */
async function readJson(answer: Response): Promise<unknown> {
  const text = await answer.text()
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function failureOf(answer: Response, content: unknown): CallFailure {
  const said = (typeof content === 'object' && content !== null ? content : {}) as {
    error?: string
    code?: string
    reason?: string
    request_id?: string
    details?: CallFault[]
  }
  const retryAfter = Number(answer.headers.get('retry-after') ?? Number.NaN)
  return new CallFailure({
    status: answer.status,
    code: said.code ?? `http_${answer.status}`,
    text: said.error ?? answer.statusText,
    reason: said.reason,
    requestId: said.request_id ?? answer.headers.get('x-request-id') ?? undefined,
    faults: said.details ?? [],
    retryAfterS: Number.isFinite(retryAfter) ? retryAfter : undefined,
  })
}
