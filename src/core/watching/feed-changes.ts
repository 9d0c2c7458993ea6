/** Makes events and rows of e-mails of the changes of watched companies. */
import type { Company } from '../company/company.ts'
import type { Change } from '../company/company-store.ts'
import { listChanges } from '../company/list-changes.ts'
import type { Needs } from '../ports.ts'
import { randomText } from '../random-text.ts'
import type { WatchId } from './watch.ts'
import type { DigestRow, FedChanges, Watcher, WatchFeed } from './watch-feed.ts'
import type { CompanyMove } from './watch-store.ts'
import type { NewWebhookEvent } from './webhook.ts'

/** Changes that are read at a time. */
export const FED_CHANGES_MAX = 500
/** Events that are stored at a time, at most; those of one change stay together. */
export const FED_EVENTS_MAX = 5000
/** Time for which a node has the feed after it said so, in ms. */
export const FEED_CLAIM_MS = 15_000
const ID_CHARACTERS = 22

/** What feeding needs. */
export interface FeedNeeds extends Needs<'companies' | 'clock' | 'secrets'> {
  readonly feed: Pick<WatchFeed, 'position' | 'claim' | 'release' | 'watchers' | 'record'>
  /** Returns a company as the events contain it. */
  readonly companyJson: (company: Company) => unknown
}

/**
 * Makes events of all changes after the position of the feed, some at a time, until none is left or `isStopped`. Each step
 * is stored with the new position in one transaction: however this ends, no change is lost, and none is told twice.
 * Does nothing while another node has the feed.
 *
 * @returns the number of events and rows of e-mails that were made.
 */
export async function feedChanges(needs: FeedNeeds, node: string, isStopped: () => boolean): Promise<number> {
  const { feed, companies, clock } = needs
  const position = await feed.position()
  if (position === undefined || position === (await companies.lastSequence())) return 0
  let made = 0
  try {
    while (!isStopped()) {
      const nowMs = clock.nowMs()
      const from = await feed.claim({ node, untilMs: nowMs + FEED_CLAIM_MS }, nowMs)
      const fed = from === undefined ? undefined : await nextStep(needs, from)
      if (fed === undefined || !(await feed.record(node, fed))) break
      made += fed.events.length + fed.digest.length
    }
  } finally {
    await feed.release(node)
  }
  return made
}

/** Returns what the next changes cause; `undefined` if there are none. */
async function nextStep(needs: FeedNeeds, from: number): Promise<FedChanges | undefined> {
  const { companies, feed } = needs
  const end = await companies.lastSequence()
  if (from === end) return undefined
  const nothing = { events: [], digest: [], moves: [], changedAtMs: new Map() }
  // The companies were restored from an older backup: what follows has numbers that were given before.
  if (from > end) return { ...nothing, from, to: end }
  const { changes, last } = await listChanges({ companies }, { since: from, limit: FED_CHANGES_MAX })
  // Old changes were deleted up to the end.
  if (changes.length === 0) return { ...nothing, from, to: end }
  const watchers = await feed.watchers(changes.map(({ uuid }) => uuid))
  if (watchers.length === 0) return { ...nothing, from, to: last }
  const shown = await shownCompanies(needs, changes, watchers)
  return new Step(needs, watchers, shown).of(from, changes)
}

/** Returns the companies that the events contain, as JSON by id. */
async function shownCompanies(
  { companies, companyJson }: Pick<FeedNeeds, 'companies' | 'companyJson'>,
  changes: readonly Change[],
  watchers: readonly Watcher[],
): Promise<ReadonlyMap<string, unknown>> {
  const watched = new Set<string>(watchers.map(({ uuid }) => uuid))
  // A watch follows a merged company, so what happens to the other one is told, too.
  for (const { uuid, into } of changes) if (into !== null && watched.has(uuid)) watched.add(into)
  const found = await companies.findMany([...watched])
  return new Map(found.map((company) => [company.uuid, companyJson(company)]))
}

/** What some changes cause, in their order. */
class Step {
  readonly #needs: Pick<FeedNeeds, 'secrets'>
  readonly #watchers: Map<string, Watcher[]>
  readonly #shown: ReadonlyMap<string, unknown>
  readonly #events: FedChanges['events'][number][] = []
  readonly #digest: DigestRow[] = []
  readonly #moves: CompanyMove[] = []
  readonly #changedAtMs = new Map<WatchId, number>()

  constructor(
    needs: Pick<FeedNeeds, 'secrets'>,
    watchers: readonly Watcher[],
    shown: ReadonlyMap<string, unknown>,
  ) {
    this.#needs = needs
    this.#watchers = Map.groupBy(watchers, ({ uuid }) => uuid)
    this.#shown = shown
  }

  of(from: number, changes: readonly Change[]): FedChanges {
    let to = from
    for (const change of changes) {
      for (const watcher of this.#watchers.get(change.uuid) ?? []) this.#tell(change, watcher)
      if (change.into !== null) this.#follow(change.uuid, change.into)
      to = change.sequence
      if (this.#events.length + this.#digest.length >= FED_EVENTS_MAX) break
    }
    const made = { events: this.#events, digest: this.#digest, moves: this.#moves }
    return { from, to, ...made, changedAtMs: this.#changedAtMs }
  }

  #tell(change: Change, watcher: Watcher): void {
    const { uuid, kind, fields, atMs } = change
    this.#changedAtMs.set(watcher.watch, atMs)
    if (watcher.email !== 'none') this.#digest.push({ watch: watcher.watch, uuid, kind, fields, atMs })
    if (watcher.webhooks.length === 0) return
    const payload = this.#payload(change, watcher)
    for (const webhook of watcher.webhooks)
      this.#events.push({ webhook, event: newEvent(this.#needs, `company.${kind}`, atMs, payload) })
  }

  #payload({ uuid, kind, fields, into }: Change, { watch, ref }: Watcher): object {
    const company = this.#shown.get(into ?? uuid) ?? null
    return { watch, ref, uuid, kind, fields, ...(into !== null && { into }), company }
  }

  /** Later changes of the other company are told to those who watched this one. */
  #follow(from: string, into: string): void {
    const moved = this.#watchers.get(from)
    if (moved === undefined) return
    this.#watchers.delete(from)
    const there = this.#watchers.get(into) ?? []
    const added = moved.filter(({ watch }) => !there.some((one) => one.watch === watch))
    this.#watchers.set(into, [...there, ...added.map((watcher) => ({ ...watcher, uuid: into }))])
    this.#moves.push({ from, into })
  }
}

/** Makes an event: its body is JSON with type, time and data. */
export function newEvent(
  { secrets }: Needs<'secrets'>,
  type: NewWebhookEvent['type'],
  atMs: number,
  data: object,
): NewWebhookEvent {
  const payload = JSON.stringify({ type, timestamp: new Date(atMs).toISOString(), data })
  return { id: `evt_${randomText({ secrets }, ID_CHARACTERS)}`, type, atMs, payload }
}
