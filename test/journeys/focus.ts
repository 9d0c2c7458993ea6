/** Where the keyboard focus is, and whether it ever was nowhere. */
import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { settled } from './browser.ts'

/** Run in the page: notes each frame in which the focus, once set, has fallen to the body. */
const WATCH = `(() => {
  let held
  window.focusFalls = []
  const look = () => {
    const { activeElement } = document
    if (activeElement !== null && activeElement !== document.body) held = activeElement.outerHTML.slice(0, 160)
    else if (held !== undefined) {
      window.focusFalls.push(held)
      held = undefined
    }
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
})()`

/** Records from the next document on when the focus falls to the body. */
export async function watchFocus(page: Page): Promise<void> {
  await page.addInitScript(WATCH)
}

/** Returns the elements from which the focus fell to the body since the page was loaded or this was last called. */
export function focusFalls(page: Page): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>('window.focusFalls.splice(0)')
}

/** Fails unless, once the page is calm, the focus is there; where it is watched, it was nowhere meanwhile. */
export async function assertFocus(
  page: Page,
  target: Locator,
  when: string,
  { isWatched = true } = {},
): Promise<void> {
  await target.first().waitFor()
  await settled(page)
  const has = await target.and(page.locator(':focus')).count()
  if (has === 0) assert.fail(`${when}: not on ${target}, but on ${await page.evaluate<string>(FOCUSED)}`)
  if (isWatched) assert.deepEqual(await focusFalls(page), [], `${when}: the focus fell to the body`)
}

const FOCUSED = `document.activeElement.outerHTML.slice(0, 200) + ' … ' + document.activeElement.textContent.slice(0, 80)`

/** Focuses the element and presses a key. */
export async function pressOn(target: Locator, key = 'Enter'): Promise<void> {
  await target.focus()
  await target.page().keyboard.press(key)
}

/** Types into the focused element of the dialog; waits for the focus first. */
export async function typeInto(dialog: Locator, text: string): Promise<void> {
  await dialog.locator('input:focus').waitFor()
  await dialog.page().keyboard.type(text)
}

/** Fails unless Tab and Shift+Tab go round within the dialog, and never elsewhere. */
export async function assertTabStays(page: Page, dialog: Locator): Promise<void> {
  await page.evaluate('window.focusStart = document.activeElement')
  for (const key of ['Tab', 'Shift+Tab', 'Shift+Tab', 'Tab']) {
    await page.keyboard.press(key)
    const isInside = await dialog.evaluate((one) => one.contains(one.ownerDocument.activeElement))
    assert.ok(isInside, `${key} leaves the dialog`)
  }
  const isBack = await page.evaluate<boolean>('document.activeElement === window.focusStart')
  assert.ok(isBack, 'Tab there and back leads to where one was')
}
