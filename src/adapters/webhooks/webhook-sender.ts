/** Sends events over HTTP. Receivers are not trusted: every wait and every size has a limit. */
import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { Socket } from 'node:net'
import type { OutboundRule } from '../../core/sources/outbound.ts'
import { DownloadFault } from '../../core/sources/source-files.ts'
import type { DeliveryFault, DeliveryFaultCode } from '../../core/watching/webhook.ts'
import type { Attempt, WebhookRequest, WebhookSender } from '../../core/watching/webhook-sender.ts'
import { InformationalFlood, limitInformational } from '../outbound/limit-informational.ts'
import { OutboundGuard, type Resolve } from '../outbound/outbound-guard.ts'
import { readRetryAfter } from './retry-after.ts'

/** Time for a whole attempt, from the look-up of the name to the end of the response, in ms. */
export const ATTEMPT_MS_MAX = 15_000
/** Bytes of the body of a response that are read before the connection is closed. */
export const RESPONSE_BYTES_MAX = 64 * 1024
/** Bytes of the headers of a response, at most. */
const HEADER_BYTES_MAX = 16 * 1024

/** How events are sent. */
export interface SenderOptions {
  readonly allowed: readonly OutboundRule[]
  readonly userAgent: string
  /** Returns the time in ms since 1970, to read a date in `Retry-After`. */
  readonly nowMs: () => number
  readonly resolve?: Resolve
  readonly attemptMsMax?: number
}

/** How far an attempt got, which tells what an error means. */
type Stage = 'connecting' | 'securing' | 'sending' | 'answered'

/**
 * Opens the sender. Each attempt has a connection of its own, to an address that was checked; TLS certificates are
 * verified.
 */
export function openWebhookSender(options: SenderOptions): WebhookSender {
  const guard = new OutboundGuard(options.allowed, options.resolve)
  return {
    async send(webhook, signal) {
      const late = AbortSignal.timeout(options.attemptMsMax ?? ATTEMPT_MS_MAX)
      const attempt = new SendingAttempt(options, guard)
      try {
        return await attempt.run(webhook, AbortSignal.any([signal, late]))
      } catch (error) {
        if (signal.aborted) return { kind: 'aborted' }
        return failed(late.aborted ? 'timeout' : faultOf(error, attempt.stage), attempt.status)
      }
    },
  }
}

/** The receiver answered in another protocol than HTTP. */
class NoResponse extends Error {}

class SendingAttempt {
  readonly #options: SenderOptions
  readonly #guard: OutboundGuard
  stage: Stage = 'connecting'
  status: number | null = null

  constructor(options: SenderOptions, guard: OutboundGuard) {
    this.#options = options
    this.#guard = guard
  }

  /** Rejects with the error of the connection or of the response, or when the signal is aborted. */
  async run(webhook: WebhookRequest, signal: AbortSignal): Promise<Attempt> {
    signal.throwIfAborted()
    const request = this.#open(webhook)
    const { promise, resolve, reject } = Promise.withResolvers<Attempt>()
    // Not as an option of the request: once another protocol was agreed on, that would end nothing.
    const abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort)
    request.on('error', (error) => {
      // From then on the response tells whether it is complete: what follows it does not matter.
      if (this.stage !== 'answered') reject(error)
    })
    limitInformational(request, reject)
    request.once('upgrade', (_response, socket) => {
      socket.destroy()
      reject(new NoResponse())
    })
    request.once('response', (response) => {
      if (request.destroyed) return
      this.stage = 'answered'
      this.status = response.statusCode ?? null
      readToEnd(response).then(() => resolve(resultOf(response, this.#options.nowMs())), reject)
    })
    request.end(webhook.payload)
    try {
      return await promise
    } finally {
      signal.removeEventListener('abort', abort)
      request.destroy()
    }
  }

  #open({ url: address, headers, payload }: WebhookRequest): ClientRequest {
    const url = new URL(address)
    this.#guard.check(url)
    const isSecure = url.protocol === 'https:'
    const request = (isSecure ? requestHttps : requestHttp)(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(payload),
        'user-agent': this.#options.userAgent,
        ...headers,
      },
      ...{ agent: false, lookup: this.#guard.lookupFor(url), maxHeaderSize: HEADER_BYTES_MAX },
    })
    request.once('socket', (socket: Socket) => {
      socket.once('connect', () => {
        this.stage = isSecure ? 'securing' : 'sending'
      })
      socket.once('secureConnect', () => {
        this.stage = 'sending'
      })
    })
    return request
  }
}

/** Reads the body to its end, or up to `RESPONSE_BYTES_MAX`. Rejects if it ends too early. */
async function readToEnd(response: IncomingMessage): Promise<void> {
  let bytes = 0
  for await (const chunk of response) {
    bytes += (chunk as Buffer).length
    if (bytes > RESPONSE_BYTES_MAX) return
  }
}

function resultOf({ statusCode = 0, headers }: IncomingMessage, nowMs: number): Attempt {
  if (statusCode >= 200 && statusCode < 300) return { kind: 'delivered' }
  const code = statusCode >= 300 && statusCode < 400 ? 'redirect' : 'status'
  return failed(code, statusCode, readRetryAfter(headers['retry-after'], nowMs))
}

function failed(
  code: DeliveryFaultCode,
  status: number | null,
  retryAfterMs?: number,
): Extract<Attempt, { kind: 'failed' }> {
  const fault: DeliveryFault = { code, status }
  return { kind: 'failed', fault, retryAfterMs }
}

const NAME_FAULT = /^(?:ENOTFOUND|EAI_|ENODATA|ESERVFAIL)/

function faultOf(error: unknown, stage: Stage): DeliveryFaultCode {
  if (error instanceof DownloadFault) return 'address_refused'
  const code = String((error as NodeJS.ErrnoException).code ?? '')
  if (NAME_FAULT.test(code)) return 'dns'
  if (stage === 'securing') return 'tls'
  const isNoAnswer = error instanceof NoResponse || error instanceof InformationalFlood
  return isNoAnswer || stage === 'answered' || code.startsWith('HPE_') ? 'response' : 'connection'
}
