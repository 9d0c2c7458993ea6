/** Schemas of the routes of lists that are matched as jobs. */
import { z } from 'zod'
import { FAULT_REASONS } from '../../core/failure.ts'
import { CERTAINTIES } from '../../core/matching/match-columns.ts'
import { MATCH_JOBS_MAX } from '../../core/matching/match-job.ts'
import { ROW_COMPANIES_MAX } from '../../core/matching/match-row.ts'
import { ROW_NOTES } from '../../core/matching/match-rows.ts'
import { PREVIEW_ROWS } from '../../core/matching/preview-match.ts'
import { REVIEW_ROWS } from '../../core/matching/review-rows.ts'
import { ROW_STATES, type RowState } from '../../core/matching/row-states.ts'
import { STATUSES } from '../../names/search/status.ts'
import { jobSchema } from '../api/matches-schemas.ts'

/** Characters of a file name, at most. */
const FILE_NAME_CHARS_MAX = 200
/** Longer than the position of any column, or a uuid. */
const CHOICE_CHARS_MAX = 100

/** Positions of columns from 0, separated by commas: `2,3`. */
const places = z
  .string()
  .regex(/^(?:\d{1,4}(?:,\d{1,4}){0,7})?$/)
  .transform((text) => (text === '' ? [] : text.split(',').map(Number)))
const flag = z.enum(['true', 'false']).transform((text) => text === 'true')
const placesResult = z.array(z.int().min(0))
const fieldsOf = <Field extends z.ZodType>(field: Field) =>
  z.strictObject({ name: field, city: field, number: field })

/** Whether the first row is the header; absent: that is recognised. */
export const previewQuery = z.strictObject({ header: flag.optional() })

/** A list before it is matched. */
export const previewResult = z.strictObject({
  header: z.array(z.string()),
  has_header: z.boolean(),
  first_rows: z.array(z.array(z.string())).max(PREVIEW_ROWS),
  rows: z.int().min(0),
  columns: fieldsOf(placesResult),
  certainty: fieldsOf(z.enum(CERTAINTIES).nullable()),
})

/** How a list is matched. */
export const startQuery = z.strictObject({
  filename: z.string().max(FILE_NAME_CHARS_MAX).default(''),
  header: flag,
  deep: flag,
  name: places,
  city: places,
  number: places,
})

const countsResult = z.strictObject(
  Object.fromEntries(ROW_STATES.map((state) => [state, z.int().min(0)])) as Record<RowState, z.ZodInt>,
)

/** A job in a list. */
export const matchSchema = jobSchema

/** The jobs of the account, the newest first. */
export const matchesResult = z.strictObject({
  jobs: z.array(matchSchema).max(MATCH_JOBS_MAX),
  jobs_max: z.int(),
})

/** A job with the names of all columns of its list, and the rows about which something was decided, by state. */
export const matchResult = z.strictObject({
  job: matchSchema,
  header: z.array(z.string()),
  decided: countsResult,
})

/** Which rows to review: those in a state. */
export const rowsQuery = z.strictObject({
  state: z.enum(ROW_STATES),
  /** From 0; absent: the page with the first row without a decision. */
  page: z.coerce.number().int().min(0).max(100_000).optional(),
})

/** A range of code points of a name. */
const range = z.tuple([z.int(), z.int()])

const candidateSchema = z.strictObject({
  uuid: z.string(),
  name: z.string(),
  registration_number: z.string(),
  register_court: z.string(),
  seat: z.string(),
  status: z.enum(STATUSES),
  score: z.int(),
  reasons: z.array(z.string()),
  /** Where the name differs from that of the row. */
  differences: z.array(range),
  /** Where the name of the row differs from that of the company. */
  missing: z.array(range),
})

/** A row under review. `row`: its place in the list, from 0. */
export const reviewRowSchema = z.strictObject({
  row: z.int().min(0),
  name: z.string(),
  city: z.string(),
  number: z.string(),
  cells: z.array(z.string()),
  state: z.enum(ROW_STATES),
  notes: z.array(z.enum(ROW_NOTES)),
  faults: z.array(
    z.strictObject({
      field: z.enum(['row', 'name', 'city', 'number']),
      reason: z.enum(FAULT_REASONS),
    }),
  ),
  companies: z.array(candidateSchema).max(ROW_COMPANIES_MAX),
  /** The uuid of the chosen company, or `none`; `null`: nothing was decided. */
  choice: z.string().nullable(),
})

/** A page of rows. */
export const rowsResult = z.strictObject({
  page: z.int().min(0),
  page_rows: z.int().min(1),
  total: z.int().min(0),
  rows: z.array(reviewRowSchema).max(REVIEW_ROWS),
})

/** A decision about a row; `null` takes it back. */
export const decisionBody = z.strictObject({
  row: z.int().min(0).max(10_000_000),
  choice: z.string().min(1).max(CHOICE_CHARS_MAX).nullable(),
})

/** The form of a result. `separator`: that of CSV. */
export const resultQuery = z.strictObject({
  format: z.enum(['csv', 'xlsx']),
  separator: z.enum(['comma', 'semicolon']).default('comma'),
})
