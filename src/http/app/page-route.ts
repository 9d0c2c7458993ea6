/** What pages and files of the dashboard have in common as routes: public, without input, whatever stands in the query. */
import { z } from 'zod'
import type { Route } from '../request/route.ts'

export const PAGE_ROUTE = {
  method: 'GET',
  access: 'public',
  costTenths: 0,
  bodyBytesMax: 0,
  produces: ['text/html'],
  query: z.looseObject({}),
  body: undefined,
  result: undefined,
  resultHeaders: [],
  otherAnswers: [],
  errors: [],
  summary: { de: '', en: '' },
  description: { de: '', en: '' },
} as const satisfies Partial<Route>
