/** The pages about the service: start page, reference, OpenAPI document. */
import { z } from 'zod'
import { homePage } from './pages.ts'
import { defineRoute, type Route } from './route.ts'

const shared = {
  method: 'GET',
  access: 'public',
  costTenths: 0,
  bodyBytesMax: 0,
  query: z.strictObject({}),
  body: undefined,
  result: undefined,
  resultHeaders: [],
  errors: [],
} as const

/** `api` is what the pages describe, `version` that of the product. */
export function docsRoutes(_api: readonly Route[], _version: string): readonly Route[] {
  return [
    defineRoute({
      ...shared,
      id: 'home',
      path: '/',
      produces: ['text/html'],
      summary: { de: 'Startseite', en: 'Start page' },
      description: { de: '', en: '' },
      answer: (_needs, call) => homePage(call.language),
    }),
  ]
}
