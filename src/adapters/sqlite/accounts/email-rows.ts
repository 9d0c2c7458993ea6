/** Rows of `letters`, as other stores write them: in the transaction of what a letter tells. */
import type { NewLetter } from '../../../core/notifications/email.ts'
import type { Database } from '../database/open-database.ts'

/**
 * Writes the letter down, to be sent as soon as the transaction around is through. A link that it names must be there already.
 *
 * @returns false when one for the same matter (`once`) was written before; nothing is changed then.
 */
export function insertLetter(db: Database, letter: NewLetter): boolean {
  const { changes } = db
    .prepare(
      `INSERT INTO letters (
        id, once, kind, account_id, recipient, language, data, link_id,
        created_at_ms, due_at_ms, expires_at_ms, state, settled_at_ms
      ) VALUES (
        @id, @once, @kind, @account_id, @recipient, @language, @data, @link_id,
        @created_at_ms, @created_at_ms, @expires_at_ms, @state, @settled_at_ms
      ) ON CONFLICT (once) DO NOTHING`,
    )
    .run({
      id: letter.id,
      once: letter.once,
      kind: letter.kind,
      account_id: letter.account ?? null,
      recipient: letter.recipient,
      language: letter.language,
      data: JSON.stringify(letter.data),
      link_id: letter.link ?? null,
      created_at_ms: letter.createdAtMs,
      expires_at_ms: letter.expiresAtMs,
      state: letter.isVoid ? 'void' : 'waiting',
      settled_at_ms: letter.isVoid ? letter.createdAtMs : null,
    })
  return changes === 1
}
