/** The end of a request that went wrong: its cost settled, its cause logged if it is ours, its answer made. */
import type { Reason } from '../../core/accounts/reasons.ts'
import { Failure } from '../../core/failure.ts'
import { lostPage } from '../app/page-routes.ts'
import { chooseMedia } from '../protocol/accept.ts'
import { seconds, UNAVAILABLE_RETRY_S } from '../protocol/limit-headers.ts'
import { errorAnswer } from './error-response.ts'
import { settle } from './guard.ts'
import type { Log } from './log.ts'
import { notFoundPage } from './plain-pages.ts'
import { lookOf } from './reader-preferences.ts'
import { RETRY_S_OF_REASON } from './reason-texts.ts'
import { Refusal } from './refusal.ts'
import type { Visit } from './request-context.ts'
import { answerHeaders } from './response-headers.ts'
import { type Answer, type HttpNeeds, isApiPath, isAppPath } from './route.ts'

/** The headers are the caller's to add to. */
export interface RefusalAnswer extends Answer {
  readonly headers: Record<string, string | readonly string[]>
}

/** Whatever is not a `Failure` is a bug: logged once with its cause; the client gets a request id and nothing else. */
export function refuse(needs: HttpNeeds, log: Log, visit: Visit, error: unknown): RefusalAnswer {
  const failure = error instanceof Failure ? error : new Failure('internal_error', 'a bug')
  // A refusal is meant, whatever its code.
  if (failure.kind === 'bug' && !(failure instanceof Refusal)) {
    log.error({ err: error, request_id: visit.id, route: visit.route?.id }, 'a request failed')
  }
  settle(needs, visit, failure.code)
  if (failure.code === 'not_found' && wantsPage(visit)) return notFoundAnswer(needs, visit)
  const { accept, 'accept-language': acceptLanguage } = visit.headers
  const { code, details } = failure
  // What the API's error table does not hold, the API does not say.
  const reason = isAppPath(visit.path) ? failure.reason : undefined
  const answer = errorAnswer({
    code,
    details,
    reason,
    requestId: visit.id,
    accept,
    acceptLanguage,
    publicUrl: needs.site.publicUrl,
  })
  const headers = Object.assign(answerHeaders(visit), answer.headers)
  const retryS = retrySeconds(failure, reason)
  if (retryS !== undefined) headers['retry-after'] = String(retryS)
  if (failure instanceof Refusal) Object.assign(headers, failure.headers)
  return { status: answer.status, headers, body: answer.body }
}

/** `Retry-After`; `undefined`: waiting does not help. */
function retrySeconds({ code, retryInMs }: Failure, reason: Reason | undefined): number | undefined {
  if (retryInMs !== undefined) return Math.max(1, seconds(retryInMs))
  if (code !== 'service_unavailable' && code !== 'rate_limited') return undefined
  const known = reason === undefined ? undefined : RETRY_S_OF_REASON[reason]
  return known ?? UNAVAILABLE_RETRY_S
}

/** Outside the APIs an unknown path is a page for whoever reads pages. */
function wantsPage(visit: Visit): boolean {
  return (
    !isApiPath(visit.path) &&
    !isAppPath(visit.path) &&
    chooseMedia(visit.headers.accept, ['application/json', 'text/html']) === 'text/html'
  )
}

function notFoundAnswer(needs: HttpNeeds, visit: Visit): RefusalAnswer {
  const { headers } = visit
  const page = lostPage(needs, { headers }) ?? notFoundPage(lookOf(needs, headers))
  return { ...page, headers: { ...answerHeaders(visit), ...page.headers, 'cache-control': 'no-store' } }
}
