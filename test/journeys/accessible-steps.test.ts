/** Axe on steps and dialogs that the other pages lead through: light, dark, on a phone and at 200 %. */
// Thorough: axe on every step of sign-in and every dialog; accessible.test.ts looks at pages.
import { test } from 'node:test'
import { assertAccessible, WIDE } from './axe.ts'
import { NO_BROWSER, openPage } from './browser.ts'
import { END_SESSIONS, forgetProof, inAccounts } from './in-accounts.ts'
import { appCode, linkFor, makePerson, signUp } from './person.ts'
import { startServerWithMailbox } from './server-with-mailbox.ts'

test('axe reports no violation on the steps of sign-in and on the dialogs of an account', {
  skip: NO_BROWSER,
}, async (t) => {
  const { mailbox, dataDir, url } = await startServerWithMailbox(t)
  const { page } = await openPage(t, { viewport: WIDE, reducedMotion: 'reduce' })
  const { page: other } = await openPage(t, { viewport: WIDE, reducedMotion: 'reduce' })
  const lea = makePerson('lea')

  await signUp(page, url, lea)
  await assertAccessible(page)
  const link = await linkFor(mailbox, lea, '/confirm')
  await other.goto(link)
  await other.getByLabel('Passwort', { exact: true }).waitFor()
  await assertAccessible(other)
  await page.goto(link)
  const confirm = page.getByRole('button', { name: 'Bestätigen' })
  await confirm.waitFor()
  await assertAccessible(page)
  await confirm.click()
  await page.waitForURL(`${url}/keys`)
  await other.goto('about:blank')
  await other.goto(link)
  await other.getByRole('heading', { name: 'Dieser Link wurde schon benutzt' }).waitFor()
  await assertAccessible(other)

  await page.goto(`${url}/account/security`)
  await page.getByRole('button', { name: 'Passkey anlegen' }).click()
  await page.getByRole('dialog').waitFor()
  await assertAccessible(page)
  await page.keyboard.press('Escape')

  inAccounts(dataDir, forgetProof(lea.email))
  await page.getByRole('button', { name: 'Einschalten' }).click()
  const proof = page.getByRole('dialog', { name: 'Identität bestätigen' })
  await proof.waitFor()
  await assertAccessible(page)
  await proof.getByLabel('Passwort', { exact: true }).fill(lea.password)
  await proof.getByRole('button', { name: 'Weiter' }).click()
  const factor = page.getByRole('dialog', { name: 'Zweiter Faktor' })
  const secret = await factor.locator('code').innerText()
  await factor.getByLabel('Sechsstelliger Code').fill(appCode(secret, Date.now()))
  await factor.getByRole('button', { name: 'Einschalten' }).click()
  await page.getByRole('button', { name: 'Codes gesichert' }).waitFor()
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Codes gesichert' }).click()
  await page.getByRole('button', { name: 'Ausschalten' }).click()
  await page.getByRole('dialog').waitFor()
  await assertAccessible(page)

  await page.goto(`${url}/account/data`)
  await page.getByRole('button', { name: 'Konto löschen' }).click()
  await page.getByRole('dialog').waitFor()
  await assertAccessible(page)
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'Profil' }).click()
  inAccounts(dataDir, END_SESSIONS)
  await page.getByRole('button', { name: 'Speichern' }).click()
  await page.getByRole('dialog').waitFor()
  await assertAccessible(page)

  await page.goto(`${url}/signin`)
  await page.getByLabel('E-Mail-Adresse').fill(lea.email)
  await page.getByLabel('Passwort', { exact: true }).fill(lea.password)
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
  await page.getByRole('heading', { name: 'Zweiter Faktor' }).waitFor()
  await assertAccessible(page)
  await page.getByLabel('Sechsstelliger Code').fill('000000')
  await page.getByRole('button', { name: 'Weiter' }).click()
  await page.getByText('Der Code stimmt nicht.').waitFor()
  await assertAccessible(page)
})
