/** Queues the e-mails about changes of watched companies. */
import { formatNumber } from '../../names/reading/register-number.ts'
import type { Company } from '../company/company.ts'
import { type ChangedCompany, newEmail } from '../notifications/email.ts'
import type { Needs } from '../ports.ts'
import type { DigestRow, DigestTimes, DueDigest, WatchFeed } from './watch-feed.ts'

/** Shortest time between two instant e-mails of a watch, in ms. */
export const INSTANT_PAUSE_MS = 600_000
/** Time of day at which daily e-mails are sent, in ms after midnight UTC. */
export const DAILY_TIME_MS = 6 * 3_600_000
/** Most companies that an e-mail lists. */
export const DIGEST_COMPANIES_MAX = 50
/** Changes that are read for an e-mail, at most. */
export const DIGEST_ROWS_MAX = 500
/** E-mails that are made at a time. */
const DIGESTS_PER_STEP = 20
const DAY_MS = 86_400_000

/** What the e-mails need. */
export interface DigestNeeds extends Needs<'companies' | 'clock' | 'secrets'> {
  readonly feed: Pick<WatchFeed, 'dueDigests' | 'settleDigest'>
}

/**
 * Queues all e-mails that are due, each in the transaction that removes the changes that it tells, until none is left
 * or `isStopped`. Any number of nodes may do it at the same time.
 *
 * @returns the number of e-mails that were queued.
 */
export async function sendDigests(needs: DigestNeeds, isStopped: () => boolean): Promise<number> {
  let sent = 0
  while (!isStopped()) {
    const times = digestTimes(needs.clock.nowMs())
    const due = await needs.feed.dueDigests(times, DIGESTS_PER_STEP, DIGEST_ROWS_MAX)
    for (const digest of due) if (await settle(needs, digest)) sent++
    if (due.length < DIGESTS_PER_STEP) return sent
  }
  return sent
}

/** Returns which changes are due: instant ones after the pause, daily ones at the last time of day that has passed. */
export function digestTimes(nowMs: number): DigestTimes {
  const dailyMs = Math.floor((nowMs - DAILY_TIME_MS) / DAY_MS) * DAY_MS + DAILY_TIME_MS
  return { instantMs: nowMs - INSTANT_PAUSE_MS, dailyMs }
}

/** @returns whether an e-mail was queued: there is an address, and no other run was faster. */
async function settle(needs: DigestNeeds, digest: DueDigest): Promise<boolean> {
  const { companies, clock, feed, secrets } = needs
  const { watch, name, account, recipient, language, last, count } = digest
  const atMs = clock.nowMs()
  if (recipient === undefined) {
    await feed.settleDigest(digest, undefined, atMs)
    return false
  }
  const byCompany = [...Map.groupBy(digest.rows, ({ uuid }) => uuid)]
  const listed = byCompany.slice(0, DIGEST_COMPANIES_MAX)
  const found = await companies.findMany(listed.map(([uuid]) => uuid))
  const known = new Map<string, Company>(found.map((company) => [company.uuid, company]))
  const told = listed.map(([uuid, rows]) => changedCompany(uuid, rows, known.get(uuid)))
  const more = count - listed.reduce((sum, [, rows]) => sum + rows.length, 0)
  const facts = { watch, watchName: name, companies: told, moreChanges: more }
  // The matter names the rows, so that the same changes are not told twice.
  const matter = `${watch}:${last}`
  const email = newEmail({ secrets }, 'watch_digest', facts, { account, recipient, language, matter, atMs })
  return feed.settleDigest(digest, email, atMs)
}

function changedCompany(
  uuid: string,
  rows: readonly DigestRow[],
  company: Company | undefined,
): ChangedCompany {
  return {
    uuid,
    name: company?.name ?? '',
    number: company === undefined ? '' : formatNumber(company.register),
    kinds: [...new Set(rows.map(({ kind }) => kind))],
    fields: [...new Set(rows.flatMap(({ fields }) => fields))],
  }
}
