/** A service for a file of tests about accounts, its clock, and people who have accounts there. */
import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { type Browser, type BrowserFacts, newBrowser, PASSWORD, signUpAndConfirm } from './browser.ts'
import { type HandClock, handClock } from './hand-clock.ts'
import { type Service, type ServiceOptions, startService } from './start-service.ts'
import { totpCode } from './totp.ts'

const HOUR_MS = 3_600_000

export interface Person {
  readonly browser: Browser
  readonly email: string
}

/** Somebody with a second factor; the code of the step before the present one is spent. */
export interface CarefulPerson extends Person {
  readonly secret: string
  readonly recoveryCodes: readonly string[]
}

export interface House {
  readonly service: Service
  readonly clock: HandClock
  /** An address that nobody has yet, an hour after the last: e-mails of one client are limited. */
  newEmail(): string
  newPerson(): Promise<Person>
  newCareful(): Promise<CarefulPerson>
  /** Somebody with a second factor, as far as the password goes. */
  halfWay(person: Pick<Person, 'email'>, facts?: BrowserFacts): Promise<Browser>
}

/** There before the tests of the file that calls it, until they are done. */
export function openHouse(options: Omit<ServiceOptions, 'clock'> = {}): House {
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
    newCareful: async () => withFactor(await newPerson()),
    async halfWay({ email }, facts = {}) {
      const browser = newBrowser(service, facts)
      const { json } = await browser.post('/auth/sign-in', { email, password: PASSWORD })
      assert.deepEqual(json, { state: 'second_factor', methods: ['totp', 'recovery'] })
      return browser
    },
  }
}

async function withFactor({ browser, email }: Person): Promise<CarefulPerson> {
  const { secret, recovery_codes } = (await browser.post('/account/second-factor/begin')).json
  const code = totpCode(secret, Date.now(), -1)
  const done = await browser.post('/account/second-factor/finish', { code })
  assert.equal(done.status, 204, JSON.stringify(done.json))
  return { browser, email, secret, recoveryCodes: recovery_codes }
}
