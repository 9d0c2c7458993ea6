/** Whoever reads the pages in German reads no English, but for what is marked as English or is a name or code. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NO_BROWSER } from './browser.ts'
import {
  MEMBER_VIEWS,
  NEWCOMER_VIEWS,
  OPERATOR_VIEWS,
  openView,
  startViewHouse,
  VISITOR_VIEWS,
} from './views.ts'

/** Words that English sentences hardly do without, and that no German word looks like. */
const ENGLISH =
  /\b(?:the|is|are|there|of|and|with|from|which|this|that|currently|has|been|it|you|your|for|cannot|could|file|rows|try|again|please|error|unknown|done|failed|working|stopped)\b/i

/** Runs in the page. What it says by itself, line by line: without code, what is marked as English, and names of companies. */
const GERMAN_LINES = `(() => {
  const copy = document.body.cloneNode(true)
  const foreign = 'code, pre, script, noscript, style, svg, [lang="en"], .fs-hit-name, .fs-company-head h1'
  for (const element of copy.querySelectorAll(foreign)) element.remove()
  for (const element of copy.querySelectorAll('p, li, td, dd, dt, div, h1, h2, h3, button, option')) element.append('\\n')
  return copy.textContent.split('\\n').map((line) => line.trim()).filter((line) => line !== '')
})()`

test('no page in German has a sentence or a state in English', {
  skip: NO_BROWSER,
  timeout: 600_000,
}, async (t) => {
  const house = await startViewHouse(t)
  const looks = {
    visitor: VISITOR_VIEWS,
    newcomer: NEWCOMER_VIEWS,
    member: MEMBER_VIEWS,
    operator: OPERATOR_VIEWS,
  }
  const found: string[] = []
  for (const who of ['visitor', 'newcomer', 'member', 'operator'] as const) {
    for (const view of looks[who]) {
      await openView(house[who], house.url, view)
      assert.equal(await house[who].locator('html').getAttribute('lang'), 'de')
      for (const line of await house[who].evaluate<readonly string[]>(GERMAN_LINES))
        if (ENGLISH.test(line)) found.push(`${view.name}: ${line}`)
    }
  }
  assert.deepEqual(found, [])
})
