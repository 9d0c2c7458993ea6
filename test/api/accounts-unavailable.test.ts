/** Requests while accounts cannot be changed or read. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AccountReader } from '../../src/core/accounts/account-reader.ts'
import type { SendCommand } from '../../src/core/commands.ts'
import { Failure } from '../../src/core/failure.ts'
import { newBrowser, PASSWORD } from './browser.ts'
import { signedIn } from './signed-in.ts'
import { openService } from './start-service.ts'

const HOST = 'localhost:8080'
/** Done by the accounts thread, not by the supervisor. */
const KEY_COMMANDS = ['createKey', 'rotateKey', 'revokeKey', 'renameKey', 'changeAddresses']

/** Whether the accounts thread is there, is being started, or dies of what it is asked. */
let state: 'there' | 'starting' | 'dying' = 'there'
let isReadable = true
const service = await openService({
  replace: ({ sendCommand, accountReader }) => ({
    sendCommand: ((name, takes) => {
      if (state === 'there' || KEY_COMMANDS.includes(name)) return sendCommand(name, takes)
      const reason = state === 'starting' ? 'not_now' : undefined
      return Promise.reject(new Failure('service_unavailable', 'The thread is not there.', [], reason))
    }) as SendCommand,
    accountReader: new Proxy(accountReader, {
      get(reader, name: keyof AccountReader) {
        if (!isReadable) throw new Failure('service_unavailable', 'accounts.sqlite is damaged.')
        const found = reader[name]
        return typeof found === 'function' ? found.bind(reader) : found
      },
    }),
  }),
})

async function statusOfSearch(): Promise<number> {
  const headers = { ...service.auth(), 'content-type': 'application/json' }
  const url = '/api/v1/companies/search/'
  return (await service.server.inject({ method: 'POST', url, headers, payload: { name: 'x' } })).statusCode
}

test('while the accounts thread restarts only its commands are answered 503; they work afterwards', async () => {
  const person = signedIn(service)
  for (const [away, retryAfter, reason] of [
    ['starting', '2', 'not_now'],
    ['dying', '1', undefined],
  ] as const) {
    state = away
    const refused = await newBrowser(service).post('/auth/sign-in', { email: 'a@b.de', password: PASSWORD })
    assert.deepEqual(
      [refused.status, refused.json.reason, refused.headers['retry-after']],
      [503, reason, retryAfter],
    )
    assert.equal((await person.get('/session')).json().account.email, person.email)
    assert.equal((await person.get('/keys')).statusCode, 200)
    const params = { name: 'x', scopes: ['companies:search'], expires_in: 'never' }
    assert.equal((await person.post('/keys', params)).statusCode, 201)
    assert.equal(await statusOfSearch(), 200)
  }
  state = 'there'
  const tried = await newBrowser(service).post('/auth/sign-in', { email: 'a@b.de', password: PASSWORD })
  assert.equal(tried.status, 401)
})

test('while the accounts file cannot be read the API works, the dashboard routes answer 503, and pages are served', async () => {
  const person = signedIn(service)
  isReadable = false
  const refused = await person.get('/session')
  assert.deepEqual([refused.statusCode, refused.json().code], [503, 'service_unavailable'])
  assert.ok(!refused.body.includes('sqlite'), 'nothing of the inside')
  for (const path of ['/', '/keys', '/search']) {
    const headers = { host: HOST, cookie: person.cookie, accept: 'text/html' }
    const page = await service.server.inject({ url: path, headers })
    assert.equal(page.statusCode, 200, path)
    assert.match(page.body, /assets\/app-/)
  }
  assert.equal((await newBrowser(service).get('/session')).status, 200)
  assert.equal(await statusOfSearch(), 200)
  isReadable = true
  assert.equal((await person.get('/session')).statusCode, 200)
})
