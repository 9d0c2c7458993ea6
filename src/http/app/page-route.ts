/** Common values of the routes for pages and files of the dashboard: public, and any query is accepted. */
import { z } from 'zod'
import type { Route } from '../request/route.ts'

/** Default values of these routes. */
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
