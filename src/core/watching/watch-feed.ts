/** The port of the job that makes events of changes. Every method is one atomic step. */
import type { Awaitable } from '../awaitable.ts'
import type { Change } from '../company/company-store.ts'
import type { Language } from '../identity/account.ts'
import type { AccountId } from '../identity/ids.ts'
import type { NewEmail } from '../notifications/email.ts'
import type { WatchEmail, WatchId } from './watch.ts'
import type { CompanyMove } from './watch-store.ts'
import type { NewWebhookEvent, WebhookId } from './webhook.ts'

/** A company of a watch, with what its changes cause. */
export interface Watcher {
  readonly watch: WatchId
  readonly uuid: string
  readonly ref: string | null
  readonly webhooks: readonly WebhookId[]
  readonly email: WatchEmail
}

/** A change that an e-mail will tell. */
export interface DigestRow extends Pick<Change, 'uuid' | 'kind' | 'fields' | 'atMs'> {
  readonly watch: WatchId
}

/** What the changes up to a number cause. */
export interface FedChanges {
  /** The position before. */
  readonly from: number
  /** Number of the last of these changes. */
  readonly to: number
  readonly events: readonly { readonly webhook: WebhookId; readonly event: NewWebhookEvent }[]
  readonly digest: readonly DigestRow[]
  readonly moves: readonly CompanyMove[]
  /** When the newest of these changes happened, in ms since 1970, for each watch that has one. */
  readonly changedAtMs: ReadonlyMap<WatchId, number>
}

/** Changes that wait for the e-mail of a watch. */
export interface DueDigest {
  readonly watch: WatchId
  readonly name: string
  readonly account: AccountId
  /** The address of the account; `undefined` = it has none, or is disabled. */
  readonly recipient: string | undefined
  readonly language: Language
  /** When the last e-mail of the watch was queued, in ms since 1970; 0 = none was. */
  readonly emailedAtMs: number
  /** Number of the last row. */
  readonly last: number
  /** The first rows, at most as many as asked for. */
  readonly rows: readonly DigestRow[]
  /** Number of all rows up to `last`. */
  readonly count: number
}

/** The changes that wait for an e-mail until these times. */
export interface DigestTimes {
  /** Watches whose last e-mail is not later send an instant one. */
  readonly instantMs: number
  /** Rows before this time are due in a daily one. */
  readonly dailyMs: number
}

/** The feed: its position, and what follows from changes. */
export interface WatchFeed {
  /** Returns the number of the last change whose events were made; `undefined` = nothing is watched. */
  position(): Awaitable<number | undefined>
  /** Gives the feed to this node, and returns its position; `undefined` if another node has it. */
  claim(
    claim: { readonly node: string; readonly untilMs: number },
    nowMs: number,
  ): Awaitable<number | undefined>
  /** Ends the claim of a node, or that of any. */
  release(node: string | 'all'): Awaitable<void>
  /** Returns who watches these companies. */
  watchers(uuids: readonly string[]): Awaitable<readonly Watcher[]>
  /**
   * Stores what changes cause, and the position; returns `false`, and stores nothing, if the node no longer has the feed
   * or the position is another one.
   */
  record(node: string, fed: FedChanges): Awaitable<boolean>
  /** Returns up to `limit` e-mails that are due, each with up to `rows` rows. */
  dueDigests(times: DigestTimes, limit: number, rows: number): Awaitable<readonly DueDigest[]>
  /**
   * Removes the rows up to `last` and queues the e-mail; returns `false`, and does nothing, if an e-mail of the watch was
   * queued since the rows were read: it told some of them.
   */
  settleDigest(
    digest: Pick<DueDigest, 'watch' | 'last' | 'emailedAtMs'>,
    email: NewEmail | undefined,
    atMs: number,
  ): Awaitable<boolean>
  /** Deletes changes before this time that no e-mail has told. */
  purge(beforeMs: number): Awaitable<void>
}
