/** Checks of a page by axe, and of its width: light, dark, on a phone, and at 200 %. */
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { IS_LONG } from '../thorough.ts'
import { settled } from './browser.ts'

/** The library that the builder puts into pages. */
const { source } = createRequire(import.meta.resolve('@axe-core/playwright'))('axe-core') as {
  readonly source: string
}
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** The size of a desktop window. */
export const WIDE = { width: 1280, height: 900 }
const NARROW = { width: 360, height: 740 }
/** What is left of a window of 1280 × 900 where everything is shown twice as large. */
const ZOOMED = { width: 640, height: 450 }

/**
 * Fails if axe finds something on this page, light or dark at 360 px, or if the page is wider than the window at 360 px or 200 %. With
 * `LONG=1` axe also looks at it dark, and at 200 %. The page is light and wide again at the end.
 */
export async function assertAccessible(page: Page): Promise<void> {
  const found = [...(await violations(page, 'light')), ...(await moving(page))]
  await paint(page, 'dark')
  if (IS_LONG) found.push(...(await violations(page, 'dark')))
  await page.setViewportSize(NARROW)
  found.push(...(await violations(page, 'dark, at 360 px')), ...(await overhang(page, NARROW.width)))
  await paint(page, 'light')
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setDeviceMetricsOverride', { ...ZOOMED, deviceScaleFactor: 2, mobile: false })
  if (IS_LONG) found.push(...(await violations(page, 'at 200 %')))
  else await settled(page)
  found.push(...(await overhang(page, ZOOMED.width)))
  await session.detach()
  await page.setViewportSize(WIDE)
  assert.deepEqual(found, [])
}

/** Changes what the system likes, and waits until the page has followed it; pages without scripts follow at once. */
async function paint(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  const before = colorScheme === 'dark' ? 'light' : 'dark'
  await page.locator(`html[data-mantine-color-scheme=${before}]`).waitFor({ state: 'detached' })
}

async function violations(page: Page, where: string): Promise<readonly string[]> {
  await settled(page)
  return (await axeFindings(page)).flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${where}: ${id} at ${target.join(' ')}: ${failureSummary}`),
  )
}

type Findings = Awaited<ReturnType<AxeBuilder['analyze']>>['violations']

/** What axe finds on a page as it is. Without frames an eighth of the time is enough: the library stays in the page, and no second page is opened. */
export async function axeFindings(page: Page, rules: readonly string[] = RULES): Promise<Findings> {
  if (page.frames().length > 1)
    return (await new AxeBuilder({ page }).withTags([...rules]).analyze()).violations
  if (await page.evaluate<boolean>('window.axe === undefined')) await page.evaluate(source)
  const options = JSON.stringify({ runOnly: rules, resultTypes: ['violations'] })
  return page.evaluate<Findings>(`axe.run(${options}).then(({ violations }) => violations)`)
}

async function overhang(page: Page, width: number): Promise<readonly string[]> {
  const needed = Number(await page.evaluate('document.documentElement.scrollWidth'))
  return needed > width ? [`${needed} px wide at ${width} px`] : []
}

/** Parts that would move or fade though the browser asks that nothing does. */
async function moving(page: Page): Promise<readonly string[]> {
  return (await page.evaluate<readonly string[]>(MOVING)).map((part) => `moves: ${part}`)
}

/** As text, like all that runs in a page: it is no code of ours for the compiler. */
const MOVING = `matchMedia('(prefers-reduced-motion: reduce)').matches === false ? [] : [...document.querySelectorAll('*')]
  .filter((one) => ['transitionDuration', 'animationDuration'].some((name) =>
    getComputedStyle(one)[name].split(', ').some((time) => Number.parseFloat(time) > 0)))
  .map((one) => one.outerHTML.slice(0, 120))`
