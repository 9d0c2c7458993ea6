/** Watch lists and webhooks, in the JSON of the dashboard's API. */
import type { z } from 'zod'
import type { Company } from '../../core/company/company.ts'
import { changeCursor } from '../../core/company/list-changes.ts'
import type { Watch, WatchedCompany } from '../../core/watching/watch.ts'
import type { Webhook, WebhookEvent } from '../../core/watching/webhook.ts'
import type { WebhookReader } from '../../core/watching/webhook-store.ts'
import { recordOf, recordWire } from '../api/company-wire.ts'
import { watchedWire, watchWire } from '../api/watch-wire.ts'
import { webhookWire } from '../api/webhook-wire.ts'
import { timeWire } from './app-wire.ts'
import type {
  appEventSchema,
  appWatchSchema,
  appWebhookSchema,
  watchedCompanySchema,
} from './watches-schemas.ts'

/** Converts a list. */
export function appWatchWire(watch: Watch): z.input<typeof appWatchSchema> {
  const { changedAtMs } = watch
  return { ...watchWire(watch), changed_at: changedAtMs === null ? null : timeWire(changedAtMs) }
}

/** Converts a webhook; reads the first event that waits. */
export async function appWebhookWire(
  { webhooks }: { readonly webhooks: Pick<WebhookReader, 'events'> },
  webhook: Webhook,
): Promise<z.input<typeof appWebhookSchema>> {
  const { id, delivered, lastSequence } = webhook
  const [first] = delivered < lastSequence ? await webhooks.events(id, delivered, 1) : []
  return { ...webhookWire(webhook), delivered, waiting_since: first ? timeWire(first.atMs) : null }
}

/** Converts a company of a list. `company`: `undefined` if it is not shown any more. */
export function watchedCompanyWire(
  watched: WatchedCompany,
  company: Company | undefined,
): z.input<typeof watchedCompanySchema> {
  return { ...watchedWire(watched), company: company === undefined ? null : shownWire(company) }
}

function shownWire(company: Company) {
  const { uuid: _, legal_form: _form, ...record } = recordWire(recordOf(company))
  return { ...record, updated_at: timeWire(company.updatedAtMs) }
}

/** What the page shows of the data of an event. */
interface EventData {
  readonly uuid?: string
  readonly ref?: string | null
  readonly fields?: readonly string[]
  readonly company?: { readonly name: string } | null
}

/** Converts an event. `delivered`: number of the last one that was delivered. */
export function appEventWire(
  { sequence, id, type, atMs, payload }: WebhookEvent,
  delivered: number,
): z.input<typeof appEventSchema> {
  const { data } = JSON.parse(payload) as { readonly data: EventData }
  return {
    ...{ number: sequence, id, type, at: timeWire(atMs), delivered: sequence <= delivered },
    uuid: data.uuid ?? null,
    name: data.company?.name ?? null,
    ref: data.ref ?? null,
    fields: [...(data.fields ?? [])],
    from: changeCursor(sequence - 1),
  }
}
