// Thorough: two servers with a mailbox and receivers of events.
/** A passive server: what waits in its data is sent by the next one that is not. */
import assert from 'node:assert/strict'
import { cpSync, existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { insertEmail } from '../../src/adapters/sql/accounts/email-rows.ts'
import { SqlWebhookStore } from '../../src/adapters/sql/accounts/webhook-store.ts'
import { openAccountsDatabase } from '../../src/adapters/sqlite/accounts/accounts-database.ts'
import { systemSecrets } from '../../src/adapters/system/secrets.ts'
import { newEmail } from '../../src/core/notifications/email.ts'
import { dataFiles } from '../../src/server/data-folder.ts'
import { madeEvent, madeWebhook, OWNER } from '../contracts/watch-store.ts'
import { startReceiver } from '../fixtures/webhook-receiver.ts'
import { Mailbox } from './mailbox.ts'
import { ENTRIES, importedFolder, ONE_THREAD, POLL_MS, run, startServer } from './program.ts'

test('with PASSIVE=on a server sends no e-mail and no event and runs no source, says so, and leaves them to the next start', async (t) => {
  const mailbox = new Mailbox()
  await mailbox.start()
  t.after(() => mailbox.stop())
  const receiver = await startReceiver()
  t.after(() => receiver.close())
  let downloads = 0
  const site = createServer((_, response) => {
    downloads++
    response.writeHead(404).end()
  })
  await new Promise<void>((done) => site.listen(0, '127.0.0.1', done))
  t.after(() => site.close())
  const dataDir = await importedFolder(t)
  const at = ['--data-dir', dataDir]
  const env = {
    ...ONE_THREAD,
    ...{ OUTBOUND_ALLOW: '127.0.0.0/8', SMTP_URL: mailbox.url, MAIL_FROM: 'dienst@example.net' },
  }
  const address = `http://127.0.0.1:${(site.address() as AddressInfo).port}/a.jsonl`
  for (const args of [
    ['sources', 'add', 'folder', '--inbox'],
    ['sources', 'add', 'site', '--url', address, '--schedule', 'hourly'],
  ]) {
    const { code, err } = await run([...args, ...at], env)
    assert.equal(code, 0, err)
  }
  const file = join(dataDir, 'inbox/folder/entries.jsonl')
  cpSync(ENTRIES, file)
  const accounts = openAccountsDatabase(dataFiles(dataDir).accounts, Date.now())
  const removed = { atMs: Date.now(), device: '', address: '' }
  const to = { account: undefined, recipient: 'anna@example.net', language: 'de', matter: 'a' } as const
  const email = newEmail({ secrets: systemSecrets }, 'account_deleted', removed, {
    ...to,
    atMs: removed.atMs,
  })
  await insertEmail(accounts.tables, email)
  const webhooks = new SqlWebhookStore(accounts)
  const { id } = await webhooks.add(madeWebhook('whk_a', { url: receiver.url }))
  await webhooks.addEvent(OWNER, id, madeEvent('evt_1', Date.now()))

  const passive = await startServer(t, dataDir, { ...env, PASSIVE: 'on' })
  const status = JSON.parse((await run(['status', '--json', ...at], env)).out)
  assert.deepEqual([status.server.is_passive, status.emails.waiting], [true, 1])
  assert.match((await run(['status', ...at], env)).out, /passive +e-mails stay queued/)
  const ran = await run(['sources', 'run', 'site', ...at], env)
  assert.match(ran.err, /runs no sources: PASSIVE is on/)
  passive.process.kill('SIGTERM')
  assert.equal(await passive.ended, 0)
  assert.deepEqual([mailbox.mails.length, receiver.received.length, downloads], [0, 0, 0])
  assert.ok(existsSync(file))

  const active = await startServer(t, dataDir, env)
  await receiver.whenReceived(1)
  while (mailbox.mails.length === 0 || downloads === 0 || existsSync(file)) await wait(POLL_MS)
  const { is_passive } = JSON.parse((await run(['status', '--json', ...at], env)).out).server
  assert.equal(is_passive, false)
  active.process.kill('SIGTERM')
  assert.equal(await active.ended, 0)
  accounts.close()
})
