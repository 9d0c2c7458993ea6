/**
 * Asking for something and hearing of progress until the answer comes, over anything that carries messages: a
 * thread's port or a line of the control socket. Failures arrive as the failures that they were.
 */

import { Failure, type FailureCode, type FailureDetail } from '../core/failure.ts'
import type { Reason } from '../core/reasons.ts'
import { systemFailure } from '../core/system-fault.ts'

/** What the asked side sends back. */
export type Reply =
  | { readonly id: number; readonly kind: 'progress'; readonly progress: unknown }
  | { readonly id: number; readonly kind: 'answer'; readonly answer: unknown }
  | {
      readonly id: number
      readonly kind: 'failure'
      readonly code: FailureCode
      readonly message: string
      readonly details: readonly FailureDetail[]
      readonly reason?: Reason | undefined
      readonly retryInMs?: number | undefined
    }

export interface Call {
  readonly id: number
  readonly name: string
  readonly takes: unknown
}

/** The asking side. `send` carries a call over; whoever hears a reply hands it to `hear`. */
export class Caller {
  readonly #send: (call: Call) => void
  readonly #open = new Map<
    number,
    { readonly tell: (progress: unknown) => void; readonly settle: PromiseWithResolvers<unknown> }
  >()
  #lastId = 0
  /** Why nobody answers any more. */
  #ended: string | undefined

  constructor(send: (call: Call) => void) {
    this.#send = send
  }

  /** @throws Failure that the asked side threw; `service_unavailable` when it is gone. */
  ask(name: string, takes: unknown, tell: (progress: unknown) => void = () => {}): Promise<unknown> {
    if (this.#ended !== undefined) return Promise.reject(new Failure('service_unavailable', this.#ended))
    const id = ++this.#lastId
    const settle = Promise.withResolvers<unknown>()
    this.#open.set(id, { tell, settle })
    this.#send({ id, name, takes })
    return settle.promise
  }

  hear(reply: Reply): void {
    const call = this.#open.get(reply.id)
    if (call === undefined) return
    if (reply.kind === 'progress') {
      call.tell(reply.progress)
      return
    }
    this.#open.delete(reply.id)
    if (reply.kind === 'answer') call.settle.resolve(reply.answer)
    else {
      const { code, message, details, reason, retryInMs } = reply
      call.settle.reject(new Failure(code, message, details, reason, retryInMs))
    }
  }

  /** Ends every open call, and every later one: the asked side does not answer any more. */
  end(sentence: string): void {
    this.#ended = sentence
    for (const { settle } of this.#open.values()) settle.reject(new Failure('service_unavailable', sentence))
    this.#open.clear()
  }
}

/**
 * The asked side: does one call and sends what comes of it. Anything thrown that is no `Failure` is a
 * bug; its text goes to the asker, who is this same program.
 */
export async function answerCall(
  call: Call,
  answer: (name: string, takes: unknown, tell: (progress: unknown) => void) => Promise<unknown>,
  send: (reply: Reply) => void,
): Promise<void> {
  try {
    const tell = (progress: unknown) => send({ id: call.id, kind: 'progress', progress })
    send({ id: call.id, kind: 'answer', answer: await answer(call.name, call.takes, tell) })
  } catch (thrown) {
    const error = systemFailure(thrown)
    const { code, details, reason, retryInMs } = error instanceof Failure ? error : BUG
    const message = error instanceof Error ? error.message : String(error)
    send({ id: call.id, kind: 'failure', code, message, details, reason, retryInMs })
  }
}

const BUG = { code: 'internal_error', details: [], reason: undefined, retryInMs: undefined } as const

/** Answers what a thread asks of whoever started it. @throws Failure, which arrives in the thread as it is. */
export type AnswerThread = (name: string, takes: unknown) => Promise<unknown>
