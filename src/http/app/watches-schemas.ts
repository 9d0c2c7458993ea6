/** Schemas of the routes of watch lists and webhooks. */
import { z } from 'zod'
import { WATCH_NAME_CHARS_MAX, WATCHED_COMPANIES_MAX, WATCHES_MAX } from '../../core/watching/watch.ts'
import { WEBHOOK_EVENT_TYPES, WEBHOOK_URL_CHARS_MAX, WEBHOOKS_MAX } from '../../core/watching/webhook.ts'
import { recordFields } from '../api/company-schemas.ts'
import { addCompaniesBody, addedResult, watchSchema } from '../api/watch-schemas.ts'
import { webhookSchema, webhookSecretSchema } from '../api/webhook-schemas.ts'
import { timeField } from './app-schemas.ts'

/** Events of a page. */
export const APP_EVENTS_PER_PAGE = 25

/** A watch list, with the time of its newest change. */
export const appWatchSchema = watchSchema.extend({ changed_at: timeField.nullable() })

/** A webhook, with what the page needs to follow a test event. */
export const appWebhookSchema = webhookSchema.extend({
  /** Number of the last event that was delivered. */
  delivered: z.int().min(0),
  /** When the oldest event happened that waits. */
  waiting_since: timeField.nullable(),
})

/** The lists and webhooks of the account, each the newest first. */
export const watchesResult = z.strictObject({
  watches: z.array(appWatchSchema).max(WATCHES_MAX),
  watches_max: z.int(),
  companies_max: z.int(),
  webhooks: z.array(appWebhookSchema).max(WEBHOOKS_MAX),
  webhooks_max: z.int(),
})

/** A list after a change. */
export const watchResult = z.strictObject({ watch: appWatchSchema })
/** A webhook after a change. */
export const webhookResult = z.strictObject({ webhook: appWebhookSchema })

/** The name of a list, typed as a confirmation. A code point has two UTF-16 units at most. */
export const deleteWatchBody = z.strictObject({ name: z.string().max(2 * WATCH_NAME_CHARS_MAX) })
/** Host and port of a webhook, typed as a confirmation. */
export const deleteWebhookBody = z.strictObject({ host: z.string().max(WEBHOOK_URL_CHARS_MAX) })

const { uuid, name, registration_number, register_court, seat, status, country } = recordFields

/** A company of a list. `company`: `null` if it is no longer in the register, or suppressed. */
export const watchedCompanySchema = z.strictObject({
  uuid,
  ref: z.string().nullable(),
  added_at: timeField,
  company: z
    .strictObject({ name, registration_number, register_court, seat, status, country, updated_at: timeField })
    .nullable(),
})

/** A page of the companies of a list. */
export const appWatchedResult = z.strictObject({
  companies: z.array(watchedCompanySchema).max(WATCHED_COMPANIES_MAX),
  next_cursor: z.string().nullable(),
})

/** Companies that are added. */
export const appAddCompaniesBody = z.strictObject({ companies: addCompaniesBody })
/** What became of each, in the order of the request. */
export const appAddedResult = z.strictObject({ companies: addedResult })
/** How many companies were removed. */
export const removedResult = z.strictObject({ removed: z.int().min(0) })

/** A webhook with its secret, which no other response contains. */
export const issuedWebhookResult = z.strictObject({
  webhook: appWebhookSchema,
  secret: webhookSecretSchema.shape.secret,
})

/** A test event that was queued. `number`: it is delivered when `delivered` of the webhook has reached it. */
export const pingResult = z.strictObject({ id: z.string(), number: z.int().min(1) })

/** Which events: those before this number; absent: the newest. */
export const appEventsQuery = z.strictObject({
  before: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
})

/** An event of a webhook. */
export const appEventSchema = z.strictObject({
  number: z.int().min(1),
  id: z.string(),
  type: z.enum(WEBHOOK_EVENT_TYPES),
  at: timeField,
  delivered: z.boolean(),
  /** Id and name of the company, and the client's reference; `null` for a test event. */
  uuid: z.string().nullable(),
  name: z.string().nullable(),
  ref: z.string().nullable(),
  fields: z.array(z.string()),
  /** For `resume`: this event and all later ones are sent again. */
  from: z.string(),
})

/** A page of events, the newest first. `older`: `before` of the next page; `null` on the last one. */
export const appEventsResult = z.strictObject({
  events: z.array(appEventSchema).max(APP_EVENTS_PER_PAGE),
  older: z.int().nullable(),
})
