/** Names that are markup, as a hostile entry would have them, on every page that shows companies: they stay text. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { BRIEF, someOf } from '../thorough.ts'
import { NO_BROWSER, openPage, settled } from './browser.ts'
import { Mailbox } from './mailbox.ts'
import { makePerson, signUpAndConfirm } from './person.ts'
import { ONE_THREAD, run, startServer, temporaryFolder } from './program.ts'

/** What has run scripts somewhere once. Each sets `ran` when it is taken for more than text. */
const TRICKS: readonly string[] = [
  '<script>ran()</script>',
  '"><script>ran()</script>',
  "'><script>ran()</script>",
  '</script><script>ran()</script>',
  '</title><script>ran()</script>',
  '</textarea><script>ran()</script>',
  '</style><script>ran()</script>',
  '<img src=x onerror=ran()>',
  '"><img src=x onerror=ran()>',
  "'><img src=x onerror=ran()>",
  '<img src=x:x onerror=alert(1)>',
  '<svg onload=ran()>',
  '<svg><script>ran()</script></svg>',
  '<svg><animate onbegin=ran() attributeName=x dur=1s>',
  '<math><mtext></mtext><mglyph><style><img src=x onerror=ran()>',
  '<iframe srcdoc="<script>parent.ran()</script>"></iframe>',
  '<iframe src=javascript:parent.ran()></iframe>',
  '<object data=javascript:ran()></object>',
  '<embed src=javascript:ran()>',
  '<body onload=ran()>',
  '<input autofocus onfocus=ran()>',
  '<details open ontoggle=ran()>',
  '<video><source onerror=ran()></video>',
  '<audio src=x onerror=ran()></audio>',
  '<marquee onstart=ran()>',
  '<a href=javascript:ran()>klick</a>',
  '<form action=javascript:ran()><button>',
  '<base href=//evil.example/>',
  '<meta http-equiv=refresh content=0;url=javascript:ran()>',
  '<link rel=stylesheet href=//evil.example/x.css>',
  '<style>@import "//evil.example/x.css"</style>',
  '<div style="background:url(javascript:ran())">',
  '<template><script>ran()</script></template>',
  '<!--<script>ran()</script>-->',
  '<![CDATA[<script>ran()</script>]]>',
  '&lt;script&gt;ran()&lt;/script&gt;',
  '{{constructor.constructor("ran()")()}}',
  'javascript:ran()//',
  '\u202e)(nar>tpircs<',
  '%3Cscript%3Eran()%3C/script%3E',
]

/** As many of their pages are opened in `npm test`. */
const PAGES_BRIEF = 3

/** A word that finds all of them. */
const WORD = 'Querulanz'

async function openSetup(
  t: TestContext,
): Promise<{ url: string; mailbox: Mailbox; names: readonly string[] }> {
  const dataDir = temporaryFolder(t)
  const names = TRICKS.map((trick, i) => `${WORD} ${i + 1} ${trick} GmbH`)
  const file = join(dataDir, 'markup.jsonl')
  writeFileSync(file, names.map((name, i) => `${JSON.stringify(entry(name, i + 1))}\n`).join(''))
  const imported = await run(['import', file, '--data-dir', dataDir])
  assert.equal(imported.code, 0, imported.err)
  const mailbox = new Mailbox()
  await mailbox.start()
  t.after(() => mailbox.stop())
  const server = await startServer(t, dataDir, {
    ...ONE_THREAD,
    PUBLIC_SEARCH: 'on',
    PUBLIC_SEARCH_PER_MIN: '10000',
    SMTP_URL: mailbox.url,
    MAIL_FROM: 'dienst@example.net',
  })
  return { url: `http://localhost:${new URL(server.url).port}`, mailbox, names }
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
    current_status: 'currently registered',
    jurisdiction_code: 'de',
    name,
    previous_names: [{ company_name: `${name} alt` }],
    registered_address: name,
    retrieved_at: '2018-07-27T13:49:16Z',
  }
}

interface Seen {
  readonly ran: number
  readonly blocked: readonly string[]
}

/** Runs before the scripts of a page: counts what is executed, and what the policy had to stop. */
const WATCH = `
  window.seen = { ran: 0, blocked: [] }
  window.ran = () => { window.seen.ran++ }
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    window.seen.blocked.push(violatedDirective + ' ' + blockedURI))`

