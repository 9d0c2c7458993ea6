/** What a handler is given of a request that the guard let in. */

import type { KeyGrant } from '../../core/access/request-ports.ts'
import type { Member, Visitor } from '../../core/accounts/browser.ts'
import { deviceOf } from '../../core/accounts/device.ts'
import type { Trace } from '../../core/identity/audit.ts'
import { chooseLanguage } from '../protocol/language.ts'
import { chargeTotal, checkQuota, lowerTotal } from './charge-ledger.ts'
import { needScope } from './guard.ts'
import type { Input } from './input.ts'
import type { Visit } from './request-context.ts'
import type { Call, HttpNeeds } from './route.ts'

/** The browser of the visit. */
export function visitorOf(visit: Visit): Visitor {
  return {
    cookies: visit.headers.cookie ?? '',
    address: visit.address,
    userAgent: visit.headers['user-agent'] ?? '',
    language: chooseLanguage(visit.headers['accept-language']),
  }
}

function memberOf(visit: Visit): Member {
  if (visit.signedIn === undefined) {
    throw new Error(`the access of ${visit.route?.id} lets in people who are not signed in`)
  }
  const { session } = visit.signedIn
  return { ...visitorOf(visit), account: session.account, session: session.id }
}

function keyOf(visit: Visit): KeyGrant {
  if (visit.grant === undefined) throw new Error(`the access of ${visit.route?.id} asks for no key`)
  return visit.grant
}

function traceOf({ clock }: Pick<HttpNeeds, 'clock'>, visit: Visit): Trace {
  const { account, address, userAgent, language } = memberOf(visit)
  return { actor: account, address, device: deviceOf(userAgent), atMs: clock.nowMs(), language }
}

/** `params` are those of the path, `input` what was read by the schemas of the route. */
export function callOf(
  needs: HttpNeeds,
  visit: Visit,
  params: Readonly<Record<string, string>>,
  input: Input,
): Call {
  return new AdmittedCall(needs, visit, params, input)
}

/** A class, since a literal would make eight functions for every request. */
class AdmittedCall implements Call {
  readonly #needs: HttpNeeds
  readonly #visit: Visit
  readonly query: unknown
  readonly body: unknown
  readonly params: Readonly<Record<string, string>>

  constructor(
    needs: HttpNeeds,
    visit: Visit,
    params: Readonly<Record<string, string>>,
    { query, body }: Input,
  ) {
    this.#needs = needs
    this.#visit = visit
    this.params = params
    this.query = query
    this.body = body
  }

  get target(): string {
    return this.#visit.target
  }

  get media(): string {
    return this.#visit.media
  }

  get headers(): Call['headers'] {
    return this.#visit.headers
  }

  get language(): Call['language'] {
    return chooseLanguage(this.#visit.headers['accept-language'])
  }

  get signedIn(): Call['signedIn'] {
    return this.#visit.signedIn
  }

  visitor(): Visitor {
    return visitorOf(this.#visit)
  }

  member(): Member {
    return memberOf(this.#visit)
  }

  trace(): Trace {
    return traceOf(this.#needs, this.#visit)
  }

  key(): KeyGrant {
    return keyOf(this.#visit)
  }

  need(scope: Parameters<Call['need']>[0]): void {
    needScope(this.#visit, scope)
  }

  checkQuota(totalTenths: number, field: string): void {
    checkQuota(this.#visit, totalTenths, field)
  }

  charge(totalTenths: number): void {
    chargeTotal(this.#needs, this.#visit, totalTenths)
  }

  lower(totalTenths: number): void {
    lowerTotal(this.#needs, this.#visit, totalTenths)
  }

  markDeep(): void {
    this.#visit.isDeep = true
  }
}
