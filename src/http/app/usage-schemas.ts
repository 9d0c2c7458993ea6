/** Schemas of the routes of usage. */
import { z } from 'zod'
import { countFields, levelSchema } from '../api/service-schemas.ts'

/** Counts of a period. Times in ms, `null` if no request was answered successfully. */
const stepFields = {
  ...countFields,
  p50_ms: z.number().nullable(),
  p99_ms: z.number().nullable(),
}

/**
 * The requested period. `from` and `to` in UTC; `zone` is the IANA name of the time zone whose days are
 * counted.
 */
export const usageQuery = z.strictObject({
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  by: z.enum(['hour', 'day']),
  zone: z.string().min(1).max(100).default('Europe/Berlin'),
  /** Not named `key`, because the guard rejects a query with that name (`keyInQuery`). */
  key_id: z.string().min(1).max(100).optional(),
})

/** `at`: an hour in UTC, or a day of the zone (`2026-11-21`). */
export const usageResult = z.strictObject({
  rows: z.array(z.strictObject({ at: z.string(), ...stepFields })),
  total: z.strictObject(stepFields),
})

/**
 * The limits of the account and its keys. `account`: the limit that all keys without their own limit share;
 * `null` if there is none.
 */
export const limitsResult = z.strictObject({
  account: levelSchema.nullable(),
  keys: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      visible_start: z.string(),
      limit: levelSchema,
      burst: levelSchema,
    }),
  ),
})
