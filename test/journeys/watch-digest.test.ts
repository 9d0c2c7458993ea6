/** A watch list of a person with an account on the real service: from an import to an e-mail, and its end with one click. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Member } from './member.ts'
import { run, temporaryFolder } from './program.ts'
import { startServerWithMailbox } from './server-with-mailbox.ts'

const EMAIL = 'ada@example.org'
const MAPPING = `
source: partners
title: Partners
columns: {id: Nummer, name: Firma, seat: Ort}
`

test('the change of an import reaches the mailbox of who watches the company, until one click ends it', async (t) => {
  const { mailbox, server, dataDir, settings, url } = await startServerWithMailbox(t)
  const folder = temporaryFolder(t)
  const importWithSeat = async (seat: string) => {
    const [table, mapping] = [join(folder, `${seat}.csv`), join(folder, 'mapping.yaml')]
    writeFileSync(mapping, MAPPING)
    writeFileSync(table, `Nummer;Firma;Ort\n1;Beobachtete Prüfstand GmbH;${seat}\n`)
    const { code, err } = await run(['import', table, '--mapping', mapping, '--data-dir', dataDir], settings)
    assert.equal(code, 0, err)
  }
  await importWithSeat('Ulm')

  const member = new Member(server.url)
  await member.signUp(mailbox, EMAIL)
  const scopes = ['companies:watch', 'companies:search']
  const made = await member.post('/keys', { name: 'CRM', scopes, expires_in: 'never' })
  assert.equal(made.status, 201, JSON.stringify(made.json))
  const call = async (path: string, body?: object) => {
    const response = await fetch(`${server.url}/api/v1/${path}`, {
      headers: { authorization: `Bearer ${made.json.secret}`, 'content-type': 'application/json' },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    })
    assert.ok(response.ok, `${path}: ${response.status}`)
    // biome-ignore lint/suspicious/noExplicitAny: the test says what it expects.
    return (await response.json()) as any
  }
  const [{ uuid }] = await call('companies/search/', { name: 'Beobachtete Prüfstand' })
  const { id } = await call('watches', { name: 'Kunden', email: 'instant', language: 'en' })
  assert.equal((await call(`watches/${id}/companies`, [{ uuid }]))[0].state, 'added')

  await importWithSeat('Kiel')
  const mail = await mailbox.next(({ subject }) => subject === 'A watched company has changed')
  assert.deepEqual(mail.to, [EMAIL])
  assert.match(mail.text, /^Changed: Beobachtete Prüfstand GmbH \(seat\)$/m)
  const address = /^<(.*)>$/.exec(mail.headers.get('list-unsubscribe') ?? '')?.[1] ?? assert.fail('no header')
  assert.ok(address.startsWith(`${url}/unsubscribe/`), address)
  const form = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
  assert.equal((await fetch(address, { method: 'POST', body: form })).status, 200)
  assert.equal((await call(`watches/${id}`)).email, 'none')
})
