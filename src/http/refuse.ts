/** The end of a request that went wrong: its cost settled, its cause logged if it is ours, its answer made. */
import { Failure } from '../core/failure.ts'
import { chooseMedia } from './accept.ts'
import { answerHeaders } from './answer-headers.ts'
import { errorAnswer } from './error-answer.ts'
import { settle } from './guard.ts'
import { chooseLanguage } from './language.ts'
import { UNAVAILABLE_RETRY_S } from './limit-headers.ts'
import type { Log } from './log.ts'
import { notFoundPage } from './pages.ts'
import { Refusal } from './refusal.ts'
import { type Answer, type HttpNeeds, isApiPath } from './route.ts'
import type { Visit } from './visit.ts'

/** Whatever is not a `Failure` is a bug: logged once with its cause; the client gets a request id and nothing else. */
export function refuse(needs: HttpNeeds, log: Log, visit: Visit, error: unknown): Answer {
  const failure = error instanceof Failure ? error : new Failure('internal_error', 'a bug')
  if (failure.kind === 'bug') {
    log.error({ err: error, request_id: visit.id, route: visit.route?.id }, 'a request failed')
  }
  settle(needs, visit, failure.code)
  if (failure.code === 'not_found' && wantsPage(visit)) return notFoundAnswer(visit)
  const { accept, 'accept-language': acceptLanguage } = visit.headers
  const { code, details } = failure
  const answer = errorAnswer({ code, details, requestId: visit.id, accept, acceptLanguage })
  return {
    ...answer,
    headers: {
      ...answerHeaders(visit),
      ...answer.headers,
      ...(code === 'service_unavailable' && { 'retry-after': String(UNAVAILABLE_RETRY_S) }),
      ...(failure instanceof Refusal && failure.headers),
    },
  }
}

/** Outside the API an unknown path is a page for whoever reads pages. */
function wantsPage(visit: Visit): boolean {
  return (
    !isApiPath(visit.path) &&
    chooseMedia(visit.headers.accept, ['application/json', 'text/html']) === 'text/html'
  )
}

function notFoundAnswer(visit: Visit): Answer {
  const page = notFoundPage(chooseLanguage(visit.headers['accept-language']))
  return { ...page, headers: { ...answerHeaders(visit), ...page.headers, 'cache-control': 'no-store' } }
}
