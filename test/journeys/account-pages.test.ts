// Thorough: the pages of the account in a browser; first-day.test.ts signs up, in and out.
import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { addAuthenticator } from './authenticator.ts'
import { NO_BROWSER, openPage } from './browser.ts'
import { END_SESSIONS, forgetProof, inAccounts } from './in-accounts.ts'
import { appCode, linkFor, makePerson, type Person, startSignedIn } from './person.ts'
import { run } from './program.ts'
import { shareServerWithMailbox } from './server-with-mailbox.ts'

const openSetup = shareServerWithMailbox()
const NEW_PASSWORD = 'ein ganz anderer Satz als vorher'

test('a forgotten password is replaced by a mailed link, and a recovery code replaces a lost app', {
  skip: NO_BROWSER,
}, async (t) => {
  const { url, mailbox, dataDir } = await openSetup()
  const { page } = await openPage(t)
  const bob = makePerson('bob')
  await startSignedIn(page, url, mailbox, bob)
  const [code] = await turnOnSecondFactor(page, url)
  await signOut(page)

  await page.getByRole('link', { name: 'Passwort vergessen?' }).click()
  await page.getByLabel('E-Mail-Adresse').fill(bob.email)
  await page.getByRole('button', { name: 'Link senden' }).click()
  await page.getByRole('heading', { name: 'Prüfe dein Postfach' }).waitFor()
  // An address gets one such e-mail a minute, and has just had one; the operator's is not counted.
  await run(['accounts', 'reset', bob.email, '--data-dir', dataDir])
  await page.goto(await linkFor(mailbox, bob, '/reset'))
  await page.getByLabel('Neues Passwort').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Passwort speichern' }).click()

  await signIn(page, { ...bob, password: NEW_PASSWORD })
  await page.getByRole('button', { name: 'Wiederherstellungscode verwenden' }).click()
  await page.getByRole('textbox', { name: 'Wiederherstellungscode' }).fill(code as string)
  await page.getByRole('button', { name: 'Weiter' }).click()
  await page.waitForURL(`${url}/keys`)

  await signOut(page)
  await signIn(page, bob)
  await page.getByText('E-Mail oder Passwort stimmt nicht').waitFor()
})

