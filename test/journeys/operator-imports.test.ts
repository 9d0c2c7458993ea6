// Thorough: import-rejects.test.ts counts and explains rejected rows, and the page of sources is walked through.
/** The imports page for operators after faulty imports. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { NO_BROWSER, openPage } from './browser.ts'
import { makePerson, startSignedIn } from './person.ts'
import { run, temporaryFolder } from './program.ts'
import { mixedFile } from './rejected-rows.ts'
import { startServerWithMailbox } from './server-with-mailbox.ts'

test('the imports page shows an import that rejected most of its rows as failed, with counts, reasons and the path of the reject file', {
  skip: NO_BROWSER,
}, async (t) => {
  const { mailbox, dataDir, url } = await startServerWithMailbox(t)
  const folder = temporaryFolder(t)
  const at = ['--data-dir', dataDir]
  const { page } = await openPage(t)
  const olga = makePerson('olga')
  await startSignedIn(page, url, mailbox, olga)
  await run(['accounts', 'grant-operator', olga.email, ...at])
  await run(['import', mixedFile(join(folder, 'clean.jsonl'), 3, 0), ...at])
  await run(['import', mixedFile(join(folder, 'few.jsonl'), 3, 1), ...at])
  await run(['import', mixedFile(join(folder, 'most.jsonl'), 2, 6), ...at])
  await run(['import', join(folder, 'absent.jsonl'), ...at])
  await page.goto(`${url}/operator`)
  const row = async (name: string) =>
    page
      .getByRole('list', { name: 'Letzte Importe' })
      .getByRole('listitem')
      .filter({ hasText: name })
      .innerText()

  const most = await row('most.jsonl')
  assert.match(most, /größtenteils abgelehnt/)
  assert.doesNotMatch(most, /fertig/)
  assert.match(most, /6 von 8 Zeilen abgelehnt: Registernummer nicht lesbar \(5\), kein gültiges JSON \(1\)/)
  assert.match(most, new RegExp(`Abgelehnte Zeilen: ${join(dataDir, 'rejects')}/\\S+-most\\.jsonl`))
  const few = await row('few.jsonl')
  assert.match(few, /fertig/)
  assert.match(few, /1 von 4 Zeilen abgelehnt: kein gültiges JSON \(1\)/)
  assert.doesNotMatch(await row('clean.jsonl'), /abgelehnt: |Abgelehnte Zeilen/)
  const absent = await row('absent.jsonl')
  assert.match(absent, /mit Fehlern/)
  assert.match(absent, /absent\.jsonl: Die Datei existiert nicht\./)
  assert.doesNotMatch(absent, /there is no such file/)
})
