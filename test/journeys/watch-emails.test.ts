/** E-mails about watched companies: from an import over a real mail server to a mailbox, and ended with one click. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SmtpMailer } from '../../src/adapters/mail/smtp-mailer.ts'
import { SqlOutbox } from '../../src/adapters/sql/accounts/outbox.ts'
import { openAccountsDatabase } from '../../src/adapters/sqlite/accounts/accounts-database.ts'
import { openCompanyWriter } from '../../src/adapters/sqlite/companies/write/company-writer.ts'
import { secretFor } from '../../src/core/accounts/root-secret.ts'
import type { Language } from '../../src/core/identity/account.ts'
import type { AccountId } from '../../src/core/identity/ids.ts'
import { sendEmails } from '../../src/core/notifications/send-emails.ts'
import { INSTANT_PAUSE_MS } from '../../src/core/watching/send-digests.ts'
import { unsubscribeToken } from '../../src/core/watching/unsubscribe.ts'
import type { WatchId } from '../../src/core/watching/watch.ts'
import { handClock } from '../api/hand-clock.ts'
import { openService } from '../api/start-service.ts'
import { ROOT_SECRET } from '../api/test-secrets.ts'
import { madeWatch } from '../contracts/watch-store.ts'
import { incomingCompany, seenBy } from '../fixtures/incoming-companies.ts'
import { Mailbox } from './mailbox.ts'

const PUBLIC_URL = 'https://suche.example'
const SECRET = secretFor('unsubscribe', ROOT_SECRET)
const WATCHED = 990_001
const clock = handClock(Date.UTC(2026, 5, 1, 12))
const service = await openService({ others: [incomingCompany(WATCHED)], clock })
const port = await service.listen()
const uuid = [...service.companies.readAll(1000)].flat().find(({ name }) => name.includes(`${WATCHED}`))!.uuid

let year = 2018
/** Imports a new state of the company. */
function rename(name: string): void {
  year++
  const writer = openCompanyWriter(service.companiesPath, clock.nowMs())
  const source = seenBy(`${year}-06-01`, `D2601V_HRB${WATCHED}`)
  writer.save([incomingCompany(WATCHED, { name, source })], clock.nowMs())
  writer.close()
}

const WORDS: Readonly<Record<Language, readonly [subject: string, row: RegExp, link: string]>> = {
  de: [
    'Eine beobachtete Firma hat sich geändert',
    /^Geändert: Neue 1 GmbH, HRB 990001 \(Name, frühere Namen\)$/m,
    'Diese E-Mails abbestellen',
  ],
  en: [
    'A watched company has changed',
    /^Changed: Neue 2 GmbH, HRB 990001 \(name, former names\)$/m,
    'Unsubscribe from these e-mails',
  ],
}

for (const [place, language] of (['de', 'en'] as const).entries()) {
  test(`a change is told by e-mail, and one request to the address of its header ends that: ${language}`, async (t) => {
    const mailbox = new Mailbox()
    await mailbox.start()
    const database = openAccountsDatabase(service.accountsPath, clock.nowMs())
    const mailer = new SmtpMailer(mailbox.url, { from: 'dienst@suche.example', host: 'suche.example' })
    t.after(async () => {
      await mailer.close()
      await mailbox.stop()
      await database.close()
    })
    const account = `acc_${language}` as AccountId
    const owner = { account, isTest: false }
    await database.tables
      .insertInto('accounts')
      .values({ id: account, email: `${language}@example.org`, language })
      .execute()
    const { watches } = service.watching
    const id = `wat_${language}` as WatchId
    await watches.add(
      madeWatch(id, { ...owner, email: 'instant', language: undefined }),
      service.companies.lastSequence(),
    )
    await watches.addCompanies(owner, id, [{ uuid, ref: null, addedAtMs: clock.nowMs() }])
    const faults: unknown[] = []
    const deliver = async () => {
      await service.watching.feed()
      const outbox = new SqlOutbox(database)
      await sendEmails(
        {
          ...{ outbox, mailer, clock, publicUrl: PUBLIC_URL, linkToken: () => '' },
          unsubscribeToken: (watch) => unsubscribeToken(SECRET, watch),
        },
        () => false,
        (error) => faults.push(error),
      )
    }

    rename(`Neue ${place + 1} GmbH`)
    await deliver()
    assert.deepEqual(faults, [])
    const mail = await mailbox.next()
    const [subject, row, link] = WORDS[language]
    assert.deepEqual([mail.to, mail.subject], [[`${language}@example.org`], subject])
    assert.match(mail.text, row)
    const address = `${PUBLIC_URL}/unsubscribe/${unsubscribeToken(SECRET, id)}`
    assert.ok(mail.text.includes(`${link}: ${address}`), mail.text)
    assert.ok(mail.html.includes(`<a href="${address}">${link}</a>`))
    assert.equal(mail.headers.get('list-unsubscribe'), `<${address}>`)
    assert.equal(mail.headers.get('list-unsubscribe-post'), 'List-Unsubscribe=One-Click')

    const here = new URL(new URL(address).pathname, `http://127.0.0.1:${port}`)
    const looked = await fetch(here)
    assert.equal(looked.status, 200)
    assert.equal((await watches.find(owner, id))?.email, 'instant', 'looking ends nothing')
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
    const ended = await fetch(here, { method: 'POST', body, redirect: 'error' })
    assert.equal(ended.status, 200)
    assert.equal((await watches.find(owner, id))?.email, 'none')
    rename(`Andere ${place + 1} GmbH`)
    clock.pass(INSTANT_PAUSE_MS)
    await deliver()
    assert.equal(mailbox.mails.length, 1)
  })
}
