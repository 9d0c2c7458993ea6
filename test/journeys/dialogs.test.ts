/** Every dialog by keyboard: where the focus is when it opens, after a faulty submit, and when it has closed. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { BRIEF } from '../thorough.ts'
import { addAuthenticator } from './authenticator.ts'
import { NO_BROWSER, settled } from './browser.ts'
import { assertFocus, assertTabStays, pressOn, typeInto, watchFocus } from './focus.ts'
import { forgetProof, inAccounts } from './in-accounts.ts'
import { appCode, makePerson } from './person.ts'
import { ROOT } from './program.ts'
import { startViewServer, type ViewServer } from './views.ts'

interface DialogWalk {
  readonly title: string
  readonly who: 'member' | 'operator'
  readonly path: string
  /** Below `dashboard/src`; parts that other dialogs are made of are walked in those. */
  readonly source: string
  /** Where the opener is found once the page shows it. */
  readonly opener: (page: Page) => Locator
  /** Between the opener and this dialog. */
  readonly through?: (page: Page) => Promise<void>
  readonly start: (dialog: Locator) => Locator
  /** Empties the form, and says which field is faulty then. */
  readonly faulty?: (dialog: Locator) => Promise<Locator>
}

const button = (page: Page | Locator, name: string | RegExp) => page.getByRole('button', { name })

async function emptied(field: Locator): Promise<Locator> {
  await field.fill('')
  return field
}

const password = (dialog: Locator) => dialog.getByLabel('Passwort', { exact: true })

/** The page of the key `CRM`, wherever its id leads. */
const KEY = '/keys → CRM'

