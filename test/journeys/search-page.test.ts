/** The search page for visitors: without an account, by keyboard, and with faults. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { BRIEF } from '../thorough.ts'
import { NO_BROWSER, openPage, settled } from './browser.ts'
import { Mailbox } from './mailbox.ts'
import { makePerson, startSignedIn } from './person.ts'
import { importedFolder, type Lifetime, makeKey, ONE_THREAD, startServer, wholeFile } from './program.ts'

const FIELD = 'Firmenname oder Registernummer'

interface Setup {
  readonly url: string
  readonly dataDir: string
  readonly mailbox: Mailbox
}

const file = wholeFile()
let shared: Promise<Setup> | undefined

/** The server of all tests that need no settings of their own. */
function sharedSetup(): Promise<Setup> {
  shared ??= openSetup(file, {})
  return shared
}

async function openSetup(t: Lifetime, env: NodeJS.ProcessEnv): Promise<Setup> {
  const mailbox = new Mailbox()
  await mailbox.start()
  t.after(() => mailbox.stop())
  const dataDir = await importedFolder(t)
  const server = await startServer(t, dataDir, {
    ...ONE_THREAD,
    PUBLIC_SEARCH: 'on',
    PUBLIC_SEARCH_PER_MIN: '1000',
    DEEP_BUDGET_MS: '10000',
    SMTP_URL: mailbox.url,
    MAIL_FROM: 'dienst@example.net',
    ...env,
  })
  return { url: `http://localhost:${new URL(server.url).port}`, dataDir, mailbox }
}

async function searchFor(page: Page, text: string): Promise<void> {
  await page.getByRole('combobox', { name: FIELD }).fill(text)
  await page.keyboard.press('Enter')
}

function hits(page: Page) {
  return page.locator('.fs-hit')
}

/** The hits without the related names. */
function hitsOnly(page: Page) {
  return page.locator('.fs-results > .fs-hits > .fs-hit')
}

/** Loads the next page of hits. */
async function showMore(page: Page): Promise<void> {
  const before = await hits(page).count()
  await page.getByRole('button', { name: 'Weitere Treffer' }).click()
  await hits(page).nth(before).waitFor()
}

/** The text that a screen reader adds to the name of a status. */
async function descriptionOf(page: Page, name: string): Promise<string> {
  const id = await page.getByRole('checkbox', { name, exact: true }).getAttribute('aria-describedby')
  return id === null ? '' : ((await page.locator(`[id="${id}"]`).textContent()) ?? '')
}

test('a visitor finds a company while typing, by keyboard alone, and returns to the search', {
  skip: NO_BROWSER,
}, async (t) => {
  const { url } = await sharedSetup()
  const { page } = await openPage(t)
  await page.goto(`${url}/`)
  const field = page.getByRole('combobox', { name: FIELD })
  await field.waitFor()
  await tabTo(page, 'combobox')
  await page.keyboard.type('Adler')
  await page.keyboard.press('Enter')
  await hits(page).first().waitFor()
  await field.fill('Adler Automat')
  await page.getByRole('option', { name: /^Adler Automaten GmbH/ }).waitFor()
  await page.keyboard.press('ArrowDown')
  assert.equal(await field.getAttribute('aria-activedescendant'), await optionId(page))
  await page.keyboard.press('ArrowUp')
  assert.equal(await field.getAttribute('aria-activedescendant'), null)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Adler Automaten GmbH' }).waitFor()
  assert.match(new URL(page.url()).pathname, /^\/company\/[0-9a-f-]{36}$/)
  await page
    .getByText(/Stand .* · Daten: OpenCorporates, CC BY 4\.0; nicht das amtliche Register/)
    .first()
    .waitFor()
  await page.getByRole('link', { name: 'Zurück zur Suche' }).click()
  await hits(page).first().waitFor()
  assert.equal(await field.inputValue(), 'Adler')
})

