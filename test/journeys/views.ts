/** Every page and state of the dashboard, for the accessibility tests and the pictures of the documentation. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { startReceiver } from '../fixtures/webhook-receiver.ts'
import { openPage, settled } from './browser.ts'
import { makePerson, startSignedIn } from './person.ts'
import { importedFolder, ONE_THREAD, run, search, startServer } from './program.ts'

/** A page in one state. */
export interface View {
  /** Also the name of its picture. */
  readonly name: string
  readonly path: string
  /** Brings the page into the state; begins when it has been opened. */
  readonly prepare?: (page: Page) => Promise<unknown>
}

/** A running server with accounts and data for every page, and one browser page for each kind of person. */
export interface ViewServer {
  readonly url: string
  /** Of its data. */
  readonly folder: string
  readonly visitor: Page
  readonly member: Page
  /** A second account, in which nothing was done yet. */
  readonly newcomer: Page
  readonly operator: Page
}

const SECRET = /fs_live_[A-Za-z0-9]{30,}/

/** Starts the server and signs in its people. */
export async function startViewServer(t: TestContext): Promise<ViewServer> {
  const folder = await importedFolder(t)
  const server = await startServer(t, folder, {
    ...ONE_THREAD,
    PUBLIC_SEARCH: 'on',
    PUBLIC_SEARCH_PER_MIN: '10000',
    OUTBOUND_ALLOW: '127.0.0.0/8',
  })
  const url = `http://localhost:${new URL(server.url).port}`
  const [visitor, member, newcomer, operator] = await Promise.all([
    newPage(t),
    newPage(t),
    newPage(t),
    newPage(t),
  ])
  await startSignedIn(operator, url, undefined, makePerson('olga'))
  await run(['accounts', 'grant-operator', 'olga@example.org', '--data-dir', folder])
  await run(['sources', 'add', 'kunden', '--inbox', '--data-dir', folder])
  const empty = join(folder, 'empty.jsonl')
  writeFileSync(empty, '')
  await run(['sources', 'add', 'leer', '--file', empty, '--schedule', 'hourly', '--data-dir', folder])
  await startSignedIn(newcomer, url, undefined, makePerson('nils'))
  await startSignedIn(member, url, undefined, makePerson('mia'))
  await makeRequests(member, url)
  await makeList(member, url)
  await makeWatch(t, member, url)
  return { url, folder, visitor, member, newcomer, operator }
}