const WALKS: readonly DialogWalk[] = [
  {
    title: 'Liste löschen',
    who: 'member',
    path: '/matches',
    source: 'pages/matches/delete-list.tsx',
    opener: (page) => button(page, 'Löschen: kunden.csv'),
    start: (dialog) => button(dialog, 'Abbrechen'),
  },
  {
    title: 'Schlüssel anlegen',
    who: 'member',
    path: '/keys',
    source: 'parts/secret-modal.tsx',
    opener: (page) => button(page, 'Schlüssel anlegen').first(),
    start: (dialog) => dialog.getByLabel('Name'),
    faulty: (dialog) => emptied(dialog.getByLabel('Name')),
  },
  {
    title: 'Schlüssel umbenennen',
    who: 'member',
    path: KEY,
    source: 'pages/keys/rename-key.tsx',
    opener: (page) => button(page, 'Umbenennen'),
    start: (dialog) => dialog.getByRole('textbox'),
    faulty: (dialog) => emptied(dialog.getByRole('textbox')),
  },
  {
    title: 'Erlaubte Adressen',
    who: 'member',
    path: KEY,
    source: 'pages/keys/change-addresses.tsx',
    opener: (page) => button(page, 'Erlaubte Adressen: Ändern'),
    start: (dialog) => dialog.getByRole('textbox'),
    async faulty(dialog) {
      await dialog.getByRole('textbox').fill('kein Netz')
      await button(dialog, 'Speichern').focus()
      return dialog.getByRole('textbox')
    },
  },
  {
    title: 'Schlüssel erneuern',
    who: 'member',
    path: KEY,
    source: 'parts/secret-modal.tsx',
    opener: (page) => button(page, 'Erneuern'),
    start: (dialog) => dialog.getByRole('radio', { checked: true }),
  },
  {
    title: 'Schlüssel widerrufen',
    who: 'member',
    path: KEY,
    source: 'pages/keys/revoke-key.tsx',
    opener: (page) => button(page, 'Widerrufen'),
    start: (dialog) => dialog.getByRole('textbox'),
    faulty: (dialog) => emptied(dialog.getByRole('textbox')),
  },
  {
    title: 'Neue Beobachtungsliste',
    who: 'member',
    path: '/watches',
    source: 'pages/watches/create-watch.tsx',
    opener: (page) => button(page, 'Liste anlegen'),
    start: (dialog) => dialog.getByLabel('Name'),
    faulty: (dialog) => emptied(dialog.getByLabel('Name')),
  },
  {
    title: 'Liste umbenennen',
    who: 'member',
    path: '/watches → Kunden',
    source: 'pages/watches/watch-acts.tsx',
    opener: (page) => button(page, 'Umbenennen'),
    start: (dialog) => dialog.getByRole('textbox'),
    faulty: (dialog) => emptied(dialog.getByRole('textbox')),
  },
  {
    title: 'Neuer Webhook',
    who: 'member',
    path: '/watches',
    source: 'parts/secret-modal.tsx',
    opener: (page) => button(page, 'Webhook anlegen'),
    start: (dialog) => dialog.getByLabel('Adresse'),
    faulty: (dialog) => emptied(dialog.getByLabel('Adresse')),
  },
  {
    title: 'Webhook löschen',
    who: 'member',
    path: '/watches → CRM',
    source: 'pages/watches/webhooks/webhook-acts.tsx',
    opener: (page) => button(page, 'Löschen'),
    start: (dialog) => dialog.getByRole('textbox'),
    faulty: (dialog) => emptied(dialog.getByRole('textbox')),
  },
  {
    title: 'Ereignisse erneut senden',
    who: 'member',
    path: '/watches → CRM',
    source: 'pages/watches/webhooks/webhook-events.tsx',
    opener: (page) => button(page, 'Ab hier erneut senden').first(),
    start: (dialog) => button(dialog, 'Abbrechen'),
  },
  {
    title: 'Passkey anlegen',
    who: 'member',
    path: '/account/security',
    source: 'pages/account/passkey-dialogs.tsx',
    opener: (page) => button(page, 'Passkey anlegen'),
    start: (dialog) => dialog.getByRole('textbox'),
    faulty: (dialog) => emptied(dialog.getByRole('textbox')),
  },
  {
    title: 'Zweiter Faktor',
    who: 'member',
    path: '/account/security',
    source: 'pages/account/factor-set-up.tsx',
    opener: (page) => button(page, 'Einschalten'),
    start: (dialog) => dialog.getByRole('textbox'),
    faulty: (dialog) => emptied(dialog.getByRole('textbox')),
  },
  {
    title: 'Identität bestätigen',
    who: 'member',
    path: '/account/security without a proof',
    source: 'parts/proof-dialog.tsx',
    opener: (page) => button(page, 'Einschalten'),
    start: password,
    faulty: (dialog) => emptied(password(dialog)),
  },
  {
    title: 'Konto löschen',
    who: 'member',
    path: '/account/data',
    source: 'pages/account/data-page.tsx',
    opener: (page) => button(page, 'Konto löschen'),
    start: (dialog) => dialog.getByRole('textbox'),
    faulty: (dialog) => emptied(dialog.getByRole('textbox')),
  },
  {
    title: 'mia@example.org',
    who: 'operator',
    path: '/operator/accounts',
    source: 'pages/operator/account-acts.tsx',
    opener: (page) => button(page, 'Verwalten: mia'),
    start: (dialog) => button(dialog, 'Zurücksetzen …'),
  },
  {
    title: 'Konto zurücksetzen',
    who: 'operator',
    path: '/operator/accounts',
    source: 'pages/operator/reset-account.tsx',
    opener: (page) => button(page, 'Verwalten: mia'),
    through: (page) => pressOn(button(page.getByRole('dialog'), 'Zurücksetzen …')),
    start: (dialog) => dialog.getByRole('textbox'),
    faulty: (dialog) => emptied(dialog.getByRole('textbox')),
  },
  {
    title: 'Link',
    who: 'operator',
    path: '/operator/invitations',
    source: 'pages/operator/one-time-link.tsx',
    opener: (page) => button(page, 'Einladen'),
    start: (dialog) => button(dialog, 'Kopieren Link'),
  },
  {
    title: 'Limit ändern',
    who: 'operator',
    path: '/operator/keys',
    source: 'pages/operator/limit-dialog.tsx',
    opener: (page) => button(page, 'Limit … CRM'),
    start: (dialog) => dialog.getByLabel('Einheiten'),
    async faulty(dialog) {
      await dialog.getByLabel('Einheiten').fill('')
      await button(dialog, 'Limit ändern').focus()
      return dialog.getByLabel('Einheiten')
    },
  },
  {
    title: 'Widerrufen',
    who: 'operator',
    path: '/operator/keys',
    source: 'pages/operator/operator-keys-page.tsx',
    opener: (page) => button(page, 'Widerrufen CRM'),
    start: (dialog) => dialog.getByRole('textbox'),
    faulty: (dialog) => emptied(dialog.getByRole('textbox')),
  },
]

