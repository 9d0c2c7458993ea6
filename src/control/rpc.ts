/**
 * Asking for something and hearing of progress until the answer comes, over anything that carries messages: a
 * thread's port or a line of the control socket. Failures arrive as the failures that they were.
 */
import { FAILURE_KINDS, Failure, type FailureCode, type FailureDetail } from '../core/failure.ts'
import type { Reason } from '../core/reasons.ts'

import { systemFailure } from '../core/system-fault.ts'

/** What the asked side sends back. */
export type Reply =
  | { readonly id: number; readonly kind: 'progress'; readonly progress: unknown }
  | { readonly id: number; readonly kind: 'answer'; readonly answer: unknown }
  | FailureReply

export interface FailureReply {
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
  readonly params: unknown
}

/** Does what a call names. @throws Failure, which arrives at the asking side as it is. */
export type AnswerCall = (
  name: string,
  params: unknown,
  tell: (progress: unknown) => void,
) => Promise<unknown>

/** Whether a value from outside is a call; what the call takes is for the asked side to check. */
export function isCall(value: unknown): value is Call {
  return isObject(value) && Number.isSafeInteger(value.id) && typeof value.name === 'string'
}

/** Whether a value from outside is a reply; answers and progress are objects or lists there. */
export function isReply(value: unknown): value is Reply {
  if (!isObject(value) || !Number.isSafeInteger(value.id)) return false
  if (value.kind === 'answer') return isObject(value.answer)
  if (value.kind === 'progress') return isObject(value.progress)
  const { kind, code, message, details } = value
  const isKnown = kind === 'failure' && typeof code === 'string' && Object.hasOwn(FAILURE_KINDS, code)
  return isKnown && typeof message === 'string' && Array.isArray(details) && details.every(isObject)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
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
  ask(name: string, params: unknown, tell: (progress: unknown) => void = () => {}): Promise<unknown> {
    if (this.#ended !== undefined) return Promise.reject(new Failure('service_unavailable', this.#ended))
    const id = ++this.#lastId
    const settle = Promise.withResolvers<unknown>()
    this.#open.set(id, { tell, settle })
    try {
      this.#send({ id, name, params })
    } catch (error) {
      this.#open.delete(id)
      settle.reject(error)
    }
    return settle.promise
  }

  hear(reply: Reply): void {
    const call = this.#open.get(reply.id)
    if (call === undefined) return
    if (reply.kind === 'progress') {
      try {
        call.tell(reply.progress)
      } catch (error) {
        this.#open.delete(reply.id)
        call.settle.reject(error)
      }
      return
    }
    this.#open.delete(reply.id)
    if (reply.kind === 'answer') call.settle.resolve(reply.answer)
    else call.settle.reject(failureOf(reply))
  }

  /** Ends every open call, and every later one: the asked side does not answer any more. */
  end(sentence: string): void {
    this.#ended = sentence
    for (const { settle } of this.#open.values()) settle.reject(new Failure('service_unavailable', sentence))
    this.#open.clear()
  }
}

/**
 * The asked side: does one call and sends what comes of it. Never rejects. Anything thrown that is no `Failure` is a
 * bug; its text goes to the asker, who is this same program.
 */
export async function answerCall(
  call: Call,
  answer: AnswerCall,
  send: (reply: Reply) => void,
): Promise<void> {
  try {
    const tell = (progress: unknown) => send({ id: call.id, kind: 'progress', progress })
    send({ id: call.id, kind: 'answer', answer: await answer(call.name, call.params, tell) })
  } catch (error) {
    onlyTry(() => send(failureReply(call.id, systemFailure(error))))
  }
}

/** The reply to a call that ended with an error. */
export function failureReply(id: number, error: unknown): FailureReply {
  const { code, details, reason, retryInMs } = error instanceof Failure ? error : BUG
  const message = error instanceof Error ? error.message : String(error)
  return { id, kind: 'failure', code, message, details, reason, retryInMs }
}

/** The failure that a reply tells of. */
export function failureOf({ code, message, details, reason, retryInMs }: FailureReply): Failure {
  return new Failure(code, message, details, reason, retryInMs)
}

const BUG = { code: 'internal_error', details: [], reason: undefined, retryInMs: undefined } as const

/** Answers what a thread asks of whoever started it. @throws Failure, which arrives in the thread as it is. */
export type AnswerThread = (name: string, params: unknown) => Promise<unknown>

/** Where not even a failure can be sent, nobody is there to hear of it. */
function onlyTry(step: () => void): void {
  try {
    step()
  } catch {
    // See above.
  }
}
