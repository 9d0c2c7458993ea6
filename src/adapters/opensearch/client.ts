/**
 * The HTTP client of OpenSearch: JSON over kept connections, several addresses, TLS with the operator's own CA, basic
 * authentication. All requests that it sends may be sent twice, so it repeats them at the next address.
 */
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { setTimeout as afterMs } from 'node:timers/promises'
import { Failure } from '../../core/failure.ts'

/** Where OpenSearch is. */
export interface OpenSearchAddress {
  /** One or more addresses of one cluster, `https://user:password@host:9200`, separated by commas. */
  readonly urls: string
  /** Certificates (PEM) that are trusted instead of those of the system. */
  readonly ca?: string
}

/** An error that OpenSearch answered with. */
export class OpenSearchError extends Error {
  readonly status: number
  /** Its type, such as `index_not_found_exception`; '' if there is none. */
  readonly type: string

  constructor(status: number, type: string, reason: string) {
    super(`OpenSearch answered ${status} ${type}: ${reason}`)
    this.status = status
    this.type = type
  }
}

/** The user is unknown, its password is wrong, or it may not do what it asked for. */
export class NotAllowed extends Failure {}

/** An error as OpenSearch tells it. */
export interface ToldError {
  readonly type?: string
  readonly reason?: string
  /** Why shards failed: the reason of the whole is only that they did. */
  readonly root_cause?: readonly { readonly type?: string; readonly reason?: string }[]
  readonly caused_by?: ToldError
}

/** Returns the error that OpenSearch told, with its first cause. */
export function errorOf(status: number, told: ToldError): OpenSearchError {
  let cause = told
  while (cause.caused_by !== undefined) cause = cause.caused_by
  const { type = '', reason = '' } = cause === told ? (told.root_cause?.[0] ?? told) : cause
  return new OpenSearchError(status, told.type ?? '', `${type}: ${reason}`)
}

/**
 * Returns what a search or an update ends with after this error: a `Failure` `service_unavailable` if the cluster cannot answer at the
 * moment, as when a shard has no copy or memory is short; any other error as it is.
 */
export function searchFailure(error: unknown): unknown {
  if (!(error instanceof OpenSearchError)) return error
  const { status, message } = error
  return status === TOO_MANY || status >= SERVER_FAULT
    ? new Failure('service_unavailable', `${message}.`)
    : error
}

const TOO_MANY = 429
const SERVER_FAULT = 500

/** Times that a request is sent, each time to the next address. */
const TRIES_MAX = 3
/** Wait before a request is sent again; twice as long before each further time. */
const RETRY_AFTER_MS = 100
/** A server that is silent for so long is taken for dead. Bulk requests may take seconds. */
const SILENCE_MS_MAX = 60_000
const CONNECTIONS_MAX = 64
/** Statuses of a server or proxy that cannot answer now. */
const BUSY_STATUSES: readonly number[] = [429, 502, 503, 504]
const UNAUTHORIZED = 401
const FORBIDDEN = 403
/** An index that may not be written, which says nothing of the user. */
const BLOCKED = 'cluster_block_exception'

/** One address of the cluster. */
interface Address {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
}

interface Answer {
  readonly status: number
  readonly text: string
}

/** Sends requests to one cluster. */
export class OpenSearchClient {
  readonly #addresses: readonly Address[]
  readonly #http = new HttpAgent({ keepAlive: true, maxSockets: CONNECTIONS_MAX })
  readonly #https: HttpsAgent
  readonly #silenceMsMax: number
  /** The address that requests go to first: the number of one that has not failed since. */
  #first = 0

  /**
   * `silenceMsMax`: time without an answer after which a server is taken for dead, in ms.
   *
   * @throws {Failure} `invalid_request` if an address is none.
   */
  constructor({ urls, ca }: OpenSearchAddress, silenceMsMax = SILENCE_MS_MAX) {
    this.#silenceMsMax = silenceMsMax
    this.#addresses = urls.split(',').map((text) => addressOf(text.trim()))
    this.#https = new HttpsAgent({ keepAlive: true, maxSockets: CONNECTIONS_MAX, ...(ca && { ca }) })
  }

