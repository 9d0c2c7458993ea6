/** The page about lists in Chromium: from a file of Excel to the downloaded result, also by keyboard alone. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { openCustomerList } from '../../src/adapters/registers/customer-list.ts'
import { BRIEF } from '../thorough.ts'
import { assertAccessible } from './axe.ts'
import { NO_BROWSER, openPage } from './browser.ts'
import { makePerson, startSignedIn } from './person.ts'
import { importedFolder, ONE_THREAD, ROOT, sampleLines, startServer, temporaryFolder } from './program.ts'

const LISTS = join(ROOT, 'test/fixtures/lists')
/** Semicolons and Windows-1252. */
const EXCEL = join(LISTS, 'excel-de.csv')
const WORKBOOK = join(LISTS, 'customers.xlsx')
/** Long enough to be left while it is matched. */
const LONG_ROWS = 60_000
/** The narrowest screen that pages are made for. */
const NARROWEST = { width: 320, height: 640 }

async function startLists(t: TestContext): Promise<string> {
  const server = await startServer(t, await importedFolder(t), ONE_THREAD)
  return `http://localhost:${new URL(server.url).port}`
}

async function openLists(t: TestContext, url: string, name: string): Promise<Page> {
  const { page } = await openPage(t, { viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' })
  await startSignedIn(page, url, undefined, makePerson(name))
  await page.getByRole('link', { name: 'Abgleich' }).click()
  await page.getByRole('heading', { name: 'Liste abgleichen' }).waitFor()
  return page
}

const fileField = (page: Page) => page.getByLabel(/Datei auswählen/)

/** Starts the list with a deep search and waits for its end. */
async function matchList(page: Page, path: string): Promise<void> {
  await fileField(page).setInputFiles(path)
  await page.getByLabel('Erweiterte Suche').check()
  await page.getByRole('button', { name: 'Abgleich starten' }).click()
  await page.getByRole('link', { name: 'Als CSV herunterladen' }).waitFor()
}

const openRow = (page: Page): Locator => page.locator('button[aria-expanded=true]')

async function download(t: TestContext, page: Page, name: string): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name }).click()])
  const path = join(temporaryFolder(t), file.suggestedFilename())
  await file.saveAs(path)
  return path
}

/** The values of some added columns in a downloaded result. */
async function valuesOf(path: string, ...names: readonly string[]): Promise<readonly (readonly string[])[]> {
  const list = await openCustomerList(path, { hasNoHeader: false })
  const rows = (await Array.fromAsync(list.rows(0))).flat()
  return rows.map(({ cells }) => names.map((name) => cells[list.header.indexOf(`match_${name}`)] ?? ''))
}

