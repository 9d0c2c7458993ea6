/** The commands that change watches and webhooks. */
import { type ServerCommand, typed } from '../command.ts'
import type { Language } from '../identity/account.ts'
import type { Watch, WatchChange, WatchedCompany, WatchId, WatchOwner, WatchTerms } from './watch.ts'
import type { AddedState, CompanyMove } from './watch-store.ts'
import type { Webhook, WebhookId } from './webhook.ts'

/** A webhook with its secret, which no other result contains. */
export interface WebhookWithSecret {
  readonly webhook: Webhook
  readonly secret: string
}

interface OwnWatch {
  readonly owner: WatchOwner
  readonly id: WatchId
}

interface OwnWebhook {
  readonly owner: WatchOwner
  readonly id: WebhookId
}

const WATCH = { answeredBy: 'supervisor', isChange: true } as const

/** Commands of the table of all commands. */
export const WATCH_COMMANDS = {
  /** `feedEnd`: number of the last change, as `WatchStore.add`. Without a language it has that of the account. */
  createWatch: {
    ...WATCH,
    params: typed<{
      readonly owner: WatchOwner
      readonly terms: WatchTerms
      readonly language: Language | undefined
      readonly feedEnd: number
    }>(),
    result: typed<Watch>(),
    errors: ['invalid_request', 'conflict'],
  },
  changeWatch: {
    ...WATCH,
    params: typed<OwnWatch & { readonly terms: WatchChange }>(),
    result: typed<Watch>(),
    errors: ['invalid_request', 'not_found'],
  },
  deleteWatch: { ...WATCH, params: typed<OwnWatch>(), result: typed<null>(), errors: ['not_found'] },
  addToWatch: {
    ...WATCH,
    params: typed<OwnWatch & { readonly companies: readonly Omit<WatchedCompany, 'addedAtMs'>[] }>(),
    result: typed<readonly AddedState[]>(),
    errors: ['not_found', 'conflict'],
  },
  /** Removes companies; returns how many. */
  removeFromWatch: {
    ...WATCH,
    params: typed<OwnWatch & { readonly uuids: readonly string[] }>(),
    result: typed<number>(),
    errors: ['not_found'],
  },
  /** Makes all watches follow companies that were merged while they were added. */
  followCompanies: {
    ...WATCH,
    params: typed<{ readonly moves: readonly CompanyMove[] }>(),
    result: typed<null>(),
    errors: [],
  },
  /** Ends the e-mails of the watch that the token belongs to. */
  endWatchEmails: {
    ...WATCH,
    params: typed<{ readonly token: string }>(),
    result: typed<null>(),
    errors: ['not_found'],
  },
  createWebhook: {
    ...WATCH,
    params: typed<{ readonly owner: WatchOwner } & Pick<Webhook, 'url' | 'description'>>(),
    result: typed<WebhookWithSecret>(),
    errors: ['conflict'],
  },
  deleteWebhook: { ...WATCH, params: typed<OwnWebhook>(), result: typed<null>(), errors: ['not_found'] },
  /** Makes a new secret; the old one signs too for `overlapMs`. */
  rotateWebhook: {
    ...WATCH,
    params: typed<OwnWebhook & { readonly overlapMs: number }>(),
    result: typed<WebhookWithSecret>(),
    errors: ['not_found'],
  },
  pauseWebhook: { ...WATCH, params: typed<OwnWebhook>(), result: typed<Webhook>(), errors: ['not_found'] },
  /** `from`: as `WebhookStore.resume`. */
  resumeWebhook: {
    ...WATCH,
    params: typed<OwnWebhook & { readonly from: number | undefined }>(),
    result: typed<Webhook>(),
    errors: ['not_found'],
  },
  /** Queues an event of type `ping`; returns its number and its id. */
  pingWebhook: {
    ...WATCH,
    params: typed<OwnWebhook>(),
    result: typed<{ readonly sequence: number; readonly id: string }>(),
    errors: ['not_found'],
  },
} as const satisfies Readonly<Record<string, ServerCommand>>
