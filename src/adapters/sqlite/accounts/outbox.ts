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
import type { Database } from '../database/open-database.ts'
import { onStorage } from '../database/storage-failure.ts'

/** A row of `emails`, with its link if it has one. */
interface EmailRow {
  readonly number: number
  readonly id: string
  readonly kind: string
  readonly recipient: string
  readonly language: string
  readonly data: string
  readonly created_at_ms: number
  readonly expires_at_ms: number
  readonly tries: number
  readonly last_fault: string | null
  readonly state: string
  readonly link_id: string | null
  readonly link_kind: string
  readonly nonce: Buffer
  readonly link_is_over: number
}

/** The outbox over the accounts file; see `openAccountsDatabase`. Its opener closes the database. */
export class SqliteOutbox implements Outbox {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  due(nowMs: number): DueEmail | undefined {
    const row = this.#on((db) =>
      db
        .prepare(
          `SELECT emails.*, links.kind AS link_kind, links.nonce,
             links.used_at_ms IS NOT NULL OR links.ended_at_ms IS NOT NULL OR links.expires_at_ms <= @now AS link_is_over
           FROM emails LEFT JOIN links ON links.id = emails.link_id
           WHERE state = 'waiting' AND due_at_ms <= @now
           ORDER BY link_id IS NULL OR last_fault IS NOT NULL, due_at_ms, number LIMIT 1`,
        )
        .get({ now: nowMs }),
    )
    return row === undefined ? undefined : dueEmailOf(row as EmailRow)
  }

  settle(number: number, end: EmailEnd, atMs: number, fault: string | undefined): void {
    this.#run(
      `UPDATE emails SET state = ?, settled_at_ms = ?, last_fault = coalesce(?, last_fault)
       WHERE number = ? AND state = 'waiting'`,
      [end, atMs, fault ?? null, number],
    )
  }

  postpone(number: number, dueAtMs: number, fault: string): void {
    this.#run('UPDATE emails SET tries = tries + 1, due_at_ms = ?, last_fault = ? WHERE number = ?', [
      dueAtMs,
      fault,
      number,
    ])
  }

  noteUnreachable(number: number, nowMs: number, fault: string): void {
    this.#run('UPDATE emails SET due_at_ms = ?, last_fault = ? WHERE number = ?', [nowMs, fault, number])
  }

  counts(): EmailCounts {
    const row = this.#on((db) =>
      db
        .prepare(
          `SELECT count(*) FILTER (WHERE state = 'waiting') AS waiting, count(*) FILTER (WHERE state = 'failed') AS failed,
             min(created_at_ms) FILTER (WHERE state = 'waiting') AS oldest,
             (SELECT last_fault FROM emails WHERE state IN ('waiting', 'failed') AND last_fault IS NOT NULL
              ORDER BY number DESC LIMIT 1) AS fault
           FROM emails WHERE state IN ('waiting', 'failed')`,
        )
        .get(),
    ) as { waiting: number; failed: number; oldest: number | null; fault: string | null }
    return {
      waiting: row.waiting,
      failed: row.failed,
      oldestWaitingAtMs: row.oldest ?? undefined,
      fault: row.fault ?? undefined,
    }
  }

  list(state: OutboxEmail['state'], limit: number): readonly OutboxEmail[] {
    const rows = this.#on((db) =>
      db.prepare('SELECT * FROM emails WHERE state = ? ORDER BY number DESC LIMIT ?').all(state, limit),
    ) as EmailRow[]
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

  again(id: EmailId, nowMs: number): boolean {
    return (
      this.#run(
        `UPDATE emails SET state = 'waiting', settled_at_ms = NULL, tries = 0, due_at_ms = @now,
           expires_at_ms = coalesce((SELECT expires_at_ms FROM links WHERE links.id = link_id), @now + @life)
         WHERE id = @id AND state = 'failed' AND recipient <> '' AND (link_id IS NULL OR EXISTS (
           SELECT 1 FROM links WHERE links.id = link_id AND used_at_ms IS NULL AND ended_at_ms IS NULL AND links.expires_at_ms > @now
         ))`,
        { id, now: nowMs, life: EMAIL_LIFE_MS },
      ) === 1
    )
  }

  /**
   * Runs a statement.
   *
   * @returns the number of rows that it changed.
   */
  #run(sql: string, parameters: readonly unknown[] | Readonly<Record<string, unknown>>): number {
    return this.#on((db) => db.prepare(sql).run(parameters).changes)
  }

  #on<Result>(step: (db: Database) => Result): Result {
    return onStorage(this.#db.name, () => step(this.#db))
  }
}

/** Converts a row. The type of `data` is that of the kind, as `insertEmail` wrote it. */
function dueEmailOf(row: EmailRow): DueEmail {
  const link =
    row.link_id === null
      ? undefined
      : {
          id: row.link_id,
          kind: row.link_kind as LinkKind,
          nonce: new Uint8Array(row.nonce),
          isOver: row.link_is_over === 1,
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
