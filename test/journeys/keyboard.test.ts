/** The first use of the dashboard without a mouse, with the focus always visible. */
// Thorough: the way of first-day.test.ts by keyboard; dialogs.test.ts has the focus of two dialogs.
import { test } from 'node:test'
import { NO_BROWSER, openPage } from './browser.ts'
import { appCode, linkFor, makePerson } from './person.ts'
import { startServerWithMailbox } from './server-with-mailbox.ts'
import { press, reach, write } from './tabbing.ts'

test('sign-up, second factor, keys and search work by keyboard alone, with the focus always visible', {
  skip: NO_BROWSER,
}, async (t) => {
  const { mailbox, url } = await startServerWithMailbox(t)
  const { page } = await openPage(t)
  const kim = makePerson('kim')

  await page.goto(`${url}/signup`)
  await write(page, page.getByLabel('E-Mail-Adresse'), kim.email)
  await write(page, page.getByLabel('Passwort', { exact: true }), kim.password)
  await page.keyboard.press('Enter')
  await page.getByText(kim.email).waitFor()
  await page.goto(await linkFor(mailbox, kim, '/confirm'))
  await press(page, page.getByRole('button', { name: 'Bestätigen' }))
  await page.waitForURL(`${url}/keys`)

  await press(page, page.getByRole('button', { name: 'Schlüssel anlegen' }).first())
  const dialog = page.getByRole('dialog')
  await write(page, dialog.getByLabel('Name'), 'CRM')
  await press(page, dialog.getByRole('button', { name: 'Schlüssel anlegen' }))
  await press(page, dialog.getByRole('tab', { name: 'curl' }))
  await page.keyboard.press('ArrowRight')
  await dialog.getByRole('region', { name: 'Beispiel JavaScript' }).waitFor()
  await press(page, dialog.getByRole('button', { name: 'Kopiert – schließen' }))
  await dialog.waitFor({ state: 'detached' })

  await press(page, page.getByRole('link', { name: 'Konto', exact: true }))
  await press(page, page.getByRole('link', { name: 'Sicherheit' }))
  await press(page, page.getByRole('button', { name: 'Einschalten' }), 'Space')
  const secret = await dialog.locator('code').innerText()
  await write(page, dialog.getByLabel('Sechsstelliger Code'), appCode(secret, Date.now()))
  await page.keyboard.press('Enter')
  await press(page, page.getByRole('button', { name: 'Codes gesichert' }))
  await page.getByText('Eingeschaltet', { exact: true }).waitFor()

  await press(page, page.getByRole('link', { name: 'Schlüssel', exact: true }))
  await press(page, page.getByRole('link', { name: 'CRM' }))
  await press(page, page.getByRole('button', { name: 'Erneuern' }))
  await reach(page, dialog.getByRole('radio', { checked: true }))
  await page.keyboard.press('ArrowUp')
  await press(page, dialog.getByRole('button', { name: 'Neuen Schlüssel erzeugen' }))
  await press(page, dialog.getByRole('button', { name: 'Kopiert – schließen' }))
  await press(page, page.getByRole('button', { name: 'Widerrufen' }))
  await write(page, dialog.getByRole('textbox'), 'CRM')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })

  await press(page, page.getByRole('link', { name: 'Suche', exact: true }))
  await write(page, page.getByRole('combobox').first(), 'Bau')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 2 }).first().waitFor()
  await press(page, page.getByRole('button', { name: 'Abmelden' }))
  await page.getByRole('heading', { name: 'Anmelden' }).waitFor()
})
