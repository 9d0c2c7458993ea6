// Thorough: how sessions end in a browser; test/api/sessions.test.ts checks the requests.
/** The end of a session during input: the input remains for its person only. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { addAuthenticator } from './authenticator.ts'
import { assertAccessible } from './axe.ts'
import { NO_BROWSER, openPage } from './browser.ts'
import { assertFocus, assertTabStays, pressOn } from './focus.ts'
import { END_SESSIONS, inAccounts } from './in-accounts.ts'
import { appCode, makePerson, type Person, startSignedIn } from './person.ts'
import { type ServerWithMailbox, shareServerWithMailbox } from './server-with-mailbox.ts'

const openSetup = shareServerWithMailbox()
const NEW_PASSWORD = 'ein ganz anderer Satz als vorher'

const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true })
const signInDialog = (page: Page) => page.getByRole('dialog', { name: 'Du bist nicht mehr angemeldet' })
const password = (within: Locator) => within.getByLabel('Passwort', { exact: true })

async function newPerson(t: TestContext, { url, mailbox }: ServerWithMailbox, name: string) {
  const { page } = await openPage(t, { reducedMotion: 'reduce', viewport: { width: 1280, height: 900 } })
  const person = makePerson(name)
  await addAuthenticator(page)
  await startSignedIn(page, url, mailbox, person)
  return { page, person }
}

/** A key, and its page. */
async function openKey(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/keys`)
  await button(page, 'Schlüssel anlegen').first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('CRM')
  await button(dialog, 'Schlüssel anlegen').click()
  await button(dialog, 'Kopiert – schließen').click()
  await page.getByRole('link', { name: 'CRM' }).click()
  await page.getByRole('heading', { name: 'CRM' }).waitFor()
}

/** Fails unless the dialog is what a mouse meets in its middle, and everything else is inert. */
async function assertOnTop(page: Page, dialog: Locator): Promise<void> {
  const isMet = await dialog.evaluate((one) => {
    const { x, y, width, height } = one.getBoundingClientRect()
    return one.contains(one.ownerDocument.elementFromPoint(x + width / 2, y + height / 2))
  })
  assert.ok(isMet, 'another layer covers the dialog')
  const usable = await page
    .getByRole('dialog')
    .evaluateAll((all) => all.filter((one) => !one.closest('[inert]')).length)
  assert.equal(usable, 1, 'one dialog can be used')
  assert.equal(await page.locator('#root').evaluate((one) => one.hasAttribute('inert')), true)
}

test('a session that ends during input loses no input', {
  skip: NO_BROWSER,
  timeout: 900_000,
}, async (t) => {
  const setup = await openSetup()
  const { url, dataDir } = setup
  const endSessions = () => inAccounts(dataDir, END_SESSIONS)

  await t.test(
    'in the dialog of a new key: after the password by keyboard the key is created with the input',
    async (t) => {
      const { page, person } = await newPerson(t, setup, 'ada')
      await button(page, 'Schlüssel anlegen').first().click()
      const form = page.getByRole('dialog', { name: 'Schlüssel anlegen' })
      await form.getByLabel('Name').fill('Rechnungsprüfung')
      await form.getByRole('radio', { name: 'Test' }).check()
      endSessions()
      await form.getByLabel('Name').press('Enter')
      const again = signInDialog(page)
      await again.waitFor()
      await assertOnTop(page, again)
      await assertFocus(page, password(again), 'signing in begins', { isWatched: false })
      assert.equal(await again.getByLabel('E-Mail-Adresse').inputValue(), person.email)
      await assertTabStays(page, again)
      await assertAccessible(page)

      await page.keyboard.press('Escape')
      await again.waitFor({ state: 'detached' })
      assert.equal(await form.getByLabel('Name').inputValue(), 'Rechnungsprüfung')
      await assertFocus(page, form.getByLabel('Name'), 'put off', { isWatched: false })
      await page.keyboard.press('Enter')
      await again.waitFor()
      await assertFocus(page, password(again), 'signing in begins again', { isWatched: false })
      await page.keyboard.type('nicht das richtige Passwort')
      await page.keyboard.press('Enter')
      await again.getByText('E-Mail oder Passwort stimmt nicht').waitFor()
      await password(again).fill(person.password)
      await page.keyboard.press('Enter')
      await again.waitFor({ state: 'detached' })

      await assertFocus(page, form.getByLabel('Name'), 'signed in again', { isWatched: false })
      assert.equal(await form.getByText('nicht mehr angemeldet').count(), 0)
      assert.equal(await form.getByLabel('Name').inputValue(), 'Rechnungsprüfung')
      await page.keyboard.press('Enter')
      const made = page.getByRole('dialog', { name: 'Dein neuer Schlüssel' })
      await made
        .getByText(/fs_test_/)
        .first()
        .waitFor()
      await button(made, 'Kopiert – schließen').click()
      await page.getByRole('link', { name: 'Rechnungsprüfung' }).waitFor()
    },
  )

  await t.test(
    'in the dialog of a rotation: after a passkey by mouse the key is rotated with the chosen overlap',
    async (t) => {
      const { page } = await newPerson(t, setup, 'eve')
      await page.goto(`${url}/account/security`)
      await button(page, 'Passkey anlegen').click()
      await page.getByRole('dialog').getByLabel('Name').fill('Schlüsselbund')
      await button(page.getByRole('dialog'), 'Passkey anlegen').click()
      await page.getByRole('list', { name: 'Deine Passkeys' }).waitFor()
      await openKey(page, url)
      await button(page, 'Erneuern').click()
      const form = page.getByRole('dialog', { name: 'Schlüssel erneuern' })
      await form.getByRole('radio', { name: /7 Tage|Woche/ }).check()
      endSessions()
      await button(form, 'Neuen Schlüssel erzeugen').click()
      const again = signInDialog(page)
      await again.waitFor()
      await assertOnTop(page, again)
      await button(again, 'Mit Passkey anmelden').click()
      await again.waitFor({ state: 'detached' })
      assert.equal(await form.getByRole('radio', { name: /7 Tage|Woche/ }).isChecked(), true)
      await button(form, 'Neuen Schlüssel erzeugen').click()
      await page.getByRole('dialog', { name: 'Dein neuer Schlüssel' }).waitFor()
      await button(page.getByRole('dialog'), 'Kopiert – schließen').click()
    },
  )

  await t.test(
    'in the dialog of networks: after a code of the second factor the input is saved',
    async (t) => {
      const { page, person } = await newPerson(t, setup, 'kim')
      await page.goto(`${url}/account/security`)
      await button(page, 'Einschalten').click()
      const dialog = page.getByRole('dialog')
      const secret = await dialog.locator('code').innerText()
      await dialog.getByLabel('Sechsstelliger Code').fill(appCode(secret, Date.now()))
      await button(dialog, 'Einschalten').click()
      const codes = page.getByRole('list', { name: 'Wiederherstellungscodes' }).getByRole('listitem')
      await codes.first().waitFor()
      const [code] = await codes.allInnerTexts()
      await button(page, 'Codes gesichert').click()
      await openKey(page, url)
      await button(page, 'Erlaubte Adressen: Ändern').click()
      const form = page.getByRole('dialog', { name: 'Erlaubte Adressen' })
      await form.getByRole('textbox').fill('192.0.2.0/24')
      endSessions()
      await button(form, 'Speichern').click()
      const again = signInDialog(page)
      await password(again).fill(person.password)
      await button(again, 'Anmelden').click()
      await again.getByLabel('Sechsstelliger Code').waitFor()
      await assertFocus(page, again.getByLabel('Sechsstelliger Code'), 'the second step', {
        isWatched: false,
      })
      await assertOnTop(page, again)
      await button(again, 'Wiederherstellungscode verwenden').click()
      await again.getByRole('textbox', { name: 'Wiederherstellungscode' }).fill(code as string)
      await page.keyboard.press('Enter')
      await again.waitFor({ state: 'detached' })
      assert.equal(await form.getByRole('textbox').inputValue(), '192.0.2.0/24')
      await button(form, 'Speichern').click()
      await form.waitFor({ state: 'detached' })
      await page.getByText('192.0.2.0/24').first().waitFor()
    },
  )

  await t.test('in the form of a new password: the password is changed to the input', async (t) => {
    const { page, person } = await newPerson(t, setup, 'bob')
    await page.goto(`${url}/account/security`)
    await page.getByLabel('Aktuelles Passwort').fill(person.password)
    await page.getByLabel('Neues Passwort').fill(NEW_PASSWORD)
    endSessions()
    await button(page, 'Passwort ändern').click()
    const again = signInDialog(page)
    await password(again).fill(person.password)
    await button(again, 'Anmelden').click()
    await again.waitFor({ state: 'detached' })
    assert.equal(await page.getByLabel('Neues Passwort').inputValue(), NEW_PASSWORD)
    await button(page, 'Passwort ändern').click()
    await page.getByText('Dein Passwort ist geändert.').waitFor()
  })

  await t.test(
    'if a background request detects it, the sign-in dialog is shown over the input',
    async (t) => {
      const { page, person } = await newPerson(t, setup, 'joe')
      await openKey(page, url)
      await page.goto(`${url}/keys`)
      await button(page, 'Schlüssel anlegen').first().click()
      const form = page.getByRole('dialog', { name: 'Schlüssel anlegen' })
      await form.getByLabel('Name').fill('Buchhaltung')
      // While the first request with a key is awaited, the page looks again and again.
      endSessions()
      const again = signInDialog(page)
      await again.waitFor()
      await assertOnTop(page, again)
      await password(again).fill(person.password)
      await button(again, 'Anmelden').click()
      await again.waitFor({ state: 'detached' })
      assert.equal(await form.getByLabel('Name').inputValue(), 'Buchhaltung')
    },
  )

  for (const [place, name] of [
    ['the same tab', 'lea'],
    ['another tab', 'max'],
  ] as const) {
    await t.test(`no input remains if another person signs in, in ${place}`, async (t) => {
      const stranger = makePerson(`${name}s-friend`)
      const { page: theirs } = await openPage(t)
      await startSignedIn(theirs, url, setup.mailbox, stranger)
      const { page } = await newPerson(t, setup, name)
      await button(page, 'Schlüssel anlegen').first().click()
      const form = page.getByRole('dialog', { name: 'Schlüssel anlegen' })
      await form.getByLabel('Name').fill('Geheimprojekt')
      endSessions()
      const again = signInDialog(page)
      if (place === 'the same tab') {
        await form.getByLabel('Name').press('Enter')
        await again.getByLabel('E-Mail-Adresse').fill(stranger.email)
        await password(again).fill(stranger.password)
        await button(again, 'Anmelden').click()
      } else {
        const other = await page.context().newPage()
        await signIn(other, url, stranger)
      }
      await form.waitFor({ state: 'detached' })
      await page.getByText(stranger.email).waitFor()
      assert.equal(new URL(page.url()).pathname, '/keys')
      await button(page, 'Schlüssel anlegen').first().click()
      assert.equal(await form.getByLabel('Name').inputValue(), '')
      await theirs.goto(`${url}/keys`)
    })
  }
})

test('signing out applies to every tab, and sign-in returns each to its page', {
  skip: NO_BROWSER,
}, async (t) => {
  const setup = await openSetup()
  const { page, person } = await newPerson(t, setup, 'ida')
  const other = await page.context().newPage()
  await other.goto(`${setup.url}/account/security`)
  await other.getByRole('heading', { name: 'Passkeys' }).waitFor()
  await button(page, 'Abmelden').click()
  await page.getByRole('heading', { name: 'Anmelden' }).waitFor()
  await other.getByRole('heading', { name: 'Anmelden' }).waitFor()
  assert.equal(await other.getByText('Passkeys').count(), 0)
  await other.getByLabel('E-Mail-Adresse').fill(person.email)
  await password(other.locator('main')).fill(person.password)
  await button(other, 'Anmelden').click()
  await other.waitForURL(`${setup.url}/account/security`)
})

test('a URL without a page has the frame of the app for a person who is signed in, however it was reached', {
  skip: NO_BROWSER,
}, async (t) => {
  const setup = await openSetup()
  const { page } = await newPerson(t, setup, 'uta')
  for (const path of ['/nowhere', '/keys/a/b', '/docs/nowhere']) {
    const answer = await page.goto(setup.url + path)
    assert.equal(answer?.status(), 404, path)
    await page.getByRole('heading', { name: 'Seite nicht gefunden' }).waitFor()
    await page
      .getByRole('navigation', { name: 'Hauptmenü' })
      .getByRole('link', { name: 'Schlüssel' })
      .waitFor()
  }
  await assertAccessible(page)
  await pressOn(page.getByRole('link', { name: 'Nutzung' }))
  await page.getByRole('heading', { name: 'Nutzung' }).waitFor()
  const { page: visitor } = await openPage(t)
  assert.equal((await visitor.goto(`${setup.url}/nowhere`))?.status(), 404)
  await visitor.getByRole('heading', { name: 'Nicht gefunden' }).waitFor()
})

test('the code of a set-up link is kept over a reload, signed in or not, and never in the URL', {
  skip: NO_BROWSER,
}, async (t) => {
  const setup = await openSetup()
  const { page: visitor } = await openPage(t)
  await visitor.goto(`${setup.url}/signup#setup=ABCD-EFGH`)
  for (const _ of [1, 2]) {
    const field = visitor.getByLabel('Einrichtungscode')
    await field.waitFor()
    assert.equal(await field.inputValue(), 'ABCD-EFGH')
    assert.equal(new URL(visitor.url()).hash, '')
    await visitor.reload()
  }
  const { page } = await newPerson(t, setup, 'olga')
  await page.goto(`${setup.url}/signup#setup=ABCD-EFGH`)
  await page.waitForURL(`${setup.url}/account`)
  for (const _ of [1, 2]) {
    const field = page.getByLabel('Einrichtungscode')
    await field.waitFor()
    assert.equal(await field.inputValue(), 'ABCD-EFGH')
    await page.reload()
  }
})

async function signIn(page: Page, url: string, { email, password: word }: Person): Promise<void> {
  await page.goto(`${url}/signin`)
  await page.getByLabel('E-Mail-Adresse').fill(email)
  await password(page.locator('main')).fill(word)
  await button(page, 'Anmelden').click()
  await page.waitForURL(`${url}/keys`)
}