test('the list of suggestions closes with Escape, and a second one empties the field', {
  skip: NO_BROWSER,
}, async (t) => {
  const { url } = await sharedSetup()
  const { page } = await openPage(t)
  await page.goto(`${url}/`)
  const field = page.getByRole('combobox', { name: FIELD })
  await field.pressSequentially('Adler')
  await page.getByRole('listbox').waitFor()
  assert.equal(await field.getAttribute('aria-expanded'), 'true')
  await page.keyboard.press('Escape')
  await page.getByRole('listbox').waitFor({ state: 'detached' })
  assert.deepEqual([await field.getAttribute('aria-expanded'), await field.inputValue()], ['false', 'Adler'])
  await page.keyboard.press('Escape')
  assert.equal(await field.inputValue(), '')
})

test('a normal search without hits shows deep results at once, says so, and shows the request that returns them', {
  skip: NO_BROWSER,
}, async (t) => {
  const { url, dataDir } = await sharedSetup()
  const { page } = await openPage(t)
  const { key } = await makeKey(dataDir)
  await page.goto(`${url}/`)
  await searchFor(page, 'Continentale Langenmaier')
  await page.getByText('Kein genauer Treffer.').waitFor()
  assert.equal(await page.getByRole('radio', { name: 'Normal' }).isChecked(), true)
  assert.equal(await page.getByRole('button', { name: 'Erweitert suchen' }).count(), 0)
  const hit = hits(page).first()
  const text = await hit.innerText()
  assert.match(text, /^Continentale Busam GmbH & Co\. KG/)
  assert.match(text, /früher Continentale Langenmaier & Co\./)
  assert.match(text, /Das Unternehmen hieß früher so\./)
  await page.getByRole('button', { name: 'Als API-Aufruf' }).click()
  const line = await page.getByRole('region', { name: 'curl', exact: true }).innerText()
  await page.getByRole('radio', { name: 'JSON' }).check()
  const shown = await page.getByRole('region', { name: 'JSON', exact: true }).innerText()
  assert.deepEqual(JSON.parse(await runInShell(line, key)), JSON.parse(shown))
  await page.getByRole('radio', { name: 'Vergleichen' }).check()
  await page.getByText('nur erweitert').first().waitFor()
  const titles = await page.getByRole('heading', { level: 2 }).allInnerTexts()
  assert.deepEqual(titles, ['Normal', 'Erweitert'])
  await page.getByText('Kein Unternehmen gefunden').waitFor()
})

test('the deep results shown for no normal hits can be continued, and the page says if there are none either', {
  skip: BRIEF || NO_BROWSER,
}, async (t) => {
  const { url } = await sharedSetup()
  const { page } = await openPage(t)
  await page.goto(`${url}/`)
  await searchFor(page, 'Adlr Apotheke')
  await page.getByText('Kein genauer Treffer.').waitFor()
  const heading = page.getByRole('heading', { level: 2, name: /Treffer/ })
  const total = Number.parseInt(await heading.innerText(), 10)
  assert.ok(total > 10, String(total))
  assert.equal(await hits(page).count(), 10)
  while ((await hitsOnly(page).count()) < total) await showMore(page)
  assert.equal(await hitsOnly(page).count(), total)
  await page.getByText('Kein genauer Treffer.').waitFor()
  await searchFor(page, 'Zzyzx Unauffindbar Xqwv')
  await page.getByText('Auch unter früheren und ähnlichen Namen gibt es keinen Treffer.').waitFor()
  assert.equal(await page.getByText('Kein genauer Treffer.').count(), 0)
})

