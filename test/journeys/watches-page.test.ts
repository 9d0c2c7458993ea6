// Thorough: watch-digest.test.ts and webhooks.test.ts send what a watch is told.
/** The pages about watch lists and webhooks in Chromium, with a receiver of webhooks and a mail server. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { startReceiver } from '../fixtures/webhook-receiver.ts'
import { assertAccessible } from './axe.ts'
import { NO_BROWSER, openPage } from './browser.ts'
import { makePerson, startSignedIn } from './person.ts'
import { ONE_THREAD, run, sampleFile, sampleLines, startServer, temporaryFolder } from './program.ts'
import { type ServerWithMailbox, startServerWithMailbox } from './server-with-mailbox.ts'
import { press, write } from './tabbing.ts'

const OWN_NETWORK = { OUTBOUND_ALLOW: '127.0.0.0/8' }
const MAPPING = `
source: partners
title: Partners
columns: {id: Nummer, name: Firma, seat: Ort}
`
/** The narrowest screen that pages are made for. */
const NARROWEST = { width: 320, height: 640 }
/** How long ago a change was that the test has made, however long it takes. */
const AGO = 'letzte Änderung (?:gerade eben|vor \\d+ Minuten?)'
const WORKBOOK = join(import.meta.dirname, '../fixtures/lists/customers.xlsx')
/** Companies of a full list. */
const FULL = 10_000

/** Imports two companies with this seat. */
async function importPartners({ dataDir, settings }: ServerWithMailbox, folder: string, seat: string) {
  const [table, mapping] = [join(folder, `${seat}.csv`), join(folder, 'mapping.yaml')]
  writeFileSync(mapping, MAPPING)
  writeFileSync(table, `Nummer;Firma;Ort\n1;Prüfstand Eins GmbH;${seat}\n2;Prüfstand Zwei GmbH;${seat}\n`)
  const { code, err } = await run(['import', table, '--mapping', mapping, '--data-dir', dataDir], settings)
  assert.equal(code, 0, err)
}

