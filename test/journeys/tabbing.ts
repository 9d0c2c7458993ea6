/** Pages without a mouse: every control is reached by Tab, with the focus always visible. */
import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'

/** No page has more stops than that. */
const STOPS_MAX = 120

/**
 * Tabs until the control has the focus; each stop on the way must show that it has it. A control that is disabled
 * while a call runs takes the focus too, but no press: it is awaited.
 */
export async function reach(page: Page, target: Locator): Promise<void> {
  await target.and(page.locator(':not([aria-disabled="true"])')).waitFor()
  for (let stop = 0; stop < STOPS_MAX; stop++) {
    if ((await target.and(page.locator(':focus')).count()) > 0) return
    await page.keyboard.press('Tab')
    const unseen = await unseenFocus(page)
    assert.equal(unseen, undefined, 'the focus must be seen')
  }
  assert.fail(`not to be reached by Tab: ${target}`)
}

/** Tabs to the control and presses the key. */
export async function press(page: Page, target: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await reach(page, target)
  await page.keyboard.press(key)
}

/** Tabs to the field and types. */
export async function write(page: Page, target: Locator, text: string): Promise<void> {
  await reach(page, target)
  await page.keyboard.type(text)
}

/** What has the focus without a ring of its own, or of what stands for it; nothing when it is the page itself. */
async function unseenFocus(page: Page): Promise<string | undefined> {
  const unseen = await page.evaluate<string | null>(UNSEEN_FOCUS)
  return unseen ?? undefined
}

/** Run in the page, whose names this program does not know. A ring may take some frames to be drawn. */
const UNSEEN_FOCUS = `(async () => {
  const isRing = ([one, part]) => {
    if (!one) return false
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one, part)
    const isOutlined = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1
    return isOutlined || /0px 0px 0px [1-9]/.test(boxShadow)
  }
  for (let frame = 0; frame < 30; frame++) {
    const element = document.activeElement
    if (element === null || element === document.body) return null
    const around = [[element, '::after'], [element.nextElementSibling]]
    for (let one = element, steps = 0; one !== null && steps < 5; one = one.parentElement, steps++) around.push([one])
    if (around.some(isRing)) return null
    await new Promise(requestAnimationFrame)
  }
  return document.activeElement.outerHTML.slice(0, 200)
})()`
