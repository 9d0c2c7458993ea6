/** What the routes of the dashboard's search read and answer. */
import { z } from 'zod'
import { detailSchema, searchResultSchema } from '../api/company-schemas.ts'
import { searchText } from '../api/fields.ts'
import { searchBody } from '../api/search-route.ts'

/** Hits a page of the dashboard. */
export const APP_SEARCH_LIMIT_MAX = 25
export const APP_SEARCH_LIMIT_DEFAULT = 10

/** The API's own question; what is shown of each hit is always the same. */
export const appSearchBody = searchBody.omit({ include: true }).extend({
  /** Absent: a normal search, and a deep one where that has no hit. `false`: the normal search alone. */
  deep: z.boolean().optional(),
  limit: z.int().min(1).max(APP_SEARCH_LIMIT_MAX).default(APP_SEARCH_LIMIT_DEFAULT),
})

const { match, address, history, source, ...recordFields } = searchResultSchema.element.shape

/** A hit with all that `include` can ask for. */
const hitSchema = z.strictObject({
  ...recordFields,
  match: match.unwrap(),
  address: address.unwrap(),
  history: history.unwrap(),
  source: source.unwrap(),
})

export const appSearchResult = z.strictObject({
  /** Which search gave the hits. */
  mode: z.enum(['normal', 'deep']),
  hits: z.array(hitSchema),
  total: z.int().min(0),
  total_is_exact: z.boolean(),
  /** Time ran out: what is like the query may be missing. */
  partial: z.boolean(),
  truncated: z.boolean(),
  took_ms: z.number().min(0),
  next_cursor: z.string().nullable(),
  /** Oldest look of a source at any of the hits. */
  as_of: z.string().nullable(),
  /** The request to the API that gives these hits. */
  request: z.strictObject({ url: z.string(), body: z.record(z.string(), z.json()) }),
})

export const suggestQuery = z.strictObject({ q: searchText })
const { uuid, name, registration_number, status, seat } = recordFields
export const suggestResult = z.array(
  z.strictObject({
    uuid,
    name,
    registration_number,
    status,
    seat,
    /** By which it was found, where it is not found by its present one. */
    former_name: z.string().nullable(),
  }),
)

/** One of the two: an id that a company had before leads to the one that it has. */
export const appCompanyResult = z.strictObject({
  company: detailSchema.nullable(),
  moved_to: z.uuid().nullable(),
})

const text = z.strictObject({ de: z.string(), en: z.string() })
const entries = z.array(z.strictObject({ code: z.string(), name: text }))

export const referenceResult = z.strictObject({
  /** That can be found. */
  companies: z.int().min(0),
  statuses: entries,
  legal_forms: entries,
  register_types: entries,
  courts: z.array(z.strictObject({ code: z.string(), name: z.string(), aliases: z.array(z.string()) })),
  kinds: entries,
  reasons: entries,
})
