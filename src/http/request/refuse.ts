/** Turns an error into its response: settles the cost, logs bugs, builds the error response. */

import { type Awaitable, whenReady } from '../../core/awaitable.ts'
import { Failure } from '../../core/failure.ts'
import type { Reason } from '../../core/reasons.ts'
import { chooseMedia } from '../protocol/accept.ts'
import { seconds, UNAVAILABLE_RETRY_S } from '../protocol/limit-headers.ts'
import { settle } from './charge-ledger.ts'
import { errorAnswer } from './error-response.ts'
import { notFoundPage } from './plain-pages.ts'
import { lookOf } from './reader-preferences.ts'
import { RETRY_S_OF_REASON } from './reason-texts.ts'
import { Refusal } from './refusal.ts'
import type { RequestContext } from './request-context.ts'
import { answerHeaders } from './response-headers.ts'
import { type Answer, type HttpNeeds, isApiPath, isAppPath } from './route.ts'
import type { HttpSettings } from './settings.ts'

/** An error response; the caller may add to its headers. */
export interface RefusalAnswer extends Answer {
  readonly headers: Record<string, string | readonly string[]>
}

type RefusalSettings = Pick<HttpSettings, 'log' | 'missingPage'>

/**
 * Builds the response to any error. Anything but a `Failure` is a bug: it is logged once with its cause, and
 * the client receives only a request id.
 */
export function refuse(
  needs: HttpNeeds,
  settings: RefusalSettings,
  context: RequestContext,
  error: unknown,
): Awaitable<RefusalAnswer> {
  const failure = error instanceof Failure ? error : new Failure('internal_error', 'a bug')
  // A `Refusal` is thrown on purpose, whatever its code.
  if (failure.kind === 'bug' && !(failure instanceof Refusal)) {
    settings.log.error({ err: error, request_id: context.id, route: context.route?.id }, 'a request failed')
  }
  const settled = settleOrLog(needs, settings, context, failure)
  return whenReady(settled, () => answerTo(needs, settings, context, failure))
}

/** Settles the cost. If that fails, the client receives the response without it. */
function settleOrLog(
  needs: HttpNeeds,
  { log }: RefusalSettings,
  context: RequestContext,
  { code }: Failure,
): Awaitable<void> {
  const logFault = (err: unknown) => log.error({ err, request_id: context.id }, 'a refund failed')
  try {
    const settled = settle(needs, context, code)
    return settled instanceof Promise ? settled.catch(logFault) : settled
  } catch (fault) {
    logFault(fault)
  }
}

function answerTo(
  needs: HttpNeeds,
  settings: RefusalSettings,
  context: RequestContext,
  failure: Failure,
): Awaitable<RefusalAnswer> {
  if (failure.code === 'not_found' && wantsPage(context)) return notFoundAnswer(needs, settings, context)
  const { accept, 'accept-language': acceptLanguage } = context.headers
  const { code, details } = failure
  // Only the dashboard's API has reasons; the API's error table does not contain them.
  const reason = isAppPath(context.path) ? failure.reason : undefined
  const answer = errorAnswer({
    code,
    details,
    reason,
    requestId: context.id,
    accept,
    acceptLanguage,
    publicUrl: needs.site.publicUrl,
  })
  const headers = Object.assign(answerHeaders(context), answer.headers)
  const retryS = retrySeconds(failure, reason)
  if (retryS !== undefined) headers['retry-after'] = String(retryS)
  if (failure instanceof Refusal) Object.assign(headers, failure.headers)
  return { status: answer.status, headers, body: answer.body }
}

/** Returns the seconds for `Retry-After`; `undefined` if waiting does not help. */
function retrySeconds({ code, retryInMs }: Failure, reason: Reason | undefined): number | undefined {
  if (retryInMs !== undefined) return Math.max(1, seconds(retryInMs))
  if (code !== 'service_unavailable' && code !== 'rate_limited') return undefined
  const known = reason === undefined ? undefined : RETRY_S_OF_REASON[reason]
  return known ?? UNAVAILABLE_RETRY_S
}

/** Whether an unknown path is answered with a page: outside the APIs, if the client prefers HTML. */
function wantsPage(context: RequestContext): boolean {
  return (
    !isApiPath(context.path) &&
    !isAppPath(context.path) &&
    chooseMedia(context.headers.accept, ['application/json', 'text/html']) === 'text/html'
  )
}

async function notFoundAnswer(
  needs: HttpNeeds,
  { missingPage }: RefusalSettings,
  context: RequestContext,
): Promise<RefusalAnswer> {
  const { headers } = context
  const page = (await missingPage?.(needs, { headers })) ?? notFoundPage(await lookOf(needs, headers))
  return { ...page, headers: { ...answerHeaders(context), ...page.headers, 'cache-control': 'no-store' } }
}
