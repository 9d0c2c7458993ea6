/** Schemas of the two questions to the service: queries and an extension. */
import { z } from 'zod'
import { BATCH_ROWS_MAX } from '../api/batch-schemas.ts'
import { PROPERTIES } from './properties.ts'

/** Most queries in one request. */
export const QUERIES_MAX = BATCH_ROWS_MAX
/** Most ids in one request for an extension. */
export const EXTENDED_IDS_MAX = 100
/** Candidates of a query by default, and at most. */
export const CANDIDATES_DEFAULT = 10
export const CANDIDATES_MAX = 25
/** Most properties of one query, and most values of one of them. */
const QUERY_PROPERTIES_MAX = 50
const VALUES_MAX = 100

/** Queries by their keys. Each is validated on its own, so that an invalid one does not affect the others. */
type Queries = Readonly<Record<string, unknown>>

/** A field that contains JSON: text in a form or a query string, a value in a JSON body. */
function jsonField<Schema extends z.ZodType>(schema: Schema) {
  return z
    .unknown()
    .transform((sent, context): unknown => {
      if (typeof sent !== 'string') return sent
      try {
        return JSON.parse(sent)
      } catch {
        context.addIssue({ code: 'custom', params: { reason: 'syntax' } })
        return z.NEVER
      }
    })
    .pipe(schema)
}

const queries = z.unknown().transform((sent, context): Queries => {
  const isObject = typeof sent === 'object' && sent !== null && !Array.isArray(sent)
  const reason = !isObject ? 'type' : Object.keys(sent).length > QUERIES_MAX ? 'too_many' : undefined
  if (reason === undefined) return sent as Queries
  context.addIssue({ code: 'custom', params: { reason } })
  return z.NEVER
})

const propertyIds = PROPERTIES.map(({ id }) => id) as [string, ...string[]]

/** The schema of a question for the values of properties. */
export const extensionSchema = z.object({
  ids: z.array(z.string()).max(EXTENDED_IDS_MAX),
  properties: z.array(z.object({ id: z.enum(propertyIds) })).max(propertyIds.length),
})
/**
 * The question in a query string; without any, the response is the manifest. Other parameters are ignored. What the
 * fields contain is validated where it is answered.
 */
export const questionQuery = z.object({
  queries: jsonField(queries).optional(),
  extend: jsonField(z.unknown()).optional(),
})

/** The question in a body: one of the two. Other fields are ignored. */
export const questionBody = questionQuery.superRefine(({ queries, extend }, context) => {
  if (queries === undefined && extend === undefined) {
    context.addIssue({ code: 'custom', path: ['queries'], params: { reason: 'required' } })
  }
})

const scalar = z.union([
  z.string(),
  z.number().transform(String),
  z.boolean().transform(String),
  z.object({ id: z.string(), name: z.string().optional() }).transform(({ id, name }) => name ?? id),
])

/** One query. Values of a property are texts afterwards. */
export const querySchema = z.object({
  query: z.union([z.string(), z.number().transform(String)]).optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  limit: z.number().optional(),
  properties: z
    .array(z.object({ pid: z.string(), v: z.union([scalar, z.array(scalar).max(VALUES_MAX)]) }))
    .max(QUERY_PROPERTIES_MAX)
    .optional(),
})
/** A valid query. */
export type Query = z.output<typeof querySchema>
