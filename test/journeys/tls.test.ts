/** A server behind a proxy with TLS: cookies that require https, in a real browser. */
import assert from 'node:assert/strict'
import { request } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import getTLSOptions from 'smtp-server/lib/tls-options.js'
import { NO_BROWSER, openPage } from './browser.ts'
import { makePerson, signUpAndConfirm } from './person.ts'
import { atEnd } from './program.ts'
import { startServerWithMailbox } from './server-with-mailbox.ts'

test('over https a person signs in with __Host- cookies, which scripts cannot read and other hosts cannot set', {
  skip: NO_BROWSER,
}, async (t) => {
  const proxy = await startProxy(t)
  const { mailbox, server } = await startServerWithMailbox(t, { PUBLIC_URL: proxy.url })
  proxy.passTo(new URL(server.url).port)
  const { page } = await openPage(t, { ignoreHTTPSErrors: true })
  const tom = makePerson('tom')
  await signUpAndConfirm(page, proxy.url, mailbox, tom)

  await page.getByRole('button', { name: 'Abmelden' }).click()
  await page.getByLabel('E-Mail-Adresse').fill(tom.email)
  await page.getByLabel('Passwort', { exact: true }).fill(tom.password)
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
  await page.waitForURL(`${proxy.url}/keys`)
  const cookies = await page.context().cookies()
  assert.ok(cookies.some(({ name }) => name === '__Host-fs_session'))
  for (const { name, domain, path, secure, httpOnly, sameSite } of cookies) {
    assert.match(name, /^__Host-fs_/)
    assert.deepEqual([domain, path, secure, httpOnly, sameSite], ['localhost', '/', true, true, 'Lax'], name)
  }
  assert.equal(await page.evaluate('document.cookie'), '')
})

/** Takes https at a port of its own, and passes all of it to a server that speaks http. */
async function startProxy(t: TestContext) {
  let port = ''
  const proxy = createServer(getTLSOptions(), (asked, answer) => {
    const { method = '', url: path = '', headers } = asked
    const onward = request({ host: '127.0.0.1', port, method, path, headers }, (received) => {
      answer.writeHead(received.statusCode ?? 502, received.rawHeaders)
      received.pipe(answer)
    })
    onward.once('error', () => answer.destroy())
    asked.pipe(onward)
  })
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done))
  atEnd(t, () => {
    proxy.close()
    proxy.closeAllConnections()
  })
  return {
    url: `https://localhost:${(proxy.address() as AddressInfo).port}`,
    passTo(next: string) {
      port = next
    },
  }
}