  /**
   * Sends a request and returns the JSON of the answer. `body`: a value for JSON, or lines of JSON as a text.
   * `busyTriesMax`: times that it is sent to a cluster that answers that it has too much to do.
   *
   * @throws {OpenSearchError} if OpenSearch refuses it; {Failure} `service_unavailable` with a sentence if no address
   * answers; {NotAllowed} if this user may not send it.
   */
  async send<Result>(
    method: string,
    path: string,
    body?: unknown,
    busyTriesMax = TRIES_MAX,
  ): Promise<Result> {
    const text = typeof body === 'string' ? body : body === undefined ? undefined : JSON.stringify(body)
    const type = typeof body === 'string' ? 'application/x-ndjson' : 'application/json'
    let at = this.#first
    for (let tried = 1; ; tried++) {
      const address = this.#addresses[at] as Address
      const answer = await this.#ask(address, method, path, type, text)
      if (isRead(answer)) return readAnswer<Result>(address, answer)
      at = this.#after(at)
      if (tried >= triesFor(answer, busyTriesMax)) throw unavailable(address, answer)
      await afterMs(RETRY_AFTER_MS * 2 ** (tried - 1))
    }
  }

  /** Returns the address after one that failed. Several requests may meet it at the same time, so each goes on by itself. */
  #after(failed: number): number {
    const next = (failed + 1) % this.#addresses.length
    if (this.#first === failed) this.#first = next
    return next
  }

  /** Closes the kept connections. */
  close(): void {
    this.#http.destroy()
    this.#https.destroy()
  }

  /** Returns the error of the connection instead of throwing it: the request may be repeated. */
  #ask(
    { url, headers }: Address,
    method: string,
    path: string,
    type: string,
    body: string | undefined,
  ): Promise<Answer | Error> {
    const isSecure = url.protocol === 'https:'
    const send = isSecure ? httpsRequest : httpRequest
    const length = { 'content-type': type, 'content-length': String(Buffer.byteLength(body ?? '')) }
    const options = {
      ...{ method, timeout: this.#silenceMsMax, agent: isSecure ? this.#https : this.#http },
      headers: body === undefined ? headers : { ...headers, ...length },
    }
    return new Promise((resolve) => {
      const base = url.pathname.replace(/\/$/, '')
      const request = send(new URL(`${base}${path}`, url), options, (response) => {
        textOf(response).then((text) => resolve({ status: response.statusCode as number, text }), resolve)
      })
      request.on('timeout', () => request.destroy(new Error('no answer')))
      request.on('error', resolve)
      request.end(body)
    })
  }
}

/** Whether the cluster has read the request. */
function isRead(answer: Answer | Error): answer is Answer {
  return !(answer instanceof Error) && !BUSY_STATUSES.includes(answer.status)
}

function triesFor(answer: Answer | Error, busyTriesMax: number): number {
  return !(answer instanceof Error) && answer.status === TOO_MANY ? busyTriesMax : TRIES_MAX
}

function addressOf(text: string): Address {
  if (!URL.canParse(text) || !/^https?:/.test(text))
    throw new Failure('invalid_request', `OPENSEARCH_URL: ${JSON.stringify(text)} is not an http(s) address.`)
  const url = new URL(text)
  const user = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
  const headers = { authorization: `Basic ${Buffer.from(user).toString('base64')}` }
  url.username = ''
  url.password = ''
  return { url, headers: user === ':' ? {} : headers }
}

async function textOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

function readAnswer<Result>({ url }: Address, { status, text }: Answer): Result {
  const value = parse(text)
  if (status < 400 && value !== undefined) return value as Result
  const { error } = (value ?? {}) as { error?: ToldError }
  if (status === UNAUTHORIZED || (status === FORBIDDEN && error?.type !== BLOCKED)) {
    const sentence = 'refuses user and password. Check OPENSEARCH_URL and the rights of the user.'
    throw new NotAllowed('service_unavailable', `OpenSearch at ${url.host} ${sentence}`)
  }
  throw errorOf(status, error ?? { reason: text.slice(0, 200) })
}

/** A HEAD request and an empty answer have no JSON. */
function parse(text: string): unknown {
  try {
    return text === '' ? {} : JSON.parse(text)
  } catch {
    return undefined
  }
}

function unavailable({ url }: Address, answer: Answer | Error): Failure {
  const why = answer instanceof Error ? reasonOf(answer) : `it answers ${answer.status}`
  const sentence = `OpenSearch at ${url.host} cannot be used: ${why}. Check OPENSEARCH_URL and the server.`
  return new Failure('service_unavailable', sentence)
}

function reasonOf(error: Error): string {
  const { code = '', message } = error as NodeJS.ErrnoException
  const isTls = /CERT|TLS|SSL|SIGNATURE|ALTNAME/.test(code)
  if (isTls) return `its certificate is not trusted (${code}); see OPENSEARCH_CA_FILE`
  return code === '' ? message : code
}
