// Thorough: every page in every state; the pages of searches, lists and sign-in are checked where they are used.
/** Every page and state: no violation of WCAG 2.2 AA that axe can find, light, dark, at 360 px and at 200 %; nothing hangs over there, and German pages are in German. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible, WIDE } from './axe.ts'
import { NO_BROWSER } from './browser.ts'
import {
  MEMBER_VIEWS,
  NEWCOMER_VIEWS,
  OPERATOR_VIEWS,
  openView,
  startViewServer,
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

/** Words that English sentences hardly do without, and that no German word looks like. */
const ENGLISH =
  /\b(?:the|is|are|there|of|and|with|from|which|this|that|currently|has|been|it|you|your|for|cannot|could|file|rows|try|again|please|error|unknown|done|failed|working|stopped)\b/i

/** Names of countries that German has in English. */
const COUNTRIES: ReadonlySet<string> = new Set(['Isle of Man'])

/** Runs in the page. What it says by itself, line by line: without code, what is marked as English, and names of companies. */
const GERMAN_LINES = `(() => {
  const copy = document.body.cloneNode(true)
  const foreign = 'code, pre, script, noscript, style, svg, [lang="en"], .fs-hit-name, .fs-company-head h1'
  for (const element of copy.querySelectorAll(foreign)) element.remove()
  for (const element of copy.querySelectorAll('p, li, td, dd, dt, div, h1, h2, h3, button, option')) element.append('\\n')
  return copy.textContent.split('\\n').map((line) => line.trim()).filter((line) => line !== '')
})()`

const LOOKERS = ['visitor', 'newcomer', 'member', 'operator'] as const

test('axe reports no violation on any page in any state, light, dark and at 200 %, and no page is wider than a phone', {
  skip: NO_BROWSER,
  timeout: 1_200_000,
}, async (t) => {
  const setup = await startViewServer(t)
  const english: string[] = []
  for (const who of LOOKERS) {
    for (const view of LOOKS[who]) {
      await t.test(`${who}: ${view.name}`, async () => {
        await look(setup[who], setup.url, view)
        english.push(...(await englishLines(setup[who], view)))
      })
    }
  }
  await t.test('no German page contains an English sentence or state', () => assert.deepEqual(english, []))
})

async function englishLines(page: Page, view: View): Promise<readonly string[]> {
  assert.equal(await page.locator('html').getAttribute('lang'), 'de')
  const lines = await page.evaluate<readonly string[]>(GERMAN_LINES)
  return lines
    .filter((line) => ENGLISH.test(line) && !COUNTRIES.has(line))
    .map((line) => `${view.name}: ${line}`)
}

async function look(page: Page, url: string, view: View): Promise<void> {
  await page.setViewportSize(WIDE)
  await page.emulateMedia({ colorScheme: 'light' })
  await openView(page, url, view)
  await assertAccessible(page)
}
