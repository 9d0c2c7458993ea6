/**
 * The responses of every dashboard route match their schema; each route is called successfully at least
 * once.
 */
import assert from 'node:assert/strict'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import BetterSqlite from 'better-sqlite3'
import { FolderMailer } from '../../src/adapters/mail/folder-mailer.ts'
import type { EmailId } from '../../src/core/notifications/email.ts'
import { appRoutes } from '../../src/http/app/app-routes.ts'
import { Authenticator } from '../fixtures/authenticator.ts'
import { type Answered, newBrowser, PASSWORD, tokenFor } from './browser.ts'
import { handClock } from './hand-clock.ts'
import { openService } from './start-service.ts'
import { stopDate, totpCode } from './totp.ts'

// Own process: it stops the clock.

const HOUR_MS = 3_600_000
const EMAIL = 'ada@example.org'
const NEW_PASSWORD = 'acht große Riesen im Wald'
const OURS = 'http://localhost:8080'

const routes = new Map(appRoutes('0.0.0').map((route) => [route.id, route]))
const called = new Set<string>()

stopDate()
const clock = handClock(Date.now())
const service = await openService({ clock })
const ada = newBrowser(service)

/** Calls a route by its name; the answer must be a success in the shape of its schema. */
async function call(id: string, body: object = {}, fill: string | undefined = undefined, browser = ada) {
  const route = routes.get(id)
  assert.ok(route !== undefined, `there is no route ${id}`)
  const path = route.path.slice('/app/api'.length).replace(/:\w+/, fill ?? 'x')
  const isLook = route.method === 'GET'
  const query = isLook && fill?.startsWith('?') ? fill : ''
  return checked(id, isLook ? await browser.get(path + query) : await browser.post(path, body))
}

/** The JSON of an answer that is a success in the shape of its schema. */
function checked(id: string, answer: Answered) {
  const { result } = routes.get(id)!
  assert.ok(
    answer.status >= 200 && answer.status < 300,
    `${id} ${answer.status} ${JSON.stringify(answer.json)}`,
  )
  if (result === undefined) assert.equal(answer.status, 204, id)
  else {
    const parsed = result.safeParse(answer.json)
    assert.ok(parsed.success, `${id} ${parsed.error?.message} ${JSON.stringify(answer.json)}`)
  }
  called.add(id)
  return answer.json
}

test('sign-up, sign-in and sign-out', async () => {
  await call('session')
  await call('signUp', { email: EMAIL, password: PASSWORD, name: 'Ada', language: 'en' })
  clock.pass(HOUR_MS / 2)
  await call('signUpAgain')
  const token = tokenFor(service, EMAIL)
  await call('describeLink', { token })
  const { account } = await call('confirmSignUp', { token })
  assert.deepEqual([account.name, account.language], ['Ada', 'en'])
  const { session } = await call('session')
  assert.ok(session.proven_until)
  await call('signOut')
  assert.equal((await call('signIn', { email: EMAIL, password: PASSWORD, stay: true })).state, 'signed_in')
  clock.pass(HOUR_MS)
  await call('requestReset', { email: EMAIL })
  await call('finishReset', { token: tokenFor(service, EMAIL, 'reset'), password: NEW_PASSWORD })
  await call('prove', { password: NEW_PASSWORD })
})

test('the account', async () => {
  assert.equal((await call('describeAccount', { name: 'Ada L.', language: 'de' })).account.name, 'Ada L.')
  await call('changePassword', { current: NEW_PASSWORD, password: PASSWORD })
  await call('prove', { password: PASSWORD })
  clock.pass(60_000)
  await call('requestAddress', { email: 'ada@example.com' })
  await call('confirmAddress', { token: tokenFor(service, 'ada@example.com', 'new_address') })
  const other = newBrowser(service)
  await call('signIn', { email: 'ada@example.com', password: PASSWORD }, undefined, other)
  const { sessions } = await call('listSessions')
  await call('endSession', {}, sessions.find(({ is_this }: { is_this: boolean }) => !is_this).id)
  await call('endOtherSessions')
  const { entries, older } = await call('listAudit', {}, '?limit=3')
  assert.equal(entries.length, 3)
  assert.ok(older > 0)
  await call('exportAccount')
})

