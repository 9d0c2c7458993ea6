/** Builds the response to a failed request, in the format and language that the client accepts. */

import type { FailureCode, FailureDetail } from '../../core/failure.ts'
import type { Reason } from '../../core/reasons.ts'
import { qualityOf, readWeights } from '../protocol/accept.ts'
import { chooseLanguage } from '../protocol/language.ts'
import { ERROR_CATALOGUE, statusOf } from './error-catalogue.ts'
import { REASON_TEXTS } from './reason-texts.ts'
import type { Answer } from './route.ts'

/** The values that an error response is made of. */
export interface ErrorFacts {
  readonly code: FailureCode
  readonly details: readonly FailureDetail[]
  readonly requestId: string
  readonly accept: string | undefined
  readonly acceptLanguage: string | undefined
  /** Base URL of the service, without a trailing slash. */
  readonly publicUrl: string
  /** Set for errors of the dashboard's API only. */
  readonly reason?: Reason | undefined
}

const JSON_MEDIA = 'application/json'
const PROBLEM_MEDIA = 'application/problem+json'

/** Builds an error response: plain JSON, or RFC 9457 if the client prefers `application/problem+json`. */
export function errorAnswer(facts: ErrorFacts): Answer {
  const language = chooseLanguage(facts.acceptLanguage)
  const asProblem = wantsProblem(facts.accept)
  return {
    status: statusOf(facts.code),
    headers: {
      'content-type': asProblem ? PROBLEM_MEDIA : JSON_MEDIA,
      'content-language': language,
      'cache-control': 'no-store',
    },
    body: JSON.stringify(asProblem ? problemOf(facts, language) : errorOf(facts, language)),
  }
}

/** The error object of every error response; `details` with 400 only. */
function errorOf({ code, details, requestId, reason }: ErrorFacts, language: 'de' | 'en') {
  return {
    error: (reason === undefined ? ERROR_CATALOGUE[code].text : REASON_TEXTS[reason])[language],
    code,
    ...(reason !== undefined && { reason }),
    request_id: requestId,
    ...(code === 'invalid_request' && { details }),
  }
}

/** The error object in the format of RFC 9457; `type` is also the address of the page about the code. */
function problemOf(facts: ErrorFacts, language: 'de' | 'en') {
  const error = errorOf(facts, language)
  return {
    type: `${facts.publicUrl}/docs/errors#${facts.code}`,
    title: error.error,
    status: statusOf(facts.code),
    ...error,
  }
}

/** Whether `Accept` contains `application/problem+json` explicitly, with a quality not below that of JSON. */
function wantsProblem(accept: string | undefined): boolean {
  if (accept === undefined || !accept.toLowerCase().includes(PROBLEM_MEDIA)) return false
  const ranges = readWeights(accept)
  const quality = qualityOf(PROBLEM_MEDIA, ranges)
  return quality > 0 && quality >= (ranges.find(({ value }) => value === JSON_MEDIA)?.quality ?? 0)
}
