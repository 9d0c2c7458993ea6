/** Takes the pictures of docs/dashboard: every page and state in German, some of them dark and on a phone. Takes some minutes. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { settled } from '../test/journeys/browser.ts'
import {
  MEMBER_VIEWS,
  NEWCOMER_VIEWS,
  OPERATOR_VIEWS,
  openView,
  startViewHouse,
  VISITOR_VIEWS,
  type View,
} from '../test/journeys/views.ts'

const FOLDER = join(import.meta.dirname, '../docs/dashboard')
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
  'account-security',
  'operator',
]

test('pictures of every page and state', { timeout: 1_200_000 }, async (t) => {
  mkdirSync(FOLDER, { recursive: true })
  const house = await startViewHouse(t)
  const looks = [
    [house.visitor, VISITOR_VIEWS],
    [house.newcomer, NEWCOMER_VIEWS],
    [house.member, MEMBER_VIEWS],
    [house.operator, OPERATOR_VIEWS],
  ] as const
  for (const [page, views] of looks) {
    for (const view of views) await t.test(view.name, () => take(page, house.url, view))
  }
})

async function take(page: Page, url: string, view: View): Promise<void> {
  await page.setViewportSize(WIDE)
  await page.emulateMedia({ colorScheme: 'light' })
  await openView(page, url, view)
  await picture(page, view.name)
  if (!SHOWN_TWICE.includes(view.name)) return
  await page.emulateMedia({ colorScheme: 'dark' })
  await settled(page)
  await picture(page, `${view.name}-dark`)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(NARROW)
  await settled(page)
  await picture(page, `${view.name}-phone`)
}

async function picture(page: Page, name: string): Promise<void> {
  const size = page.viewportSize() ?? WIDE
  const height = Number(await page.evaluate('document.documentElement.scrollHeight'))
  // As high as the page, so that what is fixed to an edge stands at the edge of the picture.
  await page.setViewportSize({ width: size.width, height: Math.max(size.height, height) })
  await page.screenshot({ path: join(FOLDER, `${name}.png`) })
  await page.setViewportSize(size)
}
