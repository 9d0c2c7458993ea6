/** The key pages in Chromium: protection of the secret, and guidance of the user. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import BetterSqlite from 'better-sqlite3'
import type { Page } from 'playwright-core'
import { SCOPES } from '../../src/core/access/key.ts'
import { BRIEF } from '../thorough.ts'
import { assertAccessible } from './axe.ts'
import { NO_BROWSER, openPage } from './browser.ts'
import { makePerson, startSignedIn } from './person.ts'
import { search } from './program.ts'
import { type ServerWithMailbox, startServerWithMailbox } from './server-with-mailbox.ts'

/** Somebody new, on the page of keys. */
async function openKeys(t: TestContext, { url, mailbox }: ServerWithMailbox, name: string) {
  const { page } = await openPage(t, { reducedMotion: 'reduce' })
  const person = makePerson(name)
  await startSignedIn(page, url, mailbox, person)
  return { page, person, dialog: page.getByRole('dialog') }
}

async function fillWish(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Schlüssel anlegen' }).first().click()
  await page.getByRole('dialog').getByLabel('Name').fill(name)
}

/** Fills in and sends the form; gives the secret that the dialog shows. */
async function makeKey(page: Page, name: string): Promise<string> {
  await fillWish(page, name)
  await page.getByRole('dialog').getByRole('button', { name: 'Schlüssel anlegen' }).click()
  return shownSecret(page)
}

function shownSecret(page: Page): Promise<string> {
  const box = page.getByRole('dialog').getByRole('region', { name: 'Schlüssel', exact: true })
  return box.locator('code').innerText()
}

