import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { NO_BROWSER, openPage } from './browser.ts'
import { appCode, linkFor, makePerson, signUp } from './person.ts'
import { search } from './program.ts'
import { startServerWithMailbox } from './server-with-mailbox.ts'

/** From opening the sign-up page to the secret of a key. */
const CLICKS_MAX = 6

test('a person signs up, confirms, turns on the second factor, creates a key, searches, sees the usage, rotates and revokes', {
  skip: NO_BROWSER,
}, async (t) => {
  const { url, mailbox } = await startServerWithMailbox(t)
  const { page } = await openPage(t)
  const ada = makePerson('ada')

  // Sign up; the link in the e-mail; its button.
  await signUp(page, url, ada)
  await page.goto(await linkFor(mailbox, ada, '/confirm'))
  const confirm = page.getByRole('button', { name: 'Bestätigen' })
  await confirm.waitFor()
  assert.equal(new URL(page.url()).hash, '', 'the token must not stay in the address')
  await confirm.click()
  await page.waitForURL(`${url}/keys`)
  let clicks = 3

  await turnOnSecondFactor(page, url)
  const mail = await mailbox.next(({ subject }) => /zweiter faktor/i.test(subject))
  assert.deepEqual(mail.to, [ada.email])

  await page.goto(`${url}/keys`)
  await page.getByRole('button', { name: 'Schlüssel anlegen' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('CRM')
  await dialog.getByRole('button', { name: 'Schlüssel anlegen' }).click()
  clicks += 2
  const key = await secretIn(dialog)
  assert.ok(clicks <= CLICKS_MAX)

  // The line as it is shown, run as it is.
  const line = await dialog.getByRole('region', { name: 'Beispiel curl' }).innerText()
  const answer = JSON.parse(await runInShell(line)) as unknown[]
  assert.ok(Array.isArray(answer), JSON.stringify(answer))
  await dialog.getByRole('button', { name: 'Kopiert – schließen' }).click()
  await dialog.waitFor({ state: 'hidden' })
  assert.equal(await page.getByText(key).count(), 0, 'the secret must be shown once')

  await chartShows(page, url, 'CRM')

  const newKey = await rotate(page, url)
  assert.deepEqual(await bothStatuses(url, key, newKey), [200, 200])

  await revoke(page)
  assert.deepEqual(await bothStatuses(url, key, newKey), [200, 401])
})

async function turnOnSecondFactor(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/account/security`)
  await page.getByRole('button', { name: 'Einschalten' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('img', { name: 'QR-Code' }).waitFor()
  const secret = await dialog.locator('code').innerText()
  await dialog.getByLabel('Sechsstelliger Code').fill(appCode(secret, Date.now()))
  await dialog.getByRole('button', { name: 'Einschalten' }).click()
  const codes = page.getByRole('list', { name: 'Wiederherstellungscodes' })
  await codes.waitFor()
  assert.equal(await codes.getByRole('listitem').count(), 10)
  await page.getByRole('button', { name: 'Codes gesichert' }).click()
  await page.getByText('Eingeschaltet', { exact: true }).waitFor()
}

async function secretIn(dialog: Locator): Promise<string> {
  return dialog.getByRole('region', { name: 'Schlüssel' }).locator('code').innerText()
}

/** What was counted is written down within ten seconds, and the page asks again by itself. */
async function chartShows(page: Page, url: string, name: string): Promise<void> {
  await page.goto(`${url}/usage`)
  await page
    .getByRole('img', { name: /^Diagramm: / })
    .first()
    .waitFor()
  await page.getByRole('option', { name }).waitFor({ state: 'attached' })
}

async function rotate(page: Page, url: string): Promise<string> {
  await page.goto(`${url}/keys`)
  await page.getByRole('link', { name: 'CRM' }).click()
  await page.getByRole('button', { name: 'Erneuern' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Neuen Schlüssel erzeugen' }).click()
  const key = await secretIn(dialog)
  await dialog.getByRole('button', { name: 'Kopiert – schließen' }).click()
  return key
}

/** The new one of the two: refused when the page says so. */
async function revoke(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Schlüssel', exact: true }).click()
  await page
    .getByRole('row', { name: /CRM.*Aktiv/ })
    .getByRole('link')
    .click()
  await page.getByRole('button', { name: 'Widerrufen' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('CRM')
  await dialog.getByRole('button', { name: 'Endgültig widerrufen' }).click()
  await dialog.waitFor({ state: 'hidden' })
}

async function bothStatuses(url: string, old: string, fresh: string): Promise<readonly number[]> {
  const answers = await Promise.all([old, fresh].map((key) => search(url, key, { name: 'Bau' })))
  return answers.map(({ status }) => status)
}

function runInShell(line: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  execFile('sh', ['-c', line.replaceAll('\u00a0', ' ')], (fault, out) => {
    if (fault) reject(fault)
    else resolve(out)
  })
  return promise
}
