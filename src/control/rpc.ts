/**
 * Calls with progress and a reply over any channel for messages: the port of a thread or a line of the
 * control socket. A failure of the handler is thrown at the caller with the same code.
 */

import type { CommandSender, CommandTable, Handlers } from '../core/command.ts'
import { FAILURE_KINDS, Failure, type FailureCode, type FailureDetail } from '../core/failure.ts'
import type { Reason } from '../core/reasons.ts'
import { systemFailure } from '../core/system-fault.ts'

/** A message from the handler's side to the caller. */
export type Reply =
  | { readonly id: number; readonly kind: 'progress'; readonly progress: unknown }
  | { readonly id: number; readonly kind: 'answer'; readonly answer: unknown }
  | FailureReply

/** A reply with a failure. */
export interface FailureReply {
  readonly id: number
  readonly kind: 'failure'
  readonly code: FailureCode
  readonly message: string
  readonly details: readonly FailureDetail[]
  readonly reason?: Reason | undefined
  readonly retryInMs?: number | undefined
}

/** A message from the caller: the name of a command, and its params. */
export interface Call {
  readonly id: number
  readonly name: string
  readonly params: unknown
}

/**
 * Handles a call.
 *
 * @throws {Failure} passed on to the caller.
 */
export type AnswerCall = (
  name: string,
  params: unknown,
  report: (progress: unknown) => void,
) => Promise<unknown>

/**
 * Returns a function that handles calls with the handlers of a table. Names and params are not checked: the
 * sender is part of the same program, and its types are those of the table.
 */
export function answerWith<Table extends CommandTable>(handlers: Handlers<Table>): AnswerCall {
  const byName = new Map<string, unknown>(Object.entries(handlers))
  return async (name, params, report) => {
    const handle = byName.get(name)
    if (handle === undefined) throw new Error(`no handler answers ${name}`)
    return (handle as Handler)(params, report)
  }
}

/** Returns a function that runs the handlers of a table in this thread. */
export function sendToHandlers<Table extends CommandTable>(handlers: Handlers<Table>): CommandSender<Table> {
  const answer = answerWith(handlers)
  return (name, params, report = () => {}) =>
    answer(name, params, report as (progress: unknown) => void) as Promise<never>
}

type Handler = (params: unknown, report: (progress: unknown) => void) => unknown

/** Whether an untrusted value is a call. Its params are checked by the handler's side. */
export function isCall(value: unknown): value is Call {
  return isObject(value) && Number.isSafeInteger(value.id) && typeof value.name === 'string'
}

/** Whether an untrusted value is a reply. Answers and progress are objects or arrays there. */
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

/**
 * The caller's side of a channel for the commands of a table. `post` transmits a call; the channel's owner
 * passes each reply to `receive`.
 */
export class Caller<Table extends CommandTable> {
  readonly #post: (call: Call) => void
  readonly #open = new Map<
    number,
    { readonly report: (progress: unknown) => void; readonly settle: PromiseWithResolvers<unknown> }
  >()
  #lastId = 0
  /** Set when no more replies will come: the reason. */
  #ended: string | undefined

  constructor(post: (call: Call) => void) {
    this.#post = post
  }

  /**
   * Sends a command and resolves with its result.
   *
   * @throws {Failure} of the handler; `service_unavailable` if the other side has ended.
   */
  readonly send: CommandSender<Table> = (name, params, report = () => {}) =>
    // A reply has no types: it comes from the handler of the same command.
    this.#call(name, params, report as (progress: unknown) => void) as Promise<never>

  #call(name: string, params: unknown, report: (progress: unknown) => void): Promise<unknown> {
    if (this.#ended !== undefined) return Promise.reject(new Failure('service_unavailable', this.#ended))
    const id = ++this.#lastId
    const settle = Promise.withResolvers<unknown>()
    this.#open.set(id, { report, settle })
    try {
      this.#post({ id, name, params })
    } catch (error) {
      this.#open.delete(id)
      settle.reject(error)
    }
    return settle.promise
  }

  /** Handles a reply. Replies to unknown calls are ignored. */
  receive(reply: Reply): void {
    const call = this.#open.get(reply.id)
    if (call === undefined) return
    if (reply.kind === 'progress') {
      try {
        call.report(reply.progress)
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

  /**
   * Ends every open and every later call with `service_unavailable`, because the other side does not reply
   * any more.
   */
  end(sentence: string): void {
    this.#ended = sentence
    for (const { settle } of this.#open.values()) settle.reject(new Failure('service_unavailable', sentence))
    this.#open.clear()
  }
}

/**
 * The handler's side: handles one call and sends its replies. Never rejects. Any error other than a `Failure`
 * is a bug; its text is sent to the caller, which is part of the same program.
 */
export async function answerCall(
  call: Call,
  answer: AnswerCall,
  send: (reply: Reply) => void,
): Promise<void> {
  try {
    const report = (progress: unknown) => send({ id: call.id, kind: 'progress', progress })
    send({ id: call.id, kind: 'answer', answer: await answer(call.name, call.params, report) })
  } catch (error) {
    ignoreErrors(() => send(failureReply(call.id, systemFailure(error))))
  }
}

/** Returns the reply to a call that ended with an error. */
export function failureReply(id: number, error: unknown): FailureReply {
  const { code, details, reason, retryInMs } = error instanceof Failure ? error : BUG
  const message = error instanceof Error ? error.message : String(error)
  return { id, kind: 'failure', code, message, details, reason, retryInMs }
}

/** Returns the failure that a reply contains. */
export function failureOf({ code, message, details, reason, retryInMs }: FailureReply): Failure {
  return new Failure(code, message, details, reason, retryInMs)
}

const BUG = { code: 'internal_error', details: [], reason: undefined, retryInMs: undefined } as const

/** Runs a step and ignores its errors: if not even a failure can be sent, the caller is gone. */
function ignoreErrors(step: () => void): void {
  try {
    step()
  } catch {
    // See above.
  }
}
