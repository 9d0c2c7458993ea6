/**
 * Takes the pictures of the documentation: docs/search-page.webp for the README, docs/openrefine-preview.webp, and
 * in docs/dashboard every page and state in German, some of them dark and on a phone. Takes some minutes.
 *
 *   node scripts/make-screenshots.ts
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { PREVIEW_HEIGHT, PREVIEW_WIDTH } from '../src/http/reconcile/manifest.ts'
import { openPage, settled } from '../test/journeys/browser.ts'
import { openInFrame } from '../test/journeys/framed.ts'
import { importedFolder, makeKey, startServer, temporaryFolder } from '../test/journeys/program.ts'
import {
  MEMBER_VIEWS,
  NEWCOMER_VIEWS,
  OPERATOR_VIEWS,
  openView,
  startViewServer,
  VISITOR_VIEWS,
  type View,
} from '../test/journeys/views.ts'

const DOCS = join(import.meta.dirname, '../docs')
const FOLDER = join(DOCS, 'dashboard')
const QUALITY = 80
const WIDE = { width: 1280, height: 800 }
const NARROW = { width: 360, height: 740 }
/** Also taken dark, and on a phone. */
const SHOWN_TWICE = [
  'search-results',
  'company',
  'sign-in',
  'keys',
  'key',
  'usage',
  'match',
  'watch',
  'account-security',
  'operator',
]

test('pictures of every page and state', { timeout: 1_200_000 }, async (t) => {
  mkdirSync(FOLDER, { recursive: true })
  const setup = await startViewServer(t)
  const looks = [
    [setup.visitor, VISITOR_VIEWS],
    [setup.newcomer, NEWCOMER_VIEWS],
    [setup.member, MEMBER_VIEWS],
    [setup.operator, OPERATOR_VIEWS],
  ] as const
  for (const [page, views] of looks) {
    for (const view of views) await t.test(view.name, () => take(page, setup.url, view))
  }
})

test('the picture of the README: a search with a typo in the sample', { timeout: 300_000 }, async (t) => {
  const { url } = await startServer(t, join(temporaryFolder(t), 'var'), { PUBLIC_SEARCH: 'on' })
  const { page } = await openPage(t, {
    locale: 'en-GB',
    viewport: { width: 960, height: 590 },
    deviceScaleFactor: 2,
    reducedMotion: 'reduce',
  })
  // Twice, so that the time shown is that of a server that has answered before.
  for (let time = 0; time < 2; time++) {
    await page.goto(`${url}/?q=Simens%20AG&mode=deep`)
    await settled(page)
  }
  // As WebP, a quarter of the size of PNG, which Playwright does not offer.
  const browser = await page.context().newCDPSession(page)
  const { data } = await browser.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY })
  writeFileSync(join(DOCS, 'search-page.webp'), data, 'base64')
})

test('the preview in OpenRefine', { timeout: 300_000 }, async (t) => {
  const folder = await importedFolder(t)
  const { url } = await startServer(t, folder)
  const { key } = await makeKey(folder, ['--scopes', 'reconcile'])
  const { page } = await openPage(t, { locale: 'en-GB', deviceScaleFactor: 2 })
  const service = `${url}/api/v1/reconcile/${key}`
  const found = await (await fetch(`${service}/suggest/entity?prefix=Adler%20Inkasso`)).json()
  const { id } = (found as { result: { id: string }[] }).result[0]!
  const size = { width: PREVIEW_WIDTH, height: PREVIEW_HEIGHT }
  const frame = await openInFrame(t, page, `${service}/preview/${id}`, size)
  await frame.locator('dl').waitFor()
  const browser = await page.context().newCDPSession(page)
  const clip = { x: 0, y: 0, width: PREVIEW_WIDTH, height: PREVIEW_HEIGHT, scale: 1 }
  const { data } = await browser.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY, clip })
  writeFileSync(join(DOCS, 'openrefine-preview.webp'), data, 'base64')
})

async function take(page: Page, url: string, view: View): Promise<void> {
  await page.setViewportSize(WIDE)
  await page.emulateMedia({ colorScheme: 'light' })
  await openView(page, url, view)
  await wholePage(page, view.name)
  if (!SHOWN_TWICE.includes(view.name)) return
  await page.emulateMedia({ colorScheme: 'dark' })
  await settled(page)
  await wholePage(page, `${view.name}-dark`)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(NARROW)
  await settled(page)
  await wholePage(page, `${view.name}-phone`)
}

/** Takes a picture as high as the page, so that what is fixed to an edge stands at the edge of the picture. */
async function wholePage(page: Page, name: string): Promise<void> {
  const size = page.viewportSize() ?? WIDE
  const height = Number(await page.evaluate('document.documentElement.scrollHeight'))
  await page.setViewportSize({ width: size.width, height: Math.max(size.height, height) })
  await page.screenshot({ path: join(FOLDER, `${name}.png`) })
  await page.setViewportSize(size)
}
