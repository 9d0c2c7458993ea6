// Thorough: the documentation in a browser; test/api/docs.test.ts checks its pages.
/** The pages about the API in a real browser: for everyone to read, by keyboard, from this server alone. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { DASHBOARD_DIST } from '../../src/server/dashboard-files.ts'
import { openService } from '../api/start-service.ts'
import { assertAccessible, axeFindings } from './axe.ts'
import { NO_BROWSER, openPage, settled } from './browser.ts'
import { importedFolder, ONE_THREAD, startServer } from './program.ts'

const service = await openService({ dashboardDist: DASHBOARD_DIST })
const url = `http://127.0.0.1:${await service.listen()}`

test('axe reports no violation on a page of each kind, light and dark, and none is wider than a phone', {
  skip: NO_BROWSER,
  timeout: 300_000,
}, async (t) => {
  const { page } = await openPage(t, { viewport: { width: 1280, height: 900 } })
  for (const path of ['/docs', '/docs/api', '/docs/reference?lang=en', '/docs/errors']) {
    await page.goto(url + path)
    await assertAccessible(page)
  }
  for (const language of ['de', 'en'] as const) {
    await openTryPage(page, language)
    await assertAccessible(page)
  }
})

/** What Scalar calls its operations, which are there when all of it is. */
const SEARCH = { de: 'Unternehmen suchen', en: 'Search companies' } as const

async function openTryPage(page: Page, language: keyof typeof SEARCH, at = url): Promise<void> {
  await page.goto(`${at}/docs/try?lang=${language}`)
  await page.getByRole('heading', { name: SEARCH[language] }).first().waitFor()
}

/**
 * What axe finds in the dialog in which Scalar sends a request. Its parts have these roles and names in its own program, and nothing in its
 * configuration changes them; whoever is kept out by them has the same requests for curl in `/docs/reference`. A rule that is
 * broken no more is to be struck here.
 */
const SCALARS_OWN = [
  'aria-allowed-role',
  'aria-input-field-name',
  'aria-prohibited-attr',
  'aria-required-attr',
  'landmark-no-duplicate-main',
  'landmark-unique',
  'presentation-role-conflict',
]

test('in the request dialog axe reports only known violations of Scalar itself', {
  skip: NO_BROWSER,
  timeout: 300_000,
}, async (t) => {
  const { page } = await openPage(t, { viewport: { width: 1280, height: 900 } })
  await openTryPage(page, 'de')
  await page
    .getByRole('button', { name: /^Request testen/ })
    .first()
    .click()
  await page.getByRole('dialog').first().waitFor()
  await settled(page)
  assert.deepEqual((await axeFindings(page)).map(({ id }) => id).sort(), SCALARS_OWN)
})

test('by keyboard the first link skips to the text, and a chosen language is kept', {
  skip: NO_BROWSER,
  timeout: 120_000,
}, async (t) => {
  const { page } = await openPage(t)
  await page.goto(`${url}/docs`)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${url}/docs#text`)
  await page.getByRole('link', { name: 'English' }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(`${url}/docs?lang=en`)
  await page.getByRole('navigation').getByRole('link', { name: 'Errors' }).click()
  await page.getByRole('heading', { level: 1, name: 'Errors' }).waitFor()
  assert.equal(page.url(), `${url}/docs/errors?lang=en`)
})

test('the try-it page shows every operation in the chosen language, and sends requests to no other host', {
  skip: NO_BROWSER,
  timeout: 300_000,
}, async (t) => {
  const { page } = await openPage(t)
  const origins = new Set<string>()
  page.on('request', (request) => origins.add(new URL(request.url()).origin))
  for (const language of ['de', 'en'] as const) await openTryPage(page, language)
  assert.deepEqual([...origins], [url])
})

test('language and colours of the dashboard apply in the documentation and on error pages, and the language is kept on the way back', {
  skip: NO_BROWSER,
  timeout: 120_000,
}, async (t) => {
  const server = await startServer(t, await importedFolder(t), {
    ...ONE_THREAD,
    PUBLIC_SEARCH: 'on',
  })
  const product = `http://localhost:${new URL(server.url).port}`
  const { page } = await openPage(t, { colorScheme: 'light' })
  const root = page.locator('html')
  const ground = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor')
  await page.goto(`${product}/`)
  await page.getByRole('radio', { name: 'English' }).check()
  await page.getByRole('radio', { name: 'Dark' }).check()
  const dark = await ground()
  await page.getByRole('banner').getByRole('link', { name: 'API' }).click()
  await page.getByRole('heading', { level: 1, name: 'Documentation' }).waitFor()
  assert.equal(await ground(), dark)
  const font = await page.evaluate<string>('getComputedStyle(document.body).fontFamily')
  assert.match(font, /^"Inter Variable"/)
  await assertAccessible(page)
  await openTryPage(page, 'en', product)
  assert.equal(await page.evaluate<string>('getComputedStyle(document.body).colorScheme'), 'dark')
  await page.goto(`${product}/no-such-page`)
  await page.getByRole('heading', { level: 1, name: 'Not found' }).waitFor()
  assert.equal(await ground(), dark)
  await page.goto(`${product}/docs`)
  await page.getByRole('link', { name: 'Deutsch' }).click()
  await page.getByRole('heading', { level: 1, name: 'Dokumentation' }).waitFor()
  await page.getByRole('link', { name: 'Anmelden' }).waitFor()
  await page.getByRole('link', { name: 'firmensuche' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Welches Unternehmen suchst du?' }).waitFor()
  assert.equal(await root.getAttribute('lang'), 'de')
  assert.equal(await root.getAttribute('data-mantine-color-scheme'), 'dark')
})