test('related names follow the hits under one heading, over all pages, and do not count as hits', {
  skip: BRIEF || NO_BROWSER,
}, async (t) => {
  const { url } = await sharedSetup()
  const { page } = await openPage(t)
  await page.goto(`${url}/?q=${encodeURIComponent('Adlr Apotheke')}`)
  const related = page.getByRole('region', { name: 'Vielleicht verwandt' })
  await hits(page).first().waitFor()
  const total = Number.parseInt(
    await page.getByRole('heading', { level: 2, name: /Treffer/ }).innerText(),
    10,
  )
  assert.ok(total > 10, String(total))
  assert.equal(await related.count(), 0)
  while ((await related.count()) === 0) await showMore(page)
  const relatedCount = await related
    .getByRole('listitem')
    .filter({ has: page.getByRole('link') })
    .count()
  await showMore(page)
  assert.ok((await hits(page).count()) > total + 10, 'the related names have several pages')
  while (await page.getByRole('button', { name: 'Weitere Treffer' }).isVisible()) await showMore(page)
  assert.ok((await related.locator('.fs-hit').count()) > relatedCount)
  assert.equal(await related.count(), 1)
  assert.equal(await page.getByRole('heading', { level: 2, name: `${total} Treffer` }).count(), 1)
  for (const kind of await hitsOnly(page).locator('.fs-kind').allInnerTexts())
    assert.notEqual(kind, 'Verwandter Name')
})

test('a search with related names only says that nothing was found, in both languages', {
  skip: BRIEF || NO_BROWSER,
}, async (t) => {
  const { url } = await sharedSetup()
  const { page } = await openPage(t)
  await page.goto(`${url}/?q=${encodeURIComponent('Busam Xylophon')}`)
  await page.getByText('Kein Unternehmen gefunden').waitFor()
  await page.getByRole('heading', { level: 2, name: '0 Treffer' }).waitFor()
  assert.equal(await page.getByText('Kein genauer Treffer.').count(), 0)
  const related = page.getByRole('region', { name: 'Vielleicht verwandt' })
  await related.getByText('Diese Namen haben seltene Wörter mit deiner Suche gemeinsam.').waitFor()
  await related.getByRole('link', { name: 'Continentale Busam GmbH & Co. KG' }).waitFor()
  assert.equal(await hitsOnly(page).count(), 0)
  await page.getByRole('radio', { name: 'English' }).check()
  await page.getByText('No company found').waitFor()
  await page.getByRole('region', { name: 'Perhaps related' }).locator('.fs-hit').first().waitFor()
})

test('the open filters show the number of hits of every value, and requests are sent only while they are open', {
  skip: BRIEF || NO_BROWSER,
}, async (t) => {
  const { url } = await sharedSetup()
  const { page } = await openPage(t)
  let asked = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/search/facets')) asked++
  })
  await page.goto(`${url}/?q=Adler`)
  await hits(page).first().waitFor()
  assert.equal(asked, 0)
  const counted = page.waitForResponse((response) => response.url().endsWith('/search/facets'))
  await page.getByRole('button', { name: 'Filter' }).click()
  const { status, legal_form, seat } = await (await counted).json()
  const [most] = status
  assert.equal(most.value, 'active')
  const checks = page.locator('.fs-checks')
  const shown = checks.locator('.fs-count:not(:empty)')
  await shown.nth(1).waitFor()
  assert.equal(await shown.first().innerText(), String(most.count))
  assert.equal(await descriptionOf(page, 'Aktiv'), `${most.count} Treffer`)
  const removed = status.find(({ value }: { value: string }) => value === 'removed')?.count ?? 0
  assert.equal(await descriptionOf(page, 'Gelöscht'), `${removed} Treffer`)
  const [form] = legal_form
  const option = page.getByLabel('Rechtsform').locator(`option[value="${form.value}"]`)
  assert.match((await option.textContent()) ?? '', new RegExp(` \\(${form.count}\\)$`))
  assert.match((await option.getAttribute('aria-label')) ?? '', new RegExp(`, ${form.count} Treffer$`))
  assert.equal(await page.locator('datalist option').first().getAttribute('value'), seat[0].value)
  const before = await checks.boundingBox()
  await page.getByRole('checkbox', { name: 'Aktiv', exact: true }).focus()
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Filter Aktiv entfernen' }).waitFor()
  await shown.nth(1).waitFor({ state: 'detached' })
  await shown.first().waitFor()
  assert.equal(await descriptionOf(page, 'Aktiv'), `${most.count} Treffer`)
  assert.equal(await descriptionOf(page, 'Gelöscht'), '')
  assert.equal((await checks.boundingBox())?.height, before?.height)
  assert.equal(asked, 2)
  await page.getByRole('radio', { name: 'English' }).check()
  await page.getByRole('checkbox', { name: 'Active', exact: true }).waitFor()
  assert.match(await descriptionOf(page, 'Active'), /^\d+ companies$/)
})

