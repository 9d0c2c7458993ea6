/** `GET /api/v1/companies` */
import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { z } from 'zod'
import type { Company } from '../../core/company/company.ts'
import { LIST_FILTERS, readFilters } from '../../core/company/company-filters.ts'
import { changeCursor } from '../../core/company/list-changes.ts'
import { csvLine } from '../../core/csv-line.ts'
import { Failure } from '../../core/failure.ts'
import {
  checkCursor,
  EXPORT_LIMIT_MAX,
  LIST_LIMIT_DEFAULT,
  LIST_LIMIT_MAX,
  LIST_SORTS,
  type ListAnswer,
  type ListRequest,
  listCompanies,
} from '../../core/search/list-companies.ts'
import { acceptsGzip } from '../protocol/accept.ts'
import { contentTypeOf } from '../protocol/content-type.ts'
import { type Answer, type Call, defineRoute, type HttpNeeds, type Route } from '../request/route.ts'
import { listResultSchema } from './company-schemas.ts'
import { listRowWire } from './company-wire.ts'
import { dataAgeOf, sourceDatesOf } from './data-age.ts'
import { cursorField, wholeNumberText } from './fields.ts'
import { listFilterFields } from './filter-fields.ts'
import { LIST_HEADERS } from './header-notes.ts'

const JSON_MEDIA = 'application/json'
const CSV_MEDIA = 'text/csv'
const NDJSON_MEDIA = 'application/x-ndjson'

/** Rows of an export that cost a tenth of a unit: 100 rows cost one unit. */
const EXPORT_ROWS_A_TENTH = 10

/** Companies read at a time: about 5 ms. */
const SLICE_ROWS = 200

/** The columns of CSV, in the order of the fields in JSON. */
const COLUMNS = Object.keys(listResultSchema.element.shape) as (keyof ReturnType<typeof listRowWire>)[]

/** Parameters of the list. */
export const listQuery = z.strictObject({
  ...listFilterFields,
  sort: z.enum(LIST_SORTS).default('uuid').meta({
    de: '`name`: nach dem vereinheitlichten Namen. `-updated_at`: die jüngste Änderung zuerst.',
    en: '`name`: by the folded name. `-updated_at`: the latest change first.',
  }),
  limit: wholeNumberText(1, EXPORT_LIMIT_MAX, LIST_LIMIT_DEFAULT).meta({
    de: `Bis ${LIST_LIMIT_MAX} als JSON, bis ${EXPORT_LIMIT_MAX} als CSV oder NDJSON.`,
    en: `Up to ${LIST_LIMIT_MAX} as JSON, up to ${EXPORT_LIMIT_MAX} as CSV or NDJSON.`,
  }),
  cursor: cursorField,
})

type ListQuery = z.output<typeof listQuery>

/** The route that lists companies as JSON, CSV or NDJSON. */
export const listRoute: Route = defineRoute({
  id: 'listCompanies',
  method: 'GET',
  path: '/api/v1/companies',
  access: 'companies:read',
  costTenths: 10,
  produces: [JSON_MEDIA, CSV_MEDIA, NDJSON_MEDIA],
  query: listQuery,
  result: listResultSchema,
  resultHeaders: LIST_HEADERS,
  example: '/api/v1/companies?status=active&city=K%C3%B6ln&limit=2',
  errors: ['invalid_request'],
  summary: { de: 'Unternehmen auflisten', en: 'List companies' },
  description: {
    de: 'Das Register als Liste in Seiten, standardmäßig mit allen Status. Eine Seite kann kürzer sein als `limit`. Die letzte Seite ist die ohne `X-Next-Cursor`. CSV und NDJSON kosten 1 pro 100 Zeilen. Dafür müssen die Einheiten für `limit` Zeilen verfügbar sein.',
    en: 'The register as a list in pages, with all statuses by default. A page may be shorter than `limit`. The last page is the one without `X-Next-Cursor`. CSV and NDJSON cost 1 per 100 rows; the units for `limit` rows must be available.',
  },
  answer: (needs, call) => answerList(needs, call),
})