test('a passkey signs in without password and code, and re-authenticates for sensitive changes', {
  skip: NO_BROWSER,
}, async (t) => {
  const { url, mailbox, dataDir } = await openSetup()
  const { page } = await openPage(t)
  await addAuthenticator(page)
  await startSignedIn(page, url, mailbox, makePerson('eve'))
  await page.goto(`${url}/account/security`)
  await page.getByRole('button', { name: 'Passkey anlegen' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Schlüsselbund')
  await dialog.getByRole('button', { name: 'Passkey anlegen' }).click()
  await page.getByRole('list', { name: 'Deine Passkeys' }).getByText('Schlüsselbund').waitFor()

  await signOut(page)
  await page.getByRole('button', { name: 'Mit Passkey anmelden' }).click()
  await page.waitForURL(`${url}/keys`)
  await page.goto(`${url}/account/sessions`)
  await page.getByText('mit Passkey').waitFor()

  await page.goto(`${url}/account/security`)
  await page.getByRole('button', { name: 'Entfernen' }).click()
  inAccounts(dataDir, forgetProof('eve@example.org'))
  await dialog.getByRole('button', { name: 'Entfernen' }).click()
  await page.getByRole('button', { name: 'Mit Passkey bestätigen' }).click()
  await page.getByText('Noch kein Passkey.').waitFor()
})

test('a person lists and ends sessions, changes the address, exports the data and deletes the account', {
  skip: NO_BROWSER,
}, async (t) => {
  const { url, mailbox } = await openSetup()
  const { page } = await openPage(t)
  const { page: other } = await openPage(t)
  const joe = makePerson('joe')
  await startSignedIn(page, url, mailbox, joe)
  await other.goto(`${url}/signin`)
  await signIn(other, joe)
  await other.waitForURL(`${url}/keys`)

  await page.goto(`${url}/account/sessions`)
  await page.getByRole('button', { name: /^Sitzung beenden: / }).click()
  await page.getByRole('button', { name: /^Sitzung beenden: / }).waitFor({ state: 'detached' })
  await other.goto(`${url}/account`)
  await other.getByRole('heading', { name: 'Anmelden' }).waitFor()
  assert.equal(new URL(other.url()).searchParams.get('back'), '/account')

  const moved = { ...joe, email: 'joe@elsewhere.example' }
  await page.goto(`${url}/account`)
  await page.getByLabel('Neue Adresse').fill(moved.email)
  await page.getByRole('button', { name: 'Adresse ändern' }).click()
  await page.goto(await linkFor(mailbox, moved, '/confirm'))
  await page.getByRole('button', { name: 'Bestätigen' }).click()
  await page.waitForURL(`${url}/keys`)

  await page.goto(`${url}/account/data`)
  const all = await download(page, page.getByRole('button', { name: 'Herunterladen' }))
  assert.equal(JSON.parse(all).account.email, moved.email)

  await page.getByRole('button', { name: 'Konto löschen' }).click()
  const dialog = page.getByRole('dialog')
  const remove = dialog.getByRole('button', { name: 'Konto löschen' })
  assert.equal(await remove.isEnabled(), false)
  await dialog.getByRole('textbox').fill(moved.email)
  await remove.click()
  await page.waitForURL(`${url}/`)
  await page.goto(`${url}/signin`)
  await signIn(page, moved)
  await page.getByText('E-Mail oder Passwort stimmt nicht').waitFor()
})

test('a change requires re-authentication, and a person who was signed out meanwhile signs in again on the same page', {
  skip: NO_BROWSER,
}, async (t) => {
  const { url, mailbox, dataDir } = await openSetup()
  const { page } = await openPage(t)
  const ivy = makePerson('ivy')
  await startSignedIn(page, url, mailbox, ivy)
  await page.goto(`${url}/account/security`)
  inAccounts(dataDir, forgetProof(ivy.email))
  await page.getByRole('button', { name: 'Einschalten' }).click()
  const proof = page.getByRole('dialog', { name: 'Identität bestätigen' })
  await proof.getByLabel('Passwort', { exact: true }).fill('nicht das richtige')
  await proof.getByRole('button', { name: 'Weiter' }).click()
  await proof.getByText('Das Passwort stimmt nicht.').waitFor()
  await proof.getByLabel('Passwort', { exact: true }).fill(ivy.password)
  await proof.getByRole('button', { name: 'Weiter' }).click()
  await page.getByRole('img', { name: 'QR-Code' }).waitFor()
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'Profil' }).click()
  inAccounts(dataDir, END_SESSIONS)
  await page.getByRole('button', { name: 'Speichern' }).click()
  const dialog = page.getByRole('dialog', { name: 'Du bist nicht mehr angemeldet' })
  await dialog.getByLabel('Passwort', { exact: true }).fill(ivy.password)
  await dialog.getByRole('button', { name: 'Anmelden', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  assert.equal(new URL(page.url()).pathname, '/account')
})

test('every sign-in page is English for an English browser, and after a switch of the language', {
  skip: NO_BROWSER,
}, async (t) => {
  const { url } = await openSetup()
  const { page } = await openPage(t, { locale: 'en-GB' })
  await page.goto(`${url}/signin`)
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  assert.equal(await page.locator('html').getAttribute('lang'), 'en')
  await page.getByRole('radio', { name: 'Deutsch' }).check({ force: true })
  await page.getByRole('heading', { name: 'Anmelden' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Anmelden' }).waitFor()
  assert.equal(await page.locator('html').getAttribute('lang'), 'de')
})

/** Gives the recovery codes. */
async function turnOnSecondFactor(page: Page, url: string): Promise<readonly string[]> {
  await page.goto(`${url}/account/security`)
  await page.getByRole('button', { name: 'Einschalten' }).click()
  const dialog = page.getByRole('dialog')
  const secret = await dialog.locator('code').innerText()
  await dialog.getByLabel('Sechsstelliger Code').fill(appCode(secret, Date.now()))
  await dialog.getByRole('button', { name: 'Einschalten' }).click()
  const list = page.getByRole('list', { name: 'Wiederherstellungscodes' })
  await list.waitFor()
  const codes = await list.getByRole('listitem').allInnerTexts()
  await page.getByRole('button', { name: 'Codes gesichert' }).click()
  await page.getByText('Eingeschaltet', { exact: true }).waitFor()
  return codes
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Abmelden' }).click()
  await page.getByRole('heading', { name: 'Anmelden' }).waitFor()
}

async function signIn(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel('E-Mail-Adresse').fill(email)
  await page.getByLabel('Passwort', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
}

async function download(page: Page, button: Locator): Promise<string> {
  const coming = page.waitForEvent('download')
  await button.click()
  return text(await (await coming).createReadStream())
}
