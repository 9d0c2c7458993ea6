/** `/api/v1/reconcile/{key}`: the manifest, queries and extensions (Reconciliation Service API 0.2). */
import type { Awaitable } from '../../core/awaitable.ts'
import { BATCH_BODY_BYTES_MAX } from '../api/batch-route.ts'
import { SEARCH_COST_TENTHS } from '../api/search-route.ts'
import { type Answer, type Call, defineRoute, type HttpNeeds, type Route } from '../request/route.ts'
import { answerExtension } from './answer-extension.ts'
import { answerQueries } from './answer-queries.ts'
import { manifestOf } from './manifest.ts'
import { questionBody, questionQuery } from './query-schemas.ts'
import { SERVICE_PATH, SERVICE_ROUTE, serviceAnswer } from './service-paths.ts'

/** Returns the routes of the service's own address. `version` is that of the product. */
export function serviceRoutes(version: string): readonly Route[] {
  return [
    defineRoute({
      ...SERVICE_ROUTE,
      id: 'describeReconciliation',
      method: 'GET',
      path: SERVICE_PATH,
      costTenths: SEARCH_COST_TENTHS,
      query: questionQuery,
      answer: (needs, call) =>
        answerQuestion(needs, call, call.query, '') ?? serviceAnswer(manifestOf(needs.site, call, version)),
    }),
    defineRoute({
      ...SERVICE_ROUTE,
      id: 'reconcileCompanies',
      method: 'POST',
      path: SERVICE_PATH,
      costTenths: SEARCH_COST_TENTHS,
      bodyBytesMax: BATCH_BODY_BYTES_MAX,
      takesForm: true,
      body: questionBody,
      answer: (needs, call) => answerQuestion(needs, call, call.body, '/') as Awaitable<Answer>,
    }),
  ]
}

/** Answers the question; `undefined` if there is none. */
function answerQuestion(
  needs: HttpNeeds,
  call: Call,
  question: {
    readonly queries?: Readonly<Record<string, unknown>> | undefined
    readonly extend?: unknown
  },
  fieldStart: string,
): Awaitable<Answer> | undefined {
  const { queries, extend } = question
  if (queries !== undefined) return answerQueries(needs, call, queries, `${fieldStart}queries`)
  if (extend !== undefined) return answerExtension(needs, call, extend, `${fieldStart}extend`)
}
