/** The sources on the page for operators. */
// Thorough: a page for operators; operator-imports.test.ts has another one.
import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { assertAccessible } from './axe.ts'
import { NO_BROWSER, openPage } from './browser.ts'
import { makePerson, startSignedIn } from './person.ts'
import { ENTRIES, run, temporaryFolder } from './program.ts'
import { startServerWithMailbox } from './server-with-mailbox.ts'

test('the page for operators shows each source with its schedule, its last success and why it failed', {
  skip: NO_BROWSER,
}, async (t) => {
  const { mailbox, dataDir, url } = await startServerWithMailbox(t)
  const at = ['--data-dir', dataDir]
  const { page } = await openPage(t)
  const olga = makePerson('olga')
  await startSignedIn(page, url, mailbox, olga)
  await run(['accounts', 'grant-operator', olga.email, ...at])
  await run(['sources', 'add', 'gut', '--file', ENTRIES, ...at])
  await run(['sources', 'run', 'gut', ...at])
  const absent = join(temporaryFolder(t), 'absent.jsonl')
  writeFileSync(absent, '')
  await run(['sources', 'add', 'fehlt', '--file', absent, ...at])
  rmSync(absent)
  await run(['sources', 'run', 'fehlt', ...at])
  await run(['sources', 'run', 'fehlt', ...at])
  await run(['sources', 'add', 'ordner', '--inbox', ...at])
  await run(['sources', 'add', 'taeglich', '--file', ENTRIES, '--schedule', 'daily 03:30', ...at])
  await page.goto(`${url}/operator`)
  const list = page.getByRole('list', { name: 'Datenquellen' })
  const row = (name: string) => list.getByRole('listitem').filter({ hasText: name }).innerText()
  assert.match(await row('gut'), /importiert[\s\S]*läuft nur auf Befehl[\s\S]*Zuletzt erfolgreich:/)
  const failed = await row('fehlt')
  assert.match(failed, /fehlgeschlagen[\s\S]*2 Fehlversuche in Folge[\s\S]*absent\.jsonl/)
  assert.match(failed, /Zuletzt erfolgreich: noch nie/)
  assert.match(await row('ordner'), /noch nicht gelaufen[\s\S]*inbox\/ordner[\s\S]*Ordner wird überwacht/)
  assert.match(await row('taeglich'), /täglich um 03:30 UTC/)
  await assertAccessible(page)
})