async function watch(page: Page): Promise<() => Promise<Seen>> {
  await page.addInitScript(WATCH)
  return () => page.evaluate<Seen>('window.seen')
}

test('company names with markup are shown as text on the search page and the company page: nothing runs or is blocked', {
  skip: NO_BROWSER,
}, async (t) => {
  const { url, names } = await openSetup(t)
  const { page } = await openPage(t)
  const seen = await watch(page)
  await page.goto(`${url}/`)
  await page.getByRole('combobox').pressSequentially(`${WORD} <scr`)
  await page.getByRole('combobox').fill(WORD)
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('Enter')
  const shown = await everyHit(page)
  assert.deepEqual(shown.toSorted(), names.toSorted())
  await page.getByRole('button', { name: 'Als API-Aufruf' }).click()
  await page.getByRole('radio', { name: 'JSON' }).check()
  assert.deepEqual(await seen(), { ran: 0, blocked: [] })

  // Each one's own page, by its link, and the names as questions.
  const found = await page.locator('.fs-hit-name a').all()
  const links = await Promise.all(found.map((link) => link.getAttribute('href')))
  for (const [i, link] of someOf([...links.entries()], PAGES_BRIEF)) {
    await page.goto(url + link)
    const heading = page.getByRole('heading', { level: 1 })
    await page.locator('.fs-panel').first().waitFor()
    assert.equal(await heading.innerText(), shown[i])
    assert.deepEqual(await seen(), { ran: 0, blocked: [] }, String(link))
  }
  for (const trick of someOf(TRICKS, PAGES_BRIEF)) {
    await page.goto(`${url}/?q=${encodeURIComponent(trick)}&city=${encodeURIComponent(trick)}&mode=deep`)
    await page.locator('.fs-summary').waitFor()
    assert.deepEqual(await seen(), { ran: 0, blocked: [] }, trick)
  }
})

test('names of companies, keys, accounts and browsers with markup are shown as text in the app', {
  skip: BRIEF || NO_BROWSER,
}, async (t) => {
  const { url, mailbox, names } = await openSetup(t)
  const { page } = await openPage(t, { userAgent: `Mozilla/5.0 ${TRICKS[1]} Firefox/140.0` })
  const seen = await watch(page)
  await signUpAndConfirm(page, url, mailbox, makePerson('mara'))
  await page.goto(`${url}/search?q=${WORD}&mode=both`)
  await page.locator('.fs-hit').first().waitFor()
  assert.ok(names.includes((await page.locator('.fs-hit-name').allInnerTexts())[0] as string))
  await page.locator('.fs-hit-name a').first().click()
  await page.locator('.fs-panel').first().waitFor()
  assert.deepEqual(await seen(), { ran: 0, blocked: [] })

  await post(page, `${url}/app/api/account`, { name: TRICKS[7] })
  const made = await post(page, `${url}/app/api/keys`, {
    name: TRICKS[8],
    scopes: ['companies:search'],
    expires_in: 'never',
  })
  for (const path of ['/keys', `/keys/${made.key.id}`, '/account', '/account/sessions', '/account/history']) {
    await page.goto(url + path)
    await settled(page)
    assert.deepEqual(await seen(), { ran: 0, blocked: [] }, path)
  }
  await page.goto(`${url}/keys`)
  await page
    .getByText(TRICKS[8] as string)
    .first()
    .waitFor()
})

// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects.
async function post(page: Page, url: string, data: object): Promise<any> {
  const answer = await page.request.post(url, { data, headers: { origin: new URL(url).origin } })
  assert.ok(answer.ok(), `${answer.status()} ${await answer.text()}`)
  return answer.json()
}

/** Pages through to the last hit. */
async function everyHit(page: Page): Promise<readonly string[]> {
  const hits = page.locator('.fs-hit-name')
  await hits.first().waitFor()
  for (let count = await hits.count(); count < TRICKS.length; ) {
    await page.getByRole('button', { name: 'Weitere Treffer' }).click()
    await hits.nth(count).waitFor()
    count = await hits.count()
  }
  return hits.allInnerTexts()
}
