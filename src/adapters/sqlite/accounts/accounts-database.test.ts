import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { SqlOutbox } from '../../sql/accounts/outbox.ts'
import { migrate } from '../database/migrate.ts'
import { openDatabase } from '../database/open-database.ts'
import { openAccountsDatabase } from './accounts-database.ts'
import { ACCOUNTS_MIGRATIONS } from './accounts-migrations.ts'

it('e-mails that an earlier version stored as `letters` are still sent after the upgrade', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'accounts-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'accounts.db')
  const before = openDatabase(path, { synchronous: 'FULL' })
  const renaming = ACCOUNTS_MIGRATIONS.findIndex(({ name }) => name === 'accounts: table of e-mails renamed')
  migrate(before, ACCOUNTS_MIGRATIONS.slice(0, renaming), 0)
  before.exec(`
    INSERT INTO letters (id, once, kind, recipient, language, data, created_at_ms, due_at_ms, expires_at_ms, state)
    VALUES ('ltr_1', 'once', 'confirm', 'ida@example.com', 'de', '{}', 1, 1, 9, 'waiting')`)
  before.close()

  const database = openAccountsDatabase(path, 2)
  const db = database.file
  t.after(() => database.close())
  assert.equal((await new SqlOutbox(database).due(2))?.recipient, 'ida@example.com')
  const left = db.prepare("SELECT name FROM sqlite_master WHERE name LIKE '%letters%'").all()
  assert.deepEqual(left, [])
})