async function newPage(t: TestContext): Promise<Page> {
  return (await openPage(t, { viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' })).page
}

/** A key, some requests of every kind with it, and their count written down. */
async function makeRequests(page: Page, url: string): Promise<void> {
  await page.getByRole('button', { name: 'Schlüssel anlegen' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('CRM')
  await dialog.getByRole('button', { name: 'Schlüssel anlegen' }).click()
  await dialog.getByText(SECRET).first().waitFor()
  const key = SECRET.exec(await dialog.innerText())?.[0] ?? ''
  for (const body of [{ name: 'Bau' }, { name: 'Bau', deep: true }, { nam: 'Bau' }])
    await search(url, key, body)
  await dialog.getByRole('button', { name: 'Kopiert – schließen' }).click()
  await page.goto(`${url}/usage`)
  await page.locator('dd').first().filter({ hasText: /^3$/ }).waitFor()
}

const LIST = Buffer.from(
  'Nr;Firma;Ort\n1;Adler Automaten GmbH;\n2;Adler Hausverwaltng und Immobilien GmbH;\n3;Schützenverein Adler;Altensteig\n4;Gibtsnicht Qwxyz GmbH;Ulm\n',
)
const LIST_NAME = 'kunden.csv'

const chooseList = (page: Page) =>
  page.getByLabel(/Datei auswählen/).setInputFiles({ name: LIST_NAME, mimeType: 'text/csv', buffer: LIST })

/** A list that is matched, and a decision about it. */
async function makeList(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/matches`)
  await chooseList(page)
  await page.getByLabel('Erweiterte Suche').check()
  await button(page, 'Abgleich starten')
  await page.getByRole('link', { name: 'Als CSV herunterladen' }).waitFor()
  await page.getByRole('tab', { name: /^Möglich/ }).click()
  await page.locator('ol ol button').first().click()
  await page.getByRole('tab', { name: /1 entschieden/ }).waitFor()
}

const WATCH_NAME = 'Kunden'
const WEBHOOK_NAME = 'CRM'

/** A watch list with some companies and a webhook, and a test event that was delivered. */
async function makeWatch(t: TestContext, page: Page, url: string): Promise<void> {
  const receiver = await startReceiver()
  t.after(() => receiver.close())
  await page.goto(`${url}/watches`)
  const dialog = page.getByRole('dialog')
  await button(page, 'Webhook anlegen')
  await dialog.getByLabel('Adresse').fill(receiver.url)
  await dialog.getByLabel('Notiz').fill(WEBHOOK_NAME)
  await dialog.getByRole('button', { name: 'Webhook anlegen' }).click()
  await dialog.getByRole('button', { name: 'Kopiert – schließen' }).click()
  await page.getByRole('link', { name: WEBHOOK_NAME }).click()
  await button(page, 'Testereignis senden')
  await page.getByText('Das Testereignis wurde zugestellt.').waitFor()
  await page.goto(`${url}/watches`)
  await button(page, 'Liste anlegen')
  await dialog.getByLabel('Name').fill(WATCH_NAME)
  await dialog.getByRole('button', { name: 'Liste anlegen' }).click()
  await page.getByRole('checkbox', { name: WEBHOOK_NAME }).check()
  await page.getByLabel('E-Mail').selectOption('Täglich um 6 Uhr UTC, wenn sich etwas geändert hat')
  await button(page, 'Speichern')
  await page.getByText('Gespeichert').waitFor()
  for (const [name, ref] of WATCHED) {
    await page.getByRole('combobox', { name: 'Unternehmen suchen' }).fill(name)
    await page.getByRole('listbox').getByRole('option').first().click()
    await page.getByLabel('Deine Referenz').fill(ref)
    await button(page, 'Hinzufügen')
    await page.getByRole('row', { name: new RegExp(ref) }).waitFor()
  }
}

const WATCHED = [
  ['Adler Automaten', 'K-1001'],
  ['Adler Inkasso', 'K-1002'],
  ['Adler Schleifmittelwerk', 'K-1003'],
] as const

const openWatch = (page: Page) => page.getByRole('link', { name: WATCH_NAME }).click()

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()

/** The pages without a session. */
export const VISITOR_VIEWS: readonly View[] = [
  { name: 'search', path: '/' },
  { name: 'search-suggestions', path: '/', prepare: (page) => typeName(page, 'Bau') },
  {
    name: 'search-results',
    path: '/?q=Bau',
    prepare: (page) =>
      page
        .getByText(/\d Treffer/)
        .first()
        .waitFor(),
  },
  { name: 'search-none', path: '/?q=Xyqwvut%20GmbH' },
  { name: 'search-deep', path: '/?q=Bau&mode=deep' },
  {
    name: 'search-related',
    path: '/?q=Busam%20Xylophon',
    prepare: (page) => page.getByRole('region', { name: 'Vielleicht verwandt' }).waitFor(),
  },
  { name: 'search-filters', path: '/?q=Bau', prepare: openFilters },
  { name: 'search-request', path: '/?q=Bau', prepare: (page) => button(page, 'Als API-Aufruf') },
  {
    name: 'company',
    path: '/?q=Bau',
    prepare: (page) => page.getByRole('listitem').getByRole('link').first().click(),
  },
  { name: 'sign-up', path: '/signup' },
  { name: 'sign-up-wrong', path: '/signup', prepare: (page) => button(page, 'Konto anlegen') },
  { name: 'sign-in', path: '/signin' },
  { name: 'sign-in-wrong', path: '/signin', prepare: signInWrongly },
  { name: 'reset', path: '/reset' },
  { name: 'link-invalid', path: `/confirm#${'A'.repeat(43)}` },
  { name: 'emails', path: '/emails' },
  { name: 'not-found', path: '/keys/nobody/nothing' },
]

async function openFilters(page: Page): Promise<void> {
  await button(page, /^Filter/)
  await page.locator('.fs-count:not(:empty)').first().waitFor()
}

async function typeName(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox').fill(name)
  await page.getByRole('listbox').waitFor()
}

async function signInWrongly(page: Page): Promise<void> {
  await page.getByLabel('E-Mail-Adresse').fill('nobody@example.org')
  await page.getByLabel('Passwort', { exact: true }).fill('nicht das richtige Passwort')
  await button(page, 'Anmelden')
  await page.getByRole('alert').waitFor()
}

/** The pages of a new account. */
export const NEWCOMER_VIEWS: readonly View[] = [
  { name: 'keys-none', path: '/keys' },
  { name: 'usage-none', path: '/usage' },
  { name: 'watches-none', path: '/watches' },
  { name: 'keys-failure', path: '/keys', prepare: failToLoad },
  { name: 'key-create-openrefine', path: '/keys', prepare: chooseOpenRefine },
  { name: 'keys-openrefine', path: '/keys', prepare: makeOpenRefineKey },
]

/** The form for a key, with the right to reconcile. */
async function chooseOpenRefine(page: Page): Promise<void> {
  await button(page, 'Schlüssel anlegen')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('OpenRefine')
  await dialog.getByRole('checkbox', { name: 'OpenRefine-Schlüssel' }).check()
}

/** The first steps of an account whose only key is for OpenRefine. */
async function makeOpenRefineKey(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'In drei Schritten zur ersten Antwort' }).waitFor()
  if (await page.getByText('Erste Spalte abgleichen').isVisible()) return
  await chooseOpenRefine(page)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Schlüssel anlegen' }).click()
  await dialog.getByRole('button', { name: 'Kopiert – schließen' }).click()
  await page.getByText('Erste Spalte abgleichen').waitFor()
}

/** The server is gone while the page asks. */
async function failToLoad(page: Page): Promise<void> {
  await page.route('**/app/api/keys', (route) => route.fulfill({ status: 503, body: '' }))
  await page.reload()
  await page.getByRole('alert').first().waitFor()
  await page.unroute('**/app/api/keys')
}

const openKey = (page: Page) => page.getByRole('link', { name: 'CRM' }).click()

/** The pages of an account in use. */
export const MEMBER_VIEWS: readonly View[] = [
  { name: 'keys', path: '/keys' },
  { name: 'key-create', path: '/keys', prepare: (page) => button(page, 'Schlüssel anlegen') },
  { name: 'key', path: '/keys', prepare: openKey },
  {
    name: 'key-rotate',
    path: '/keys',
    prepare: (page) => openKey(page).then(() => button(page, /^Erneuern/)),
  },
  {
    name: 'key-revoke',
    path: '/keys',
    prepare: (page) => openKey(page).then(() => button(page, /^Widerrufen/)),
  },
  { name: 'usage', path: '/usage' },
  { name: 'usage-days', path: '/usage', prepare: (page) => page.getByLabel('30 Tage').check() },
  { name: 'matches', path: '/matches' },
  {
    name: 'match-preview',
    path: '/matches',
    prepare: (page) =>
      chooseList(page).then(() => page.getByRole('region', { name: 'Erste Zeilen' }).waitFor()),
  },
  { name: 'match', path: '/matches', prepare: openList },
  { name: 'watches', path: '/watches' },
  { name: 'watch', path: '/watches', prepare: openWatch },
  {
    name: 'webhook',
    path: '/watches',
    prepare: (page) => page.getByRole('link', { name: WEBHOOK_NAME }).click(),
  },
  { name: 'webhook-create', path: '/watches', prepare: (page) => button(page, 'Webhook anlegen') },
  { name: 'search-in-app', path: '/search?q=Bau' },
  { name: 'account', path: '/account' },
  { name: 'account-security', path: '/account/security' },
  { name: 'account-factor', path: '/account/security', prepare: (page) => button(page, 'Einschalten') },
  { name: 'account-sessions', path: '/account/sessions' },
  { name: 'account-history', path: '/account/history' },
  { name: 'account-data', path: '/account/data' },
]

async function openList(page: Page): Promise<void> {
  await page.getByRole('link', { name: LIST_NAME }).click()
  await page.getByRole('tab', { name: /^Möglich/ }).click()
  await page.locator('ol > li > button').first().click()
}

/** The pages for operators. */
export const OPERATOR_VIEWS: readonly View[] = [
  { name: 'operator', path: '/operator' },
  { name: 'operator-accounts', path: '/operator/accounts' },
  { name: 'operator-acts', path: '/operator/accounts', prepare: (page) => button(page, /Verwalten: mia/) },
  { name: 'operator-reset', path: '/operator/accounts', prepare: openReset },
  { name: 'operator-invitations', path: '/operator/invitations' },
  { name: 'operator-keys', path: '/operator/keys' },
  { name: 'operator-limit', path: '/operator/keys', prepare: (page) => button(page, /^Limit …/) },
  { name: 'operator-suppressed', path: '/operator/suppressed' },
  { name: 'operator-emails', path: '/operator/emails' },
  { name: 'operator-history', path: '/operator/history' },
]

async function openReset(page: Page): Promise<void> {
  await button(page, /Verwalten: mia/)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Zurücksetzen/ })
    .click()
}

/** Opens the view, and waits until it shows all that it has to show. */
export async function openView(page: Page, url: string, view: View): Promise<void> {
  await page.goto(url + view.path)
  await view.prepare?.(page)
  await settled(page)
}
