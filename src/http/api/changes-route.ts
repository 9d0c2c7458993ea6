/** `GET /api/v1/changes` */
import { z } from 'zod'
import type { Change } from '../../core/company/company-store.ts'
import {
  CHANGES_LIMIT_DEFAULT,
  CHANGES_LIMIT_MAX,
  changeCursor,
  listChanges,
  readChangeCursor,
} from '../../core/company/list-changes.ts'
import { CURSOR_CHARS_MAX } from '../../core/search/cursor.ts'
import { jsonAnswer } from '../request/json-response.ts'
import { defineRoute, type Route } from '../request/route.ts'
import { wholeNumberText } from './fields.ts'
import { CHANGES_HEADERS } from './header-notes.ts'
import { changesSchema } from './service-schemas.ts'

const NOW = 'now'

const changesQuery = z.strictObject({
  since: z
    .string()
    .max(CURSOR_CHARS_MAX)
    .transform((text, context): number | typeof NOW => {
      const since = text === NOW ? NOW : readChangeCursor(text)
      if (since !== undefined) return since
      context.addIssue({ code: 'custom', params: { reason: 'format' } })
      return z.NEVER
    })
    .optional()
    .meta({
      type: 'string',
      de: 'Ein Cursor dieses Protokolls oder `X-Changes-Cursor` einer Liste: liefert die Änderungen danach. `now`: liefert nur den aktuellen Cursor. Ohne Angabe: von Anfang an.',
      en: 'A cursor of this feed, or `X-Changes-Cursor` of a list: returns the changes after it. `now`: returns only the current cursor. Absent: from the start.',
      example: NOW,
    }),
  limit: wholeNumberText(1, CHANGES_LIMIT_MAX, CHANGES_LIMIT_DEFAULT).meta({
    de: 'Zeilen pro Seite.',
    en: 'Rows per page.',
  }),
})

/** The route that lists changes of companies in the order in which they happened. */
export const changesRoute: Route = defineRoute({
  id: 'listChanges',
  method: 'GET',
  path: '/api/v1/changes',
  access: 'companies:read',
  costTenths: 10,
  query: changesQuery,
  result: changesSchema,
  resultHeaders: CHANGES_HEADERS,
  example: '/api/v1/changes?limit=2',
  errors: ['invalid_request'],
  summary: { de: 'Änderungen', en: 'Changes' },
  description: {
    de: 'Alle Änderungen in zeitlicher Reihenfolge. `X-Next-Cursor` ist immer vorhanden und läuft nie ab. Eine leere Seite bedeutet, dass es keine weiteren Änderungen gibt.',
    en: 'All changes in chronological order. `X-Next-Cursor` is always present and never expires. An empty page means that there are no further changes.',
  },
  async answer(needs, call) {
    const { changes, last } = await listChanges(needs, call.query)
    return jsonAnswer(changes.map(changeWire), { 'x-next-cursor': changeCursor(last) })
  },
})

function changeWire({ sequence, uuid, kind, atMs, fields, into }: Change) {
  return {
    cursor: changeCursor(sequence),
    uuid,
    kind,
    at: new Date(atMs).toISOString(),
    fields,
    ...(into !== null && { into }),
  }
}
