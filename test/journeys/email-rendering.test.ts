// Thorough: every e-mail in a browser; test/api/emails.test.ts checks their text.
/** E-mails in a browser: readable in light and dark, on a phone, and without network requests. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { renderEmail } from '../../src/core/notifications/render-email.ts'
import { exampleEmails } from '../fixtures/example-emails.ts'
import { axeFindings } from './axe.ts'
import { NO_BROWSER, openPage } from './browser.ts'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const PHONE = { width: 360, height: 740 }

test('no e-mail loads or runs anything, has a violation reported by axe, or is wider than a phone', {
  skip: NO_BROWSER,
  timeout: 300_000,
}, async (t) => {
  const { page } = await openPage(t, { viewport: PHONE })
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  for (const email of exampleEmails()) {
    const link = `https://suche.example/reset#${'T'.repeat(43)}`
    await page.setContent(renderEmail(email, 'https://suche.example', link).html)
    assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= PHONE.width, email.kind)
    // Both languages have the same parts, and the German words are the longer ones.
    if (email.language === 'en') continue
    const found = [...(await faultsIn(page, 'light')), ...(await faultsIn(page, 'dark'))]
    assert.deepEqual(found, [], email.kind)
  }
  assert.deepEqual(asked, [])
})

async function faultsIn(page: Page, colorScheme: 'light' | 'dark'): Promise<readonly string[]> {
  await page.emulateMedia({ colorScheme })
  return (await axeFindings(page, RULES)).map(
    ({ id, nodes }) => `${colorScheme}: ${id}: ${nodes[0]?.failureSummary}`,
  )
}
