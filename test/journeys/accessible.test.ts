/** Every page and state: no violation of WCAG 2.2 AA that axe can find, light, dark, at 360 px and at 200 %; nothing hangs over there. */
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible, WIDE } from './axe.ts'
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

/** Who looks, with what there is for them to see. */
const LOOKS = {
  visitor: VISITOR_VIEWS,
  newcomer: NEWCOMER_VIEWS,
  member: MEMBER_VIEWS,
  operator: OPERATOR_VIEWS,
} as const

test('axe finds nothing on any page in any state, light, dark and at 200 %, and no page is wider than a phone', {
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
  await assertAccessible(page)
}
