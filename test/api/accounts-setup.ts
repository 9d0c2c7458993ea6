/** A service for a file of tests about accounts, with a clock and people who have accounts. */
import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { type Browser, type BrowserFacts, newBrowser, PASSWORD, signUpAndConfirm } from './browser.ts'
import { type HandClock, handClock } from './hand-clock.ts'
import { type Service, type ServiceOptions, startService } from './start-service.ts'
import { totpCode } from './totp.ts'

const HOUR_MS = 3_600_000

/** A person with a confirmed account and the browser in which they are signed in. */
export interface Person {
  readonly browser: Browser
  readonly email: string
}

/** A person with a second factor; the code of the previous time step is used up. */
export interface PersonWithFactor extends Person {
  readonly secret: string
  readonly recoveryCodes: readonly string[]
}

/** A service, its clock, and functions that create people with accounts. */
export interface AccountsSetup {
  readonly service: Service
  readonly clock: HandClock
  /** Returns an unused address and moves the clock by an hour, because the e-mails of one client are limited. */
  newEmail(): string
  newPerson(): Promise<Person>
  newPersonWithFactor(): Promise<PersonWithFactor>
  /** Signs in with the password only; the step of the second factor is left open. */
  enterPassword(person: Pick<Person, 'email'>, facts?: BrowserFacts): Promise<Browser>
}

/** Starts a service before the tests of the calling file and stops it after them. */
export function setUpAccounts(options: Omit<ServiceOptions, 'clock'> = {}): AccountsSetup {
  const clock = handClock(Date.now())
  let service: Service
  let people = 0
  before(async () => {
    service = await startService({ ...options, clock })
  })
  after(() => service.stop())
  const newEmail = () => {
    people++
    clock.pass(HOUR_MS)
    return `person${people}@example.org`
  }
  const newPerson = async () => {
    const email = newEmail()
    return { email, browser: await signUpAndConfirm(service, email) }
  }
  return {
    get service() {
      return service
    },
    clock,
    newEmail,
    newPerson,
    newPersonWithFactor: async () => withFactor(await newPerson()),
    async enterPassword({ email }, facts = {}) {
      const browser = newBrowser(service, facts)
      const { json } = await browser.post('/auth/sign-in', { email, password: PASSWORD })
      assert.deepEqual(json, { state: 'second_factor', methods: ['totp', 'recovery'] })
      return browser
    },
  }
}

async function withFactor({ browser, email }: Person): Promise<PersonWithFactor> {
  const { secret, recovery_codes } = (await browser.post('/account/second-factor/begin')).json
  const code = totpCode(secret, Date.now(), -1)
  const done = await browser.post('/account/second-factor/finish', { code })
  assert.equal(done.status, 204, JSON.stringify(done.json))
  return { browser, email, secret, recoveryCodes: recovery_codes }
}