async function answerList(needs: HttpNeeds, call: Call<ListQuery>): Promise<Answer> {
  const { query, media } = call
  if (media === JSON_MEDIA && query.limit > LIST_LIMIT_MAX) {
    throw new Failure('invalid_request', 'limit above that of JSON', [
      { field: 'limit', reason: 'too_large' },
    ])
  }
  // Position before the list was read: the list and all changes after this cursor give the current register.
  const changes =
    query.cursor === undefined
      ? { 'x-changes-cursor': changeCursor(await needs.companies.lastSequence()) }
      : {}
  const page =
    media === JSON_MEDIA ? await readRows(needs, requestOf(query), media) : await readPaid(needs, call)
  const headers = {
    'content-type': contentTypeOf(media),
    ...changes,
    ...nextHeaders(query, page),
    ...dataAgeOf(sourceDatesOf(page.companies), await needs.companies.sources()),
  }
  return pack({ status: 200, headers, body: bodyOf(media, page.rows) }, call)
}

function requestOf(query: ListQuery): ListRequest {
  const { sort, limit, cursor } = query
  return { filters: readFilters(LIST_FILTERS, query), sort, limit, cursor }
}

function nextHeaders(query: ListQuery, { next }: ListAnswer): Record<string, string> {
  if (next === undefined) return {}
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...query, cursor: next })) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== undefined) parameters.append(name, String(each))
    }
  }
  return { 'x-next-cursor': next, link: `</api/v1/companies?${parameters}>; rel="next"` }
}

interface ListRows extends ListAnswer {
  /** One text per company in the format of the media type. */
  readonly rows: readonly string[]
}

/**
 * Reads a CSV or NDJSON export. The cost of `limit` rows is charged before reading, so that a client with too
 * little quota causes no work; the cost of missing rows is given back.
 */
async function readPaid(needs: HttpNeeds, call: Call<ListQuery>): Promise<ListRows> {
  const { query, media } = call
  checkCursor(requestOf(query))
  const mostTenths = exportCostTenths(query.limit)
  call.checkQuota(mostTenths, 'limit')
  await call.charge(mostTenths)
  let read = 0
  try {
    const page = await readRows(needs, requestOf(query), media)
    read = page.rows.length
    return page
  } finally {
    await call.lower(exportCostTenths(read))
  }
}

function exportCostTenths(rows: number): number {
  return Math.ceil(rows / EXPORT_ROWS_A_TENTH)
}

/** Reads the rows in slices, so that a long export does not block other requests of the thread. */
async function readRows(needs: HttpNeeds, request: ListRequest, media: string): Promise<ListRows> {
  const companies: Company[] = []
  const rows: string[] = []
  let { cursor, end } = request
  for (;;) {
    const limit = Math.min(SLICE_ROWS, request.limit - rows.length)
    const slice = await listCompanies(needs, { ...request, cursor, end, limit })
    companies.push(...slice.companies)
    rows.push(...slice.companies.map((company) => rowText(media, company)))
    cursor = slice.next
    end = slice.end
    // A short slice has scanned as many companies as one page may; the client continues with the cursor.
    const isEnd = cursor === undefined || slice.companies.length < limit || rows.length === request.limit
    if (isEnd) return { companies, rows, next: cursor, end }
    await setImmediate()
  }
}

function rowText(media: string, company: Company): string {
  const row = listRowWire(company)
  return media === CSV_MEDIA ? csvLine(COLUMNS.map((column) => row[column])) : JSON.stringify(row)
}

function bodyOf(media: string, rows: readonly string[]): string {
  if (media === JSON_MEDIA) return `[${rows.join(',')}]`
  if (media === NDJSON_MEDIA) return rows.map((row) => `${row}\n`).join('')
  return csvLine(COLUMNS) + rows.join('')
}

const pressed = promisify(gzip)

/** Compresses an export if the client accepts gzip. A JSON page is too small for that. */
async function pack(answer: Answer, call: Call): Promise<Answer> {
  if (call.media === JSON_MEDIA) return answer
  const vary = { vary: 'Accept, Accept-Language, Accept-Encoding' }
  if (!acceptsGzip(call.headers['accept-encoding'] as string | undefined)) {
    return { ...answer, headers: { ...answer.headers, ...vary } }
  }
  const headers = { ...answer.headers, ...vary, 'content-encoding': 'gzip' }
  return { ...answer, headers, body: await pressed(answer.body as string) }
}
