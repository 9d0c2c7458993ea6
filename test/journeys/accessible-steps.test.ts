/** Steps and dialogs that one only comes through, looked at by axe like every page: light, dark, and on a phone. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { AxeBuilder } from '@axe-core/playwright'
import BetterSqlite from 'better-sqlite3'
import type { Page } from 'playwright-core'
import { NO_BROWSER, openPage } from './browser.ts'
import { Mailbox } from './mailbox.ts'
import { appCode, linkFor, makePerson, signUp } from './person.ts'
import { importedFolder, startServer } from './program.ts'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const WIDE = { width: 1280, height: 900 }
const NARROW = { width: 360, height: 740 }

test('axe finds nothing on the steps of coming in, and on the dialogs of an account', {
  skip: NO_BROWSER,
}, async (t) => {
  const mailbox = new Mailbox()
  await mailbox.start()
  t.after(() => mailbox.stop())
  const dataDir = await importedFolder(t)
  const server = await startServer(t, dataDir, {
    SMTP_URL: mailbox.url,
    MAIL_FROM: 'firmensuche <dienst@example.net>',
  })
  const url = `http://localhost:${new URL(server.url).port}`
  const { page } = await openPage(t, { viewport: WIDE, reducedMotion: 'reduce' })
  const { page: other } = await openPage(t, { viewport: WIDE, reducedMotion: 'reduce' })
  const lea = makePerson('lea')

  await signUp(page, url, lea)
  await look(page, 'letter sent')
  const link = await linkFor(mailbox, lea, '/confirm')
  await other.goto(link)
  await other.getByLabel('Passwort', { exact: true }).waitFor()
  await look(other, 'confirm in another browser')
  await page.goto(link)
  const confirm = page.getByRole('button', { name: 'Bestätigen' })
  await confirm.waitFor()
  await look(page, 'confirm')
  await confirm.click()
  await page.waitForURL(`${url}/keys`)
  await other.goto('about:blank')
  await other.goto(link)
  await other.getByRole('heading', { name: 'Dieser Link ist schon benutzt' }).waitFor()
  await look(other, 'link used')

  await page.goto(`${url}/account/security`)
  await page.getByRole('button', { name: 'Passkey anlegen' }).click()
  await page.getByRole('dialog').waitFor()
  await look(page, 'passkey')
  await page.keyboard.press('Escape')

  inAccounts(dataDir, 'UPDATE sessions SET proven_at_ms = NULL')
  await page.getByRole('button', { name: 'Einschalten' }).click()
  const proof = page.getByRole('dialog', { name: 'Bist du es?' })
  await proof.waitFor()
  await look(page, 'proof')
  await proof.getByLabel('Passwort', { exact: true }).fill(lea.password)
  await proof.getByRole('button', { name: 'Weiter' }).click()
  const factor = page.getByRole('dialog', { name: 'Zweiter Faktor' })
  const secret = await factor.locator('code').innerText()
  await factor.getByLabel('Sechsstelliger Code').fill(appCode(secret, Date.now()))
  await factor.getByRole('button', { name: 'Einschalten' }).click()
  await page.getByRole('button', { name: 'Ich habe sie gesichert' }).waitFor()
  await look(page, 'recovery codes')
  await page.getByRole('button', { name: 'Ich habe sie gesichert' }).click()
  await page.getByRole('button', { name: 'Ausschalten' }).click()
  await page.getByRole('dialog').waitFor()
  await look(page, 'second factor off')

  await page.goto(`${url}/account/data`)
  await page.getByRole('button', { name: 'Konto löschen' }).click()
  await page.getByRole('dialog').waitFor()
  await look(page, 'deletion')
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'Profil' }).click()
  inAccounts(dataDir, 'DELETE FROM sessions')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await page.getByRole('dialog').waitFor()
  await look(page, 'signed out meanwhile')

  await page.goto(`${url}/signin`)
  await page.getByLabel('E-Mail-Adresse').fill(lea.email)
  await page.getByLabel('Passwort', { exact: true }).fill(lea.password)
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
  await page.getByRole('heading', { name: 'Zweiter Faktor' }).waitFor()
  await look(page, 'code')
  await page.getByLabel('Sechsstelliger Code').fill('000000')
  await page.getByRole('button', { name: 'Weiter' }).click()
  await page.getByText('Der Code stimmt nicht.').waitFor()
  await look(page, 'wrong code')
})

async function look(page: Page, step: string): Promise<void> {
  const found = [...(await violations(page, `${step}, light`))]
  await page.emulateMedia({ colorScheme: 'dark' })
  found.push(...(await violations(page, `${step}, dark`)))
  await page.setViewportSize(NARROW)
  found.push(...(await violations(page, `${step}, at 360 px`)))
  const width = Number(await page.evaluate('document.documentElement.scrollWidth'))
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(WIDE)
  assert.deepEqual(found, [])
  assert.ok(width <= NARROW.width, `${step} is ${width} px wide on a phone`)
}

async function violations(page: Page, where: string): Promise<readonly string[]> {
  const result = await new AxeBuilder({ page }).withTags(RULES).analyze()
  return result.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${where}: ${id} at ${target.join(' ')}: ${failureSummary}`),
  )
}

/** Changes what the server reads, as time would. */
function inAccounts(dataDir: string, statement: string): void {
  const db = new BetterSqlite(join(dataDir, 'accounts.sqlite'))
  db.prepare(statement).run()
  db.close()
}