test('the page about lists', { skip: NO_BROWSER }, async (t) => {
  const url = await startLists(t)

  await t.test(
    'shows columns, first rows, rows and cost of a file of Excel before anything starts',
    { skip: BRIEF },
    async (t) => {
      const page = await openLists(t, url, 'ada')
      await fileField(page).setInputFiles(EXCEL)
      const chosen = (label: string) => page.getByLabel(label).locator('option:checked').innerText()
      assert.equal(await chosen('Spalte mit dem Namen'), 'Firma')
      assert.equal(await chosen('Spalte mit dem Ort'), 'Ort')
      assert.equal(await chosen('Spalte mit der Registernummer'), 'Handelsregisternr.')
      const rows = page.getByRole('region', { name: 'Erste Zeilen' })
      assert.match(await rows.innerText(), /Erstkontakt: Frau Größl/)
      await page
        .getByText(/^6 Zeilen Vorschau und Abgleich kosten je so viel wie eine erweiterte Suche/)
        .waitFor()
      await page.getByText(/verlassen den Server nicht. Nach 30 Tagen werden sie gelöscht/).waitFor()
      await assertAccessible(page)
      await page.getByLabel('Die erste Zeile enthält die Überschriften').uncheck()
      await page.getByText(/^7 Zeilen/).waitFor()
      await page.getByLabel('Spalte mit dem Namen').selectOption('(keine)')
      await page.getByLabel('Spalte mit der Registernummer').selectOption('(keine)')
      await page.getByText('Wähle eine Spalte mit dem Namen oder der Registernummer.').waitFor()
      await page.getByRole('button', { name: 'Verwerfen' }).click()
      await page.getByText('Noch keine Liste.').waitFor()
    },
  )

  await t.test('says what is wrong with a file that is no list', { skip: BRIEF }, async (t) => {
    const page = await openLists(t, url, 'bea')
    const send = (name: string, text: string) =>
      fileField(page).setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
    await send('leer.csv', '')
    await page.getByText('Die Datei hat keine Zeilen.').waitFor()
    await send('offen.csv', 'Firma;Ort\n"A;B\nC;D\n')
    await page.getByText('Die Liste kann ab Zeile 1 nicht gelesen werden.').waitFor()
    await send('bild.csv', '\u0000\u0001\u0002\u0003\u0000')
    await page.getByText('Dieses Format wird nicht gelesen.').waitFor()
    await assertAccessible(page)
  })

  await t.test(
    'reviews a list by keyboard alone, keeps the decisions, and puts them into the result',
    async (t) => {
      const page = await openLists(t, url, 'cem')
      await matchList(page, EXCEL)
      await page.getByRole('tab', { name: /^Möglich 2/ }).waitFor()
      await assertAccessible(page)
      const possible = page.getByRole('tab', { selected: true })
      await possible.focus()
      assert.match(await possible.innerText(), /Möglich/)
      await page.keyboard.press('Tab')
      const focused = page.locator('button:focus')
      assert.equal(await focused.getAttribute('aria-expanded'), 'true')
      const first = await focused.innerText()
      assert.match(first, /Zeile\s+2\s/)
      await page.keyboard.press('1')
      await page.getByText(/^Zeile 2: .+ gewählt\.$/).waitFor({ state: 'attached' })
      assert.notEqual(await openRow(page).innerText(), first)
      assert.equal(await focused.getAttribute('aria-expanded'), 'true', 'the focus follows')
      await page.keyboard.press('n')
      await page.getByText(/: keines davon\./).waitFor({ state: 'attached' })
      await page.keyboard.press('Backspace')
      await page.getByText('Entscheidung zurückgenommen.').waitFor({ state: 'attached' })
      await page.keyboard.press('n')
      await page.keyboard.press('ArrowUp')
      assert.equal(/Zeile\s+2\s/.test(await openRow(page).innerText()), true)
      await page.getByRole('tab', { name: /2 entschieden/ }).waitFor()
      await possible.focus()
      await page.keyboard.press('ArrowRight')
      await page.getByRole('tab', { name: /^Nicht gefunden 1/, selected: true }).waitFor()
      await page.getByText('Kein Vorschlag').waitFor()
      await page.reload()
      await page.getByRole('tab', { name: /^Möglich 2\s*2 entschieden/ }).waitFor()
      const csv = await download(t, page, 'Als CSV herunterladen')
      assert.match(readFileSync(csv, 'utf8'), /^\ufeffKundennr\.;Firma;Straße;/)
      const decided = await valuesOf(csv, 'state', 'decision')
      assert.deepEqual(
        decided.filter(([state]) => state === 'possible'),
        [
          ['possible', 'chosen'],
          ['possible', 'none'],
        ],
      )
      const rows = await valuesOf(csv, 'state', 'decision', 'uuid')
      assert.deepEqual(
        await valuesOf(await download(t, page, 'Als Excel herunterladen'), 'state', 'decision', 'uuid'),
        rows,
      )
      assert.equal(rows.find(([, decision]) => decision === 'none')?.[2], '')
    },
  )

  await t.test(
    'decides by touch on the narrowest screen, where nothing hangs over, with marked letters',
    { skip: BRIEF },
    async (t) => {
      const page = await openLists(t, url, 'dag')
      await matchList(page, WORKBOOK)
      await page.setViewportSize(NARROWEST)
      await page.getByRole('tab', { name: /^Möglich/ }).click()
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), NARROWEST.width)
      await page.locator('ol ol mark').first().waitFor()
      await page.locator('ol ol button').first().click()
      await page.getByRole('tab', { name: /1 entschieden/ }).waitFor()
      await page.locator('ol > li > button').first().click()
      await page.getByRole('button', { name: 'Entscheidung zurücknehmen' }).click()
      await page.getByRole('tab', { name: /1 entschieden/ }).waitFor({ state: 'detached' })
    },
  )

  await t.test('takes a dropped file, lists it, and deletes it at once', { skip: BRIEF }, async (t) => {
    const page = await openLists(t, url, 'eva')
    const drop = `(() => {
      const files = new DataTransfer()
      files.items.add(new File(['Firma\\nAdler Automaten GmbH\\n'], 'kunden.csv'))
      const target = document.querySelector('label:has(input[type=file])')
      target.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: files }))
    })()`
    await page.locator('label:has(input[type=file])').waitFor()
    await page.evaluate(drop)
    await page.getByRole('button', { name: 'Abgleich starten' }).click()
    await page.getByRole('heading', { name: 'kunden.csv' }).waitFor()
    await page.getByRole('link', { name: 'Als CSV herunterladen' }).waitFor()
    await page.getByRole('link', { name: 'Alle Listen' }).click()
    await page.getByRole('link', { name: 'kunden.csv' }).waitFor()
    await page.getByText(/1 von 1 Zeilen · gestartet .+ · wird am .+ gelöscht/).waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Löschen: kunden.csv' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Endgültig löschen' }).click()
    await page.getByText('Noch keine Liste.').waitFor()
  })
})

test('a long list shows progress, goes on when the page is left, and can be deleted meanwhile', {
  skip: BRIEF || NO_BROWSER,
}, async (t) => {
  const url = await startLists(t)
  const page = await openLists(t, url, 'fay')
  const names = sampleLines(LONG_ROWS).map((line) => (JSON.parse(line) as { name: string }).name)
  const text = `Firma\n${names.map((name) => name.replaceAll(/[;"]/g, ' ')).join('\n')}\n`
  const buffer = Buffer.from(text)
  await fileField(page).setInputFiles({ name: 'lang.csv', mimeType: 'text/csv', buffer })
  await page.getByLabel('Erweiterte Suche').check()
  await page.getByRole('button', { name: 'Abgleich starten' }).click()
  await page.getByRole('progressbar', { name: /von 60\.\d{3} Zeilen/ }).waitFor()
  await page.getByText(/Zeilen pro Sekunde, noch \d+ (?:Sekunden|Minuten|Stunden)/).waitFor()
  await page.getByRole('link', { name: 'Alle Listen' }).click()
  await page.getByText('Die nächste kannst du danach starten.').waitFor()
  const done = page.getByText(/ von 60\.\d{3} Zeilen/)
  const before = await done.innerText()
  await page.getByText(before, { exact: true }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Löschen: lang.csv' }).click()
  await page.getByRole('dialog').getByText('Der laufende Abgleich wird abgebrochen.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Endgültig löschen' }).click()
  await page.getByText('Noch keine Liste.').waitFor()
  await fileField(page).waitFor()
})
