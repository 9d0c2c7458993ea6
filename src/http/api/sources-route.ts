/** `GET /api/v1/sources` */
import { whenReady } from '../../core/awaitable.ts'
import type { SourceSet } from '../../core/company/company-store.ts'
import { taggedAnswer } from '../request/json-response.ts'
import { defineRoute, type Route } from '../request/route.ts'
import { ETAG, unchanged } from './header-notes.ts'
import { sourcesSchema } from './service-schemas.ts'

/** The route that lists the imported data sets. */
export const sourcesRoute: Route = defineRoute({
  id: 'listSources',
  method: 'GET',
  path: '/api/v1/sources',
  access: 'key',
  costTenths: 10,
  result: sourcesSchema,
  resultHeaders: [ETAG],
  otherAnswers: [unchanged([ETAG])],
  summary: { de: 'Datenquellen', en: 'Sources' },
  description: {
    de: 'Die importierten Datensätze mit Zahl der Einträge, Stand und Lizenz.',
    en: 'The imported data sets with number of entries, date and licence.',
  },
  answer: ({ companies }, call) =>
    whenReady(companies.sources(), (sets) => taggedAnswer(call, JSON.stringify(sets.map(sourceSetWire)))),
})

function sourceSetWire({ source, title, rows, asOf, licence, attribution }: SourceSet) {
  return { source, title, rows, as_of: asOf === '' ? null : asOf, licence, attribution }
}
