/** Schemas of the dashboard's search. */
import { z } from 'zod'
import { detailSchema, searchResultSchema } from '../api/company-schemas.ts'
import { facetsSchema } from '../api/facets-route.ts'
import { searchText } from '../api/fields.ts'
import { searchBody } from '../api/search-route.ts'
import { referenceSchema } from '../api/service-schemas.ts'

/** Hits per page of the dashboard, at most. */
export const APP_SEARCH_LIMIT_MAX = 25
/** Hits per page of the dashboard by default. */
export const APP_SEARCH_LIMIT_DEFAULT = 10

/** The body of the API's search, without `include`: hits always have all fields. */
export const appSearchBody = searchBody.omit({ include: true }).extend({
  /** Absent: a normal search, and a deep one if that has no hit. `false`: only the normal search. */
  deep: z.boolean().optional(),
  limit: z.int().min(1).max(APP_SEARCH_LIMIT_MAX).default(APP_SEARCH_LIMIT_DEFAULT),
})

/** The body of the search, without the fields that choose a page. */
export const appFacetsBody = appSearchBody.omit({ limit: true, cursor: true })
/** The counts of the hits of a search. */
export const appFacetsResult = facetsSchema

const { match, address, history, source, ...recordFields } = searchResultSchema.element.shape

/** A hit with all fields that `include` can request. */
const hitSchema = z.strictObject({
  ...recordFields,
  match: match.unwrap(),
  address: address.unwrap(),
  history: history.unwrap(),
  source: source.unwrap(),
})

/** The result of a search. */
export const appSearchResult = z.strictObject({
  /** The search that found the hits. */
  mode: z.enum(['normal', 'deep']),
  hits: z.array(hitSchema),
  /** Number of hits without the related names, which follow the last hit of a deep search. */
  total: z.int().min(0),
  total_is_exact: z.boolean(),
  /** The search ran out of time: similar names may be missing. */
  partial: z.boolean(),
  truncated: z.boolean(),
  took_ms: z.number().min(0),
  next_cursor: z.string().nullable(),
  /** Date of the oldest source of any hit. */
  as_of: z.string().nullable(),
  /** The API request that finds the same hits. */
  request: z.strictObject({ url: z.string(), body: z.record(z.string(), z.json()) }),
})

/** Query of the suggestions. */
export const suggestQuery = z.strictObject({ q: searchText })
const { uuid, name, registration_number, status, seat } = recordFields
/** The suggested companies. */
export const suggestResult = z.array(
  z.strictObject({
    uuid,
    name,
    registration_number,
    status,
    seat,
    /** The former name that matched, if the current name did not. */
    former_name: z.string().nullable(),
  }),
)

/** One of the two is set: a former id of a company gives its current id. */
export const appCompanyResult = z.strictObject({
  company: detailSchema.nullable(),
  moved_to: z.uuid().nullable(),
})

/** The codes, with their texts, and the number of companies. */
export const referenceResult = referenceSchema.extend({
  /** Number of searchable companies. */
  companies: z.int().min(0),
})
