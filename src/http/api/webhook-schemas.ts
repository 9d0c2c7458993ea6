/** Schemas of webhooks and of their events. */
import { z } from 'zod'
import { readChangeCursor } from '../../core/company/list-changes.ts'
import {
  DELIVERY_FAULTS,
  SECRET_OVERLAP_MS_MAX,
  WEBHOOK_DESCRIPTION_CHARS_MAX,
  WEBHOOK_EVENT_TYPES,
  WEBHOOK_STATES,
  WEBHOOK_URL_CHARS_MAX,
} from '../../core/watching/webhook.ts'
import { shortText, wholeNumberText } from './fields.ts'

const EVENTS_PER_PAGE_MAX = 1000
const EVENTS_PER_PAGE = 100
const MS_PER_S = 1000

/** The address of a receiver. Whether this service connects to it is decided at each delivery. */
const urlField = z
  .string()
  .max(WEBHOOK_URL_CHARS_MAX)
  .regex(/^https?:\/\/([A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?([/?][!-"$-[\]-~]*)?$/)
  .refine((text) => URL.canParse(text), { params: { reason: 'format' } })
  .meta({
    de: 'Adresse des Empfängers: `https`, oder `http` in einem eigenen Netz; ohne Zugangsdaten und ohne `#`. Ein Name mit Umlauten steht in seiner Form mit `xn--`.',
    en: 'Address of the receiver: `https`, or `http` in a network of your own; without credentials and without `#`. A name with other letters than those of ASCII has its form with `xn--`.',
    example: 'https://crm.example.com/firmensuche',
  })

/** A new webhook. */
export const createWebhookBody = z.strictObject({
  url: urlField,
  note: shortText(WEBHOOK_DESCRIPTION_CHARS_MAX).default('').meta({
    de: 'Wofür du ihn verwendest.',
    en: 'What you use it for.',
  }),
})

/** A cursor of events, as a position. */
function eventCursor() {
  return z
    .string()
    .transform((text, context) => {
      const sequence = readChangeCursor(text)
      if (sequence !== undefined) return sequence
      context.addIssue({ code: 'custom', params: { reason: 'format' } })
      return z.NEVER
    })
    .optional()
}

/** From where a webhook is resumed. */
export const resumeWebhookBody = z.strictObject({
  from: eventCursor().meta({
    type: 'string',
    de: 'Der `cursor` eines Ereignisses: Alle späteren werden gesendet, auch solche, die schon zugestellt sind. Ohne Angabe geht es nach dem letzten zugestellten weiter.',
    en: 'The `cursor` of an event: all later ones are sent, also those that were delivered. If absent, it continues after the last one that was delivered.',
  }),
})

/** How long the old secret signs, too. */
export const rotateWebhookBody = z.strictObject({
  overlap_s: z
    .int()
    .min(0)
    .max(SECRET_OVERLAP_MS_MAX / MS_PER_S)
    .meta({
      de: 'Sekunden, in denen Ereignisse zusätzlich mit dem bisherigen Secret signiert werden.',
      en: 'Seconds in which events are signed with the old secret, too.',
      example: 86_400,
    }),
})

/** The query of a page of events. */
export const eventsQuery = z.strictObject({
  cursor: eventCursor().meta({
    type: 'string',
    de: '`X-Next-Cursor` der vorigen Seite, oder der `cursor` eines Ereignisses. Ohne Angabe: ab dem ältesten.',
    en: '`X-Next-Cursor` of the previous page, or the `cursor` of an event. If absent: from the oldest one.',
  }),
  limit: wholeNumberText(1, EVENTS_PER_PAGE_MAX, EVENTS_PER_PAGE).meta({
    de: 'Ereignisse pro Seite.',
    en: 'Events per page.',
  }),
})

/** A webhook. */
export const webhookSchema = z
  .strictObject({
    id: z.string().meta({ example: 'whk_4fGk20LmQ8xZr1Bd' }),
    url: z.string(),
    note: z.string(),
    state: z.enum(WEBHOOK_STATES).meta({
      title: 'WebhookState',
      de: '`paused`: Ereignisse werden nicht gesendet und warten.',
      en: '`paused`: events are not sent, and wait.',
    }),
    created_at: z.iso.datetime(),
    old_secret_ends_at: z.iso.datetime().nullable().meta({
      de: 'Bis dahin wird auch mit dem vorigen Secret signiert.',
      en: 'Until then the previous secret signs, too.',
    }),
    events: z.int().min(0).meta({ de: 'Ereignisse bisher.', en: 'Events so far.' }),
    waiting: z.int().min(0).meta({ de: 'Davon noch nicht zugestellt.', en: 'Those not delivered yet.' }),
    delivered_cursor: z.string().meta({
      de: 'Der `cursor` des letzten zugestellten Ereignisses.',
      en: 'The `cursor` of the last event that was delivered.',
    }),
    failing: z
      .strictObject({
        since: z.iso.datetime(),
        attempts: z.int().min(1),
        next_attempt_at: z.iso.datetime().nullable(),
        fault: z.enum(DELIVERY_FAULTS),
        status: z.int().nullable(),
      })
      .meta({ title: 'WebhookFailure' })
      .nullable()
      .meta({
        de: 'Die gescheiterten Versuche, das nächste Ereignis zuzustellen; `null`, wenn der letzte Versuch gelang.',
        en: 'The failed attempts to deliver the next event; `null` if the last attempt succeeded.',
      }),
  })
  .meta({ title: 'Webhook' })

/** A webhook with its secret. */
export const webhookSecretSchema = z
  .strictObject({
    ...webhookSchema.shape,
    secret: z.string().meta({
      de: 'Das Secret der Signaturen (Standard Webhooks). Keine andere Antwort enthält es.',
      en: 'The secret of the signatures (Standard Webhooks). No other response contains it.',
      example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    }),
  })
  .meta({ title: 'WebhookWithSecret' })

/** An event that was queued. */
export const queuedEventSchema = z
  .strictObject({ id: z.string(), cursor: z.string() })
  .meta({ title: 'QueuedEvent' })

/** The body of the request that delivers an event. */
const payloadSchema = z
  .looseObject({
    type: z.enum(WEBHOOK_EVENT_TYPES).meta({ title: 'WebhookEventType' }),
    timestamp: z.iso.datetime(),
    data: z.looseObject({}),
  })
  .meta({ title: 'WebhookPayload' })

/** The events of a page. */
export const eventsResult = z.array(
  z
    .strictObject({
      cursor: z.string(),
      id: z.string().meta({
        de: 'Der Header `webhook-id`, in jedem Versuch derselbe.',
        en: 'The header `webhook-id`, the same in every attempt.',
      }),
      type: z.enum(WEBHOOK_EVENT_TYPES).meta({ title: 'WebhookEventType' }),
      at: z.iso.datetime(),
      delivered: z.boolean(),
      payload: payloadSchema,
    })
    .meta({ title: 'WebhookEvent' }),
)
