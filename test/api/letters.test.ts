/** The letters of a house without a mail server, for people at the machine only. */
import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, test } from 'node:test'
import { FolderMailer } from '../../src/adapters/mail/folder-mailer.ts'
import { renderEmail } from '../../src/core/notifications/render-email.ts'
import { exampleLetter } from '../fixtures/letters.ts'
import { type BrowserFacts, newBrowser } from './browser.ts'
import { type Service, type ServiceOptions, startService } from './start-service.ts'

let service: Service | undefined
afterEach(() => service?.stop())

const LINK = 'http://localhost:8080/reset#TOKEN'

/** A service with one letter in its folder. */
async function open(options: ServiceOptions = {}): Promise<{ service: Service; id: string }> {
  service = await startService(options)
  const folder = join(dirname(service.accountsPath), 'mail')
  const letter = renderEmail(exampleLetter('reset'), 'http://localhost:8080', LINK)
  const sender = { from: 'post@suche.example', host: 'localhost' }
  await new FolderMailer({ folder, sender, nowMs: () => 0, written: () => {} }).send(letter)
  return { service, id: letter.id }
}

const statusOf = async (at: Service, path: string, facts: BrowserFacts = {}) =>
  (await newBrowser(at, facts).get(path)).status

test('letters in the folder are listed and read as text, from this machine over IPv4 and IPv6', async () => {
  const { service: at, id } = await open()
  for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
    const browser = newBrowser(at, { address })
    const { json } = await browser.get('/letters')
    assert.deepEqual(
      json.letters.map((one: { id: string; to: string; kind: string }) => [one.id, one.to, one.kind]),
      [[id, 'ida@example.com', 'reset']],
    )
    const letter = await browser.get(`/letters/${id}`)
    assert.deepEqual(letter.json.links, [LINK])
    assert.ok(letter.json.text.startsWith(`${letter.json.subject}\n`))
    assert.equal(letter.json.html, undefined)
    assert.equal(letter.headers['cache-control'], 'no-store')
  }
})

test('a house without letters shows none, and a letter that is not there is not found', async () => {
  service = await startService()
  assert.deepEqual((await newBrowser(service).get('/letters')).json, { letters: [] })
  assert.equal(await statusOf(service, '/letters/ltr_1'), 404)
  mkdirSync(join(dirname(service.accountsPath), 'mail'))
  writeFileSync(join(dirname(service.accountsPath), 'mail', 'notes.txt'), 'none of ours')
  assert.deepEqual((await newBrowser(service).get('/letters')).json, { letters: [] })
  assert.equal(await statusOf(service, '/letters/..%2Faccounts'), 404)
})

test('nobody from elsewhere reads letters', async () => {
  const { service: at, id } = await open()
  for (const address of ['192.0.2.7', '2001:db8::1', '10.0.0.1']) {
    assert.equal(await statusOf(at, '/letters', { address }), 404)
    assert.equal(await statusOf(at, `/letters/${id}`, { address }), 404)
  }
})

test('nobody behind a proxy on this machine reads letters, whatever the proxy says', async () => {
  const { service: at, id } = await open()
  const { publicUrl } = at.needs.site
  const headers = ['x-forwarded-for', 'x-forwarded-proto', 'forwarded', 'via', 'x-real-ip']
  for (const header of headers.map((name) => ({ [name]: '127.0.0.1' }))) {
    for (const path of ['/letters', `/letters/${id}`]) {
      const answer = await at.server.inject({
        url: `/app/api${path}`,
        headers: { host: new URL(publicUrl).host, ...header },
      })
      assert.equal(answer.statusCode, 404)
    }
  }
})

test('where a mail server is, others can connect, or a proxy stands for the server, there is no page of letters', async () => {
  for (const site of [
    { hasMailServer: true },
    { isLoopback: false },
    { publicUrl: 'https://suche.example' },
  ]) {
    const { service: at, id } = await open({ site })
    assert.equal(await statusOf(at, '/letters'), 404)
    assert.equal(await statusOf(at, `/letters/${id}`), 404)
    assert.equal((await newBrowser(at).get('/session')).json.settings.letters_page, false)
    await at.stop()
  }
  service = undefined
})
