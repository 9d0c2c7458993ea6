/** Every page and state: no violation of WCAG 2.2 AA that axe can find, light and dark; nothing hangs over at 360 px. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { NO_BROWSER } from './browser.ts'
import {
  MEMBER_VIEWS,
  NEWCOMER_VIEWS,
  OPERATOR_VIEWS,
  openView,
  startViewHouse,
  VISITOR_VIEWS,
  type View,
} from './views.ts'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const WIDE = { width: 1280, height: 900 }
const NARROW = { width: 360, height: 740 }

/** Who looks, with what there is for them to see. */
const LOOKS = {
  visitor: VISITOR_VIEWS,
  newcomer: NEWCOMER_VIEWS,
  member: MEMBER_VIEWS,
  operator: OPERATOR_VIEWS,
} as const

test('axe finds nothing on any page in any state, light and dark, and no page is wider than a phone', {
  skip: NO_BROWSER,
  timeout: 1_200_000,
}, async (t) => {
  const house = await startViewHouse(t)
  for (const who of ['visitor', 'newcomer', 'member', 'operator'] as const) {
    for (const view of LOOKS[who]) {
      await t.test(`${who}: ${view.name}`, () => look(house[who], house.url, view))
    }
  }
})

async function look(page: Page, url: string, view: View): Promise<void> {
  await page.setViewportSize(WIDE)
  await page.emulateMedia({ colorScheme: 'light' })
  await openView(page, url, view)
  const found = [...(await violations(page, 'light'))]
  await page.emulateMedia({ colorScheme: 'dark' })
  found.push(...(await violations(page, 'dark')))
  await page.setViewportSize(NARROW)
  found.push(...(await violations(page, 'at 360 px')))
  found.push(...(await overhang(page)))
  assert.deepEqual(found, [])
}

async function violations(page: Page, where: string): Promise<readonly string[]> {
  const result = await new AxeBuilder({ page }).withTags(RULES).analyze()
  return result.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${where}: ${id} at ${target.join(' ')}: ${failureSummary}`),
  )
}

async function overhang(page: Page): Promise<readonly string[]> {
  const width = Number(await page.evaluate('document.documentElement.scrollWidth'))
  return width > NARROW.width ? [`${width} px wide at ${NARROW.width} px`] : []
}