test('lower bounds have a plus, nothing moves when the numbers arrive, and the filters work without them', {
  skip: BRIEF || NO_BROWSER,
}, async (t) => {
  const { url } = await sharedSetup()
  const { page } = await openPage(t)
  const release = Promise.withResolvers<void>()
  const counts = [{ value: 'active', count: 10_000 }]
  const lists = { legal_form: [], register_type: [], state: [], register_court: [], seat: [] }
  await page.route('**/search/facets', async (route) => {
    await release.promise
    await route.fulfill({ json: { total: 10_000, exact: false, status: counts, ...lists } })
  })
  await page.goto(`${url}/?q=Adler`)
  await page.getByRole('button', { name: 'Filter' }).click()
  const active = page.locator('.fs-check').first()
  const before = await active.boundingBox()
  release.resolve()
  await active.getByText('10.000+').waitFor()
  assert.deepEqual(await active.boundingBox(), before)
  assert.equal(await descriptionOf(page, 'Aktiv'), 'mindestens 10.000 Treffer')
  assert.equal(await descriptionOf(page, 'Gelöscht'), '')
  await page.unroute('**/search/facets')
  await page.route('**/search/facets', (route) => route.fulfill({ json: { code: 'internal' }, status: 503 }))
  await page.getByRole('checkbox', { name: 'Gelöscht', exact: true }).check()
  await active.getByText('10.000+').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Filter Gelöscht entfernen' }).waitFor()
})

test('filters restrict the hits, are part of the URL, and can be removed', {
  skip: BRIEF || NO_BROWSER,
}, async (t) => {
  const { url } = await sharedSetup()
  const { page } = await openPage(t)
  await page.goto(`${url}/`)
  await searchFor(page, 'Adler')
  await page.getByRole('heading', { level: 2, name: /Treffer/ }).waitFor()
  const all = await page.getByRole('heading', { level: 2, name: /Treffer/ }).innerText()
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByLabel('Rechtsform').selectOption('GmbH')
  await page.getByLabel('Sitz').fill('Freiburg im Breisgau')
  await page.keyboard.press('Enter')
  await page.getByRole('checkbox', { name: 'Gelöscht' }).check()
  await page.getByLabel('Bundesland').selectOption('DE-BW')
  await page.getByLabel('Frühere Namen').selectOption('exclude')
  await page.waitForURL(/legal_form=GmbH&status=removed&city=Freiburg.*&state=DE-BW&former=exclude/)
  await page.getByRole('button', { name: 'Filter Baden-Württemberg entfernen' }).click()
  await page.getByRole('button', { name: 'Filter Ohne frühere Namen entfernen' }).click()
  await page.getByRole('button', { name: 'Filter Gelöscht entfernen' }).click()
  await page.getByRole('button', { name: 'Filter Freiburg im Breisgau entfernen' }).click()
  await page.waitForURL(/\?q=Adler&legal_form=GmbH$/)
  await page
    .getByRole('heading', { level: 2, name: /Treffer/ })
    .filter({ hasNotText: all })
    .waitFor()
  for (const name of await page.locator('.fs-hit-name').allInnerTexts())
    assert.match(name, /GmbH|mit beschränkter Haftung/)
  await page.reload()
  await page.getByRole('button', { name: 'Filter GmbH entfernen' }).click()
  await page.getByText(all).first().waitFor()
})

