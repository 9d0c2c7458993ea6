import type { Selectable } from 'kysely'
import type { Language } from '../../../core/identity/account.ts'
import { EMAIL_LIFE_MS, type EmailId, type EmailKind } from '../../../core/notifications/email.ts'
import type { LinkKind } from '../../../core/notifications/link-kind.ts'
import type {
  DueEmail,
  EmailCounts,
  EmailEnd,
  Outbox,
  OutboxEmail,
} from '../../../core/notifications/outbox.ts'
import type { SqlDatabase } from '../database/sql-database.ts'
import type { Accounts, AccountsTables, EmailsTable } from './accounts-tables.ts'

/**
 * The outbox of a database that one sender uses. `adapters/postgres` has the one that several use. Its opener
 * closes the database.
 */
export class SqlOutbox implements Outbox {
  protected readonly database: SqlDatabase<AccountsTables>

  constructor(database: SqlDatabase<AccountsTables>) {
    this.database = database
  }

  async due(nowMs: number): Promise<DueEmail | undefined> {
    const { tables } = this.database
    const next = await nextEmail(tables, nowMs).executeTakeFirst()
    return next && findDueEmail(tables, next.number, nowMs)
  }

  async hasDue(nowMs: number): Promise<boolean> {
    return (await nextEmail(this.database.tables, nowMs).executeTakeFirst()) !== undefined
  }

  async settle(number: number, end: EmailEnd, atMs: number, fault: string | undefined): Promise<void> {
    await this.database.tables
      .updateTable('emails')
      .set({ state: end, settled_at_ms: atMs, ...(fault !== undefined && { last_fault: fault }) })
      .where('number', '=', number)
      .where('state', '=', 'waiting')
      .execute()
  }

  async postpone(number: number, dueAtMs: number, fault: string): Promise<void> {
    await this.database.tables
      .updateTable('emails')
      .set(({ eb }) => ({ tries: eb('tries', '+', 1), due_at_ms: dueAtMs, last_fault: fault }))
      .where('number', '=', number)
      .execute()
  }

  async noteUnreachable(number: number, nowMs: number, fault: string): Promise<void> {
    await this.database.tables
      .updateTable('emails')
      .set({ due_at_ms: nowMs, last_fault: fault })
      .where('number', '=', number)
      .execute()
  }

  async counts(): Promise<EmailCounts> {
    const row = await this.database.tables
      .selectFrom('emails')
      .select(({ fn, selectFrom }) => [
        fn.countAll<number>().filterWhere('state', '=', 'waiting').as('waiting'),
        fn.countAll<number>().filterWhere('state', '=', 'failed').as('failed'),
        fn.min('created_at_ms').filterWhere('state', '=', 'waiting').as('oldest'),
        selectFrom('emails as faulty')
          .select('faulty.last_fault')
          .where('faulty.state', 'in', ['waiting', 'failed'])
          .where('faulty.last_fault', 'is not', null)
          .orderBy('faulty.number', 'desc')
          .limit(1)
          .as('fault'),
      ])
      .where('state', 'in', ['waiting', 'failed'])
      .executeTakeFirstOrThrow()
    return {
      waiting: row.waiting,
      failed: row.failed,
      oldestWaitingAtMs: (row.oldest as number | null) ?? undefined,
      fault: row.fault ?? undefined,
    }
  }

  async list(state: OutboxEmail['state'], limit: number): Promise<readonly OutboxEmail[]> {
    const rows = await this.database.tables
      .selectFrom('emails')
      .select(['id', 'kind', 'recipient', 'state', 'created_at_ms', 'tries', 'last_fault'])
      .where('state', '=', state)
      .orderBy('number', 'desc')
      .limit(limit)
      .execute()
    return rows.map((row) => ({
      id: row.id as EmailId,
      kind: row.kind as EmailKind,
      to: row.recipient,
      state: row.state as OutboxEmail['state'],
      createdAtMs: row.created_at_ms,
      tries: row.tries,
      fault: row.last_fault ?? undefined,
    }))
  }

