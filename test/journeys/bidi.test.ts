// Thorough: markup.test.ts opens the same pages with hostile names.
/**
 * Names with control of the text direction in a real browser: text beside and after them keeps its position.
 */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { NO_BROWSER, openPage } from './browser.ts'
import { ONE_THREAD, run, startServer, temporaryFolder } from './program.ts'

const WORD = 'Querulanz'
/** Each goes on in some way behind its end, or behind an isolate that it ends itself, unless it is closed. */
const TURNS: readonly string[] = [
  '\u202eHbmG',
  '\u2069\u202eHbmG',
  '\u2067HbmG',
  '\u2066\u202eHbmG',
  '\u2068\u2067\u202e',
  '\u202bHbmG',
  '\u202c\u2069\u202e',
  '\u200f',
  'HbmG\u061c',
  '\u2069\u2069\u202e\u2067',
]

async function openSetup(t: TestContext): Promise<string> {
  const dataDir = temporaryFolder(t)
  const file = join(dataDir, 'turning.jsonl')
  const lines = TURNS.map((turn, i) => JSON.stringify(entry(`${WORD} ${turn}`, i + 1)))
  writeFileSync(file, `${lines.join('\n')}\n`)
  const imported = await run(['import', file, '--data-dir', dataDir])
  assert.equal(imported.code, 0, imported.err)
  const server = await startServer(t, dataDir, {
    ...ONE_THREAD,
    PUBLIC_SEARCH: 'on',
    PUBLIC_SEARCH_PER_MIN: '10000',
  })
  return `http://localhost:${new URL(server.url).port}`
}

/** An entry as OffeneRegister has it, with the name in every field that is text. */
function entry(name: string, number: number) {
  return {
    all_attributes: {
      _registerArt: 'HRB',
      _registerNummer: String(number),
      federal_state: 'Bayern',
      native_company_number: `München HRB ${number}`,
      registered_office: name,
      registrar: 'München',
    },
    company_number: `D2601V_HRB${number}`,
    current_status: name,
    jurisdiction_code: 'de',
    name,
    previous_names: [{ company_name: `${name} alt` }],
    registered_address: name,
    retrieved_at: '2018-07-27T13:49:16Z',
  }
}

/** What stands elsewhere on the page than it is written. Runs in the page. */
const MISPLACED = `(() => {
  const misplaced = []
  const rectAt = (node, at) => {
    const range = document.createRange()
    range.setStart(node, at)
    range.setEnd(node, at + 1)
    return range.getClientRects()[0]
  }
  const isBefore = (one, other) => !one || !other || Math.abs(one.top - other.top) > 4 || one.left <= other.left + 1
  const blockOf = (node) => {
    let element = node.parentElement
    while (getComputedStyle(element).display === 'inline') element = element.parentElement
    return element
  }
  const turning = /\\p{Bidi_Control}/u
  const own = /HRB|Sitz|Amtsgericht|früher|firmensuche|München|Filter|entfernen|Stand|bis /g
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  let last
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.data
    if (text.trim() === '' || node.parentElement.closest('option,script,style')) continue
    const spans = turning.test(text)
      ? [...text.matchAll(own)].map((match) => [match.index, match.index + match[0].length])
      : [[0, text.length]]
    for (const [from, to] of spans)
      for (let at = from; at + 1 < to; at++)
        if (!isBefore(rectAt(node, at), rectAt(node, at + 1))) { misplaced.push(text); at = to }
    const boxes = turning.test(text) ? [...node.parentElement.getClientRects()] : undefined
    const start = boxes ? boxes[0] : rectAt(node, 0)
    if (last && blockOf(last.node) === blockOf(node) && !isBefore(last.end, start)) misplaced.push(last.node.data + ' | ' + text)
    last = { node, end: boxes ? boxes.at(-1) : rectAt(node, text.length - 1) }
  }
  return misplaced
})()`

/** Titles and labels, which have no elements: what turns must be closed in isolates there. */
const LABELS = `[document.title, ...[...document.querySelectorAll('*')].flatMap((element) =>
  ['aria-label', 'title', 'placeholder', 'alt'].map((name) => element.getAttribute(name) ?? ''))]`

const CODE = `[...document.querySelectorAll('pre')].map((element) => element.textContent)`

async function assertInPlace(page: Page, where: string): Promise<void> {
  assert.deepEqual(await page.evaluate(MISPLACED), [], where)
  for (const label of await page.evaluate<string[]>(LABELS)) assertClosed(label, `${where}: label`)
  for (const code of await page.evaluate<string[]>(CODE))
    assert.doesNotMatch(code, /\p{Bidi_Control}/u, where)
}

/** Whether everything that turns stands within isolates, which end where they began. */
function assertClosed(text: string, where: string): void {
  let depth = 0
  for (const letter of text) {
    if (/[\u2066-\u2068]/.test(letter)) depth++
    else if (letter === '\u2069') depth--
    else if (/\p{Bidi_Control}/u.test(letter)) assert.ok(depth > 0, `${where}: ${JSON.stringify(text)}`)
    assert.ok(depth >= 0, `${where}: ${JSON.stringify(text)}`)
  }
  assert.equal(depth, 0, `${where}: ${JSON.stringify(text)}`)
}

test('names with control of the text direction affect no text after them: suggestions, hits, titles, filters, requests', {
  skip: NO_BROWSER,
}, async (t) => {
  const url = await openSetup(t)
  const { page } = await openPage(t)
  await page.goto(`${url}/`)
  await page.getByRole('combobox').fill(WORD)
  await page.getByRole('option').first().waitFor()
  await assertInPlace(page, 'suggestions')
  await page.getByRole('combobox').fill(`${WORD} alt`)
  await page.getByRole('option').first().waitFor()
  await assertInPlace(page, 'suggestions by a former name')
  for (const turn of TURNS) {
    const asked = new URLSearchParams({ q: `${WORD} alt ${turn}`, mode: 'both' })
    await page.goto(`${url}/?${asked}`)
    await page.locator('.fs-hit').first().waitFor()
    await assertInPlace(page, `hits of ${JSON.stringify(turn)}`)
    for (const button of await page.getByRole('button', { name: 'Als API-Aufruf' }).all())
      await button.click()
    await assertInPlace(page, `request for ${JSON.stringify(turn)}`)
    for (const json of await page.getByRole('radio', { name: 'JSON' }).all()) await json.check()
    await assertInPlace(page, `JSON for ${JSON.stringify(turn)}`)
    await page.goto(`${url}/?${new URLSearchParams({ q: WORD, city: `${WORD} ${turn}` })}`)
    await page.locator('.fs-chip').first().waitFor()
    await assertInPlace(page, `filter ${JSON.stringify(turn)}`)
  }
})

test('names with control of the text direction affect no text after them: the page of a company', {
  skip: NO_BROWSER,
}, async (t) => {
  const url = await openSetup(t)
  const { page } = await openPage(t)
  await page.goto(`${url}/?q=${WORD}`)
  await page
    .locator('.fs-hit')
    .nth(TURNS.length - 1)
    .waitFor()
  const links = await page.locator('.fs-hit-name a').all()
  const paths = await Promise.all(links.map((link) => link.getAttribute('href')))
  assert.equal(paths.length, TURNS.length)
  for (const path of paths) {
    await page.goto(url + path)
    await page.locator('.fs-panel').first().waitFor()
    await assertInPlace(page, String(path))
    await page.getByRole('button', { name: 'Als API-Aufruf' }).click()
    await page.getByRole('radio', { name: 'JSON' }).check()
    await assertInPlace(page, `JSON of ${path}`)
  }
})