test('passkeys', async () => {
  const device = new Authenticator(OURS)
  await call('prove', { password: PASSWORD })
  const { options } = await call('beginPasskey')
  await call('finishPasskey', { response: device.make(options), name: 'Phone' })
  const { passkeys } = await call('listPasskeys')
  assert.equal(passkeys.length, 1)
  await call('namePasskey', { name: 'Old phone' }, passkeys[0].id)
  const proof = await call('beginPasskeyProof')
  await call('finishPasskeyProof', { response: device.show(proof.options) })
  await call('signOut')
  const begun = await call('beginPasskeySignIn')
  const { state } = await call('finishPasskeySignIn', { response: device.show(begun.options) })
  assert.equal(state, 'signed_in')
  await call('removePasskey', {}, passkeys[0].id)
  assert.equal((await call('listPasskeys')).passkeys.length, 0)
})

test('the second factor', async () => {
  await call('prove', { password: PASSWORD })
  const { secret, uri } = await call('beginSecondFactor')
  assert.match(uri, /^otpauth:\/\/totp\//)
  await call('finishSecondFactor', { code: totpCode(secret) })
  const renewed = await call('renewRecoveryCodes', { password: PASSWORD })
  assert.equal(renewed.recovery_codes.length, 10)
  const browser = newBrowser(service)
  const step = await call('signIn', { email: 'ada@example.com', password: PASSWORD }, undefined, browser)
  assert.equal(step.state, 'second_factor')
  await call('enterCode', { code: totpCode(secret, Date.now(), 1), kind: 'totp' }, undefined, browser)
  await call('endSecondFactor', { password: PASSWORD })
})

test('keys and their usage', async () => {
  const params = { name: 'CRM', scopes: ['companies:search'], expires_in: '30d', addresses: ['10.0.0.0/8'] }
  const { key } = await call('createKey', params)
  await call('listKeys')
  await call('keyHistory', {}, key.id)
  await call('renameKey', { name: 'CRM 2' }, key.id)
  await call('changeAddresses', { addresses: [] }, key.id)
  const rotated = await call('rotateKey', { overlap_s: 60 }, key.id)
  await call('revokeKey', { name: 'CRM 2' }, rotated.key.id)
  const [from, to] = [clock.nowMs() - 24 * HOUR_MS, clock.nowMs()].map((ms) => new Date(ms).toISOString())
  await call('usage', {}, `?from=${from}&to=${to}&by=hour&zone=Europe%2FBerlin`)
  await call('limits')
})

test('search', async () => {
  const { hits } = await call('appSearch', { name: 'GmbH', deep: true })
  assert.ok(hits.length > 0)
  await call('appSearchFacets', { name: 'GmbH', deep: true })
  await call('appSuggest', {}, '?q=Si')
  await call('appReference')
  await call('appCompany', {}, hits[0].uuid)
})

test('lists', async () => {
  const upload = async (id: string, path: string) => {
    const file = Buffer.from('Firma\nGibtsnicht Qwxyz GmbH\n')
    return checked(id, await ada.post(path, file, { 'content-type': 'application/octet-stream' }))
  }
  assert.equal((await upload('appPreviewMatch', '/matches/preview')).rows, 1)
  const query = '?filename=a.csv&header=true&deep=false&name=0&city=&number='
  const { job } = await upload('appStartMatch', `/matches${query}`)
  assert.equal((await call('appMatches')).jobs.length, 1)
  await service.matching.runAll()
  assert.equal((await call('appMatch', {}, job.id)).job.state, 'done')
  checked('appMatchRows', await ada.get(`/matches/${job.id}/rows?state=not_found`))
  await call('appDecideRow', { row: 0, choice: 'none' }, job.id)
  const cookie = [...ada.cookies].map((pair) => pair.join('=')).join('; ')
  const { statusCode, body } = await service.server.inject({
    url: `/app/api/matches/${job.id}/result?format=csv`,
    headers: { cookie, host: new URL(OURS).host },
  })
  assert.deepEqual([statusCode, body.trimEnd().endsWith(',none')], [200, true])
  called.add('appMatchResult')
  await call('appDeleteMatch', {}, job.id)
})

test('watch lists and webhooks', async () => {
  await call('prove', { password: PASSWORD })
  const { webhook } = await call('appCreateWebhook', { url: 'https://crm.example.com/hook', note: 'CRM' })
  const { watch } = await call('appCreateWatch', { name: 'Kunden', webhooks: [webhook.id] })
  await call('appChangeWatch', { email: 'daily', language: 'en' }, watch.id)
  const [{ uuid }] = (await call('appSearch', { name: 'GmbH' })).hits
  await call('appAddCompanies', { companies: [{ uuid, ref: 'K-1' }, { ref: 'K-2' }] }, watch.id)
  const listed = checked('appWatchedCompanies', await ada.get(`/watches/${watch.id}/companies`))
  assert.equal(listed.companies[0].company.registration_number.length > 0, true)
  await call('appRemoveCompanies', { uuids: [uuid] }, watch.id)
  await call('appPingWebhook', {}, webhook.id)
  await call('appPauseWebhook', {}, webhook.id)
  await call('appResumeWebhook', {}, webhook.id)
  await call('appRotateWebhook', { overlap_s: 3600 }, webhook.id)
  assert.equal(checked('appWebhookEvents', await ada.get(`/webhooks/${webhook.id}/events`)).events.length, 1)
  assert.equal((await call('appWatches')).watches.length, 1)
  await call('appDeleteWatch', { name: 'Kunden' }, watch.id)
  await call('appDeleteWebhook', { host: 'crm.example.com' }, webhook.id)
})

test('the e-mails in the mail folder', async () => {
  const rendered = {
    ...{ id: 'ltr_ABCDEFGHIJKLMNOPQRSTUV' as EmailId, kind: 'confirm' as const, language: 'de' as const },
    ...{ atMs: clock.nowMs(), to: EMAIL, subject: 'Bestätige', html: '<p>x</p>' },
    text: 'Hier: http://localhost:8080/confirm#abc',
  }
  const folder = join(dirname(service.accountsPath), 'mail')
  const sender = { from: 'firmensuche <noreply@localhost>', host: 'localhost' }
  await new FolderMailer({ folder, sender, nowMs: clock.nowMs, written: () => {} }).send(rendered)
  const { emails } = await call('emails')
  assert.equal(emails.length, 1)
  const { links } = await call('email', {}, emails[0].id)
  assert.deepEqual(links, ['http://localhost:8080/confirm#abc'])
})

test('operator routes', async () => {
  const code = await (await service.accounts()).offerSetUp()
  await call('prove', { password: PASSWORD })
  const { account } = await call('setUpOperator', { code })
  assert.equal(account.role, 'operator')
  await call('operatorState')
  const { hits } = await call('appSearch', { name: 'GmbH' })
  await call('suppress', { uuid: hits[0].uuid, reason: 'by court order' })
  assert.equal((await call('suppressions')).suppressions.length, 1)
  await call('lift', {}, hits[0].uuid)
  const { keys } = await call('operatorKeys', {}, '?q=CRM')
  await call('operatorLimit', { limit: { quota: 5, window_s: 60 } }, keys[0].id)
  await call('operatorLimit', { limit: null }, keys[0].id)
  const { key } = await call('createKey', { name: 'B', scopes: ['companies:read'], expires_in: 'never' })
  await call('operatorRevokeKey', {}, key.id)
  assert.ok((await call('operatorAudit')).entries.length > 0)
})

test('operator routes about accounts, invitations and e-mails', async () => {
  await call('invite', { email: 'bea@example.org', role: 'user', language: 'de' })
  const { invitations } = await call('invitations')
  assert.equal(invitations.length, 1)
  clock.pass(HOUR_MS)
  const bea = newBrowser(service)
  await call('signUp', { email: 'bea@example.org', password: PASSWORD }, undefined, bea)
  await call('confirmSignUp', { token: tokenFor(service, 'bea@example.org') }, undefined, bea)
  await call('prove', { password: PASSWORD })
  const { accounts } = await call('operatorAccounts', {}, '?q=bea')
  const { id } = accounts[0]
  await call('operatorDisable', {}, id)
  await call('operatorEnable', {}, id)
  await call('operatorEndSessions', {}, id)
  await call('operatorSetRole', { role: 'operator' }, id)
  await call('operatorResetAccount', { email: 'bea@example.org', drop_second_factor: true }, id)
  await call('invite', { email: 'cleo@example.org' })
  await call('endInvitation', {}, (await call('invitations')).invitations[0].id)
  const db = new BetterSqlite(service.accountsPath)
  db.exec("UPDATE emails SET state = 'failed' WHERE kind = 'new_sign_in' OR kind = 'operator_granted'")
  db.close()
  const failed = (await call('operatorEmails', {}, '?state=failed')).emails
  await call('sendAgain', {}, failed[0].id)
  await call('deleteAccount', { email: 'ada@example.com' })
})

test('every route was called', () => {
  assert.deepEqual(
    [...routes.keys()].filter((id) => !called.has(id)),
    [],
  )
})
