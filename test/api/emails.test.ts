/** The page with the e-mails of a server without a mail server, which only clients on the same machine can open. */
import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, test } from 'node:test'
import { FolderMailer } from '../../src/adapters/mail/folder-mailer.ts'
import { renderEmail } from '../../src/core/notifications/render-email.ts'
import { exampleEmail } from '../fixtures/example-emails.ts'
import { type BrowserFacts, newBrowser } from './browser.ts'
import { type Service, type ServiceOptions, startService } from './start-service.ts'

// Own process: it has hooks for each test.

let service: Service | undefined
afterEach(() => service?.stop())

const LINK = 'http://localhost:8080/reset#TOKEN'

/** A service with one e-mail in its folder. */
async function open(options: ServiceOptions = {}): Promise<{ service: Service; id: string }> {
  service = await startService(options)
  const folder = join(dirname(service.accountsPath), 'mail')
  const email = renderEmail(exampleEmail('reset'), 'http://localhost:8080', LINK)
  const sender = { from: 'post@suche.example', host: 'localhost' }
  await new FolderMailer({ folder, sender, nowMs: () => 0, written: () => {} }).send(email)
  return { service, id: email.id }
}

const statusOf = async (at: Service, path: string, facts: BrowserFacts = {}) =>
  (await newBrowser(at, facts).get(path)).status

test('e-mails in the folder are listed and read as text, from this machine over IPv4 and IPv6', async () => {
  const { service: at, id } = await open()
  for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
    const browser = newBrowser(at, { address })
    const { json } = await browser.get('/emails')
    assert.deepEqual(
      json.emails.map((one: { id: string; to: string; kind: string }) => [one.id, one.to, one.kind]),
      [[id, 'ida@example.com', 'reset']],
    )
    const email = await browser.get(`/emails/${id}`)
    assert.deepEqual(email.json.links, [LINK])
    assert.ok(email.json.text.startsWith(`${email.json.subject}\n`))
    assert.equal(email.json.html, undefined)
    assert.equal(email.headers['cache-control'], 'no-store')
  }
})

test('a server without e-mails shows an empty list, and an unknown e-mail is not found', async () => {
  service = await startService()
  assert.deepEqual((await newBrowser(service).get('/emails')).json, { emails: [] })
  assert.equal(await statusOf(service, '/emails/ltr_1'), 404)
  mkdirSync(join(dirname(service.accountsPath), 'mail'))
  writeFileSync(join(dirname(service.accountsPath), 'mail', 'notes.txt'), 'none of ours')
  assert.deepEqual((await newBrowser(service).get('/emails')).json, { emails: [] })
  assert.equal(await statusOf(service, '/emails/..%2Faccounts'), 404)
})

test('clients on other machines cannot read e-mails', async () => {
  const { service: at, id } = await open()
  for (const address of ['192.0.2.7', '2001:db8::1', '10.0.0.1']) {
    assert.equal(await statusOf(at, '/emails', { address }), 404)
    assert.equal(await statusOf(at, `/emails/${id}`, { address }), 404)
  }
})

test('clients behind a proxy on this machine cannot read e-mails, whatever the proxy sends', async () => {
  const { service: at, id } = await open()
  const { publicUrl } = at.needs.site
  const headers = ['x-forwarded-for', 'x-forwarded-proto', 'forwarded', 'via', 'x-real-ip']
  for (const header of headers.map((name) => ({ [name]: '127.0.0.1' }))) {
    for (const path of ['/emails', `/emails/${id}`]) {
      const answer = await at.server.inject({
        url: `/app/api${path}`,
        headers: { host: new URL(publicUrl).host, ...header },
      })
      assert.equal(answer.statusCode, 404)
    }
  }
})

test('there is no page of e-mails if a mail server is set, the server listens publicly, or it is behind a proxy', async () => {
  for (const site of [
    { hasMailServer: true },
    { isLoopback: false },
    { publicUrl: 'https://suche.example' },
  ]) {
    const { service: at, id } = await open({ site })
    assert.equal(await statusOf(at, '/emails'), 404)
    assert.equal(await statusOf(at, `/emails/${id}`), 404)
    assert.equal((await newBrowser(at).get('/session')).json.settings.emails_page, false)
    await at.stop()
  }
  service = undefined
})