  again(id: EmailId, nowMs: number): Promise<boolean> {
    return this.database.forAccount(undefined, async (tables) => {
      const email = await tables
        .selectFrom('emails')
        .leftJoin('links', 'links.id', 'emails.link_id')
        .select(['emails.link_id', 'links.used_at_ms', 'links.ended_at_ms', 'links.expires_at_ms'])
        .where('emails.id', '=', id)
        .executeTakeFirst()
      if (email === undefined || isLinkOver(email, nowMs)) return false
      const { numUpdatedRows } = await tables
        .updateTable('emails')
        .set({ state: 'waiting', settled_at_ms: null, tries: 0, due_at_ms: nowMs })
        .set({ expires_at_ms: email.expires_at_ms ?? nowMs + EMAIL_LIFE_MS })
        .where('id', '=', id)
        .where('state', '=', 'failed')
        .where('recipient', '<>', '')
        .executeTakeFirst()
      return numUpdatedRows === 1n
    })
  }
}

/** The query for the number of the next e-mail to send. */
export function nextEmail(tables: Accounts, nowMs: number) {
  return (
    tables
      .selectFrom('emails')
      .select('number')
      .where('state', '=', 'waiting')
      .where('due_at_ms', '<=', nowMs)
      // False goes before true: those with a link that no try failed for.
      .orderBy(({ eb, or }) => or([eb('link_id', 'is', null), eb('last_fault', 'is not', null)]))
      .orderBy('due_at_ms')
      .orderBy('number')
      .limit(1)
  )
}

/** Returns an e-mail with its link. */
export async function findDueEmail(
  tables: Accounts,
  number: number,
  nowMs: number,
): Promise<DueEmail | undefined> {
  const row = await tables
    .selectFrom('emails')
    .leftJoin('links', 'links.id', 'emails.link_id')
    .selectAll('emails')
    .select(['links.kind as link_kind', 'links.nonce', 'links.used_at_ms', 'links.ended_at_ms'])
    .select('links.expires_at_ms as link_expires_at_ms')
    .where('emails.number', '=', number)
    .executeTakeFirst()
  return row && dueEmailOf(row, nowMs)
}

/** A row of `emails` with the columns of its link, which are null without one. */
interface EmailRow extends Selectable<EmailsTable> {
  readonly link_kind: string | null
  readonly nonce: Uint8Array | null
  readonly used_at_ms: number | null
  readonly ended_at_ms: number | null
  readonly link_expires_at_ms: number | null
}

/** Converts a row. The type of `data` is that of the kind, as `insertEmail` wrote it. */
function dueEmailOf(row: EmailRow, nowMs: number): DueEmail {
  const link =
    row.link_id === null || row.nonce === null
      ? undefined
      : {
          id: row.link_id,
          kind: row.link_kind as LinkKind,
          nonce: new Uint8Array(row.nonce),
          isOver: isLinkOver({ ...row, expires_at_ms: row.link_expires_at_ms }, nowMs),
        }
  return {
    number: row.number,
    id: row.id as EmailId,
    kind: row.kind as EmailKind,
    data: JSON.parse(row.data),
    recipient: row.recipient,
    language: row.language as Language,
    createdAtMs: row.created_at_ms,
    expiresAtMs: row.expires_at_ms,
    tries: row.tries,
    link,
  }
}

/** Returns whether the link of an e-mail cannot be used any more; false for an e-mail without a link. */
function isLinkOver(
  link: Pick<EmailRow, 'link_id' | 'used_at_ms' | 'ended_at_ms'> & { readonly expires_at_ms: number | null },
  nowMs: number,
): boolean {
  if (link.link_id === null) return false
  const hasEnded = link.used_at_ms !== null || link.ended_at_ms !== null
  return hasEnded || link.expires_at_ms === null || link.expires_at_ms <= nowMs
}