/** Walked by tests of their own: what they show cannot be had twice, or closes otherwise. */
const OTHERS = [
  'pages/search/watch-company.tsx',
  'pages/account/codes-dialog.tsx',
  'pages/account/password-dialog.tsx',
  'parts/secret-modal.tsx',
  'parts/typed-confirmation.tsx',
  'shell/sign-in-again.tsx',
]

const SOURCES = join(ROOT, 'dashboard/src')

test('this test covers every dialog of the dashboard, and all use one component', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((one) =>
    one.endsWith('.tsx'),
  )
  const using = (part: RegExp) => files.filter((one) => part.test(readFileSync(join(SOURCES, one), 'utf8')))
  assert.deepEqual(using(/\bModal\b.*@mantine\/core/), ['parts/dialog.tsx'])
  const walked = new Set([...WALKS.map(({ source }) => source), ...OTHERS])
  const missing = using(/<(Dialog|TypedConfirmation)$|<(Dialog|TypedConfirmation)\s/m).filter(
    (one) => !walked.has(one),
  )
  assert.deepEqual(missing, [])
})

test('dialogs of the dashboard are usable by keyboard', {
  skip: BRIEF || NO_BROWSER,
  timeout: 1_200_000,
}, async (t) => {
  const setup = await startViewServer(t)
  for (const page of [setup.member, setup.operator]) await watchFocus(page)
  await addAuthenticator(setup.member)
  for (const walk of WALKS) {
    await t.test(
      `${walk.title} focuses its first field, keeps the focus on a fault, and returns it to the opener`,
      () => walkThrough(setup, walk),
    )
  }
  await t.test('the focus moves to the result of a dialog, even if its opener is gone', (t) =>
    afterDialogs(t, setup),
  )
})

async function walkThrough(setup: ViewServer, walk: DialogWalk): Promise<void> {
  const page = setup[walk.who]
  await goTo(setup, page, walk.path)
  const opener = walk.opener(page)
  const dialog = page.getByRole('dialog', { name: walk.title, exact: true })
  const open = async () => {
    if (walk.title === 'Link') await invite(page)
    else await pressOn(opener)
    await walk.through?.(page)
    await dialog.waitFor()
    await assertFocus(page, walk.start(dialog), 'opened')
  }
  await open()
  await page.keyboard.type('1')
  await assertTabStays(page, dialog)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await assertFocus(page, opener, 'closed')
  if (walk.faulty === undefined) return
  await open()
  const faulty = await walk.faulty(dialog)
  await page.keyboard.press('Enter')
  await assertFocus(page, faulty, 'submitted with a fault')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
}

async function goTo(setup: ViewServer, page: Page, place: string): Promise<void> {
  const [path = '', rest, name = ''] = place.split(' ')
  await page.goto(setup.url + path)
  await settled(page)
  if (rest === 'without') inAccounts(setup.folder, forgetProof(makePerson('mia').email))
  if (rest !== '→') return
  await pressOn(page.getByRole('link', { name }).first())
  await page.getByRole('heading', { name, level: 1 }).waitFor()
  await assertFocus(page, page.getByRole('heading', { name, level: 1 }), `on the page of ${name}`)
}

async function invite(page: Page): Promise<void> {
  await page.getByLabel('E-Mail-Adresse').fill(`guest${Math.random()}@example.org`)
  await pressOn(button(page, 'Einladen'))
}

