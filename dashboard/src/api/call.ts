/**
 * Calls of the dashboard's own API. Whatever goes wrong is thrown as a `CallFailure`, which says enough to
 * choose a sentence and to tell the operator which request it was.
 */
import { readLanguage } from '../words/language.tsx'

export interface CallFault {
  readonly field: string
  readonly reason: string
}

/** A refused or failed call. */
export class CallFailure extends Error {
  /** 0 = no answer came: offline, or the server is gone. */
  readonly status: number
  /** Of docs/errors.md; `offline` without an answer. */
  readonly code: string
  /** Finer than the code, where pages have a sentence of their own for it. */
  readonly reason: string | undefined
  /** Names the request in the server's log. */
  readonly requestId: string | undefined
  /** What is wrong with which field, with `invalid_request`. */
  readonly faults: readonly CallFault[]
  /** When to try again. */
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

/** Whether the call ended for this reason. */
export function isRefusedFor(fault: unknown, ...reasons: readonly string[]): fault is CallFailure {
  return fault instanceof CallFailure && fault.reason !== undefined && reasons.includes(fault.reason)
}

/** Whether the call ended because this field of its body is wrong: `/email`. */
export function isFaultOf(fault: unknown, field: string): boolean {
  return fault instanceof CallFailure && fault.faults.some((one) => one.field === field)
}

/**
 * Looks: GET `/app/api/<path>`.
 *
 * @throws CallFailure
 */
export function look<Gives>(path: string, signal?: AbortSignal): Promise<Gives> {
  return send<Gives>(path, { method: 'GET', ...(signal && { signal }) })
}

/**
 * Changes: POST `/app/api/<path>`.
 *
 * @throws CallFailure
 */
export function change<Gives>(path: string, body: unknown = {}, signal?: AbortSignal): Promise<Gives> {
  return send<Gives>(path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
    ...(signal && { signal }),
  })
}

async function send<Gives>(path: string, init: RequestInit): Promise<Gives> {
  const answer = await ask(`/app/api/${path}`, init)
  const content = await readJson(answer)
  if (!answer.ok) throw failureOf(answer, content)
  return content as Gives
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

/** `undefined` without a body, or when it is no JSON (a proxy's page). */
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