test('a hit marks the letters that match the search, and its link has the whole name in every colour scheme', {
  skip: NO_BROWSER,
}, async (t) => {
  const { url } = await sharedSetup()
  const { page } = await openPage(t)
  await page.goto(`${url}/?q=${encodeURIComponent('Schützenverein Adl')}`)
  const first = page.locator('.fs-hit').first()
  await first.waitFor()
  const name = await first.locator('.fs-hit-name').innerText()
  const marks = await first.locator('.fs-hit-name mark').allInnerTexts()
  assert.deepEqual(marks, ['Schützenverein', 'Adl'])
  await page.getByRole('link', { name, exact: true }).first().waitFor()
  for (const media of [
    { colorScheme: 'light' },
    { colorScheme: 'dark' },
    { forcedColors: 'active' },
  ] as const) {
    await page.emulateMedia(media)
    const colourOf = (selector: string) =>
      page.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).backgroundColor`)
    const [mark, row] = [await colourOf('.fs-hit mark'), await colourOf('.fs-hit')]
    assert.notEqual(mark, row, JSON.stringify(media))
  }
})

test('the shown command, run in a shell with a key, returns the shown JSON', {
  skip: BRIEF || NO_BROWSER,
}, async (t) => {
  const { url, dataDir } = await sharedSetup()
  const { page } = await openPage(t)
  const { key } = await makeKey(dataDir)
  await page.goto(`${url}/?q=${encodeURIComponent("Schützenverein 'Adler' Altensteig")}&mode=deep`)
  await page.getByRole('button', { name: 'Als API-Aufruf' }).click()
  const line = await page.getByRole('region', { name: 'curl', exact: true }).innerText()
  await page.getByRole('radio', { name: 'JSON' }).check()
  const shown = await page.getByRole('region', { name: 'JSON', exact: true }).innerText()
  assert.match(shown, /Schützenverein 'Adler' Altensteig e\.V\./)
  assert.deepEqual(JSON.parse(await runInShell(line, key)), JSON.parse(shown))
})

test('a visitor over the limit sees when to try again, and that an account has a higher limit', {
  skip: BRIEF || NO_BROWSER,
}, async (t) => {
  const { url } = await openSetup(t, { PUBLIC_SEARCH_PER_MIN: '1' })
  const { page } = await openPage(t)
  await page.goto(`${url}/?q=Adler`)
  await hits(page).first().waitFor()
  await searchFor(page, 'Adler Automaten')
  await page
    .getByText(/Versuch es in \d+ Sekunden erneut\./)
    .first()
    .waitFor()
  assert.equal(await page.getByRole('link', { name: 'Mit Konto gilt ein höheres Limit.' }).count(), 1)
})

test('without a connection the page says so, and searches again when it is back', {
  skip: BRIEF || NO_BROWSER,
}, async (t) => {
  const { url } = await sharedSetup()
  const { page, complaints } = await openPage(t)
  await page.goto(`${url}/?q=Adler`)
  await hits(page).first().waitFor()
  await page.context().setOffline(true)
  await searchFor(page, 'Adler Automaten')
  await page.getByText('Keine Verbindung').waitFor()
  await page.context().setOffline(false)
  await page.getByRole('link', { name: 'Adler Automaten GmbH' }).waitFor()
  // The browser's own words for what it was made to do.
  const known = complaints.filter((text) => text.includes('ERR_INTERNET_DISCONNECTED'))
  ;(complaints as string[]).splice(0, known.length)
})

test('language and colours are stored in the browser, system colours follow the system, and a company can be opened by its URL', {
  skip: BRIEF || NO_BROWSER,
}, async (t) => {
  const { url } = await sharedSetup()
  const { page } = await openPage(t)
  await page.goto(`${url}/?q=Adler`)
  await hits(page).first().waitFor()
  const root = page.locator('html')
  const turns = (colours: string) =>
    page.locator(`html[data-mantine-color-scheme=${colours}]`).waitFor({ state: 'attached' })
  await page.emulateMedia({ colorScheme: 'dark' })
  await turns('dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await turns('light')
  await page.getByRole('radio', { name: 'English' }).check()
  await page.getByRole('radio', { name: 'Dark' }).check()
  await page.getByRole('link', { name: 'Adler Automaten GmbH' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Adler Automaten GmbH' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { level: 1, name: 'Adler Automaten GmbH' }).waitFor()
  await page.getByRole('heading', { level: 2, name: 'History' }).waitFor()
  assert.equal(await root.getAttribute('lang'), 'en')
  await turns('dark')
  await page.goto(`${url}/company/00000000-0000-5000-8000-000000000000`)
  await page.getByRole('heading', { level: 1, name: 'Company not found' }).waitFor()
})

test('the app has the same search for a person who is signed in', {
  skip: BRIEF || NO_BROWSER,
}, async (t) => {
  const { url, mailbox } = await sharedSetup()
  const { page } = await openPage(t)
  await startSignedIn(page, url, mailbox, makePerson('ida'))
  await page.getByRole('link', { name: 'Suche', exact: true }).first().click()
  await page.waitForURL(`${url}/search`)
  await searchFor(page, 'Adler Automaten')
  await page.waitForURL(/\/search\?q=Adler\+Automaten$/)
  await page.getByRole('link', { name: 'Adler Automaten GmbH' }).click()
  await page.getByRole('heading', { level: 1, name: 'Adler Automaten GmbH' }).waitFor()
  await page.getByRole('link', { name: 'Zurück zur Suche' }).click()
  await hits(page).first().waitFor()
})

for (const [who, isMember] of [
  ['a visitor', false],
  ['who is signed in', true],
] as const) {
  test(`${who} returns from the sixteenth hit to the same position in the same hits, by the browser and by the link`, {
    skip: (isMember && BRIEF) || NO_BROWSER,
  }, async (t) => {
    const { url, mailbox } = await sharedSetup()
    const { page } = await openPage(t)
    if (isMember) await startSignedIn(page, url, mailbox, makePerson('eve'))
    await page.goto(`${url}/${isMember ? 'search' : ''}?q=Adler`)
    await hits(page).nth(9).waitFor()
    await page.getByRole('button', { name: 'Weitere Treffer' }).click()
    await hits(page).nth(19).waitFor()
    const sixteenth = hits(page).nth(15).getByRole('link')
    for (const goBack of [
      () => page.goBack(),
      () => page.getByRole('link', { name: 'Zurück zur Suche' }).click(),
    ]) {
      await sixteenth.scrollIntoViewIfNeeded()
      await settled(page)
      const place = await page.evaluate<number>('scrollY')
      assert.ok(place > 500, String(place))
      await sixteenth.click()
      await page.getByRole('heading', { level: 2, name: 'Eintrag' }).waitFor()
      assert.ok((await page.evaluate<number>('scrollY')) < place)
      await goBack()
      await hits(page).nth(19).waitFor()
      await settled(page)
      assert.equal(await page.evaluate<number>('scrollY'), place)
      assert.equal(await hits(page).count(), 20)
    }
  })
}

/** With the Tab key, as often as it takes. */
async function tabTo(page: Page, role: string): Promise<void> {
  for (let i = 0; i < 20; i++) {
    await page.keyboard.press('Tab')
    if ((await page.evaluate(`document.activeElement?.getAttribute('role')`)) === role) return
  }
  assert.fail(`no ${role} is reached with the Tab key`)
}

async function optionId(page: Page): Promise<string | null> {
  return page.getByRole('option').first().getAttribute('id')
}

function runInShell(line: string, key: string): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(
      'sh',
      ['-c', line.replace('curl', 'curl -s')],
      { env: { ...process.env, API_KEY: key } },
      (error, out) => (error ? reject(error) : resolve(out)),
    )
  })
}
