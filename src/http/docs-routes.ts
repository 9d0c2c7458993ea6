/** The pages about the API: reference, try-it page, OpenAPI document. */
import { z } from 'zod'
import type { Language } from './language.ts'
import { openApiDocument } from './openapi.ts'
import { referencePage } from './reference-page.ts'
import { type Answer, defineRoute, type Route } from './route.ts'
import { tryPage } from './try-page.ts'

const shared = {
  method: 'GET',
  access: 'public',
  costTenths: 0,
  bodyBytesMax: 0,
  query: z.strictObject({}),
  body: undefined,
  result: undefined,
  resultHeaders: [],
  otherAnswers: [],
  errors: [],
  description: { de: '', en: '' },
} as const

/** `api` is what the pages describe, `version` that of the product; `readScript` gives the try-it page its program. */
export function docsRoutes(
  api: readonly Route[],
  version: string,
  readScript: () => Promise<string>,
): readonly Route[] {
  return [
    pageRoute('reference', '/docs', { de: 'Beschreibung', en: 'Reference' }, (language) =>
      referencePage(api, language),
    ),
    pageRoute('tryIt', '/docs/try', { de: 'Ausprobieren', en: 'Try it' }, tryPage),
    scriptRoute(readScript),
    documentRoute(JSON.stringify(openApiDocument(api, version))),
  ]
}

function pageRoute(
  id: string,
  path: string,
  summary: Route['summary'],
  make: (language: Language) => Answer,
): Route {
  const made = new Map<Language, Answer>()
  return defineRoute({
    ...shared,
    id,
    path,
    example: path,
    summary,
    produces: ['text/html'],
    answer(_needs, { language }) {
      const known = made.get(language) ?? make(language)
      made.set(language, known)
      return known
    },
  })
}

function documentRoute(text: string): Route {
  return defineRoute({
    ...shared,
    id: 'openApi',
    path: '/openapi.json',
    example: '/openapi.json',
    summary: { de: 'OpenAPI-Dokument', en: 'OpenAPI document' },
    produces: ['application/json', 'application/vnd.oai.openapi+json'],
    answer: () => ({
      status: 200,
      headers: { 'content-type': 'application/json; charset=utf-8', 'access-control-allow-origin': '*' },
      body: text,
    }),
  })
}

function scriptRoute(readScript: () => Promise<string>): Route {
  let script: Promise<string> | undefined
  return defineRoute({
    ...shared,
    id: 'tryItScript',
    path: '/docs/try/scalar.js',
    example: '/docs/try/scalar.js',
    summary: { de: 'Programm der Seite', en: 'Program of the page' },
    produces: ['text/javascript'],
    async answer() {
      script ??= readScript()
      return {
        status: 200,
        headers: { 'content-type': 'text/javascript; charset=utf-8' },
        body: await script,
      }
    },
  })
}