async function afterDialogs(t: TestContext, setup: ViewServer): Promise<void> {
  const { member: page, newcomer, operator } = setup
  const dialog = page.getByRole('dialog')

  await t.test('a wrong password focuses its field, the right one continues', async () => {
    await goTo(setup, page, '/account/security without a proof')
    await pressOn(button(page, 'Einschalten'))
    await dialog.waitFor()
    await typeInto(dialog, 'nicht das richtige')
    await pressOn(button(dialog, 'Weiter'))
    await dialog.getByText('Das Passwort stimmt nicht.').waitFor()
    await assertFocus(page, password(dialog), 'a wrong password')
    await password(dialog).fill(makePerson('mia').password)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Zweiter Faktor' }).waitFor()
    await assertFocus(page, dialog.getByRole('textbox'), 'a right password')
  })

  await t.test('a wrong current password focuses its field', async () => {
    await goTo(setup, page, '/account/security')
    await page.getByLabel('Aktuelles Passwort').fill('nicht das richtige')
    await page.getByLabel('Neues Passwort').fill('ein ganz anderer Satz als vorher')
    await pressOn(button(page, 'Passwort ändern'))
    await page.getByText('Das ist nicht dein aktuelles Passwort.').waitFor()
    await assertFocus(page, page.getByLabel('Aktuelles Passwort'), 'a wrong password')
  })

  await t.test(
    'recovery codes focus their copy button, and return to the card that opened them',
    async () => {
      await goTo(setup, page, '/account/security')
      await pressOn(button(page, 'Einschalten'))
      const secret = await dialog.locator('code').innerText()
      await typeInto(dialog, appCode(secret, Date.now()))
      await page.keyboard.press('Enter')
      await page.getByRole('dialog', { name: 'Wiederherstellungscodes' }).waitFor()
      await assertFocus(page, button(dialog, 'Kopieren Wiederherstellungscodes'), 'codes opened')
      await page.keyboard.press('Escape')
      await assertTabStays(page, dialog)
      await pressOn(button(dialog, 'Codes gesichert'))
      await dialog.waitFor({ state: 'detached' })
      await page.getByText('Eingeschaltet', { exact: true }).waitFor()
      await assertFocus(page, button(page, 'Codes erneuern'), 'codes closed')
    },
  )

  for (const [opener, title, action] of [
    ['Codes erneuern', 'Neue Wiederherstellungscodes', 'Codes erneuern'],
    ['Ausschalten', 'Zweiten Faktor ausschalten', 'Ausschalten'],
  ] as const) {
    await t.test(`${title} asks for the password first`, async () => {
      await goTo(setup, page, '/account/security')
      await pressOn(button(page, opener))
      await page.getByRole('dialog', { name: title }).waitFor()
      await assertFocus(page, password(dialog), 'opened')
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await assertFocus(page, button(page, opener), 'closed')
      await pressOn(button(page, opener))
      await assertFocus(page, password(dialog), 'opened')
      await pressOn(button(dialog, action))
      await assertFocus(page, password(dialog), 'submitted empty')
      await typeInto(dialog, makePerson('mia').password)
      await page.keyboard.press('Enter')
      if (opener === 'Codes erneuern') await pressOn(button(dialog, 'Codes gesichert'))
      await dialog.waitFor({ state: 'detached' })
      const next =
        opener === 'Codes erneuern'
          ? button(page, opener)
          : page.getByRole('heading', { name: 'Zweiter Faktor' })
      await assertFocus(page, next, 'done')
    })
  }

  await t.test('a passkey is added, named and removed, with the focus beside it', async () => {
    await goTo(setup, page, '/account/security')
    await pressOn(button(page, 'Passkey anlegen'))
    await dialog.waitFor()
    await typeInto(dialog, 'Schlüsselbund')
    await page.keyboard.press('Enter')
    await page.getByRole('list', { name: 'Deine Passkeys' }).getByText('Schlüsselbund').waitFor()
    await assertFocus(page, button(page, 'Passkey anlegen'), 'added')
    await pressOn(button(page, 'Umbenennen'))
    await assertFocus(page, dialog.getByRole('textbox'), 'naming')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await assertFocus(page, button(page, 'Umbenennen'), 'not named')
    await pressOn(button(page, 'Entfernen'))
    await assertFocus(page, button(dialog, 'Abbrechen'), 'removing')
    await pressOn(button(dialog, 'Entfernen'))
    await page.getByText('Noch kein Passkey.').waitFor()
    await assertFocus(page, page.getByRole('heading', { name: 'Passkeys' }), 'removed')
  })

  await t.test('the first key focuses the copy button of its secret, then the completed step', async () => {
    await watchFocus(newcomer)
    await goTo(setup, newcomer, '/keys')
    const made = newcomer.getByRole('dialog')
    await pressOn(button(newcomer, 'Schlüssel anlegen').first())
    await made.waitFor()
    await typeInto(made, 'CRM')
    await newcomer.keyboard.press('Enter')
    await newcomer.getByRole('dialog', { name: 'Dein neuer Schlüssel' }).waitFor()
    await assertFocus(newcomer, button(made, 'Kopieren Schlüssel'), 'made')
    await assertTabStays(newcomer, made)
    await pressOn(button(made, 'Kopiert – schließen'))
    await made.waitFor({ state: 'detached' })
    await assertFocus(newcomer, newcomer.getByRole('heading', { name: /Schlüssel anlegen/ }), 'closed')
  })

  await t.test('a rotated key leads to the page of the new one, a revoked key to its heading', async () => {
    await goTo(setup, newcomer, KEY)
    const made = newcomer.getByRole('dialog')
    await pressOn(button(newcomer, 'Erneuern'))
    await pressOn(button(made, 'Neuen Schlüssel erzeugen'))
    await newcomer.getByRole('dialog', { name: 'Dein neuer Schlüssel' }).waitFor()
    await assertFocus(newcomer, button(made, 'Kopieren Schlüssel'), 'rotated')
    await pressOn(button(made, 'Kopiert – schließen'))
    await made.waitFor({ state: 'detached' })
    await newcomer.getByText('Vorgänger').first().waitFor()
    await assertFocus(newcomer, newcomer.getByRole('heading', { name: 'CRM' }), 'on the page of the new key')
    const revoke = newcomer.getByRole('button', { name: 'Widerrufen', exact: true })
    await pressOn(revoke)
    await made.waitFor()
    await typeInto(made, 'CRM')
    await newcomer.keyboard.press('Enter')
    await revoke.waitFor({ state: 'detached' })
    await assertFocus(newcomer, newcomer.getByRole('heading', { name: 'CRM' }), 'revoked')
  })

  await t.test('an operator can reset an account, revoke a key and end an invitation', async () => {
    const dialog = operator.getByRole('dialog')
    await goTo(setup, operator, '/operator/accounts')
    await pressOn(button(operator, 'Verwalten: nils'))
    await pressOn(button(dialog, 'Zurücksetzen …'))
    await operator.getByRole('dialog', { name: 'Konto zurücksetzen' }).waitFor()
    await typeInto(operator.getByRole('dialog', { name: 'Konto zurücksetzen' }), 'nils@example.org')
    await operator.keyboard.press('Enter')
    await operator.getByRole('dialog', { name: 'Link' }).waitFor()
    await assertFocus(operator, button(dialog, 'Kopieren Link'), 'reset')
    await operator.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await assertFocus(operator, button(operator, 'Verwalten: nils'), 'link closed')

    await goTo(setup, operator, '/operator/keys')
    await pressOn(button(operator, 'Widerrufen CRM').first())
    await dialog.waitFor()
    await typeInto(dialog, 'CRM')
    await operator.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await assertFocus(operator, operator.getByRole('heading', { name: 'Schlüssel und Limits' }), 'revoked')

    await goTo(setup, operator, '/operator/invitations')
    const ends = button(operator, 'Zurückziehen')
    for (let left = await ends.count(); left > 0; left--) {
      await pressOn(ends.first())
      await ends.nth(left - 1).waitFor({ state: 'detached' })
      const heading = left > 1 ? 'Offene Einladungen' : 'Keine offenen Einladungen'
      await assertFocus(operator, operator.getByRole('heading', { name: heading }), 'ended')
    }
  })

  await t.test('loading more hits focuses the first new one', async () => {
    await goTo(setup, page, '/search?q=Adler')
    const hits = page.locator('.fs-hits > li')
    const before = await hits.count()
    await pressOn(button(page, 'Weitere Treffer'))
    await hits.nth(before).waitFor()
    await assertFocus(page, hits.nth(before).getByRole('link').first(), 'more hits')
  })

  await t.test('signing out focuses the first field of the sign-in page', async () => {
    await goTo(setup, page, '/keys')
    await pressOn(button(page, 'Abmelden'))
    await page.getByRole('heading', { name: 'Anmelden' }).waitFor()
    await assertFocus(page, page.getByLabel('E-Mail-Adresse'), 'signed out')
  })
}