test('the key pages', { skip: NO_BROWSER }, async (t) => {
  const setup = await startServerWithMailbox(t)
  const { url } = setup

  await t.test('show a secret until its own button is pressed, and never again', async (t) => {
    const { page, dialog } = await openKeys(t, setup, 'ada')
    const secret = await makeKey(page, 'CRM')
    await page.keyboard.press('Escape')
    await page.mouse.click(5, 5)
    await dialog.getByRole('tab', { name: 'Python' }).click()
    assert.ok((await dialog.getByRole('region', { name: 'Beispiel Python' }).innerText()).includes(secret))
    assert.equal(await shownSecret(page), secret)
    await dialog.getByRole('button', { name: 'Kopiert – schließen' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('link', { name: 'CRM' }).click()
    await page.getByRole('heading', { name: 'Verlauf' }).waitFor()
    assert.equal((await page.content()).includes(secret), false)
    await page.goBack()
    await page.getByRole('link', { name: 'CRM' }).waitFor()
    assert.equal((await page.content()).includes(secret), false)
    const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
    assert.equal(kept.includes(secret), false, 'the browser keeps it')
  })

  await t.test(
    'tick the steps to the first response as they are done, without a reload',
    { skip: BRIEF },
    async (t) => {
      const { page, dialog } = await openKeys(t, setup, 'bea')
      const steps = page.getByRole('list').filter({ hasText: 'Erste Anfrage senden' })
      const done = () => steps.getByText(/, erledigt/).count()
      await steps.waitFor()
      assert.equal(await done(), 0)
      const secret = await makeKey(page, 'CRM')
      await dialog.getByRole('button', { name: 'Kopiert – schließen' }).click()
      await page.getByText('Wartet auf die erste Anfrage').waitFor()
      assert.equal(await done(), 1)
      const example = await steps.getByRole('region', { name: 'Beispiel curl' }).innerText()
      assert.match(example, /^export API_KEY='DEIN_API_KEY'$/m)
      assert.doesNotMatch(example, /fs_live_/)
      assert.equal((await search(url, secret, { name: 'Bau' })).status, 200)
      await page.getByText('Die erste Anfrage ist angekommen').waitFor()
      assert.equal(await done(), 2)
      await page.getByRole('button', { name: 'Ausblenden' }).click()
      await steps.waitFor({ state: 'detached' })
      await fillWish(page, 'ERP')
      const rights = dialog.getByRole('group', { name: 'Berechtigungen' }).getByRole('checkbox')
      assert.equal(await rights.count(), SCOPES.length)
      const checked = await Promise.all((await rights.all()).map((right) => right.isChecked()))
      assert.deepEqual(checked, [true, true, true, true, false])
    },
  )

  await t.test(
    'ask for re-authentication in front of the form, and continue with its content',
    { skip: BRIEF },
    async (t) => {
      const { page, person, dialog } = await openKeys(t, setup, 'cem')
      forgetProof(setup.dataDir)
      await fillWish(page, 'ERP')
      await dialog.getByLabel('Nur aus bestimmten Netzen erlauben').check()
      await dialog.getByLabel('Erlaubte Adressen').fill('192.0.2.0/24')
      await page.keyboard.press('Tab')
      await dialog.getByRole('button', { name: 'Schlüssel anlegen' }).click()
      const proof = page.getByRole('dialog', { name: 'Identität bestätigen' })
      await proof.getByLabel('Passwort', { exact: true }).fill('das falsche Passwort')
      await page.keyboard.press('Enter')
      await proof.getByText('Das Passwort stimmt nicht.').waitFor()
      await proof.getByLabel('Passwort', { exact: true }).fill(person.password)
      await page.keyboard.press('Enter')
      await proof.waitFor({ state: 'hidden' })
      assert.match(await shownSecret(page), /^fs_live_/)
      await dialog.getByRole('button', { name: 'Kopiert – schließen' }).click()
      await page.getByRole('link', { name: 'ERP' }).click()
      await page.getByText('192.0.2.0/24', { exact: true }).waitFor()
    },
  )

  await t.test(
    'create a key for OpenRefine, which has no other permission, and show its address',
    { skip: BRIEF },
    async (t) => {
      const { page, dialog } = await openKeys(t, setup, 'gil')
      await fillWish(page, 'OpenRefine')
      const right = (name: string) => dialog.getByRole('checkbox', { name })
      await right('OpenRefine-Schlüssel').check()
      assert.equal(await right('Unternehmen lesen und auflisten').isChecked(), false)
      await right('Unternehmen lesen und auflisten').check()
      assert.equal(await right('OpenRefine-Schlüssel').isChecked(), false)
      await right('OpenRefine-Schlüssel').check()
      await assertAccessible(page)
      await dialog.getByRole('button', { name: 'Schlüssel anlegen' }).click()
      const box = dialog.getByRole('region', { name: 'Adresse für OpenRefine' })
      const address = await box.locator('code').innerText()
      assert.equal(address.startsWith(`${url}/api/v1/reconcile/fs_live_`), true, address)
      await assertAccessible(page)
      const manifest = (await (await fetch(address)).json()) as { versions: string[] }
      assert.deepEqual(manifest.versions, ['0.2'])
      await dialog.getByRole('button', { name: 'Kopiert – schließen' }).click()
      await page.getByRole('row', { name: 'OpenRefine' }).waitFor()
    },
  )

  await t.test(
    'create a test key, which is marked as such, sees the sandbox and stays a test key after rotation',
    { skip: BRIEF },
    async (t) => {
      const { page, dialog } = await openKeys(t, setup, 'eva')
      await fillWish(page, 'Proben')
      await dialog.getByRole('radio', { name: 'Test' }).check()
      await assertAccessible(page)
      await dialog.getByRole('button', { name: 'Schlüssel anlegen' }).click()
      const secret = await shownSecret(page)
      assert.match(secret, /^fs_test_/)
      await dialog.getByRole('tabpanel', { name: 'curl' }).getByText('Sandbox Ahorn').waitFor()
      await dialog.getByRole('button', { name: 'Kopiert – schließen' }).click()
      await page.getByRole('row', { name: 'Proben' }).getByText('Test', { exact: true }).waitFor()
      await assertAccessible(page)
      const found = (await (await search(url, secret, { name: 'Sandbox Ahorn' })).json()) as {
        name: string
      }[]
      assert.deepEqual(
        found.map(({ name }) => name),
        ['Sandbox Ahorn GmbH'],
      )
      await page.getByRole('link', { name: 'Proben' }).click()
      await page.getByText('Test: fiktive Unternehmen').waitFor()
      await page.getByRole('button', { name: 'Erneuern' }).click()
      await dialog.getByRole('button', { name: 'Neuen Schlüssel erzeugen' }).click()
      assert.match(await shownSecret(page), /^fs_test_/)
    },
  )

  await t.test('revoke a key only after its exact name was typed', async (t) => {
    const { page, dialog } = await openKeys(t, setup, 'dan')
    const secret = await makeKey(page, 'Büro „Süd“')
    await dialog.getByRole('button', { name: 'Kopiert – schließen' }).click()
    await page.getByRole('link', { name: 'Büro „Süd“' }).click()
    await page.getByRole('button', { name: 'Widerrufen' }).click()
    const end = dialog.getByRole('button', { name: 'Endgültig widerrufen' })
    await dialog.getByRole('textbox').fill('Büro')
    assert.equal(await end.isEnabled(), false)
    await dialog.getByRole('textbox').fill('Büro „Süd“')
    await end.click()
    await page.getByText('Inaktiv seit').waitFor()
    assert.equal((await search(url, secret, { name: 'Bau' })).status, 401)
    assert.equal(await page.getByRole('button', { name: 'Erneuern' }).count(), 0)
  })

  await t.test(
    'say when one key of a rotation is revoked that the other one still works',
    { skip: BRIEF },
    async (t) => {
      const { page, dialog } = await openKeys(t, setup, 'eve')
      const old = await makeKey(page, 'Lager')
      await dialog.getByRole('button', { name: 'Kopiert – schließen' }).click()
      await page.getByRole('link', { name: 'Lager' }).click()
      await page.getByRole('button', { name: 'Erneuern' }).click()
      await dialog.getByRole('button', { name: 'Neuen Schlüssel erzeugen' }).click()
      const secret = await shownSecret(page)
      await dialog.getByRole('button', { name: 'Kopiert – schließen' }).click()
      await page.getByRole('button', { name: 'Widerrufen' }).click()
      await dialog
        .getByText(`Der Schlüssel ${old.slice(0, 12)}… aus derselben Erneuerung funktioniert weiter`)
        .waitFor()
      await dialog.getByRole('textbox').fill('Lager')
      await dialog.getByRole('button', { name: 'Endgültig widerrufen' }).click()
      await page.getByText('Inaktiv seit').waitFor()
      assert.equal((await search(url, secret, { name: 'Bau' })).status, 401)
      assert.equal((await search(url, old, { name: 'Bau' })).status, 200)
    },
  )
})

/** As after a quarter of an hour. */
function forgetProof(dataDir: string): void {
  const db = new BetterSqlite(join(dataDir, 'accounts.sqlite'))
  db.prepare('UPDATE sessions SET proven_at_ms = NULL').run()
  db.close()
}
