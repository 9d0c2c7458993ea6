/** What the routes of usage read and answer. */
import { z } from 'zod'

/** A count over some time. Times in ms, `null` where nothing was answered well. */
const COUNTS = {
  requests: z.int().min(0),
  errors: z.int().min(0),
  limited: z.int().min(0),
  deep: z.int().min(0),
  p50_ms: z.number().nullable(),
  p99_ms: z.number().nullable(),
}

/** `from` and `to` in UTC; `zone` is the IANA name of the zone that days are cut in. */
export const usageQuery = z.strictObject({
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  by: z.enum(['hour', 'day']),
  zone: z.string().min(1).max(100).default('Europe/Berlin'),
  /** Not `key`: under that name a query is taken for one that holds a secret. */
  key_id: z.string().min(1).max(100).optional(),
})

/** `at`: an hour in UTC, or a day of the zone (`2026-11-21`). */
export const usageResult = z.strictObject({
  rows: z.array(z.strictObject({ at: z.string(), ...COUNTS })),
  total: z.strictObject(COUNTS),
})

/** `used` in units, with tenths. */
const levelSchema = z.strictObject({
  quota: z.number(),
  window_s: z.number(),
  used: z.number(),
})

/** `account`: what all keys without a limit of their own share; `null` while there is none. */
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
