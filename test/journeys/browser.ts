/** A real Chromium, with pages that report errors of scripts and requests. */
import assert from 'node:assert/strict'
import { after, type TestContext } from 'node:test'
import type { Browser, BrowserContextOptions, Page, Request } from 'playwright-core'
import { NO_BROWSER, openBrowser } from '../fixtures/chromium.ts'
import { atEnd } from './program.ts'

export { NO_BROWSER }

/** However busy the machine is: what takes longer is a fault, not a slow minute. */
const PATIENCE_MS = 120_000

let browser: Promise<Browser> | undefined
// Here, and not where it is started: there it would end with the first test.
after(async () => (await browser)?.close())

/** One for each test file; closed after its last test. */
function theBrowser(): Promise<Browser> {
  browser ??= openBrowser()
  return browser
}

/** A page, and what it complained of: faults of scripts, of the policy, on the console. */
export interface WatchedPage {
  readonly page: Page
  readonly complaints: readonly string[]
}

/** Refused responses are also logged on the console; tests check them in the page. */
const REFUSED = /^Failed to load resource: the server responded with a status of (4\d\d|503)/

/** A page with a cookie jar of its own; everything it can complain of fails the test at its end. */
export async function openPage(test: TestContext, options: BrowserContextOptions = {}): Promise<WatchedPage> {
  const context = await (await theBrowser()).newContext({ locale: 'de-DE', ...options })
  context.setDefaultTimeout(PATIENCE_MS)
  const page = await context.newPage()
  countRequests(page)
  const complaints: string[] = []
  page.on('pageerror', (fault) => complaints.push(`fault: ${fault.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' && !REFUSED.test(message.text())) complaints.push(message.text())
  })
  page.on('dialog', (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  atEnd(test, async () => {
    await context.close()
    assert.deepEqual(complaints, [])
  })
  return { page, complaints }
}

/** Requests of each page that have no answer yet. */
const UNDERWAY = new WeakMap<Page, Set<Request>>()

function countRequests(page: Page): void {
  const underway = new Set<Request>()
  UNDERWAY.set(page, underway)
  page.on('request', (request) => underway.add(request))
  page.on('requestfinished', (request) => underway.delete(request))
  page.on('requestfailed', (request) => underway.delete(request))
}

/**
 * Resolves when a page shows what it came to show: its first heading is there, nothing is asked for, nothing stands in
 * for what is still to come, fonts are read, and every movement that has an end has come to it. Seen so twice, because what an
 * answer brings is drawn after it.
 */
export async function settled(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor({ state: 'attached' })
  for (let calm = 0; calm < 2; ) {
    const isCalm = (await page.evaluate<boolean>(CALM)) && UNDERWAY.get(page)?.size === 0
    calm = isCalm ? calm + 1 : 0
  }
}

/** Run in the page, whose names this program does not know. */
const CALM = `(async () => {
  await document.fonts.ready
  const moving = document.getAnimations().filter((one) => Number.isFinite(one.effect.getComputedTiming().endTime))
  for (const one of moving) one.finish()
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
  const standIns = '.mantine-Skeleton-root, .fs-skeleton, [aria-busy="true"], [data-loading="true"]'
  return moving.length === 0 && document.querySelector(standIns) === null
})()`
