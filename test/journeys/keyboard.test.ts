/** The first use of the dashboard without a mouse, with the focus always visible. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { NO_BROWSER, openPage } from './browser.ts'
import { appCode, linkFor, makePerson } from './person.ts'
import { startServerWithMailbox } from './server-with-mailbox.ts'

/** No page has more stops than that. */
const STOPS_MAX = 120

test('sign-up, second factor, keys and search work by keyboard alone, with the focus always visible', {
  skip: NO_BROWSER,
}, async (t) => {
  const { mailbox, url } = await startServerWithMailbox(t)
  const { page } = await openPage(t)
  const kim = makePerson('kim')

  await page.goto(`${url}/signup`)
  await write(page, page.getByLabel('E-Mail-Adresse'), kim.email)
  await write(page, page.getByLabel('Passwort', { exact: true }), kim.password)
  await page.keyboard.press('Enter')
  await page.getByText(kim.email).waitFor()
  await page.goto(await linkFor(mailbox, kim, '/confirm'))
  await press(page, page.getByRole('button', { name: 'Bestätigen' }))
  await page.waitForURL(`${url}/keys`)

  await press(page, page.getByRole('button', { name: 'Schlüssel anlegen' }).first())
  const dialog = page.getByRole('dialog')
  await write(page, dialog.getByLabel('Name'), 'CRM')
  await press(page, dialog.getByRole('button', { name: 'Schlüssel anlegen' }))
  await press(page, dialog.getByRole('tab', { name: 'curl' }))
  await page.keyboard.press('ArrowRight')
  await dialog.getByRole('region', { name: 'Beispiel JavaScript' }).waitFor()
  await press(page, dialog.getByRole('button', { name: 'Kopiert – schließen' }))
  await dialog.waitFor({ state: 'detached' })

  await press(page, page.getByRole('link', { name: 'Konto', exact: true }))
  await press(page, page.getByRole('link', { name: 'Sicherheit' }))
  await press(page, page.getByRole('button', { name: 'Einschalten' }), 'Space')
  const secret = await dialog.locator('code').innerText()
  await write(page, dialog.getByLabel('Sechsstelliger Code'), appCode(secret, Date.now()))
  await page.keyboard.press('Enter')
  await press(page, page.getByRole('button', { name: 'Codes gesichert' }))
  await page.getByText('Eingeschaltet', { exact: true }).waitFor()

  await press(page, page.getByRole('link', { name: 'Schlüssel', exact: true }))
  await press(page, page.getByRole('link', { name: 'CRM' }))
  await press(page, page.getByRole('button', { name: 'Erneuern' }))
  await reach(page, dialog.getByRole('radio', { checked: true }))
  await page.keyboard.press('ArrowUp')
  await press(page, dialog.getByRole('button', { name: 'Neuen Schlüssel erzeugen' }))
  await press(page, dialog.getByRole('button', { name: 'Kopiert – schließen' }))
  await press(page, page.getByRole('button', { name: 'Widerrufen' }))
  await write(page, dialog.getByRole('textbox'), 'CRM')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })

  await press(page, page.getByRole('link', { name: 'Suche', exact: true }))
  await write(page, page.getByRole('combobox').first(), 'Bau')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 2 }).first().waitFor()
  await press(page, page.getByRole('button', { name: 'Abmelden' }))
  await page.getByRole('heading', { name: 'Anmelden' }).waitFor()
})

/**
 * Tabs until the control has the focus; each stop on the way must show that it has it. A control that is disabled
 * while a call runs takes the focus too, but no press: it is awaited.
 */
async function reach(page: Page, target: Locator): Promise<void> {
  await target.and(page.locator(':not([aria-disabled="true"])')).waitFor()
  for (let stop = 0; stop < STOPS_MAX; stop++) {
    if ((await target.and(page.locator(':focus')).count()) > 0) return
    await page.keyboard.press('Tab')
    const unseen = await unseenFocus(page)
    assert.equal(unseen, undefined, 'the focus must be seen')
  }
  assert.fail(`not to be reached by Tab: ${target}`)
}

async function press(page: Page, target: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await reach(page, target)
  await page.keyboard.press(key)
}

async function write(page: Page, target: Locator, text: string): Promise<void> {
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
