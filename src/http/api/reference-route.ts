/** `GET /api/v1/reference` */
import { makeReference } from '../../core/search/reference.ts'
import { taggedAnswer } from '../request/json-response.ts'
import { defineRoute, type Route } from '../request/route.ts'
import { ETAG, unchanged } from './header-notes.ts'
import { referenceSchema } from './service-schemas.ts'

/** The lists are constants of the program, so the body is built once. */
const BODY = JSON.stringify(referenceWire())

/** The route that lists all codes. */
export const referenceRoute: Route = defineRoute({
  id: 'getReference',
  method: 'GET',
  path: '/api/v1/reference',
  access: 'key',
  costTenths: 10,
  result: referenceSchema,
  resultHeaders: [ETAG],
  otherAnswers: [unchanged([ETAG])],
  summary: { de: 'Alle Kürzel und ihre Bedeutung', en: 'All codes and their meaning' },
  description: {
    de: 'Alle Werte für Status, Rechtsformen, Registerarten, Bundesländer, Länder, Gerichte sowie Arten und Gründe von Treffern, mit deutscher und englischer Bezeichnung.',
    en: 'All values for statuses, legal forms, register types, states, countries, courts, and kinds and reasons of matches, with German and English names.',
  },
  answer: (_needs, call) => taggedAnswer(call, BODY),
})

/** Returns all lists of codes, as the API and the dashboard return them. */
export function referenceWire() {
  const { statuses, legalForms, registerTypes, states, countries, courts, kinds, reasons } = makeReference()
  return {
    statuses,
    legal_forms: legalForms,
    register_types: registerTypes,
    states,
    countries,
    courts,
    match_kinds: kinds,
    match_reasons: reasons,
  }
}
