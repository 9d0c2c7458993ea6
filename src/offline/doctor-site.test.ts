import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { Mailbox } from '../../test/journeys/mailbox.ts'
import { readOrMakeSecret } from '../adapters/system/secret-file.ts'
import { readConfig } from '../config/config.ts'
import { examineSite } from './doctor-site.ts'

const PASSWORD = 'not-to-be-shown'

function folderOf(test: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'doctor-'))
  test.after(() => rmSync(folder, { recursive: true }))
  return folder
}

/** State and words of one check. */
async function checkOf(name: string, env: Record<string, string>): Promise<readonly [string, string]> {
  const checks = await examineSite(readConfig(env))
  for (const { description } of checks) assert.ok(!description.includes(PASSWORD))
  const found = checks.find((check) => check.name === name)
  assert.ok(found)
  return [found.state, found.description]
}

test('doctor signs in to the mail server and reports its faults without the password', async (t) => {
  const DATA_DIR = folderOf(t)
  const mailbox = new Mailbox({ user: 'server', password: PASSWORD })
  await mailbox.start()
  t.after(() => mailbox.stop())
  const MAIL_FROM = 'post@suche.example'
  const mailCheck = (SMTP_URL: string) => checkOf('mail', { DATA_DIR, MAIL_FROM, SMTP_URL })
  const host = `127.0.0.1:${mailbox.port}`
  assert.deepEqual(await mailCheck(mailbox.url), ['ok', `${host} accepts e-mails`])
  const [state, says] = await mailCheck(`smtp://server:${PASSWORD}x@${host}`)
  assert.equal(state, 'fail')
  assert.match(says, /\(EAUTH 535\)\. Check user name and password in SMTP_URL\.$/)
  const elsewhere = await mailCheck(`smtp://0.0.0.0:${mailbox.port}`)
  assert.match(elsewhere[1], /\(CERT_HAS_EXPIRED\)\. Its certificate is not valid/)
  await mailbox.stop()
  assert.match((await mailCheck(mailbox.url))[1], /\(ECONNREFUSED\)\. Check host and port/)
})

test('doctor warns if e-mails are not sent and if links have an address that others cannot reach', async (t) => {
  const DATA_DIR = folderOf(t)
  assert.equal((await checkOf('mail', { DATA_DIR }))[0], 'ok')
  assert.equal((await checkOf('mail', { DATA_DIR, HOST: '0.0.0.0' }))[0], 'warn')
  assert.equal((await checkOf('mail', { DATA_DIR, PUBLIC_URL: 'https://suche.example' }))[0], 'warn')
  assert.deepEqual(await checkOf('address', { DATA_DIR }), ['ok', 'http://localhost:8080'])
  assert.equal((await checkOf('address', { DATA_DIR, HOST: '0.0.0.0' }))[0], 'warn')
  const isSecure = { DATA_DIR, HOST: '0.0.0.0', PUBLIC_URL: 'https://suche.example' }
  assert.equal((await checkOf('address', isSecure))[0], 'ok')
  assert.match(
    (await checkOf('address', { ...isSecure, PUBLIC_URL: 'http://suche.example' }))[1],
    /is plain http: nobody can sign in/,
  )
})

test('doctor fails if other users can read the secret or if the file has other content', async (t) => {
  const DATA_DIR = folderOf(t)
  const path = join(DATA_DIR, 'secret')
  assert.equal((await checkOf('secret', { DATA_DIR }))[0], 'ok')
  readOrMakeSecret(path)
  assert.deepEqual(await checkOf('secret', { DATA_DIR }), ['ok', 'exists, readable by its owner only'])
  chmodSync(path, 0o640)
  assert.equal((await checkOf('secret', { DATA_DIR }))[0], 'fail')
  chmodSync(path, 0o600)
  writeFileSync(path, 'half')
  assert.match((await checkOf('secret', { DATA_DIR }))[1], /is not a secret of firmensuche/)
})
