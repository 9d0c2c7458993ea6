/** The pages about the API in a real browser: for everyone to read, by keyboard, from this server alone. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openService } from '../api/start-service.ts'
import { assertAccessible } from './axe.ts'
import { NO_BROWSER, openPage } from './browser.ts'

const service = await openService()
const url = `http://127.0.0.1:${await service.listen()}`

test('axe finds nothing on a page of each kind, in any light, and none is wider than a phone', {
  skip: NO_BROWSER,
  timeout: 300_000,
}, async (t) => {
  const { page } = await openPage(t, { viewport: { width: 1280, height: 900 } })
  for (const path of ['/docs', '/docs/api', '/docs/reference?lang=en', '/docs/errors']) {
    await page.goto(url + path)
    await assertAccessible(page)
  }
})

test('by keyboard: the first stop leads to the text, and a language that was chosen stays', {
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

test("the try-it page shows every operation in the reader's language, and asks no other host for anything", {
  skip: NO_BROWSER,
  timeout: 300_000,
}, async (t) => {
  const { page } = await openPage(t)
  const origins = new Set<string>()
  page.on('request', (request) => origins.add(new URL(request.url()).origin))
  for (const [language, search] of [
    ['de', 'Unternehmen suchen'],
    ['en', 'Search companies'],
  ]) {
    await page.goto(`${url}/docs/try?lang=${language}`)
    await page.getByText(search!).first().waitFor()
  }
  assert.deepEqual([...origins], [url])
})