async function openWatches(
  t: TestContext,
  url: string,
  name: string,
  mailbox?: ServerWithMailbox['mailbox'],
) {
  const { page } = await openPage(t, { viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' })
  await startSignedIn(page, url, mailbox, makePerson(name))
  await page.getByRole('link', { name: 'Beobachten' }).click()
  await page.getByRole('heading', { name: 'Beobachten', level: 1 }).waitFor()
  return page
}

const button = (where: Page | Locator, name: string) => where.getByRole('button', { name, exact: true })
const dialogOf = (page: Page) => page.getByRole('dialog')

async function createList(page: Page, name: string): Promise<void> {
  await button(page, 'Liste anlegen').click()
  await dialogOf(page).getByLabel('Name').fill(name)
  await button(dialogOf(page), 'Liste anlegen').click()
  await page.getByRole('heading', { name, level: 1 }).waitFor()
}

/** Creates a webhook on the page about all; returns its secret. */
async function createWebhook(page: Page, address: string, note: string): Promise<string> {
  await button(page, 'Webhook anlegen').click()
  await dialogOf(page).getByLabel('Adresse').fill(address)
  await dialogOf(page).getByLabel('Notiz').fill(note)
  await button(dialogOf(page), 'Webhook anlegen').click()
  return secretShown(page)
}

/** Reads the secret in the dialog, and closes it. */
async function secretShown(page: Page): Promise<string> {
  const secret = await dialogOf(page).getByRole('region', { name: 'Secret' }).locator('code').innerText()
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
  await button(dialogOf(page), 'Kopiert – schließen').click()
  await dialogOf(page).waitFor({ state: 'detached' })
  return secret
}

const suggestions = (page: Page) => page.getByRole('listbox').getByRole('option')
const pasteField = (page: Page) => page.getByLabel('Registernummern oder IDs, eine pro Zeile')
const companies = (page: Page) => page.getByRole('table', { name: 'Unternehmen der Liste' })

/** Saves the terms of a list, and changes them before the answer has come. */
async function changeWhileSaving(page: Page, change: () => Promise<void>): Promise<void> {
  const changed = Promise.withResolvers<void>()
  await page.route(
    /\/terms$/,
    async (route) => {
      await changed.promise
      await route.continue()
    },
    { times: 1 },
  )
  const shown = page
    .waitForResponse(/\/terms$/)
    .then(() => page.waitForResponse((response) => response.url().endsWith('/app/api/watches')))
  await button(page, 'Speichern').click()
  await change()
  changed.resolve()
  await shown
}

/** Drops a file on its field. */
async function drop(page: Page, name: string, bytes: Buffer): Promise<void> {
  await page.evaluate(`(() => {
    const files = new DataTransfer()
    files.items.add(new File([Uint8Array.fromBase64('${bytes.toString('base64')}')], '${name}'))
    const target = document.querySelector('label:has(input[type=file])')
    target.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: files }))
  })()`)
}

/** Suppresses a company, or shows it again. */
async function suppress({ dataDir, settings }: ServerWithMailbox, uuid: string, isLifted = false) {
  const args = isLifted ? ['--lift', uuid] : [uuid, '--reason', 'test']
  const { code, err } = await run(['suppress', ...args, '--data-dir', dataDir], settings)
  assert.equal(code, 0, err)
}

/** Replaces the text of the field by what is pasted. */
async function paste(page: Page, lines: readonly string[]): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(lines.join('\n'))})`)
  await pasteField(page).press('Control+A')
  await pasteField(page).press('Control+V')
}

test('a change of a watched company reaches a webhook and a mailbox, and the page shows what became of it', {
  skip: NO_BROWSER,
}, async (t) => {
  const setup = await startServerWithMailbox(t, OWN_NETWORK)
  const folder = temporaryFolder(t)
  await importPartners(setup, folder, 'Ulm')
  const receiver = await startReceiver()
  t.after(() => receiver.close())
  const page = await openWatches(t, setup.url, 'ada', setup.mailbox)

  await page.getByRole('heading', { name: 'Noch keine Beobachtungsliste' }).waitFor()
  assert.equal(
    await page.getByRole('link', { name: 'So funktionieren Webhooks' }).getAttribute('href'),
    '/docs/webhooks',
  )
  await assertAccessible(page)

  await button(page, 'Webhook anlegen').click()
  await button(dialogOf(page), 'Webhook anlegen').click()
  await dialogOf(page).getByText('Gib die Adresse des Empfängers ein.').waitFor()
  await dialogOf(page).getByLabel('Adresse').fill('https://name:wort@crm.example.com')
  await button(dialogOf(page), 'Webhook anlegen').click()
  await dialogOf(page).getByText('Keine gültige Adresse', { exact: false }).waitFor()
  await button(dialogOf(page), 'Abbrechen').click()
  receiver.secret = await createWebhook(page, receiver.url, 'CRM')

  await page.getByRole('link', { name: 'CRM' }).click()
  await button(page, 'Testereignis senden').click()
  await receiver.whenReceived(1)
  assert.equal(receiver.received[0]!.event.type, 'ping')
  await page.getByText('Das Testereignis wurde zugestellt.').waitFor()
  await page.getByText('Funktioniert').waitFor()
  await assertAccessible(page)

  await page.getByRole('link', { name: 'Alle Listen und Webhooks' }).click()
  await createList(page, 'Kunden')
  await page.getByText('Noch kein Unternehmen in dieser Liste.').waitFor()
  await page.getByLabel('E-Mail').selectOption('Sofort, höchstens alle 10 Minuten')
  await page.getByLabel('Sprache der E-Mails').selectOption('Englisch')
  await changeWhileSaving(page, () => page.getByRole('checkbox', { name: 'CRM' }).check())
  await button(page, 'Speichern').click()
  await page.getByText('Gespeichert').waitFor()

  const field = page.getByRole('combobox', { name: 'Unternehmen suchen' })
  await field.fill('Prüfstand Eins')
  await suggestions(page).first().click()
  await page.getByLabel('Deine Referenz').fill('K-1')
  await button(page, 'Hinzufügen').click()
  await page.getByText('Prüfstand Eins GmbH wird jetzt beobachtet.').waitFor()
  await companies(page)
    .getByRole('row', { name: /Prüfstand Eins GmbH.*Ulm.*K-1/ })
    .waitFor()
  await field.fill('Muster')
  await button(page, 'Hinzufügen').click()
  await page.getByText('Wähle einen Vorschlag aus der Liste', { exact: false }).waitFor()
  await assertAccessible(page)

  await importPartners(setup, folder, 'Kiel')
  await receiver.whenReceived(2)
  assert.deepEqual(receiver.refused, [])
  const { data } = receiver.received[1]!.event as { data: { ref: string; company: { seat: string } } }
  assert.deepEqual([data.ref, data.company.seat], ['K-1', 'Kiel'])
  const mail = await setup.mailbox.next(({ subject }) => /watched company/.test(subject))
  assert.match(mail.text, /Prüfstand Eins GmbH/)
  await page.reload()
  await page.getByText(new RegExp(AGO)).waitFor()
  await companies(page)
    .getByRole('row', { name: /Prüfstand Eins GmbH.*Kiel/ })
    .waitFor()

  await page.getByRole('link', { name: 'Alle Listen und Webhooks' }).click()
  await page.getByText(new RegExp(`^1 Unternehmen · 1 Webhook · E-Mails sofort · ${AGO}$`)).waitFor()
  await assertAccessible(page)
  await page.getByRole('link', { name: 'CRM' }).click()
  await page.getByText('Geändert · Prüfstand Eins GmbH · K-1').waitFor()
  await page.getByRole('link', { name: 'Kunden' }).waitFor()
  await button(page, 'Ab hier erneut senden: Ereignis 2').click()
  await button(dialogOf(page), 'Erneut senden').click()
  await receiver.whenReceived(3)
  assert.equal(receiver.received[2]!.id, receiver.received[1]!.id)
  await page.getByText('Die Ereignisse werden erneut gesendet.').waitFor()
  // What is shown now may have been read before the event was sent again.
  await page.reload()
  await page.getByText('Alle Ereignisse sind zugestellt.').waitFor()

  await button(page, 'Secret erneuern').click()
  await dialogOf(page).getByLabel('noch 1 Stunde gültig').check()
  await button(dialogOf(page), 'Neues Secret erzeugen').click()
  await dialogOf(page)
    .getByText(/^Bis .+ wird zusätzlich mit dem bisherigen Secret signiert\.$/)
    .waitFor()
  const rotated = await secretShown(page)
  for (const [place, secret] of [rotated, receiver.secret!].entries()) {
    receiver.secret = secret
    await button(page, 'Testereignis senden').click()
    await receiver.whenReceived(4 + place)
    await page.getByText('Das Testereignis wurde zugestellt.').waitFor()
    await page.getByText('Alle Ereignisse sind zugestellt.').waitFor()
  }
  assert.deepEqual(receiver.refused, [])

  receiver.behaviour = 'fail'
  await button(page, 'Testereignis senden').click()
  const why = 'Der Empfänger hat mit einem Fehlerstatus geantwortet (HTTP 503)'
  await page.getByText(`Das Testereignis wurde nicht zugestellt: ${why}.`).waitFor()
  await page.getByText('Fehler', { exact: true }).waitFor()
  await page
    .getByText(/^seit .+, \d+ Versuche?, nächster Versuch (?:in wenigen Sekunden|gleich|in \d+ Minuten?)$/)
    .waitFor()
  await assertAccessible(page)
  await button(page, 'Anhalten').click()
  await page.getByText('Angehalten', { exact: true }).waitFor()
  await button(page, 'Testereignis senden').click()
  await page.getByText('Das Testereignis wartet, bis du ihn fortsetzt.', { exact: false }).waitFor()
  await button(page, 'Ab hier erneut senden: Ereignis 2').click()
  await dialogOf(page).getByText('Der Webhook ist angehalten und wird damit fortgesetzt.').waitFor()
  await button(dialogOf(page), 'Abbrechen').click()
  receiver.behaviour = 'good'
  await button(page, 'Fortsetzen').click()
  await page.getByText('Funktioniert').waitFor()

  await button(page, 'Löschen').click()
  const host = new URL(receiver.url).host
  await dialogOf(page).getByLabel(`Gib „${host}“ ein, um zu bestätigen`).fill(host)
  await button(dialogOf(page), 'Endgültig löschen').click()
  await page.getByText('Noch kein Webhook.').waitFor()
  await page.getByRole('link', { name: 'Kunden' }).click()
  await button(page, 'Umbenennen').click()
  await dialogOf(page).getByLabel('Name').fill('Lieferanten')
  await button(dialogOf(page), 'Speichern').click()
  await page.getByRole('heading', { name: 'Lieferanten', level: 1 }).waitFor()
  await button(page, 'Löschen').click()
  await dialogOf(page).getByRole('textbox').fill('Lieferanten')
  await button(dialogOf(page), 'Endgültig löschen').click()
  await page.getByRole('heading', { name: 'Noch keine Beobachtungsliste' }).waitFor()
})

test('by keyboard alone a company of the search page is watched in a new list, removed, and put back', {
  skip: NO_BROWSER,
}, async (t) => {
  const setup = await startServerWithMailbox(t)
  const { url, mailbox } = setup
  const page = await openWatches(t, url, 'bea', mailbox)
  await page.goto(`${url}/search?q=Adler%20Automaten`)
  await press(page, page.getByRole('listitem').getByRole('link').first())
  const heading = page.getByRole('heading', { name: /^Adler Automaten/, level: 1 })
  const name = await heading.innerText()
  await press(page, button(page, 'Beobachten'))
  await dialogOf(page).getByLabel('Name').waitFor()
  await page.keyboard.type('Partner')
  const uuid = new URL(page.url()).pathname.split('/').at(-1) as string
  const refused = `${name} wurde nicht hinzugefügt: nicht gefunden.`
  await suppress(setup, uuid)
  await page.keyboard.press('Enter')
  await dialogOf(page).getByText(refused).waitFor()
  await suppress(setup, uuid, true)
  assert.deepEqual(await dialogOf(page).getByLabel('Liste').locator('option').allInnerTexts(), [
    'Partner',
    'Neue Liste',
  ])
  await press(page, button(dialogOf(page), 'Hinzufügen'))
  await dialogOf(page).getByText(`${name} ist jetzt in der Liste „Partner“.`).waitFor()
  await press(page, button(dialogOf(page), 'Liste öffnen'))
  await companies(page).getByRole('link', { name }).waitFor()
  await press(page, button(page, `Entfernen: ${name}`))
  await page.getByText(`${name} wurde entfernt.`).waitFor()
  await page.getByText('Noch kein Unternehmen in dieser Liste.').waitFor()
  await suppress(setup, uuid)
  await press(page, button(page, 'Rückgängig'))
  await page.getByText(refused).waitFor()
  await suppress(setup, uuid, true)
  await press(page, button(page, 'Rückgängig'))
  await companies(page).getByRole('link', { name }).waitFor()
  // Suggestions for less than the whole text would be replaced, and with them what the arrow key has chosen.
  const forAll = page.waitForResponse((response) =>
    /suggest.*Adler(?:\+|%20| )Ink(?:&|$)/.test(response.url()),
  )
  await Promise.all([
    forAll,
    write(page, page.getByRole('combobox', { name: 'Unternehmen suchen' }), 'Adler Ink'),
  ])
  await suggestions(page)
    .first()
    .filter({ hasText: /^Adler Inkasso/ })
    .waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.getByText(/^Adler Inkasso.+ wird jetzt beobachtet\.$/).waitFor()
  await press(page, page.getByText('Mehrere auf einmal einfügen'))
  await write(page, pasteField(page), 'HRB 99999999 Kiel')
  await press(page, button(page, 'Alle hinzufügen'))
  await page.getByText('HRB 99999999 Kiel – nicht gefunden').waitFor()
  await companies(page).getByRole('row').nth(2).waitFor()
})

test('pasted and dropped lines are added, those that name no company are listed and stay, and 10,000 fit', {
  skip: NO_BROWSER,
}, async (t) => {
  const lines = sampleLines(FULL + 500).map((line) => JSON.parse(line) as { company_number: string })
  const numbers = [...new Set(lines.map(({ company_number }) => company_number))]
  const dataDir = join(temporaryFolder(t), 'var')
  const imported = await run(['import', sampleFile(t, FULL + 500), '--data-dir', dataDir])
  assert.equal(imported.code, 0, imported.err)
  const server = await startServer(t, dataDir, ONE_THREAD)
  const page = await openWatches(t, `http://localhost:${new URL(server.url).port}`, 'cem')
  await createList(page, 'Alle')
  await page.getByText('Mehrere auf einmal einfügen').click()
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname)
  })

  await paste(
    page,
    Array.from({ length: FULL + 1 }, (_, i) => `HRB ${i}`),
  )
  await page.getByText('Das sind 10.001 Zeilen.', { exact: false }).waitFor()
  assert.equal(await button(page, 'Alle hinzufügen').getAttribute('aria-disabled'), 'true')
  await button(page, 'Alle hinzufügen').press('Enter')

  const text = `Nummer;Gericht;Kunde\n${numbers[0]};;K-1\nHRB 99999999;Kiel;K-2\n\nMuster GmbH;;K-3\n`
  await pasteField(page).fill('')
  await drop(page, 'kunden.csv', Buffer.from(text))
  await page.getByText('3 Zeilen', { exact: true }).waitFor()
  await button(page, 'Alle hinzufügen').click()
  await page.getByText(/^1 hinzugefügt, 0 schon in der Liste\. 2 Zeilen wurden nicht hinzugefügt/).waitFor()
  assert.equal(await pasteField(page).inputValue(), 'HRB 99999999;Kiel;K-2\nMuster GmbH;;K-3')
  const faults = page.getByRole('region', { name: 'Nicht hinzugefügt' })
  assert.deepEqual(await faults.getByRole('listitem').allInnerTexts(), [
    'Zeile 3 HRB 99999999;Kiel;K-2 – nicht gefunden',
    'Zeile 5 Muster GmbH;;K-3 – keine Registernummer und keine ID',
  ])
  await companies(page).getByRole('row', { name: /K-1/ }).waitFor()
  await assertAccessible(page)

  await drop(page, 'kunden.xlsx', readFileSync(WORKBOOK))
  await page.getByText('Diese Datei ist keine Textdatei.', { exact: false }).waitFor()
  await drop(page, 'kunden.txt', Buffer.from('\ufeffNummer\tGericht\r\nHRB 99999998\tMünchen\r\n', 'utf16le'))
  await page.getByText('3 Zeilen', { exact: true }).waitFor()
  assert.equal(
    await pasteField(page).inputValue(),
    'HRB 99999999;Kiel;K-2\nMuster GmbH;;K-3\nHRB 99999998\tMünchen',
  )

  await paste(page, numbers.slice(0, FULL))
  await page.getByText('10.000 Zeilen', { exact: true }).waitFor()
  await button(page, 'Alle hinzufügen').click()
  await page.getByText('9.999 hinzugefügt, 1 schon in der Liste.', { exact: true }).waitFor()
  assert.equal(await pasteField(page).inputValue(), '')
  await page.getByText('10.000 von 10.000', { exact: true }).waitFor()

  await pasteField(page).fill(`${numbers[FULL]}`)
  await button(page, 'Alle hinzufügen').click()
  await page.getByText('Die Liste wäre größer als 10.000 Unternehmen.', { exact: false }).waitFor()
  assert.equal(await pasteField(page).inputValue(), numbers[FULL])
  // One for the dropped lines, ten for the pasted ones, one that was refused; none for 10,001 lines.
  assert.deepEqual(sent, Array(12).fill(`/app/api${new URL(page.url()).pathname}/companies`))
  await page.reload()
  await page.getByText('10.000 von 10.000', { exact: true }).waitFor()

  await page.getByLabel('Filtern').fill('qwxyz')
  await page.getByText('0 von 10.000', { exact: true }).waitFor()
  await page.getByText('Kein Unternehmen passt zum Filter.').waitFor()
  await page.getByLabel('Filtern').fill('')
  await page.getByText('1 bis 50 von 10.000', { exact: true }).waitFor()
  await button(page, 'Nächste').click()
  await page.getByText('51 bis 100 von 10.000', { exact: true }).waitFor()
  await page.setViewportSize(NARROWEST)
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), NARROWEST.width)

  const list = page.url()
  await page.goto(`${new URL(page.url()).origin}/search?q=${encodeURIComponent(numbers[FULL] as string)}`)
  await page.getByRole('listitem').getByRole('link').first().click()
  await button(page, 'Beobachten').click()
  await button(dialogOf(page), 'Hinzufügen').click()
  await dialogOf(page).getByText('Die Liste hat schon 10.000 Unternehmen, mehr geht nicht.').waitFor()

  const laterPages = Promise.withResolvers<void>()
  await page.route(/\/companies\?.*cursor=/, async (route) => {
    await laterPages.promise
    await route.continue()
  })
  const asked = page.waitForRequest(/\/companies\?.*cursor=/)
  await page.goto(list)
  await asked
  await page
    .getByRole('button', { name: /^Entfernen: / })
    .first()
    .click()
  await page.getByText(/ wurde entfernt\.$/).waitFor()
  laterPages.resolve()
  await page.getByText('9.999 von 9.999', { exact: true }).waitFor()
})
