/** From what ended a request to its answer, in the form and the language that the client asked for. */

import type { FailureCode, FailureDetail } from '../../core/failure.ts'
import type { Reason } from '../../core/reasons.ts'
import { qualityOf, readWeights } from '../protocol/accept.ts'
import { chooseLanguage } from '../protocol/language.ts'
import { ERROR_CATALOGUE, statusOf } from './error-catalogue.ts'
import { REASON_TEXTS } from './reason-texts.ts'
import type { Answer } from './route.ts'

/** What an error answer is made of. */
export interface ErrorFacts {
  readonly code: FailureCode
  readonly details: readonly FailureDetail[]
  readonly requestId: string
  readonly accept: string | undefined
  readonly acceptLanguage: string | undefined
  /** Where the service is reached, without a last slash. */
  readonly publicUrl: string
  /** Of an error of the dashboard; the API's have none. */
  readonly reason?: Reason | undefined
}

const JSON_MEDIA = 'application/json'
const PROBLEM_MEDIA = 'application/problem+json'

export function errorAnswer(facts: ErrorFacts): Answer {
  const language = chooseLanguage(facts.acceptLanguage)
  const asProblem = wantsProblem(facts.accept)
  return {
    status: statusOf(facts.code),
    headers: {
      'content-type': asProblem ? PROBLEM_MEDIA : `${JSON_MEDIA}; charset=utf-8`,
      'content-language': language,
      'cache-control': 'no-store',
    },
    body: JSON.stringify(asProblem ? problemOf(facts, language) : errorOf(facts, language)),
  }
}

/** The error object of every answer: `details` with 400 only. */
function errorOf({ code, details, requestId, reason }: ErrorFacts, language: 'de' | 'en') {
  return {
    error: (reason === undefined ? ERROR_CATALOGUE[code].text : REASON_TEXTS[reason])[language],
    code,
    ...(reason !== undefined && { reason }),
    request_id: requestId,
    ...(code === 'invalid_request' && { details }),
  }
}

/** RFC 9457; the type is also the address of the page that tells about the code. */
function problemOf(facts: ErrorFacts, language: 'de' | 'en') {
  const error = errorOf(facts, language)
  return {
    type: `${facts.publicUrl}/docs/errors#${facts.code}`,
    title: error.error,
    status: statusOf(facts.code),
    ...error,
  }
}

/** Only who names the type is given it, unless plain JSON is liked better. */
function wantsProblem(accept: string | undefined): boolean {
  if (accept === undefined || !accept.toLowerCase().includes(PROBLEM_MEDIA)) return false
  const ranges = readWeights(accept)
  const quality = qualityOf(PROBLEM_MEDIA, ranges)
  return quality > 0 && quality >= (ranges.find(({ value }) => value === JSON_MEDIA)?.quality ?? 0)
}
